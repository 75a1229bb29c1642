"""Path conditions: the truth of a value on a path, forks on undecided conditions, and the exceptions that enclosing code expects."""

from __future__ import annotations

from typing import Final

from graphlint.autograd.events import Certainty
from graphlint.engine.domain import terms
from graphlint.engine.domain.state import State
from graphlint.engine.domain.symbols import symbol_of
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.values import MAYBE, NO, YES, Constant, Each, Ref, Sequence, Tensor, Unknown, Value
from graphlint.engine.machine.machine import Machine
from graphlint.ir.instructions import (
    Branch,
    Leave,
)
from graphlint.project.effect_names import RAISING_MANAGERS

RUNTIME_ERRORS: Final = frozenset({"RuntimeError", "Exception", "BaseException", "torch.cuda.OutOfMemoryError", "?"})


def meant_to_raise(machine: Machine) -> bool:
    """Return True inside a with block that expects an exception, such as `pytest.raises`."""
    return any(catch.names == RAISING_MANAGERS for catch in machine.blocks.catching)


def catches(machine: Machine, error: str) -> bool:
    """Return True if enclosing code expects an exception: a handler, or a context manager that suppresses it."""
    expected = {error, "Exception", "BaseException", "?"}
    return any(catch.names == RAISING_MANAGERS or not expected.isdisjoint(catch.names) for catch in machine.blocks.catching)


def decide(machine: Machine, state: State, value: Value) -> bool | None:
    """Return the truth of a value on this path, None if it is undecided."""
    if isinstance(value, Constant):
        return bool(value.value)
    if isinstance(value, Unknown):
        return state.condition.decide(value.symbol, machine.graph.loops.indices)
    if isinstance(value, Sequence):
        return bool(value.items)
    if isinstance(value, Ref):
        obj = state.get(value.number)
        if value.kind in ("list", "dict", "set"):
            if obj.items or obj.fields:
                return True
            return False if obj.exact else None
        return True
    return None if isinstance(value, Tensor | Each) else True


def assume(machine: Machine, state: State, condition: Symbol, truth: bool) -> None:
    """Add a condition to the path condition, and its consequences to the state."""
    for symbol, holds in state.condition.assume(condition, truth, machine.graph.loops.indices):
        if type(symbol) is terms.BoundComparison:
            if holds is not symbol.now:
                state.facts.certain.add(symbol.passed)
        elif not holds:
            continue
        elif isinstance(symbol, terms.GradientMissing):
            state.gradients.update((leaf, ()) for leaf in symbol.leaves)
        elif isinstance(symbol, terms.IsInstance):
            names = tuple(name for name in symbol.classes if isinstance(name, str))
            if len(names) == len(symbol.classes):
                state.facts.tested_classes[symbol.of] = names
        elif isinstance(symbol, terms.Equals) and isinstance(symbol.right, terms.ConstantSymbol):
            state.known.setdefault(symbol.left, Constant(symbol.right.value))


def split(machine: Machine, state: State, value: Value) -> tuple[State | None, State | None]:
    """Fork the state on a condition: return the state in which it holds and the one in which it does not.

    If the condition is decided, the other state is None.
    """
    truth = decide(machine, state, value)
    if truth is True:
        return state, None
    if truth is False:
        return None, state
    other = state.fork()
    key = symbol_of(value)
    if machine.context.iterations:
        machine.graph.outcome_conditions.element_tests.note(machine.here(), machine.context.iterations, key)
    assume(machine, state, key, True)
    assume(machine, other, key, False)
    return state, other


def preferred_side(value: Value, instruction: Branch) -> bool:
    """Return the side of a branch to execute in a function without effects on graphs if the condition is undecided.

    It is the side that neither raises, skips the rest of an iteration, nor tests an argument to be None.
    """
    key = symbol_of(value)
    absent = isinstance(key, terms.Is) and key.right == terms.constant(None)
    last = instruction.then[-1] if instruction.then else None
    return not (absent or (isinstance(last, Leave) and last.kind in ("raise", "continue")))


def choose(machine: Machine, state: State, value: Value, truth: bool) -> tuple[State | None, State | None]:
    """Continue on one side of a branch, and assume its condition if it is undecided."""
    if decide(machine, state, value) is None:
        assume(machine, state, symbol_of(value), truth)
    return (state, None) if truth else (None, state)


def certainty(machine: Machine, state: State, value: Value) -> Certainty:
    """Return the truth of a value as a certainty."""
    truth = decide(machine, state, value)
    return MAYBE if truth is None else YES if truth else NO
