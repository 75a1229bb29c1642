"""Execution of one root: calls it with unknown arguments and returns the events, the callbacks and the nested functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphlint.autograd.events import Cause, Context, Discarded, DiscardedResult, LoopIteration, Node, Site
from graphlint.autograd.numbers import RunNumber
from graphlint.autograd.presumptions import Presumption
from graphlint.autograd.run import Run
from graphlint.engine.domain import havoc_log, reuse, scaler_stages, unknown_graphs
from graphlint.engine.domain.bounds import REPEATED_CALLS, REPEATED_CALLS_WITH_STATE
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import NONE, Bound, Class, Function, Ref, Value
from graphlint.engine.facts import dependencies
from graphlint.engine.havoc import escaping_callbacks
from graphlint.engine.machine import outcomes
from graphlint.engine.machine.budget import BudgetSpent
from graphlint.engine.machine.frames import Frame
from graphlint.engine.machine.machine import Machine
from graphlint.engine.operations import copied_leaves
from graphlint.engine.retention import fields_at_return, retained_graphs
from graphlint.engine.roots import evaluation_mode, repetition, shown_forward
from graphlint.engine.roots.receivers import Prototype
from graphlint.engine.roots.repetition import Calls


@dataclass(frozen=True, slots=True)
class Root:
    """A function to be analyzed as a root, and its class.

    `last` marks the attempt for functions that their callers did not execute to their end. `start` is the start state if it is not that of
    the module. An `inherited` method runs on an instance of a subclass of its class. `calls` is the number of calls if known. `wrapper` is
    the function that a decorator put in its place: callers call it instead. `frozen` are the parameters that receive a module
    without trainable parameters in each call of the program.
    """

    function: Function
    owner: Class | None
    last: bool
    start: Prototype | None = None
    inherited: bool = False
    calls: Calls | None = None
    wrapper: Function | None = None
    frozen: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Execution:
    """The result of a root's run: the nested functions that it passed to unresolved code, and the states at its end.

    `nested` are the nested functions that it only defined, `started` is the last node number before the run. `evaluates` states
    that the function only runs with its receiver in evaluation mode.
    """

    run: Run
    callbacks: Sequence[Root]
    nested: Sequence[Root]
    states: Sequence[State]
    started: int
    evaluates: bool

    def carries(self) -> bool:
        """Return True if the run left a graph in an object that is older."""
        return any(repetition.carries_graph(state, self.started) for state in self.states)


def result(machine: Machine, finished: bool, root: str) -> Run:
    """Return the events of a run, and the sets of nodes that rules ask for."""
    graph = machine.graph
    for site, context in graph.grad_modes.constructed.items():
        if site not in graph.grad_modes.used and finished:
            graph.emit(DiscardedResult(site, context, "", Discarded.MODE))
    for rebound in graph.leaves.rebounds.values():
        if rebound.site not in graph.leaves.restored:
            graph.emit(rebound)
    data = reuse.data_nodes(graph, machine.value_facts.defaults)
    implausible = {id(event) for event in graph.outcome_conditions.implausible(machine.value_facts.defaults, graph.presumptions)}
    return Run(
        dict(graph.nodes),
        tuple(event for event in havoc_log.with_events(graph) if id(event) not in implausible),
        finished,
        root,
        unresolved_results=frozenset(graph.unresolved.new) - reuse.elements_with_graph(graph),
        presumed_data=data,
        read=frozenset(graph.reads.tensors),
        open_loops=frozenset(graph.loops.unbounded | graph.loops.summarized),
        unknown_graphs=unknown_graphs.by_backward(graph, data),
        started=graph.start,
        presumptions=graph.presumptions,
    )


def callbacks(machine: Machine, states: Sequence[State], nodes: Mapping[int, Node]) -> list[Root]:
    """Return the nested functions that unresolved code received and calls repeatedly, each with a state that has their enclosing scopes."""
    roots: list[Root] = []
    for function in machine.functions.escaping.values():
        start = _state_with(machine, states, function)
        if len(function.scopes) > 1 and function.owner is None and start is not None and repetition.is_repeated(machine, function, None):
            roots.append(
                Root(
                    function,
                    None,
                    False,
                    Prototype([start], nodes, decided=frozenset(machine.graph.presumptions.decided)),
                    calls=Calls.REPEATED,
                )
            )
    return roots


def _nested_start(machine: Machine, state: State, nodes: Mapping[int, Node]) -> Prototype:
    """Return the start of a nested function's run."""
    return Prototype([state], nodes, decided=frozenset(machine.graph.presumptions.decided))


def _state_with(machine: Machine, states: Sequence[State], function: Function) -> State | None:
    """Return a state that has the enclosing scopes of a nested function, before any backward pass; None if there is none."""
    for state in states:
        if not state.signal and all(scope in state.heap for scope in function.scopes):
            start = state.fork()
            repetition.forget_backward_passes(machine, start)
            escaping_callbacks.doubt_flags(machine, start, function)
            return start
    return None


def nested(machine: Machine, states: Sequence[State], nodes: Mapping[int, Node]) -> list[Root]:
    """Return the nested functions that the run has defined and not called.

    Unresolved code calls those that are returned, stored or passed to it.
    """
    roots = machine.evidence.roots(machine.home)
    nested_roots: list[Root] = []
    for line, function in machine.functions.nested.items():
        if (machine.home, line) not in machine.functions.entered and roots.contains(function.code):
            start = _state_with(machine, states, function)
            if start is not None:
                nested_roots.append(Root(function, None, False, _nested_start(machine, start, nodes)))
    return nested_roots


def run_alone(machine: Machine, start: Prototype, root: Root, uncertain_mode: bool, repeated: Calls) -> Run:
    """Return the events of a root's run, which replaces an earlier one, if any."""
    machine.budget.repeat_root()
    return run_root(machine, start, root, uncertain_mode, repeated).run


def run_root(machine: Machine, start: Prototype, root: Root, uncertain_mode: bool, repeated: Calls) -> Execution:
    """Run a function as a root, with unknown arguments.

    With `uncertain_mode`, grad mode is uncertain, since the function has callers that are not resolved.
    """
    function, callee = root.function, root.wrapper or root.function
    machine.budget.start_steps(quiet=not _is_inherited(start, function))
    items = [state.fork() for state in start.states]
    for path in items:
        path.grad_mode_doubts += uncertain_mode
        scaler_stages.forget(path)
    modes = [(state, state.modes) for state in items]
    target: Value = callee if start.receiver is None else Bound(start.receiver, callee)
    if function.owner is not None and function.code.name == "__init__":
        target = function.owner
    finished = True
    earlier_callbacks, machine.functions.escaping = machine.functions.escaping, {}
    machine.functions.nested, machine.functions.flags_at_escape = {}, {}
    outliving = NONE if repeated is Calls.ONCE else target
    with machine.activation(machine.graph.for_root(start.nodes), [Frame(function.code, function.scopes, repeated=outliving)]):
        machine.graph.presumptions.decided |= start.decided
        started = machine.graph.start
        try:
            items = _call_root(machine, items, root, target, repeated)
        except BudgetSpent:
            finished = False
            for path, before in modes:
                path.restore(before)
        run = result(machine, finished, function.code.name)
        nodes = dict(machine.graph.nodes)
        required = finished and evaluation_mode.is_required(machine, start.receiver, function, items)
        evaluates = required and machine.graph.presumes(Presumption.CHECKS_HOLD)
        ended = Execution(run, callbacks(machine, items, nodes), nested(machine, items, nodes), items, started, evaluates)
    machine.functions.escaping = {**machine.functions.escaping, **earlier_callbacks}
    return ended


def _is_inherited(start: Prototype, function: Function) -> bool:
    """Return True for a method on an instance of a subclass: its file's summary lacks the effects of the subclass's methods."""
    receiver = start.receiver
    return isinstance(receiver, Ref) and start.states[0].get(receiver.number).type is not function.owner


def _note_outliving(machine: Machine, state: State, site: Site, cause: Cause, nodes: list[int]) -> None:
    """Record the nodes that outlive a call of a root."""
    havoc_log.outlives_root(machine.graph, site, cause, nodes, reuse.spent_nodes(machine.graph, state, nodes))


def _call_root(machine: Machine, states: list[State], root: Root, target: Value, repeated: Calls) -> list[State]:
    """Call a root, several times if unresolved code certainly does; return the states at the end."""
    function = root.function
    run, site, returned = RunNumber(machine.graph.number()), machine.site(function.code.at), set[int]()
    last = 1 if repeated is Calls.ONCE else REPEATED_CALLS
    number = 0
    while number < last:
        number, started = number + 1, machine.graph.last
        if last > 1:
            machine.graph.context = Context(iterations=(LoopIteration(site, run, number),))
        following: list[State] = []
        for state in states:
            for start, arguments in repetition.starts(machine, state, function, target, site, root.frozen):
                following.extend(outcomes.paths(start, machine.call(start, target, arguments)))
        for state in following:
            if not state.signal:
                # On a path that ended with an exception, `result` is the result of an earlier call.
                returned.update(result := dependencies.nodes_in(machine, state, (state.result,)))
                _note_outliving(machine, state, site, Cause.CALLER, result)
                shown_forward.report_change(machine, state, function, result, site)
            held = fields_at_return.nodes_held(machine, state, target, function)
            _note_outliving(machine, state, site, Cause.METHOD, held.read)
            _note_outliving(machine, state, site, Cause.CALLER, held.backpropagated)
            copied_leaves.note_kept(machine, state, machine.functions.nested.values(), started, site)
            scaler_stages.forget(state)
        states = [path for path in following if not path.signal] or following
        if number == REPEATED_CALLS and repetition.awaits_call(states, started):
            last = REPEATED_CALLS_WITH_STATE
        if number < last:
            repetition.forget_fields(machine, states, run, function if repeated is Calls.PRESUMED else None)
        if number < last and repeated is Calls.PRESUMED:
            repetition.forget_gradients(machine, states)
    machine.graph.context = Context()
    if last > 1:
        for state in states:
            repetition.note_backward(machine, state, function, returned)
        retained_graphs.report_at_loop_end(machine, None, run, states)
    return states
