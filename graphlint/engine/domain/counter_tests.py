"""The tests of counters that a path has assumed: `i % k == 0`, also as a part of another condition.

A step under such a test runs every k-th time, in contrast to one that the program leaves out for another reason, such as a NaN.
"""

from __future__ import annotations

from graphlint.autograd.events import CounterTest
from graphlint.engine.domain.graph import Graph
from graphlint.engine.domain.state import State
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.terms import And, ConstantSymbol, Count, Not, OperationSymbol, Or, remainder_in


def assumed(graph: Graph, state: State) -> frozenset[CounterTest]:
    """Return the tests that the path has assumed."""
    tests: set[CounterTest] = set()
    for symbol, truth in state.condition.truths.items():
        if (side := _side_of_test(symbol)) is not None:
            number = graph.counter_tests.setdefault(symbol, len(graph.counter_tests) + 1)
            tests.add(CounterTest(number, truth is side, _counted_before(symbol)))
    return frozenset(tests)


def _counted_before(test: Symbol) -> int | None:
    """Return the value of a counter before the loop run that it counts: not always the same, if it continues from run to run."""
    remainder = remainder_in(test)
    dividend = remainder.dividend if remainder is not None else None
    if type(dividend) is OperationSymbol and type(dividend.left) is Count and type(dividend.right) is ConstantSymbol:
        value = dividend.right.value
        return value - dividend.left.iteration if dividend.operator == "+" and type(value) is int else None
    return None


def _side_of_test(symbol: Symbol) -> bool | None:
    """Return the truth of a condition with which its test of a remainder holds, None if it has none.

    A join of paths leaves "the test does not hold, or else this": the code after it is not under the test.
    """
    if type(symbol) is Not:
        side = _side_of_test(symbol.operand)
        return None if side is None else not side
    if type(symbol) is And or type(symbol) is Or:
        sides = [side for operand in symbol.operands if (side := _side_of_test(operand)) is not None]
        return any(sides) if sides else None
    return None if remainder_in(symbol) is None else True
