"""The runs of a file: its module code, and the functions that no earlier run executed to their end."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from graphlint.autograd.events import Certainty, DiscardedResult
from graphlint.autograd.numbers import ObjectNumber
from graphlint.autograd.presumptions import Presumption, Presumptions
from graphlint.autograd.raised_at import RaisedAt
from graphlint.autograd.run import Run
from graphlint.engine.dispatch.table import dispatch
from graphlint.engine.domain.bounds import CALLBACKS
from graphlint.engine.domain.state import Signal, State
from graphlint.engine.domain.values import Class, Function
from graphlint.engine.exec import imports, lazy_imports, uncalled_methods
from graphlint.engine.exec.instructions import HANDLERS
from graphlint.engine.machine import visits
from graphlint.engine.machine.budget import Budget, BudgetSpent
from graphlint.engine.machine.frames import CallSummary
from graphlint.engine.machine.limits import Limits
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.project import Evidence, Modules
from graphlint.engine.machine.protocols import Semantics
from graphlint.engine.roots import callers, candidates, class_roots, evaluation_mode, execution, receivers, repetition
from graphlint.engine.roots.execution import Execution, Root
from graphlint.engine.roots.observation import Observer
from graphlint.engine.roots.receivers import Prototype, Prototypes
from graphlint.engine.roots.repetition import Calls
from graphlint.engine.roots.root_memory import RootMemory, RootRecord
from graphlint.ir.instructions import Call, Drop, FunctionCode, FunctionId, Leave
from graphlint.libraries.assumptions import Assumptions
from graphlint.project.file_summary import Effect


@dataclass(frozen=True, slots=True)
class RootRun:
    """A run, with the data that the evaluation across files needs.

    `function` is the root's file and line, None for the module's own code. `executed` are the functions that the run has executed,
    `unfinished` those of them with a call, with grad mode enabled, that was not executed to its end, and `not_ended` those with any such
    call. `under_unknown_mode` repeats the run for the case that an unresolved caller calls the function under an unknown grad mode. `steps`
    is the budget used. A run of a callback, which was executed before or contains no finding of its own, only shows which graphs unresolved
    code may use. `trains` says that the function runs backward, or calls one that does. `record` allows a later analysis
    to recall the run, `is_recalled` states that an earlier analysis has recorded it. `instance_of` is the class on an instance of which an
    inherited method was run.
    """

    run: Run
    function: FunctionId | None
    executed: frozenset[FunctionId]
    under_unknown_mode: Callable[[], Run] | None = None
    is_method: bool = False
    steps: int = 0
    is_callback: bool = False
    unfinished: frozenset[FunctionId] = frozenset()
    trains: bool = False
    record: RootRecord | None = None
    is_recalled: bool = False
    instance_of: str = ""
    not_ended: frozenset[FunctionId] = frozenset()


def runs(
    code: FunctionCode, evidence: Evidence, modules: Modules, limits: Limits | None = None, assumptions: Assumptions | None = None,
    *, needs_callbacks: Callable[[], bool] = lambda: False, observer: Observer | None = None, raised_at: RaisedAt | None = None,
    selects: Callable[[Root], bool] = lambda _: True, memory: RootMemory | None = None, past_errors: bool = False,
) -> Iterator[RootRun]:  # fmt: skip
    """Yield every run of a file: its module code, then each function that no earlier run executed to its end.

    Args:
        code: the lowered module.
        evidence: facts about the use of names in each file.
        modules: the resolution of imports.
        limits: the budgets of a run.
        assumptions: the library models.
        needs_callbacks: called after these runs; returns True if the callbacks of unresolved code, then executed, could refute a finding.
        observer: records the runs for an explanation.
        raised_at: the error that the runs assume.
        selects: returns False for roots that are not to be run.
        memory: the runs that need not be executed, and the record of the others.
        past_errors: True for runs that continue after errors of PyTorch.
    """
    limits = limits or Limits()
    make = Machine if observer is None else observer.machine
    machine = make(modules, evidence, Semantics(HANDLERS, dispatch(), lazy_imports.link), Budget(limits, code.path))
    machine.assumptions = assumptions or machine.assumptions
    machine.graph.presumptions = Presumptions(machine.assumptions.without)
    machine.raised_at, machine.past_errors = raised_at, past_errors
    machine.budget.limited = partial(_may_be_passed_by, evidence)
    state, scope = State(), ObjectNumber(machine.graph.number())
    machine.imports.scopes[modules.identify(code.path)] = scope
    of_module = _module_run(machine, state, code, scope)
    noted = {event.site for event in of_module.run.of(DiscardedResult)}
    yield of_module
    memory = memory or RootMemory(is_recording=False)
    memory.start_functions(machine)
    functions = _FunctionRuns(machine, state, memory, _waiting(machine, state, code, scope), dict(machine.functions.entered))
    yield from functions.all(selects)
    if machine.functions.escaping and needs_callbacks():
        yield from _callback_runs(machine, state, dict(machine.functions.escaping))
    if events := tuple(uncalled_methods.of_file(machine, code.path, noted)):
        yield RootRun(Run({}, events, root="<unreached>"), None, frozenset())


def _module_run(machine: Machine, state: State, code: FunctionCode, scope: ObjectNumber) -> RootRun:
    """Execute the code of a module."""
    finished = True
    machine.start_root(code)
    machine.budget.start_module(quiet=machine.evidence.roots(code.path).module_is_quiet)
    try:
        imports.run(machine, state, code, scope)
    except BudgetSpent:
        finished = False
        _leave_contexts(state)
    machine.budget.end_module()
    executed, unfinished = frozenset(machine.functions.entered), visits.unfinished(machine.functions.entered)
    run = execution.result(machine, finished, "<module>")
    not_ended = visits.not_ended(machine.functions.entered)
    return RootRun(run, None, executed, steps=machine.budget.steps, unfinished=unfinished, not_ended=not_ended)


def _leave_contexts(state: State) -> None:
    """Leave the contexts of a run that ends at its limit: with the module's state, the functions of the file are run as roots.

    The state may be that of a path that was dropped, or joined with another one, inside of a context. Only a statement that disabled
    grad mode permanently still applies.
    """
    state.restore(State().modes)
    state.signal = Signal.NONE
    if state.grad_mode_switch is not None:
        state.grad_mode = Certainty.NO


def _callback_runs(machine: Machine, state: State, functions: Mapping[int, Function]) -> Iterator[RootRun]:
    """Yield the runs of callbacks that unresolved code received; those whose enclosing scope or class no longer exists are left out."""
    prototypes: Prototypes = {}
    reachable = [item for item in functions.values() if all(scope in state.heap for scope in _scopes_of_callback(item))]
    for function in reachable[:CALLBACKS]:
        machine.functions.entered = {}
        machine.start_root(function.code)
        run = execution.run_alone(
            machine,
            receivers.start(machine, state, function, function.owner, prototypes),
            Root(function, function.owner, False),
            False,
            Calls.ONCE,
        )
        yield RootRun(run, None, frozenset(), is_callback=True)


def _scopes_of_callback(function: Function) -> Iterator[int]:
    """Yield the enclosing scopes of a function, and those of its class and that one's bases."""
    yield from function.scopes
    if function.owner is not None:
        yield from (cls.scope for cls in function.owner.order)


@dataclass(slots=True)
class _FunctionRuns:
    """The runs of the functions and methods of a file, beginning with those that no code in the file calls by name.

    `waiting` are the roots that may still be run, `entered` are the calls of all runs so far, `alone` are the functions that were run as
    roots. `spent` is the budget used, `prototypes` are the receivers of methods.
    """

    machine: Machine
    state: State
    memory: RootMemory
    waiting: deque[Root]
    entered: dict[FunctionId, CallSummary]
    alone: set[FunctionId] = field(default_factory=set)
    spent: int = 0
    prototypes: Prototypes = field(default_factory=dict)

    def all(self, selects: Callable[[Root], bool]) -> Iterator[RootRun]:
        """Yield the runs of the selected roots; further runs of methods only within the budget of the file."""
        while self.waiting:
            root = self.waiting.popleft()
            if not selects(root):
                continue
            self.machine.budget.late = self.spent > self.machine.limits.file_steps
            if root.inherited:
                if not self.machine.budget.late:
                    yield from self._of_further(root)
                continue
            place = root.function.code.identity
            known = self.entered.get(place)
            if place in self.alone or not _needs_run(self.state, root, known, self.entered):
                continue
            self.alone.add(place)
            self.machine.functions.entered = {}
            yield from self._of_function(root, known)

    def _of_further(self, root: Root) -> Iterator[RootRun]:
        """Yield a further run of a method: as a class root, or in evaluation mode."""
        machine = self.machine
        machine.functions.entered = {}
        machine.start_root(root.function.code)
        recording = self.memory.begin(machine, self.state, root, None, self.prototypes)
        entered = _run_further(machine, root, recording.start)
        self.spent += entered.steps
        yield entered
        self.memory.end(machine, recording)

    def _of_function(self, root: Root, known: CallSummary | None) -> Iterator[RootRun]:
        """Yield the run of a function: the recorded one if it applies. `known` are the calls by earlier runs, if any."""
        machine, memory = self.machine, self.memory
        self.spent += max(0, machine.budget.root_steps)
        machine.start_root(root.function.code)
        record = memory.recall(machine, root, known)
        if record is not None:
            _add_calls(self.entered, record.entered)
            yield replace(_root_run(machine, root, record.run, record.entered), record=record, is_recalled=True)
            return
        if known is not None and known.frozen:
            root = replace(root, frozen=known.frozen)
        recording = memory.begin(machine, self.state, root, known, self.prototypes)
        ended, again = _run_root(machine, root, recording.start, known)
        _add_calls(self.entered, machine.functions.entered)
        record = memory.record(machine, root, recording, ended) if not ended.evaluates else None
        root_run = _root_run(machine, root, ended.run, machine.functions.entered)
        yield replace(root_run, under_unknown_mode=again, record=record)
        memory.end(machine, recording)
        if ended.evaluates:
            yield from self._of_further(replace(root, start=evaluation_mode.start_in(machine, recording.start)))
        self.waiting.extendleft(ended.callbacks)
        self.waiting.extend(ended.nested)


def _waiting(machine: Machine, state: State, code: FunctionCode, scope: ObjectNumber) -> deque[Root]:
    """Return the functions and methods of a file that may be run, in order."""
    roots = machine.evidence.roots(code.path)
    pending = [
        root
        for root in candidates.of_file(state, scope, code.path)
        if (
            roots.contains(root.function.code)
            or root.function.code.at[0] in machine.functions.repeated
            or _is_in_traceback(machine, root.function)
            or repetition.by_framework(machine, root.owner, root.function.code.name)
        )
    ]
    pending.sort(key=lambda root: roots.called(root.function.code.name) and not roots.calls_backward(root.function.code))
    # At the end, functions that were executed, but by no run to their end.
    waiting = deque(pending)
    waiting.extend(_class_roots(machine, state, scope, code.path))
    waiting.extend(replace(root, last=True) for root in pending)
    waiting.extendleft(execution.callbacks(machine, [state], machine.graph.nodes))
    waiting.extend(execution.nested(machine, [state], machine.graph.nodes))
    return waiting


def _add_calls(seen: dict[FunctionId, CallSummary], entered: Mapping[FunctionId, CallSummary]) -> None:
    for place, summary in entered.items():
        seen[place] = summary.both(seen.get(place, CallSummary()))


def _root_run(machine: Machine, root: Root, run: Run, entered: Mapping[FunctionId, CallSummary]) -> RootRun:
    """Return the run of a function with what the evaluation needs."""
    code = root.function.code
    place = code.identity
    return RootRun(
        run,
        place,
        frozenset(entered) - {place},
        is_method=root.owner is not None,
        steps=machine.budget.root_steps,
        unfinished=visits.unfinished(entered) - {place},
        trains=machine.evidence.roots(code.path).runs_backward(code),
        not_ended=visits.not_ended(entered),
    )


def _is_in_traceback(machine: Machine, function: Function) -> bool:
    """Return True for a function with one of the calls of the assumed error."""
    code = function.code
    return machine.raised_at is not None and machine.raised_at.passes_through(code.path, code.at[0], code.at[2])


def _needs_run(state: State, root: Root, known: CallSummary | None, entered: Mapping[FunctionId, CallSummary]) -> bool:
    """Return True if the calls of a function so far do not stand for its run as a root."""
    if known is not None:
        return root.last and not (known.ended or known.as_root)
    return not _forwards(state, root.function, entered)


def _forwards(state: State, function: Function, entered: Mapping[FunctionId, CallSummary]) -> bool:
    """Return True if a function only calls another one of its module without arguments, and that one was executed as a root is."""
    call, *rest = function.code.body() or (None,)
    if not isinstance(call, Call) or not isinstance(call.function, str) or call.arguments or function.scopes[-1] not in state.heap:
        return False
    called = state.heap[function.scopes[-1]].fields.get(call.function)
    if not isinstance(called, Function) or not all(isinstance(instruction, Drop | Leave) for instruction in rest):
        return False
    known = entered.get(called.code.identity)
    return known is not None and known.as_root


def _class_roots(machine: Machine, state: State, scope: ObjectNumber, path: str) -> list[Root]:
    """Return the class roots of a file, except those whose methods the module's own code executed to their end."""
    shown = {place for place, summary in machine.functions.entered.items() if summary.ended}
    roots: list[Root] = []
    for value in candidates.named(state, scope):
        if not isinstance(value, Class) or value.path != path or len(value.order) < 2:
            continue
        for function in class_roots.inherited(machine, state, value):
            methods = (function, *class_roots.overridden_callees(machine, state, value, function))
            if not shown.issuperset(item.code.identity for item in methods):
                roots.append(Root(function, value, False, inherited=True))
    return roots


def _run_further(machine: Machine, root: Root, start: Prototype) -> RootRun:
    """Run a method on an instance of a subclass, whose result does not apply to other subclasses, or in evaluation mode."""
    ended, again = _run_root(machine, root, start, None)
    place = None if root.inherited else root.function.code.identity
    instance_of = root.owner.name if root.inherited and root.owner is not None else ""
    return RootRun(ended.run, place, frozenset(), again, True, max(0, machine.budget.root_steps), instance_of=instance_of)


def _run_root(machine: Machine, root: Root, start: Prototype, known: CallSummary | None) -> tuple[Execution, Callable[[], Run] | None]:
    """Run a root under the grad mode and as often as its callers call it.

    Args:
        machine: the machine.
        root: the function.
        start: the state to begin with.
        known: the calls by earlier runs, if any.

    Returns:
        The run; and a repetition of it for unresolved callers under an unknown grad mode, if the run itself does not stand for them.
    """
    function, owner = root.function, root.owner
    roots = machine.evidence.roots(function.code.path)
    # A function that calls backward itself is called with grad mode enabled.
    doubtful = not roots.calls_backward(function.code)
    name = function.code.name
    called = roots.called(name) and name in roots.called_where_grad_may_be_off
    may_be = callers.may_be_unresolved(machine, start.states[0], owner, function)
    unresolved = called or (may_be and machine.graph.presumes(Presumption.UNSHOWN_CALLERS))
    uncertain_mode = not known.records if known is not None else doubtful and unresolved
    repeated = root.calls or repetition.calls_of(machine, function, owner)
    ended = execution.run_root(machine, start, root, uncertain_mode, repeated)
    repeats = repeated is Calls.ONCE and known is None and repetition.may_repeat(machine, function, owner) and ended.carries()
    if repeats and machine.graph.presumes(Presumption.REPEATED_STEPS):
        repeated = Calls.PRESUMED
        ended = execution.run_root(machine, start, root, uncertain_mode, repeated)
    again = partial(execution.run_alone, machine, start, root, True, repeated) if doubtful and not uncertain_mode else None
    return ended, again


def _may_be_passed_by(evidence: Evidence, code: FunctionCode) -> bool:
    """Return True if neither a function nor one that it calls runs backward or resets gradients."""
    return not evidence.callee_effects(code.path, code.at[0]) & Effect.TRAINS
