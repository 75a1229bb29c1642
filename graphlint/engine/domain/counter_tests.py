"""The tests of counters that a path has assumed: `i % k == 0`, also as a part of another condition.

A step under such a test runs every k-th time, in contrast to one that the program leaves out for another reason, such as a NaN.
"""

from __future__ import annotations

from graphlint.autograd.events import CounterTest
from graphlint.engine.domain.graph import Graph
from graphlint.engine.domain.state import State
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.terms import And, Not, Or, remainder_in


def assumed(graph: Graph, state: State) -> frozenset[CounterTest]:
    """Return the tests that the path has assumed."""
    found: set[CounterTest] = set()
    for symbol, truth in state.condition.truths.items():
        if _tests_remainder(symbol):
            number = graph.counter_tests.setdefault(symbol, len(graph.counter_tests) + 1)
            found.add(CounterTest(number, truth))
    return frozenset(found)


def _tests_remainder(symbol: Symbol) -> bool:
    if type(symbol) is Not:
        return _tests_remainder(symbol.operand)
    if type(symbol) is And or type(symbol) is Or:
        return any(map(_tests_remainder, symbol.operands))
    return remainder_in(symbol) is not None
