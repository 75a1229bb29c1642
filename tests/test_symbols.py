"""Symbols have one form for all ways to write a condition, and stand for one way to compute a value."""

from __future__ import annotations

import pytest

from graphlint.engine.domain import terms
from graphlint.engine.domain.path_condition import PathCondition
from graphlint.engine.domain.symbols import symbol_of
from graphlint.engine.domain.term import Symbol, Term
from graphlint.engine.domain.values import Constant, Unknown

ONE, TWO = terms.AttributeSymbol(5, "one"), terms.AttributeSymbol(7, "two")


@pytest.mark.parametrize("kind", [terms.Equals, terms.Is])
def test_the_operands_of_an_equality_have_no_order(kind: type[terms.Equals | terms.Is]) -> None:
    assert kind(ONE, TWO) == kind(TWO, ONE)
    assert kind(3, ONE) == kind(ONE, 3)
    assert kind(terms.constant(0), ONE).right == terms.constant(0)


@pytest.mark.parametrize(("operator", "mirrored"), [("<", ">"), ("<=", ">="), (">", "<"), (">=", "<=")])
def test_a_comparison_has_one_form(operator: str, mirrored: str) -> None:
    assert terms.Comparison(operator, ONE, TWO) == terms.Comparison(mirrored, TWO, ONE)
    assert terms.Comparison(operator, ONE, TWO).operator in ("<", "<=")


EXCLUDED = [
    (terms.Comparison("<", ONE, TWO), terms.Equals(TWO, ONE)),
    (terms.Comparison("<", ONE, TWO), terms.Comparison("<=", TWO, ONE)),
    (terms.Comparison("<", ONE, TWO), terms.Comparison(">", ONE, TWO)),
    (terms.Equals(ONE, TWO), terms.Comparison(">", TWO, ONE)),
]


@pytest.mark.parametrize(("assumed", "asked"), EXCLUDED)
def test_a_comparison_excludes_others_of_the_same_operands(assumed: Symbol, asked: Symbol) -> None:
    path = PathCondition()
    path.assume(assumed, True, {})
    assert path.decide(asked, {}) is False


def nested(index: object) -> Term:
    """Return the symbol of an attribute far below an item."""
    symbol: Term = terms.Item(5, symbol_of(Constant(index)))
    for name in "abcdefgh":
        symbol = terms.AttributeSymbol(symbol, name)
    return symbol


@pytest.mark.parametrize(("one", "two"), [(-1, -2), (1, True), (0, ""), ("a b", "a  b")])
def test_unequal_deep_symbols_are_not_equal(one: object, two: object) -> None:
    assert isinstance(symbol_of(Unknown(nested(one))), terms.Deep)
    assert symbol_of(Unknown(nested(one))) == symbol_of(Unknown(nested(one)))
    assert symbol_of(Unknown(nested(one))) != symbol_of(Unknown(nested(two)))
