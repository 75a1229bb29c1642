"""The runs of a file: its module code, and the functions that no earlier run executed to their end."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from graphlint.autograd.events import Context, DiscardedResult, LoopIteration, Node, Site
from graphlint.autograd.run import Run
from graphlint.engine.dispatch.table import dispatch
from graphlint.engine.domain import class_lookup, reuse
from graphlint.engine.domain.state import Signal, State
from graphlint.engine.domain.values import Bound, Class, Constant, Function, Ref, Unknown, Value
from graphlint.engine.exec import classes, imports, lazy_imports, uncalled_methods
from graphlint.engine.exec.instructions import HANDLERS
from graphlint.engine.facts import dependencies
from graphlint.engine.havoc import unresolved_calls
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.frames import Entry, Frame
from graphlint.engine.machine.limits import Limits
from graphlint.engine.machine.machine import BudgetSpent, Machine
from graphlint.engine.machine.project import Evidence, Modules
from graphlint.engine.retention import fields_at_return, retained_graphs
from graphlint.engine.roots import class_roots, repetition
from graphlint.engine.roots.observation import Observer
from graphlint.engine.roots.repetition import Calls
from graphlint.ir.instructions import FunctionCode
from graphlint.libraries.assumptions import Assumptions

OFFERED = 8
"""The maximum number of escaping callbacks that are executed to find uses of graphs."""

NEVER_ALONE = frozenset(("__repr__", "__str__", "__len__", "extra_repr", "__getitem__"))
"""Methods that are not analyzed as roots, since they contain no findings."""


@dataclass(frozen=True, slots=True)
class Entered:
    """A run, with the data that the evaluation across files needs.

    `function` is the root's file and line, None for the module's own code. `through` are the functions that the run has executed,
    `undecided` those of them with a call that was not executed to its end. `doubted` repeats the run for the case that an unresolved caller
    calls the function under an unknown grad mode. `method` is True for a method; `steps` is the budget used. A run of an `offered`
    callback, which was executed before or contains no finding of its own, only shows which graphs unresolved code may use.
    """

    run: Run
    function: tuple[str, int] | None
    through: frozenset[tuple[str, int]]
    doubted: Callable[[], Run] | None = None
    method: bool = False
    steps: int = 0
    offered: bool = False
    undecided: frozenset[tuple[str, int]] = frozenset()


def runs(
    code: FunctionCode, evidence: Evidence, modules: Modules, limits: Limits | None = None, assumptions: Assumptions | None = None,
    *, doubted: Callable[[], bool] = lambda: False, observer: Observer | None = None,
) -> Iterator[Entered]:  # fmt: skip
    """Yield every run of a file: its module code, then each function that no earlier run executed to its end.

    Args:
        code: the lowered module.
        evidence: facts about the use of names in each file.
        modules: the resolution of imports.
        limits: the budgets of a run.
        assumptions: the library models.
        doubted: called after these runs; returns True if a finding of theirs could be refuted by the callbacks that unresolved code
            received. Only then are these executed.
        observer: records the runs for an explanation.
    """
    limits = limits or Limits()
    noted: set[Site] = set()
    for budget in (limits, limits.narrow()):
        make = Machine if observer is None else observer.machine
        machine = make(modules, evidence, HANDLERS, dispatch(), lazy_imports.link, code.path, budget)
        machine.assumptions = assumptions or machine.assumptions
        state = State()
        scope = machine.graph.number()
        machine.imported[modules.identify(code.path)] = scope
        finished = True
        machine.set_out(code)
        try:
            imports.run(machine, state, code, scope)
        except BudgetSpent:
            finished = False
        through, undecided = frozenset(machine.entered), _undecided(machine.entered)
        run = _result(machine, finished, "<module>")
        noted.update(event.site for event in run.of(DiscardedResult))
        yield Entered(run, None, through, steps=machine.budget.steps, undecided=undecided)
        if finished:
            break
    for entered in _functions(machine, state, code, scope):
        noted.update(event.site for event in entered.run.of(DiscardedResult))
        yield entered
    if machine.offered and doubted():
        yield from _offered(machine, state, dict(machine.offered))
    if events := tuple(uncalled_methods.unreached(machine, code.path, noted)):
        yield Entered(Run({}, events, entry="<unreached>"), None, frozenset())


def _offered(machine: Machine, state: State, functions: Mapping[int, Function]) -> Iterator[Entered]:
    """Yield the runs of callbacks that unresolved code received; those whose enclosing scope no longer exists are left out."""
    prototypes: dict[tuple[int, bool], Prototype] = {}
    there = [item for item in functions.values() if all(scope in state.heap for scope in item.scopes)]
    for function in there[:OFFERED]:
        machine.entered = {}
        machine.set_out(function.code)
        run = _run_alone(machine, _start(machine, state, function, function.owner, prototypes), function, False, Calls.ONCE)
        yield Entered(run, None, frozenset(), offered=True)


def _result(machine: Machine, finished: bool, entry: str) -> Run:
    graph = machine.graph
    for site, context in graph.modes_made.items():
        if site not in graph.modes_used and finished:
            graph.emit(DiscardedResult(site, context, "a grad-mode context manager", "mode"))
    for rebound in graph.rebounds.values():
        graph.emit(rebound)
    implausible = {id(event) for event in graph.walks.implausible()}
    return Run(
        dict(graph.nodes),
        tuple(event for event in graph.events if id(event) not in implausible),
        finished,
        frozenset(graph.escaped),
        frozenset(graph.returned),
        frozenset(graph.handed),
        frozenset(graph.abandoned),
        frozenset(graph.unfollowed),
        entry,
        escapes=graph.resolved_escapes(),
        fresh=frozenset(graph.fresh),
        left=frozenset(graph.left),
        spent=frozenset((graph.returned | graph.left) - graph.usable),
        data=reuse.data_nodes(graph),
        pending=frozenset(graph.pending),
        dropped=frozenset(graph.dropped),
        read=frozenset(graph.read),
    )


def _functions(machine: Machine, state: State, code: FunctionCode, scope: int) -> Iterator[Entered]:
    """Yield the runs of the functions and methods of a file, beginning with those that no code in the file calls by name."""
    pending = list(_candidates(state, scope, code.path))
    roots = machine.evidence.roots(code.path)
    pending = [
        (function, owner)
        for function, owner in pending
        if function.code.name not in NEVER_ALONE
        and (
            roots.contains(function.code)
            or function.code.at[0] in machine.repeated
            or repetition.by_framework(machine, owner, function.code.name)
        )
    ]
    pending.sort(key=lambda item: roots.called(item[0].code.name) and not roots.calls_backward(item[0].code))
    spent = 0
    prototypes: dict[tuple[int, bool], Prototype] = {}
    seen, alone = dict(machine.entered), set[tuple[str, int]]()
    # At the end, functions that were executed, but by no run to their end.
    waiting = deque(Root(*item, False) for item in pending)
    waiting.extend(_class_roots(machine, state, scope, code.path))
    waiting.extend(Root(*item, True) for item in pending)
    waiting.extendleft(_callbacks(machine, [state], machine.graph.nodes))
    waiting.extend(_nested(machine, [state], machine.graph.nodes))
    while waiting:
        root = waiting.popleft()
        function, owner = root.function, root.owner
        if root.inherited:
            if spent <= machine.limits.file_steps:
                entered = _enter_inherited(machine, state, root, prototypes)
                spent += entered.steps
                yield entered
            continue
        place = (code.path, function.code.at[0])
        known = seen.get(place)
        if place in alone or (known is not None and (known.ended or not root.last)):
            continue
        alone.add(place)
        machine.entered = {}
        if spent > machine.limits.file_steps:
            return
        spent += max(0, machine.budget.entry_steps)
        machine.set_out(function.code)
        start = root.start or _start(machine, state, function, owner, prototypes)
        # A function that calls backward itself is called with grad mode enabled.
        doubtful = not roots.calls_backward(function.code)
        unseen = roots.called(function.code.name) or _chosen_by_name(machine, owner, function)
        veiled = not known.records if known is not None else doubtful and unseen
        repeated = root.calls or repetition.calls_of(machine, function, owner)
        ended = _enter_alone(machine, start, function, veiled, repeated)
        if repeated is Calls.ONCE and known is None and repetition.may_repeat(machine, function, owner) and ended.carries():
            repeated = Calls.PRESUMED
            ended = _enter_alone(machine, start, function, veiled, repeated)
        for other, entry in machine.entered.items():
            seen[other] = entry.both(seen.get(other, Entry()))
        again = partial(_run_alone, machine, start, function, True, repeated) if doubtful and not veiled else None
        steps = machine.budget.entry_steps
        through = frozenset(machine.entered) - {place}
        undecided = _undecided(machine.entered) - {place}
        yield Entered(ended.run, place, through, again, owner is not None, steps, undecided=undecided)
        waiting.extendleft(ended.callbacks)
        waiting.extend(ended.nested)


def _class_roots(machine: Machine, state: State, scope: int, path: str) -> list[Root]:
    """Return the class roots of a file, except those whose methods the module's own code executed to their end."""
    shown = {place for place, entry in machine.entered.items() if entry.ended}
    found: list[Root] = []
    for made in _named(state, scope):
        if not isinstance(made, Class) or made.path != path or len(made.order) < 2:
            continue
        for function in class_roots.inherited(machine, state, made):
            methods = (function, *class_roots.specific(machine, state, made, function))
            if not shown.issuperset((item.code.path, item.code.at[0]) for item in methods):
                found.append(Root(function, made, False, inherited=True))
    return found


def _enter_inherited(machine: Machine, state: State, root: Root, prototypes: dict[tuple[int, bool], Prototype]) -> Entered:
    """Run an inherited method on an instance of a subclass; the result does not apply to the method's other subclasses."""
    function, owner = root.function, root.owner
    machine.entered = {}
    machine.set_out(function.code)
    roots = machine.evidence.roots(function.code.path)
    doubtful = not roots.calls_backward(function.code)
    veiled = doubtful and (roots.called(function.code.name) or _chosen_by_name(machine, owner, function))
    repeated = repetition.calls_of(machine, function, owner)
    start = _start(machine, state, function, owner, prototypes)
    ended = _enter_alone(machine, start, function, veiled, repeated)
    if repeated is Calls.ONCE and repetition.may_repeat(machine, function, owner) and ended.carries():
        repeated = Calls.PRESUMED
        ended = _enter_alone(machine, start, function, veiled, repeated)
    again = partial(_run_alone, machine, start, function, True, repeated) if doubtful and not veiled else None
    steps = max(0, machine.budget.entry_steps)
    return Entered(ended.run, None, frozenset(), again, True, steps)


def _callbacks(machine: Machine, states: Sequence[State], nodes: Mapping[int, Node]) -> list[Root]:
    """Return the nested functions that unresolved code received and calls repeatedly, each with a state that has their enclosing scopes."""
    found: list[Root] = []
    for function in machine.offered.values():
        start = _state_with(machine, states, function)
        if len(function.scopes) > 1 and function.owner is None and start is not None and repetition.is_repeated(machine, function, None):
            found.append(Root(function, None, False, Prototype([start], nodes), calls=Calls.REPEATED))
    return found


def _state_with(machine: Machine, states: Sequence[State], function: Function) -> State | None:
    """Return a state that has the enclosing scopes of a nested function, before any backward pass; None if there is none."""
    for item in states:
        if not item.signal and all(scope in item.heap for scope in function.scopes):
            start = item.fork()
            repetition.forget_backward_passes(machine, start)
            return start
    return None


def _nested(machine: Machine, states: Sequence[State], nodes: Mapping[int, Node]) -> list[Root]:
    """Return the nested functions that the run has defined and not called.

    Unresolved code calls those that are returned, stored or passed to it.
    """
    roots = machine.evidence.roots(machine.home)
    found: list[Root] = []
    for line, function in machine.nested.items():
        if (machine.home, line) not in machine.entered and roots.contains(function.code):
            start = _state_with(machine, states, function)
            if start is not None:
                found.append(Root(function, None, False, Prototype([start], nodes)))
    return found


def _undecided(entered: Mapping[tuple[str, int], Entry]) -> frozenset[tuple[str, int]]:
    """Return the functions with a call, with grad mode enabled, that was not executed to its end: they are evaluated as roots."""
    return frozenset(place for place, entry in entered.items() if entry.records and not entry.ended)


def _chosen_by_name(machine: Machine, owner: Class | None, function: Function) -> bool:
    """Return True if the program reads a method under a computed name or as a value: it may have unresolved callers."""
    return owner is not None and any(machine.evidence.may_be_selected(one.path, function.code.name) for one in owner.order)


def _candidates(state: State, scope: int, path: str) -> Iterator[tuple[Function, Class | None]]:
    for value in _named(state, scope):
        if isinstance(value, Function) and value.code.path == path:
            yield value, None
        elif isinstance(value, Class) and value.path == path:
            for item in _named(state, value.scope):
                if isinstance(item, Function) and item.code.path == path:
                    yield item, value


def _named(state: State, scope: int) -> list[Value]:
    """Return the values of the variables of a scope."""
    return [value for name, value in state.heap[scope].fields.items() if isinstance(name, str)] if scope in state.heap else []


@dataclass(frozen=True, slots=True)
class Root:
    """A function to be analyzed as a root, and its class.

    `last` marks the attempt for functions that their callers did not execute to their end. `start` is the start state if it is not that of
    the module. An `inherited` method runs on an instance of a subclass of its class. `calls` is the number of calls if known.
    """

    function: Function
    owner: Class | None
    last: bool
    start: Prototype | None = None
    inherited: bool = False
    calls: Calls | None = None


@dataclass(frozen=True, slots=True)
class Ended:
    """The result of a root's run: the nested functions that it passed to unresolved code, and the states at its end.

    `nested` are the nested functions that it only defined, `started` is the last node number before the run.
    """

    run: Run
    callbacks: Sequence[Root]
    nested: Sequence[Root]
    states: Sequence[State]
    started: int

    def carries(self) -> bool:
        """Return True if the run left a graph in an object that is older."""
        return any(repetition.carries(item, self.started) for item in self.states)


@dataclass(frozen=True, slots=True)
class Prototype:
    """The start of a root: the states, the graph's nodes up to there, and the receiver of a method."""

    states: Sequence[State]
    nodes: Mapping[int, Node]
    receiver: Value | None = None


def _start(
    machine: Machine, state: State, function: Function, owner: Class | None, prototypes: dict[tuple[int, bool], Prototype]
) -> Prototype:
    """Return the start of a root; all methods of a class share one instance, constructed with unknown arguments."""
    if owner is None or function.kind == "staticmethod" or function.code.name == "__init__":
        return Prototype([state], machine.graph.nodes)
    if function.kind == "classmethod":
        return Prototype([state], machine.graph.nodes, owner)
    key = (owner.scope, machine.budget.closed)
    if key not in prototypes:
        prototypes[key] = _instance(machine, state, function, owner)
    return prototypes[key]


def _instance(machine: Machine, state: State, function: Function, owner: Class) -> Prototype:
    """Return an instance of a class after its `__init__`."""
    before = machine.graph
    machine.graph = machine.new_graph(before, before.nodes)
    machine.budget.start_entry(quiet=False)
    machine.frames = [Frame(function.code, function.scopes)]
    receiver: Value | None = None
    try:
        items, receiver = classes.prototype(machine, state.fork(), owner, Arguments((), {}, machine.site(function.code.at), True))
    except BudgetSpent:
        items = [state.fork()]
    for item in items:
        item.signal = Signal.NONE
        if isinstance(receiver, Ref):
            _loosen(machine, item, receiver, owner)
    made = Prototype(items, machine.graph.nodes, receiver or machine.unknown("self"))
    before.last = machine.graph.last
    machine.graph, machine.frames = before, []
    return made


def _loosen(machine: Machine, state: State, receiver: Ref, owner: Class) -> None:
    """Widen the fields of a receiver: other methods may have filled containers and assigned constants before."""
    fields = state.edit(receiver.number).fields
    init = class_lookup.attribute(state, owner, "__init__")
    first, last = (init.code.at[0], init.code.at[2]) if isinstance(init, Function) else (0, 0)
    home = init.code.path if isinstance(init, Function) else owner.path
    for name, value in list(fields.items()):
        if isinstance(value, Ref) and value.kind in ("list", "dict", "set"):
            unresolved_calls.forget(machine, state, value)
        elif isinstance(value, Constant) and isinstance(name, str):
            stored = ((one.path, line) for one in owner.order for line in machine.evidence.stores(one.path, name))
            if any(path != home or not first <= line <= last for path, line in stored):
                fields[name] = Unknown(("field", receiver.number, name), name=f"self.{name}")


def _run_alone(machine: Machine, start: Prototype, function: Function, veiled: bool, repeated: Calls) -> Run:
    return _enter_alone(machine, start, function, veiled, repeated).run


def _enter_alone(machine: Machine, start: Prototype, function: Function, veiled: bool, repeated: Calls) -> Ended:
    """Run a function as a root, with unknown arguments.

    With `veiled`, grad mode is uncertain, since the function has callers that are not resolved.
    """
    before = machine.graph
    machine.graph = machine.new_graph(before, start.nodes)
    machine.budget.start_entry(quiet=not _is_inherited(start, function))
    machine.frames = [Frame(function.code, function.scopes)]
    items = [state.fork() for state in start.states]
    for item in items:
        item.veiled += veiled
    target: Value = function if start.receiver is None else Bound(start.receiver, function)
    if function.owner is not None and function.code.name == "__init__":
        target = function.owner
    finished = True
    started = machine.graph.last
    offered, machine.offered = machine.offered, {}
    machine.nested = {}
    try:
        items = _run_entry(machine, items, function, target, repeated)
    except BudgetSpent:
        finished = False
    run = _result(machine, finished, function.code.name)
    nodes = dict(machine.graph.nodes)
    ended = Ended(run, _callbacks(machine, items, nodes), _nested(machine, items, nodes), items, started)
    machine.offered = {**machine.offered, **offered}
    before.last = machine.graph.last
    machine.graph, machine.frames = before, []
    return ended


def _is_inherited(start: Prototype, function: Function) -> bool:
    """Return True for a method on an instance of a subclass: its file's summary lacks the effects of the subclass's methods."""
    receiver = start.receiver
    return isinstance(receiver, Ref) and start.states[0].get(receiver.number).type is not function.owner


def _note_usable(machine: Machine, state: State, nodes: list[int]) -> None:
    """Record the nodes that outlive a call and through which a later backward can succeed."""
    machine.graph.usable.update(node for node in nodes if not reuse.is_spent(machine.graph, state, node))


def _run_entry(machine: Machine, states: list[State], function: Function, target: Value, repeated: Calls) -> list[State]:
    """Call a root, several times if unresolved code certainly does; return the states at the end."""
    run, site, returned = machine.graph.number(), machine.site(function.code.at), set[int]()
    last = 1 if repeated is Calls.ONCE else repetition.CALLS
    for number in range(1, 1 + last):
        if last > 1:
            machine.graph.context = Context(turns=(LoopIteration(site, run, number),))
        following: list[State] = []
        for item in states:
            outcome = machine.call(item, target, repetition.arguments_of(machine, item, function, site))
            if isinstance(outcome, list):
                following.extend(outcome)
            else:
                item.result = outcome
                following.append(item)
        for item in following:
            if not item.signal:
                # On a path that ended with an exception, `result` is the result of an earlier call.
                returned.update(result := dependencies.nodes_in(machine, item, (item.result,)))
                _note_usable(machine, item, result)
            machine.graph.left.update(left := fields_at_return.nodes_left(machine, item, target, function))
            _note_usable(machine, item, left)
        states = [item for item in following if not item.signal] or following
        if number < last:
            repetition.forget_fields(machine, states, run)
        if number < last and repeated is Calls.PRESUMED:
            repetition.forget_gradients(machine, states)
    machine.graph.returned.update(returned)
    machine.graph.context = Context()
    if last > 1:
        for item in states:
            repetition.note_backward(machine, item, function, returned)
        retained_graphs.at_loop_end(machine, None, run, states)
    return states
