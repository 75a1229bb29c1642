"""Control flow: conditions and what has been decided on a path, loops and their turns, with, try, and leaving."""

from __future__ import annotations

from graphlint.autograd.events import Certainty, LoopIteration, Site
from graphlint.engine.domain import class_lookup, indices
from graphlint.engine.domain.state import Signal, State
from graphlint.engine.domain.symbols import key_of
from graphlint.engine.domain.values import FALSE, NONE, TRUE, Constant, Ref, Tensor, Unknown, Value
from graphlint.engine.exec import caller_conditions, dead_state, functions
from graphlint.engine.facts import conditions, generator_calls, library_objects
from graphlint.engine.machine import outcomes
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.python import iteration
from graphlint.engine.models.python.iteration import Iteration
from graphlint.engine.models.torch import grad_modes
from graphlint.engine.operations import leaf_gradients
from graphlint.engine.retention import retained_graphs
from graphlint.ir.instructions import (
    Block,
    Branch,
    Build,
    Connect,
    Discard,
    Leave,
    Literal,
    LoadAttribute,
    LoadItem,
    Loop,
    Operate,
    Span,
    StoreAttribute,
    StoreName,
    Try,
    With,
)
from graphlint.project.effect_names import RAISING_MANAGERS

STOP = "StopIteration"


PLAIN = (Build, Connect, Discard, LoadAttribute, LoadItem, Operate, StoreAttribute, StoreName)
"""Instructions that only compute and store."""


def _only_computes(block: Block, may_return: bool) -> bool:
    """Test whether a block calls nothing and leaves the code around it at most by `return`: running it emits no event."""
    return all(
        isinstance(item, PLAIN)
        or (may_return and isinstance(item, Leave) and item.kind == "return")
        or (isinstance(item, Branch) and _only_computes(item.then, may_return) and _only_computes(item.otherwise, may_return))
        for item in block
    )


def _returns(block: Block) -> bool:
    """Test whether a block surely ends in a return."""
    last = block[-1] if block else None
    if isinstance(last, Branch):
        return _returns(last.then) and _returns(last.otherwise)
    return isinstance(last, Leave) and last.kind == "return"


def tested(machine: Machine, state: State, value: Value, at: Span) -> Outcome:
    """Return the value that a condition tests: for an object of the program, the result of its `__bool__` or `__len__`."""
    if isinstance(value, Ref):
        for name in ("__bool__", "__len__"):
            method = class_lookup.find_method(state, value, name)
            if method is not None:
                return machine.call(state, method, Arguments((), {}, machine.site(at)))
    return value


def branch(machine: Machine, state: State, instruction: Branch) -> list[State] | None:
    """if: the branch that is decided, or both."""
    condition = tested(machine, state, machine.value(state, instruction.condition), instruction.at)
    if isinstance(condition, list):
        results: list[State] = []
        for item in condition:
            results.extend([item] if item.signal else _branched(machine, item, item.result, instruction) or [item])
        return results
    return _branched(machine, state, condition, instruction)


def _branched(machine: Machine, state: State, condition: Value, instruction: Branch) -> list[State] | None:
    eventful = machine.eventful()
    # Where nothing happens to graphs, one branch stands for both, and only if the two make a difference is its condition assumed.
    preferred = None if eventful else conditions.preferred_side(machine, state, condition, instruction)
    if (
        preferred is not None
        and conditions.decide(machine, state, condition) is None
        and caller_conditions.is_tested_by_caller(machine, state, key := key_of(condition))
    ):
        machine.frame.conditions.add(key)
        eventful, preferred = True, None
    both = (
        eventful
        or all(_only_computes(block, preferred is True) for block in (instruction.then, instruction.otherwise))
        # An early return adds no path to the code after it; the caller goes on with the return that has the most of a graph.
        or _returns(instruction.then) is not _returns(instruction.otherwise)
    )
    yes, no = conditions.split(machine, state, condition) if both else conditions.choose(machine, state, condition, preferred is not False)
    before = state.dirty
    if yes is not None and no is not None:
        yes.dirty, no.dirty = set(), set()
    words = instruction.words
    outer = machine.context
    results: list[State] = []
    for side, block, negative in ((yes, instruction.then, False), (no, instruction.otherwise, True)):
        if side is None:
            continue
        machine.taken.add((id(instruction), negative))
        if not block:
            results.append(side)
            continue
        if words and not negative:
            machine.graph.context = outer._replace(around=(*outer.around, *words))
        results.extend(machine.run(block, [side]))
        machine.graph.context = outer
    if len(results) > 1:
        machine.blocks.append((machine.frame.code.path, instruction.at[0], instruction.at[2]))
        results = machine.join([item for item in results if not item.signal], instruction.target) + [
            item for item in results if item.signal
        ]
        machine.blocks.pop()
    if len(results) > 1 and preferred is not None and not any(item.signal for item in results):
        results = [results[0] if preferred else results[-1]]
    if yes is not None and no is not None:
        for item in results:
            item.dirty |= before
    if len(results) == 1 and results[0] is state:
        return None
    return results


def connect(machine: Machine, state: State, instruction: Connect) -> list[State] | None:
    """and, or, not: decided where the parts are; `or` and `and` give the deciding part as Python does."""
    values = [machine.value(state, value) for value in instruction.values]
    if instruction.operator == "not":
        outcome = tested(machine, state, values[0], instruction.at)
        if isinstance(outcome, list):
            for item in outcome:
                truth = conditions.decide(machine, item, item.result)
                machine.set(item, instruction.target, machine.plain() if truth is None else FALSE if truth else TRUE)
            return outcome
        values[0] = outcome
        truth = conditions.decide(machine, state, values[0])
        result: Value = Unknown(("not", key_of(values[0])), Certainty.NO) if truth is None else (FALSE if truth else TRUE)
        machine.set(state, instruction.target, result)
        return None
    stop = instruction.operator == "or"
    open_parts: list[Value] = []
    for value in values:
        truth = conditions.decide(machine, state, value)
        if truth is stop and not open_parts:
            machine.set(state, instruction.target, value)
            return None
        if truth is stop:
            open_parts.append(Constant(stop))
            break
        if truth is None:
            open_parts.append(value)
    if not open_parts:
        machine.set(state, instruction.target, values[-1])
        return None
    keys = tuple(("literal", value.value) if isinstance(value, Constant) else key_of(value) for value in open_parts)
    carries = any(isinstance(value, Tensor | Ref) or (isinstance(value, Unknown) and value.graph is not Certainty.NO) for value in values)
    graph = Certainty.MAYBE if carries else Certainty.NO
    if len(keys) == 1 and instruction.operator == "and":
        machine.set(state, instruction.target, open_parts[0])
        return None
    tensors = [value for value in values if isinstance(value, Tensor)]
    machine.graph.escape(state.node(value) for value in tensors)
    machine.set(state, instruction.target, Unknown((instruction.operator, *keys), graph))
    return None


def loop(machine: Machine, state: State, instruction: Loop, begun: int = 0) -> list[State]:
    """for and while; `begun` is the number of iterations that a generator has run before it was suspended."""
    if instruction.iterable is None:
        return _iterations(machine, state, instruction, Iteration.none(), begun)
    source = library_objects.fresh(state, machine.value(state, instruction.iterable))
    if begun == 0 and isinstance(source, Ref) and source.kind == "instance":
        results: list[State] = []
        for item in outcomes.paths(state, iteration.iterable_of(machine, state, source)):
            results.extend([item] if item.signal else _over(machine, item, instruction, item.result, begun))
        return results
    return _over(machine, state, instruction, source, begun)


def _over(machine: Machine, state: State, instruction: Loop, source: Value, begun: int) -> list[State]:
    """A for loop over a value. A generator that nothing has used before runs with the loop's body at each of its yields."""
    pending = isinstance(source, Ref) and generator_calls.pending(state, source) is not None
    if isinstance(source, Ref) and pending and not machine.frame.generator and not generator_calls.delegates(state, source):
        return functions.inline(machine, state, source, instruction.item, instruction.body)
    return _iterations(machine, state, instruction, iteration.iterate(machine, state, instruction, source), begun)


def _iterations(machine: Machine, state: State, instruction: Loop, turns: Iteration, begun: int) -> list[State]:
    """The iterations of a loop: as many as it has if that is known and small, else until nothing more is carried over."""
    graph = machine.graph
    outer = graph.context
    run = turns.run = graph.number()
    machine.loops.append(instruction)
    machine.extents.append(turns)
    iteration.note_extent(machine, turns)
    live, ended, broken = [state], list[State](), list[State]()
    passes = machine.passes(len(outer.turns))
    most, settled = passes + begun, False
    number, started = begun, graph.last
    outside, machine.taken = machine.taken, set()
    try:
        while live and _goes_on(turns, number, passes, most, settled):
            number += 1
            earlier, machine.taken = machine.taken, set()
            turn = LoopIteration(machine.site(instruction.at), run, number)
            graph.context = outer._replace(turns=(*outer.turns, turn), around=(*outer.around, *instruction.words))
            before = graph.last
            # Of more iterations than are followed, the last one that is followed stands for the last of all.
            index = turns.count if turns.count is not None and number == turns.limit else number
            after, over = _turn(machine, instruction, live, turns, index)
            ended.extend(over)
            for item in after:
                if item.signal is Signal.YIELD:
                    generator_calls.note_iteration(machine, item, instruction, number)
            live = _going_on(machine, after, run, ended, broken)
            live = machine.join(live) if len(live) > 1 else live
            if len(live) > 1 and machine.eventful():
                live = dead_state.between_turns(machine, live, instruction)
            steady = machine.taken <= earlier
            machine.taken |= earlier
            settled = (
                not turns.followed(passes)
                and number - begun >= 2
                and steady
                and not any(retained_graphs.carries(machine, item, started, before) or leaf_gradients.adds_to_used(item) for item in live)
            )
            if turns.count is None and number == most == passes and not steady and machine.eventful():
                # What this iteration did first has to be followed by another one that does it again.
                most += 1
            elif number == most < LONGEST and any(map(leaf_gradients.adds_to_used, live)):
                # A step that a count lets happen in some iterations only has to be met again.
                most += 1
    finally:
        machine.taken |= outside
        graph.context = outer
        machine.loops.pop()
        machine.extents.pop()
    for item in broken:
        item.signal = Signal.NONE
    finished = live + [item for item in ended if not item.signal]
    leaving = [item for item in ended if item.signal]
    # The end of its iterators may also end a while loop by `return`.
    last = finished + broken + ([item for item in leaving if item.signal is Signal.RETURN] if turns.iterators else [])
    _report_retained(machine, instruction, run, last)
    if instruction.otherwise and finished:
        finished = machine.run(instruction.otherwise, finished)
    results = finished + broken
    results = machine.join(results) if len(results) > 1 else results
    return results + leaving


def _report_retained(machine: Machine, instruction: Loop, run: int, states: list[State]) -> None:
    """Report what holds graphs at the end of a loop. After the outermost one, its stores are of no use any more."""
    retained_graphs.at_loop_end(machine, machine.site(instruction.at) if instruction.is_comprehension else None, run, states)
    if not machine.context.turns:
        for state in states:
            state.writes = ()


LONGEST = 8
"""So many iterations are followed at most for a step that uses gradients again."""


def _goes_on(turns: Iteration, number: int, passes: int, most: int, settled: bool) -> bool:
    """Return whether an iteration follows the `number`-th: that in which its iterators are exhausted is the last one of a while loop."""
    # A while loop takes its number of iterations from an iterator that it meets in its first one.
    turns.limit = turns.count if turns.count is not None and turns.followed(passes) else most
    if number < turns.limit and not settled:
        return True
    last = bool(turns.iterators) and not turns.exhausted
    turns.exhausted = last
    return last


def _going_on(machine: Machine, after: list[State], run: int, ended: list[State], broken: list[State]) -> list[State]:
    """Sort the states after an iteration: those that have left the loop go to `ended` and `broken`, the others are returned."""
    going: list[State] = []
    for item in after:
        if item.signal is Signal.BREAK:
            broken.append(item)
        elif item.signal not in (Signal.NONE, Signal.CONTINUE):
            ended.append(item)
        else:
            item.signal = Signal.NONE
            over = indices.is_over(item.decided, run, machine.graph.ends.get(run))
            (ended if over else going).append(item)
    return going


def _turn(machine: Machine, instruction: Loop, live: list[State], turns: Iteration, number: int) -> tuple[list[State], list[State]]:
    """One iteration: the states behind its body, and those for which the loop's test ended it."""
    over: list[State] = []
    if instruction.iterable is not None:
        going: list[State] = []
        for item in live:
            for after in outcomes.paths(item, turns.item(machine, item, number)):
                if after.signal:
                    # The iterator has ended, and with it the loop.
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
        for item in live:
            # A test that raises has no truth, and leaves the loop.
            ended = item.signal or conditions.decide(machine, item, machine.value(item, instruction.condition)) is False
            (over if ended else running).append(item)
        live = running
    return machine.run(instruction.body, live) if live else [], over


def with_block(machine: Machine, state: State, instruction: With) -> list[State] | None:
    """with: enter, run the body on every path, leave."""
    manager = machine.value(state, instruction.manager)
    if isinstance(manager, Ref) and generator_calls.pending(state, manager) is not None:
        return functions.inline(machine, state, manager, instruction.target, instruction.body)
    if isinstance(manager, Ref) and (enter := class_lookup.find_method(state, manager, "__enter__")) is not None:
        return _with_object(machine, state, manager, enter, instruction)
    entered = grad_modes.enter(machine, state, manager, instruction)
    if not entered:
        return None
    results: list[State] = []
    for item, leave in entered:
        swallowing = grad_modes.swallows(manager, instruction)
        if swallowing:
            machine.catching.append(RAISING_MANAGERS)
        for behind in machine.run(instruction.body, [item]):
            if swallowing and behind.signal is Signal.RAISE:
                behind.signal = Signal.NONE
            leave(behind)
            results.append(behind)
        if swallowing:
            machine.catching.pop()
    if len(results) == 1 and results[0] is state:
        return None
    return results


def _with_object(machine: Machine, state: State, manager: Ref, enter: Value, instruction: With) -> list[State]:
    """A with block around an object of the program: `__enter__`, the body on every path, `__exit__`."""
    site = machine.site(instruction.at)
    results: list[State] = []
    for item in outcomes.paths(state, machine.call(state, enter, Arguments((), {}, site))):
        if item.signal:
            results.append(item)
            continue
        machine.set(item, instruction.target, item.result)
        for after in machine.run(instruction.body, [item]):
            results.extend([after] if after.signal is Signal.YIELD else _exited(machine, after, manager, site))
    return results


def _exited(machine: Machine, state: State, manager: Ref, site: Site) -> list[State]:
    """The paths after an object's `__exit__`, which may suppress an exception."""
    method = class_lookup.find_method(state, manager, "__exit__")
    if method is None:
        return [state]
    signal, result = state.signal, state.result
    state.signal = Signal.NONE
    error: Value = machine.plain() if signal is Signal.RAISE else NONE
    after = outcomes.paths(state, machine.call(state, method, Arguments((error, error, error), {}, site)))
    for item in after:
        if not item.signal:
            suppressed = signal is Signal.RAISE and conditions.decide(machine, item, item.result) is True
            item.signal, item.result = Signal.NONE if suppressed else signal, result
    return after


def try_block(machine: Machine, state: State, instruction: Try) -> list[State] | None:
    """try: the body, and each handler from the state before the body and from where the body raised."""
    catches = tuple(name for handler in instruction.handlers for name in (handler.catches or ("Exception",)))
    start = state.fork() if instruction.handlers else None
    machine.catching.append(catches)
    takes = machine.takes
    behind = machine.run(instruction.body, [state])
    machine.catching.pop()
    raised = [item for item in behind if item.signal is Signal.RAISE]
    normal = [item for item in behind if item.signal is Signal.NONE]
    leaving = [item for item in behind if item.signal not in (Signal.NONE, Signal.RAISE)]
    if instruction.otherwise and normal:
        normal = machine.run(instruction.otherwise, normal)
    results = normal + leaving
    if start is not None:
        sources = raised if raised else [start]
        for handler in instruction.handlers:
            empty = not handler.body and not _sets_flag(machine, instruction.body)
            if not raised and (empty or (machine.takes > takes and handler.catches == (STOP,))):
                continue
            for source in sources:
                item = source.fork()
                item.signal = Signal.NONE
                if handler.name is not None:
                    functions.bind_name(machine, item, handler.name, machine.plain())
                results.extend(machine.run(handler.body, [item]))
    else:
        results += raised
    if instruction.final:
        results = _finally(machine, instruction, results)
    results = [item for item in results if item.signal is not Signal.RAISE] or results[:1]
    if len(results) == 1 and results[0] is state:
        return None
    return results


def _sets_flag(machine: Machine, block: Block) -> bool:
    """Return True if a block sets a name that a condition tests to a constant: after an exception, the name still has its old value."""
    tested = machine.frame.code.tested
    return any(isinstance(item, StoreName) and isinstance(item.value, Literal) and item.name in tested for item in block)


def _finally(machine: Machine, instruction: Try, states: list[State]) -> list[State]:
    results: list[State] = []
    for item in states:
        if item.signal is Signal.YIELD:
            results.append(item)
            continue
        signal, result = item.signal, item.result
        item.signal = Signal.NONE
        for behind in machine.run(instruction.final, [item]):
            if not behind.signal:
                behind.signal, behind.result = signal, result
            results.append(behind)
    return results


def leave(machine: Machine, state: State, instruction: Leave) -> None:
    """return, break, continue, raise: what is left of the block is passed by."""
    if instruction.kind == "return":
        assert instruction.value is not None
        state.result = machine.value(state, instruction.value)
        machine.graph.use_mode(state.result)
    state.signal = Signal(instruction.kind)
