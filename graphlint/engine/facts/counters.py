"""Remainders of counters: a guard such as `count % 5 == 0` holds in some iterations of a loop of unknown length, and not in others."""

from __future__ import annotations

from graphlint.autograd.events import LoopIteration
from graphlint.engine.domain import path_facts, terms
from graphlint.engine.domain.state import State
from graphlint.engine.domain.symbols import symbol_of
from graphlint.engine.domain.values import NO, Constant, Unknown
from graphlint.engine.machine.machine import Machine


def remainder(machine: Machine, state: State, count: Constant, divisor: Constant) -> Unknown | None:
    """Return the unknown remainder of a counter that may have counted further; None if the remainder follows from its value.

    If the iterations that are executed are a whole period, the loop executes all of them, and each has its own remainder. Otherwise, the
    first iteration has the remainder of its value, and each later iteration stands for any of those after it.
    """
    period = divisor.value
    if type(count.value) is not int or type(period) is not int or period < 2:
        return None
    turns = machine.context.iterations
    depth = next((index for index, turn in enumerate(turns) if turn.loop == count.counted), None)
    if period <= machine.iterations_to_execute(depth or 0):
        for extent in machine.blocks.extents:
            if depth is not None and extent.run == turns[depth].run:
                extent.period = max(extent.period, period)
        return None
    if depth is not None and _is_first(turns[: depth + 1]):
        return None
    counter = count.symbol or count.counted
    assert counter is not None
    same = path_facts.CountRemainder(counter, count.value, period)
    known = state.facts.obtained.get(same)
    if isinstance(known, Unknown):
        return known
    symbol = terms.Count(counter, 0 if depth is None else turns[depth].number)
    unknown = Unknown(terms.Remainder(terms.OperationSymbol("+", symbol, symbol_of(count)), symbol_of(divisor)), NO)
    state.facts.obtained[same] = unknown
    return unknown


def _is_first(turns: tuple[LoopIteration, ...]) -> bool:
    """Return True in the first iteration of a loop and of all loops around it: a counter has counted nothing before."""
    return all(turn.number == 1 for turn in turns)
