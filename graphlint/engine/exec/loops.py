"""Loops: the number of executed iterations, and the state that one iteration passes to the next.

A loop of unknown length is executed until an iteration takes no new branch and no graph is carried over: at most `Limits.passes`
iterations, one more if the last of these takes a new branch, and two periods of a counter that a step waits for. Where the loop has run
before, on another path or in an earlier iteration of a loop around it, the branches of that run are not new. Paths are joined after
each iteration.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from graphlint.autograd.events import Context, Contribution, LoopIteration
from graphlint.autograd.numbers import RunNumber
from graphlint.engine.domain.graph_status import differing_contributions
from graphlint.engine.domain.state import Signal, State
from graphlint.engine.domain.symbols import symbol_of
from graphlint.engine.domain.values import Ref, Value
from graphlint.engine.exec import dead_state, functions, summarized_elements
from graphlint.engine.facts import conditions, generator_calls, library_objects, one_pass
from graphlint.engine.machine import outcomes
from graphlint.engine.machine.machine import Machine
from graphlint.engine.models.python import iteration
from graphlint.engine.models.python.iteration import Iteration
from graphlint.engine.operations import leaf_gradients
from graphlint.engine.retention import retained_graphs
from graphlint.ir.instructions import (
    Loop,
)


def loop(machine: Machine, state: State, instruction: Loop, begun: int = 0) -> list[State]:
    """Execute a for or while loop; `begun` is the number of iterations that a generator executed before its suspension."""
    if instruction.iterable is None:
        return _iterations(machine, state, instruction, Iteration.none(), begun)
    source = library_objects.unstarted_iterable(state, machine.value(state, instruction.iterable))
    if begun == 0 and isinstance(source, Ref) and source.kind == "instance":
        results: list[State] = []
        for path in outcomes.paths(state, iteration.iterable_of(machine, state, source)):
            results.extend([path] if path.signal else _run_for(machine, path, instruction, path.result, begun))
        return results
    return _run_for(machine, state, instruction, source, begun)


def _run_for(machine: Machine, state: State, instruction: Loop, source: Value, begun: int) -> list[State]:
    """Execute a for loop over a value. A generator that has not started is executed with the loop's body at each yield."""
    pending = isinstance(source, Ref) and generator_calls.pending(state, source) is not None
    if isinstance(source, Ref) and pending and not machine.frame.generator and not generator_calls.delegates(state, source):
        return functions.inline(machine, state, source, instruction.item, instruction.body)
    return _iterations(machine, state, instruction, iteration.iterate(machine, state, instruction, source), begun)


def _iterations(machine: Machine, state: State, instruction: Loop, turns: Iteration, begun: int) -> list[State]:
    """Execute the iterations of a loop: all if their number is known and small, else until no new effect is carried over."""
    outer = machine.graph.context
    turns.run = RunNumber(machine.graph.number())
    passes = machine.iterations_to_execute(len(outer.iterations))
    _bound_nest(machine, turns, passes)
    machine.blocks.loops.append(instruction)
    machine.blocks.extents.append(turns)
    iteration.note_extent(machine, turns)
    place = machine.site(instruction.at), outer.calls
    branches = machine.graph.loops.branches
    gradients = dict(state.gradients) if place in branches else None
    known = branches.setdefault(place, set())
    run = _LoopRun(machine, instruction, turns, outer, passes, passes + begun, begun, gradients, begun, machine.graph.last)
    outside, machine.blocks.taken = machine.blocks.taken, set(known)
    try:
        live = run.execute(state)
    finally:
        known |= machine.blocks.taken
        machine.blocks.taken |= outside
        machine.graph.context = outer
        machine.blocks.loops.pop()
        machine.blocks.extents.pop()
    return _after_loop(machine, instruction, turns, live, run)


@dataclass(slots=True)
class _LoopRun:
    """The run of a loop.

    `outer` is the context of the loop. `passes` is the number of iterations that are executed if the loop's length is unknown, `most` the
    greatest number that may be executed, `begun` the number of those before the run. `before` are the gradients before the run if an
    earlier one has executed the loop. `number` is that of the iteration in progress, `started` the last node number before the run.
    `settled` states that another iteration would add nothing. `ended` are the states that have left the loop other than by `break`,
    `broken` those that left by `break`.
    """

    machine: Machine
    instruction: Loop
    turns: Iteration
    outer: Context
    passes: int
    most: int
    begun: int
    before: Mapping[int, tuple[Contribution, ...]] | None
    number: int
    started: int
    settled: bool = False
    ended: list[State] = field(default_factory=list)
    broken: list[State] = field(default_factory=list)

    def execute(self, state: State) -> list[State]:
        """Execute the iterations, and return the states after the last one."""
        machine, graph = self.machine, self.machine.graph
        live = [state]
        while live and _has_next_iteration(self.turns, self.number, self.passes, self.most, self.settled):
            self.number += 1
            if len(live) > 1 and self.number > self.begun + 1 and machine.eventful():
                live = dead_state.before_iteration(machine, live, self.instruction)
            earlier, machine.blocks.taken = machine.blocks.taken, set()
            before = graph.last
            live = self._iteration(live)
            steady = machine.blocks.taken <= earlier
            machine.blocks.taken |= earlier
            self._evaluate(live, before, steady)
        return live

    def _iteration(self, live: list[State]) -> list[State]:
        """Execute one iteration, and return the states that go on with the next one."""
        machine, turns, number = self.machine, self.turns, self.number
        turn = LoopIteration(machine.site(self.instruction.at), turns.run, number)
        machine.graph.context = self.outer._replace(
            iterations=(*self.outer.iterations, turn), enclosing_words=(*self.outer.enclosing_words, *self.instruction.words)
        )
        # If the loop has more iterations than are executed, the last executed one stands for the last of all.
        index = turns.count if turns.count is not None and number == turns.limit else number
        after, over = _run_iteration(machine, self.instruction, live, turns, index)
        self.ended.extend(over)
        for state in after:
            if state.signal is Signal.YIELD:
                generator_calls.note_iteration(machine, state, self.instruction, number)
        going = _states_after_iteration(machine, after, turns.run, self.ended, self.broken)
        return dead_state.after_iteration(machine, going, self.instruction) if len(going) > 1 else going

    def _evaluate(self, live: list[State], before: int, steady: bool) -> None:
        """Decide if another iteration must follow, or would add nothing.

        Args:
            live: the states after the iteration.
            before: the last node number before the iteration.
            steady: the iteration took no branch for the first time.
        """
        machine, turns, number = self.machine, self.turns, self.number
        if turns.count is None and number == self.most == self.passes and not steady and machine.eventful():
            # This iteration took a branch for the first time: its effects must be followed by another iteration.
            self.most += 1
        elif number == self.most < 2 * turns.period and any(leaf_gradients.adds_to_used(state, before) for state in live):
            # A step that a counter allows once in a period has to be executed again.
            self.most += 1
        self.settled = (
            not turns.followed(self.passes)
            and max(turns.period, turns.awaited) <= number - self.begun
            and number < self.most
            and steady
            and (number - self.begun > 1 or self._repeats(live))
            and not any(
                retained_graphs.carries_graph(machine, state, self.started, before) or leaf_gradients.adds_to_used(state, before)
                for state in live
            )
        )

    def _repeats(self, live: list[State]) -> bool:
        """Return True if the first iteration is like the last one of an earlier run: it leaves the gradients in the same status."""
        before = self.before
        return before is not None and not any(differing_contributions(before, state.gradients) for state in live)


def _after_loop(machine: Machine, instruction: Loop, turns: Iteration, live: list[State], run: _LoopRun) -> list[State]:
    """Report what the loop retains, execute its else branch, and return the joined states; `live` are those after the last iteration."""
    for state in run.broken:
        state.signal = Signal.NONE
    finished = live + [path for path in run.ended if not path.signal]
    leaving = [path for path in run.ended if path.signal]
    # At the end of its iterators, a while loop may also end by `return`.
    last = finished + run.broken + ([path for path in leaving if path.signal is Signal.RETURN] if turns.iterators else [])
    _report_retained(machine, instruction, turns.run, last)
    # After the last element of its iterators, a while loop ends by `break`.
    whole = [*finished, *run.broken] if turns.iterators else finished
    if turns.summarized and len(whole) > 1:
        summarized_elements.join_requires_grad(whole, turns.run)
    results = _after_last(machine, instruction, turns, finished) + run.broken
    results = machine.join(results, live=machine.liveness().live_after(instruction)) if len(results) > 1 else results
    return results + leaving


def _bound_nest(machine: Machine, turns: Iteration, passes: int) -> None:
    """Execute a loop of known length like one of unknown length if the loops around it would multiply its iterations beyond the limit."""
    turns.nested = machine.blocks.extents[-1].nested if machine.blocks.extents else 1
    if turns.count is None or not turns.followed(passes):
        return
    if turns.nested * turns.count > machine.limits.nested_elements and turns.exact < machine.limits.known_elements:
        # The iterations differ in a constant only.
        turns.exact = 0
    else:
        turns.nested *= max(1, turns.count)


def _after_last(machine: Machine, instruction: Loop, turns: Iteration, states: list[State]) -> list[State]:
    """Continue after the last iteration: the loop has read its iterator to the end, and its else branch is executed."""
    if turns.source is not None and not instruction.is_lazy:
        for state in states:
            one_pass.exhaust(state, turns.source, machine.site(instruction.at))
    return machine.run(instruction.otherwise, states) if instruction.otherwise and states else states


def _report_retained(machine: Machine, instruction: Loop, run: RunNumber, states: list[State]) -> None:
    """Report the owners of retained graphs at the end of a loop. The stores of an outermost loop are then dropped."""
    site, searched = machine.site(instruction.at), machine.graph.loops.searched
    searched[site, machine.context.calls] += 1
    if searched[site, machine.context.calls] <= machine.limits.searched_loop_runs:
        retained_graphs.report_at_loop_end(machine, site if instruction.is_comprehension else None, run, states)
    if not machine.context.iterations:
        for state in states:
            state.writes = ()


def _has_next_iteration(turns: Iteration, number: int, passes: int, most: int, settled: bool) -> bool:
    """Return True if another iteration follows; for a while loop over iterators, the one in which they are exhausted is the last."""
    # The length of a while loop over an iterator is known after the first iteration.
    turns.limit = turns.count if turns.count is not None and turns.followed(passes) else most
    if number < turns.limit and not settled:
        return True
    last = bool(turns.iterators) and not turns.exhausted
    turns.exhausted = last
    return last


def _states_after_iteration(machine: Machine, after: list[State], run: RunNumber, ended: list[State], broken: list[State]) -> list[State]:
    """Sort the states after an iteration: those that have left the loop are added to `ended` or `broken`, the others are returned."""
    going: list[State] = []
    for state in after:
        if state.signal is Signal.BREAK:
            broken.append(state)
        elif state.signal not in (Signal.NONE, Signal.CONTINUE):
            ended.append(state)
        else:
            state.signal = Signal.NONE
            over = state.condition.is_last_iteration(run, machine.graph.loops.ends.get(run))
            (ended if over else going).append(state)
    return going


def _run_iteration(
    machine: Machine, instruction: Loop, live: list[State], turns: Iteration, number: int
) -> tuple[list[State], list[State]]:
    """Execute one iteration; return the states after the body, and those in which the loop's test or iterator ended the loop."""
    over: list[State] = []
    if instruction.iterable is not None:
        going: list[State] = []
        for state in live:
            for after in outcomes.paths(state, turns.item(machine, state, number)):
                if after.signal:
                    # The iterator is exhausted: the loop ends.
                    after.signal = Signal.NONE
                    over.append(after)
                else:
                    machine.set(after, instruction.item, after.result)
                    going.append(after)
        live = going
    else:
        live = machine.run(instruction.test, live)
        assert instruction.condition is not None
        running: list[State] = []
        for state in live:
            # A test that raises leaves the loop.
            ended = state.signal or conditions.decide(machine, state, machine.value(state, instruction.condition)) is False
            (over if ended else running).append(state)
        turns.tests = frozenset(symbol_of(machine.value(state, instruction.condition)) for state in running)
        live = running
    return machine.run(instruction.body, live) if live else [], over
