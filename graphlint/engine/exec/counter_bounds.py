"""Counters of loops of which not all iterations are executed: how they compare with bounds that a later iteration reaches."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any, Final

from graphlint.autograd.events import Site
from graphlint.engine.domain import path_facts, terms
from graphlint.engine.domain.indices import MIRRORED
from graphlint.engine.domain.state import State
from graphlint.engine.domain.symbols import symbol_of
from graphlint.engine.domain.values import NO, Constant, Unknown, Value
from graphlint.engine.machine.machine import Machine

FOLDED: Final[Mapping[str, Callable[[Any, Any], object]]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "//": operator.floordiv, "%": operator.mod,
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def truth(machine: Machine, state: State, value: Value) -> Value:
    """Return the value of a condition: a counter that falls is tested for the end of its count."""
    if isinstance(value, Constant) and value.counted and value.falls:
        return compared(machine, state, "!=", value, Constant(0)) or value
    return value


def counted_in(machine: Machine, left: Constant, right: Constant) -> Site | None:
    """Return the loop of unknown length in which a sum is computed repeatedly, None if there is none."""
    open_ended = machine.graph.loops.unbounded, machine.graph.loops.summarized
    around = (turn.loop for turn in reversed(machine.context.iterations) if any(turn.run in runs for runs in open_ended))
    return left.counted or right.counted or next(around, None)


def _out_of_reach(machine: Machine, left: Constant, right: Constant) -> bool:
    """Return True if a counter reaches a bound in no executed iteration; it changes by one in each."""
    turns = machine.context.iterations
    depth = next(index for index, turn in enumerate(turns) if turn.loop in (left.counted, right.counted))
    count, bound = (left, right) if left.counted else (right, left)
    ahead: int = count.value - bound.value if count.falls else bound.value - count.value  # type: ignore[operator]
    if ahead > machine.iterations_to_execute(depth) - turns[depth].number:
        return True
    for extent in machine.blocks.extents:
        if extent.run == turns[depth].run:
            extent.awaited = max(extent.awaited, turns[depth].number + ahead)
    return False


def compared(machine: Machine, state: State, symbol: str, left: Constant, right: Constant) -> Value | None:
    """Return the comparison of a counter with a bound; None if the current value decides it.

    If the executed iterations do not reach the bound, a later iteration may, and after the loop the value is only bounded from below.
    """
    if symbol not in MIRRORED or not all(isinstance(item.value, (int, float)) for item in (left, right)):
        return None
    if not {left.counted, right.counted} & {turn.loop for turn in machine.context.iterations}:
        return _after_loop(symbol, left, right)
    if not _out_of_reach(machine, left, right):
        return None
    if left.symbol is not None or right.symbol is not None:
        return Unknown(terms.binary(symbol, left.symbol or symbol_of(left), right.symbol or symbol_of(right)), NO)
    now = bool(FOLDED[symbol](left.value, right.value))
    passed = path_facts.BoundPassed(symbol, right.value if left.counted else left.value)
    if passed in state.facts.certain:
        # The counter is monotonic: a bound once passed stays passed, and a value once equal is not equal again.
        return Constant(now if symbol in ("==", "!=") else not now)
    return Unknown(terms.BoundComparison(passed, now, left.value, right.value), NO)


def _after_loop(symbol: str, left: Constant, right: Constant) -> Value | None:
    """Return the comparison of a counter with a bound after the loop: only a bound that it has passed is decided."""
    count, bound, seen = (left, right, symbol) if left.counted else (right, left, MIRRORED[symbol])
    ahead: int = count.value - bound.value if count.falls else bound.value - count.value  # type: ignore[operator]
    passed = ahead < 0 or (ahead == 0 and seen in (("<=", ">") if count.falls else ("<", ">=")))
    if passed or (left.counted and right.counted):
        return None
    assert count.counted is not None
    key = terms.FinalCount("==" if seen == "!=" else seen, count.counted, count.value, bound.value)
    return Unknown(terms.Not(key) if seen == "!=" else key, NO)
