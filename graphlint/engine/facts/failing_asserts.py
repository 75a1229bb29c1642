"""Asserts that contradict what earlier asserts have shown: code that is not executed has changed the value that they read.

Two reads of an attribute are presumed equal until the path stores to it (`term`), and an assert is presumed to hold. If an assert cannot
hold, the first presumption is wrong, as for a counter that a test reads before and after a call. This says nothing of a path that a
branch has told apart from another one: there, the assert excludes the path.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from graphlint.autograd.presumptions import Presumption
from graphlint.engine.domain import path_facts, terms
from graphlint.engine.domain.state import State
from graphlint.engine.domain.term import Symbol, Term
from graphlint.engine.domain.values import Constant, Unknown, Value
from graphlint.engine.facts import conditions
from graphlint.engine.machine.machine import Machine
from graphlint.ir.instructions import Block, Branch, Leave

_READS: Final = (terms.AttributeSymbol, terms.FieldSymbol, terms.Item, terms.HasAttribute, terms.Length)
"""The terms of what a path may read again with another result."""


def expected(instruction: Branch) -> bool | None:
    """Return the truth that an assert statement demands of its condition, None for any other branch."""
    if not instruction.then and _fails(instruction.otherwise, instruction):
        return True
    return False if not instruction.otherwise and _fails(instruction.then, instruction) else None


def _fails(block: Block, instruction: Branch) -> bool:
    last = block[0] if len(block) == 1 else None
    return isinstance(last, Leave) and last.kind == "raise" and last.at == instruction.at


def contradicts(machine: Machine, state: State, condition: Value, demanded: bool) -> bool:
    """Return True if the condition of an assert cannot hold for what other asserts alone have shown. The path then forgets it."""
    if not isinstance(condition, Unknown) or conditions.decide(machine, state, condition) is not (not demanded):
        return False
    reads = frozenset(_reads_in(condition.symbol))
    if not reads or conditions.catches(machine, "AssertionError"):
        return False
    concerned = [symbol for symbol in state.condition.truths if not reads.isdisjoint(_reads_in(symbol))]
    if not concerned or any(path_facts.Asserted(symbol) not in state.facts.certain for symbol in concerned):
        return False
    if not machine.graph.presumes(Presumption.CHANGED_READS):
        return False
    state.condition.forget(concerned)
    return True


def assume(machine: Machine, state: State, condition: Value, demanded: bool) -> tuple[State | None, State | None]:
    """Fork the state on the condition of an assert, as `conditions.split`.

    What the path may read again does not become a constant by an assert.
    """
    before, known = frozenset(state.condition.truths), frozenset(state.known)
    sides = conditions.split(machine, state, condition)
    holds = sides[not demanded]
    if holds is not None and None not in sides:
        holds.facts.certain.update(path_facts.Asserted(symbol) for symbol in holds.condition.truths.keys() - before)
        for symbol in [symbol for symbol in holds.known.keys() - known if isinstance(symbol, _READS)]:
            if isinstance(holds.known[symbol], Constant):
                del holds.known[symbol]
    return sides


def _reads_in(symbol: object) -> Iterator[Symbol]:
    """Yield the reads in a term."""
    if isinstance(symbol, _READS):
        yield symbol
    if isinstance(symbol, Term):
        for part in symbol.parts():
            yield from _reads_in(part)
