"""Control flow: branches, `and`, `or`, `not`, with, try, and leaving a block. Paths are joined after each branch."""

from __future__ import annotations

from typing import Final, NamedTuple

from graphlint.autograd.events import Cause, Certainty, Site
from graphlint.autograd.presumptions import Presumption
from graphlint.engine.domain import class_lookup, havoc_log, terms
from graphlint.engine.domain.path_condition import PathCondition
from graphlint.engine.domain.state import Signal, State
from graphlint.engine.domain.symbols import symbol_of
from graphlint.engine.domain.values import FALSE, NONE, TRUE, Constant, Ref, Tensor, Unknown, Value
from graphlint.engine.exec import caller_conditions, counter_bounds, functions, summarized_elements
from graphlint.engine.facts import conditions, dependencies, generator_calls, gradients_inside, requires_grad_changes
from graphlint.engine.machine import outcomes
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.frames import Catch
from graphlint.engine.machine.machine import Machine, Unbound
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.torch import grad_modes
from graphlint.ir.instructions import (
    Block,
    Branch,
    Build,
    Connect,
    Discard,
    Import,
    Instruction,
    Leave,
    Literal,
    LoadAttribute,
    LoadItem,
    Operand,
    Operate,
    StoreAttribute,
    StoreName,
    Try,
    With,
)
from graphlint.ir.span import Span
from graphlint.project.effect_names import RAISING_MANAGERS

STOP: Final = "StopIteration"


PLAIN: Final = (Build, Connect, Discard, Import, LoadAttribute, LoadItem, Operate, StoreAttribute, StoreName)
"""Instructions that only compute and store, and imports, of which one side may raise where the other is for this version of Python."""


def _only_computes(block: Block, may_return: bool) -> bool:
    """Return True if a block calls nothing and leaves the enclosing code only by `return`: its execution emits no event."""
    return all(
        isinstance(instruction, PLAIN)
        or (may_return and isinstance(instruction, Leave) and instruction.kind == "return")
        or (
            isinstance(instruction, Branch)
            and _only_computes(instruction.then, may_return)
            and _only_computes(instruction.otherwise, may_return)
        )
        for instruction in block
    )


def _returns(block: Block) -> bool:
    """Return True if a block certainly ends with a return."""
    last = block[-1] if block else None
    if isinstance(last, Branch):
        return _returns(last.then) and _returns(last.otherwise)
    return isinstance(last, Leave) and last.kind == "return"


def truth_operand(machine: Machine, state: State, value: Value, at: Span) -> Outcome:
    """Return the value that a condition tests: for an object of the program, the result of its `__bool__` or `__len__`."""
    if isinstance(value, Ref):
        for name in ("__bool__", "__len__"):
            method = class_lookup.find_method(state, value, name)
            if method is not None:
                return machine.call(state, method, Arguments((), {}, machine.site(at)))
    return counter_bounds.truth(machine, state, value)


def branch(machine: Machine, state: State, instruction: Branch) -> list[State] | None:
    """Execute an if statement: the side that the path condition decides, or both."""
    condition = truth_operand(machine, state, machine.value(state, instruction.condition), instruction.at)
    if isinstance(condition, list):
        results: list[State] = []
        for path in condition:
            results.extend([path] if path.signal else _branched(machine, path, path.result, instruction) or [path])
        return results
    return _branched(machine, state, condition, instruction)


class _Sides(NamedTuple):
    """The states in which a condition holds (`yes`) and does not hold (`no`), None for a side that is not executed.

    In code without effects on graphs, the `preferred` side stands for both after the branch, unless they `differ` in what they construct.
    If it is the only one that is executed, `before` is the path condition without it: the other side is executed if this one fails.
    """

    yes: State | None
    no: State | None
    preferred: bool | None
    differ: bool
    before: PathCondition | None = None


def _branched(machine: Machine, state: State, condition: Value, instruction: Branch) -> list[State] | None:
    sides = _sides(machine, state, condition, instruction)
    before, forked = state.dirty, sides.yes is not None and sides.no is not None
    if sides.yes is not None and sides.no is not None:
        sides.yes.dirty, sides.no.dirty = set(), set()
    results = _run_sides(machine, sides, instruction)
    if sides.before is not None and results and all(item.signal is Signal.RAISE for item in results):
        results = _run_sides(machine, _other_sides(machine, results[0], condition, sides), instruction)
    if len(results) > 1:
        going = [item for item in results if not item.signal]
        if len(going) > 1:
            going = machine.join(going, instruction.target, machine.liveness().live_after(instruction))
        results = going + [item for item in results if item.signal]
    if len(results) > 1 and sides.preferred is not None and not sides.differ and not any(item.signal for item in results):
        results = [results[0] if sides.preferred else results[-1]]
    if forked:
        for path in results:
            path.dirty |= before
    return None if len(results) == 1 and results[0] is state else results


def _sides(machine: Machine, state: State, condition: Value, instruction: Branch) -> _Sides:
    """Return the sides of a branch to execute. In code without effects on graphs, one stands for both; its condition is only assumed if the
    sides differ."""
    eventful = machine.eventful()
    truth = None if eventful else conditions.decide(machine, state, condition)
    undecided = not eventful and truth is None
    preferred = conditions.preferred_side(condition, instruction) if undecided else truth
    if (undecided and (_tells_apart(machine, state, condition, instruction) or not machine.graph.presumes(Presumption.ONE_SIDE))) or (
        undecided and caller_conditions.is_tested_by_caller(machine, state, symbol_of(condition))
    ):
        eventful, preferred = True, None
    then, otherwise = instruction.then, instruction.otherwise
    differ = undecided and gradients_inside.sides_differ(machine, state, instruction)
    both = (
        eventful
        or differ
        or (_only_computes(then, preferred is True) and _only_computes(otherwise, preferred is True))
        # An early return adds no path to the code after it.
        or _returns(then) is not _returns(otherwise)
    )
    if both:
        return _Sides(*conditions.split(machine, state, condition), preferred, differ)
    # In a try statement, the handler goes on after an error.
    caught = any(catch.depth == len(machine.frames) for catch in machine.blocks.catching)
    before = state.condition.copy() if undecided and not caught else None
    return _Sides(*conditions.choose(machine, state, condition, preferred is not False), preferred, differ, before)


def _tells_apart(machine: Machine, state: State, condition: Value, instruction: Branch) -> bool:
    """Return True if neither side of a branch stands for the other one in code without effects on graphs.

    With a condition on data, different iterations take different sides, such as the larger one of two losses.
    """
    return (
        isinstance(condition, Tensor)
        or summarized_elements.is_tested(machine, symbol_of(condition))
        or requires_grad_changes.decided_by(machine, state, instruction)
    )


def _other_sides(machine: Machine, state: State, condition: Value, sides: _Sides) -> _Sides:
    """Return the side to execute after the one that should have stood for both has raised an error."""
    holds = sides.yes is None
    state.signal = Signal.NONE
    state.condition = sides.before or state.condition
    return _Sides(*conditions.choose(machine, state, condition, holds), sides.preferred, sides.differ)


def _run_sides(machine: Machine, sides: _Sides, instruction: Branch) -> list[State]:
    """Execute the blocks of a branch on the states of its sides."""
    words, outer = instruction.words, machine.graph.context
    results: list[State] = []
    for side, block, negative in ((sides.yes, instruction.then, False), (sides.no, instruction.otherwise, True)):
        if side is None:
            continue
        machine.blocks.taken.add((id(instruction), negative))
        if not block:
            results.append(side)
            continue
        if words and not negative:
            machine.graph.context = outer.with_words(words)
        results.extend(machine.run(block, [side]))
        machine.graph.context = outer
    return results


def connect(machine: Machine, state: State, instruction: Connect) -> list[State] | None:
    """Execute `and`, `or` or `not`: decided from the operands if possible. As in Python, the value of `and` and `or` is an operand."""
    first, *rest = instruction.values
    values = [machine.value(state, first), *(_value_of_later(machine, state, value) for value in rest)]
    if instruction.operator == "not":
        outcome = truth_operand(machine, state, values[0], instruction.at)
        if isinstance(outcome, list):
            for path in outcome:
                truth = conditions.decide(machine, path, path.result)
                machine.set(path, instruction.target, machine.plain() if truth is None else FALSE if truth else TRUE)
            return outcome
        values[0] = outcome
        truth = conditions.decide(machine, state, values[0])
        result: Value = Unknown(terms.Not(symbol_of(values[0])), Certainty.NO) if truth is None else (FALSE if truth else TRUE)
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
    keys = tuple(terms.LiteralSymbol(value.value) if isinstance(value, Constant) else symbol_of(value) for value in open_parts)
    carries = any(isinstance(value, (Tensor, Ref)) or (isinstance(value, Unknown) and value.graph is not Certainty.NO) for value in values)
    graph = Certainty.MAYBE if carries else Certainty.NO
    if len(keys) == 1 and values[-1] is open_parts[0] and not stop:
        machine.set(state, instruction.target, open_parts[0])
        return None
    # The result may be any operand, a list of losses too: what is done with it may use their graphs.
    tensors = [tensor for value in values for tensor in dependencies.tensors_in(state, value) if not tensor.parameter]
    havoc_log.received(machine.graph, machine.here(), map(state.node, tensors), cause=Cause.OPERAND)
    machine.set(state, instruction.target, Unknown(terms.Or(keys) if stop else terms.And(keys), graph))
    return None


def _value_of_later(machine: Machine, state: State, operand: Operand) -> Value:
    """Return the value of an operand after the first. Python may not evaluate it, so that its name may not be bound."""
    try:
        return machine.value(state, operand)
    except Unbound:
        return machine.unknown()


def guarded(machine: Machine, state: State, instruction: Instruction) -> list[State] | None:
    """Execute an instruction of an operand of `and` or `or`, unless an operand before it decides the result.

    Where that is not known, Python may not evaluate the operand: a name that is not bound, or a value that has no such attribute, does not
    end the path. An error of PyTorch does.
    """
    for guard in instruction.guards:
        if any(conditions.decide(machine, state, machine.value(state, operand)) is guard.decides for operand in guard.before):
            _without_result(machine, state, instruction)
            return None
    errors = machine.counts.errors
    try:
        results = machine.semantics.handlers[type(instruction)](machine, state, instruction)
    except Unbound:
        _without_result(machine, state, instruction)
        return None
    if machine.counts.errors > errors or any(path.signal is not Signal.RAISE for path in results or [state]):
        return results
    going = (results or [state])[0]
    going.signal = Signal.NONE
    _without_result(machine, going, instruction)
    return None if going is state else [going]


def _without_result(machine: Machine, state: State, instruction: Instruction) -> None:
    """Let the result of an instruction that may not be executed be unknown."""
    target = getattr(instruction, "target", None)
    if target is not None:
        machine.set(state, target, machine.unknown())


def with_block(machine: Machine, state: State, instruction: With) -> list[State] | None:
    """Execute a with statement: enter, execute the body on every path, exit."""
    manager = machine.value(state, instruction.manager)
    if isinstance(manager, Ref) and generator_calls.pending(state, manager) is not None:
        return functions.inline(machine, state, manager, instruction.target, instruction.body, manager=True)
    if isinstance(manager, Ref) and (enter := class_lookup.find_method(state, manager, "__enter__")) is not None:
        return _with_object(machine, state, manager, enter, instruction)
    entered = grad_modes.enter(machine, state, manager, instruction)
    if not entered:
        return None
    results: list[State] = []
    for path, leave in entered:
        swallowing = grad_modes.expects_exception(manager, instruction)
        if swallowing:
            machine.blocks.catching.append(Catch(RAISING_MANAGERS, len(machine.frames)))
        for after in machine.run(instruction.body, [path]):
            if swallowing and after.signal is Signal.RAISE:
                after.signal = Signal.NONE
            leave(after)
            results.append(after)
        if swallowing:
            machine.blocks.catching.pop()
    if len(results) == 1 and results[0] is state:
        return None
    return results


def _with_object(machine: Machine, state: State, manager: Ref, enter: Value, instruction: With) -> list[State]:
    """Execute a with statement on an object of the program: `__enter__`, the body on every path, `__exit__`."""
    site = machine.site(instruction.at)
    results: list[State] = []
    for path in outcomes.paths(state, machine.call(state, enter, Arguments((), {}, site))):
        if path.signal:
            results.append(path)
            continue
        machine.set(path, instruction.target, path.result)
        for after in machine.run(instruction.body, [path]):
            results.extend([after] if after.signal is Signal.YIELD else _exited(machine, after, manager, site))
    return results


def _exited(machine: Machine, state: State, manager: Ref, site: Site) -> list[State]:
    """Return the states after an object's `__exit__`, which may suppress an exception."""
    method = class_lookup.find_method(state, manager, "__exit__")
    if method is None:
        return [state]
    signal, result = state.signal, state.result
    state.signal = Signal.NONE
    error: Value = machine.plain() if signal is Signal.RAISE else NONE
    after = outcomes.paths(state, machine.call(state, method, Arguments((error, error, error), {}, site)))
    for path in after:
        if not path.signal:
            suppressed = signal is Signal.RAISE and conditions.decide(machine, path, path.result) is True
            path.signal, path.result = Signal.NONE if suppressed else signal, result
    return after


def try_block(machine: Machine, state: State, instruction: Try) -> list[State] | None:
    """Execute a try statement: the body, and each handler on the paths that raised, or on the state before the body if none did."""
    catches = tuple(name for handler in instruction.handlers for name in (handler.catches or ("Exception",)))
    start = state.fork() if instruction.handlers else None
    machine.blocks.catching.append(Catch(catches, len(machine.frames), instruction.handlers))
    takes = machine.counts.takes
    after = machine.run(instruction.body, [state])
    machine.blocks.catching.pop()
    raised = [item for item in after if item.signal is Signal.RAISE]
    normal = [item for item in after if item.signal is Signal.NONE]
    leaving = [item for item in after if item.signal not in (Signal.NONE, Signal.RAISE)]
    if instruction.otherwise and normal:
        normal = machine.run(instruction.otherwise, normal)
    results = normal + leaving
    if start is not None:
        sources = raised if raised else [start]
        for handler in instruction.handlers:
            empty = not handler.body and not _sets_flag(machine, instruction.body)
            if not raised and (empty or (machine.counts.takes > takes and handler.catches == (STOP,))):
                continue
            for source in sources:
                path = source.fork()
                path.signal = Signal.NONE
                if handler.name is not None:
                    functions.bind_name(machine, path, handler.name, machine.plain())
                handled = machine.run(handler.body, [path])
                for one in handled if not raised and machine.context.iterations else ():
                    one.presumes_exception = True
                results.extend(handled)
    else:
        results += raised
    if instruction.final:
        results = run_finally(machine, instruction, results)
    results = _without_exceptions(machine, results)
    if len(results) == 1 and results[0] is state:
        return None
    return results


def _without_exceptions(machine: Machine, states: list[State]) -> list[State]:
    """Drop the paths that end a try statement with an exception if there are others, else all but one; record what only they could use."""
    remaining = [state for state in states if state.signal is not Signal.RAISE] or states[:1]
    if dropped := [state for state in states if state not in remaining]:
        machine.note_dropped(dropped, remaining, None)
    return remaining


def _sets_flag(machine: Machine, block: Block) -> bool:
    """Return True if a block assigns a constant to a name that a condition tests: after an exception, the name has its old value."""
    tested = machine.frame.code.tested
    return any(
        isinstance(instruction, StoreName) and isinstance(instruction.value, Literal) and instruction.name in tested
        for instruction in block
    )


def run_finally(machine: Machine, instruction: Try, states: list[State]) -> list[State]:
    """Execute a finally block on each path: it ends as the try block did, unless the finally block leaves. Yields only pause it."""
    results: list[State] = []
    for state in states:
        if state.signal is Signal.YIELD:
            results.append(state)
            continue
        signal, result = state.signal, state.result
        state.signal = Signal.NONE
        for after in machine.run(instruction.final, [state]):
            if not after.signal:
                after.signal, after.result = signal, result
            results.append(after)
    return results


def leave(machine: Machine, state: State, instruction: Leave) -> None:
    """Execute return, break, continue or raise: the rest of the block is skipped."""
    if instruction.kind == "return":
        assert instruction.value is not None
        state.result = machine.value(state, instruction.value)
        machine.graph.grad_modes.use(state.result)
    state.signal = _SIGNALS[instruction.kind]


_SIGNALS: Final = {signal.value: signal for signal in Signal}
"""The signals by the statement that leaves a block: a lookup takes a fifth of the time of `Signal()`."""
