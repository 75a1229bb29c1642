"""Terms: equality, depth and order."""

from __future__ import annotations

import pytest

from engine.built import ONE, TWO
from graphlint.engine.domain import terms
from graphlint.engine.domain.term import compare
from graphlint.engine.domain.terms import And, Item, Not, Or, Tuple


def test_terms_are_equal_if_their_classes_and_fields_are() -> None:
    assert Item(1, ONE) == Item(1, ONE) != Item(1, TWO)
    assert len({Not(1), terms.Length(1)}) == 2
    assert len({And((1, 2)), Or((1, 2)), And((1, 2))}) == 2


@pytest.mark.parametrize(("depth", "deeper"), [(1, True), (2, False), (3, False)])
def test_the_depth_of_a_term_is_that_of_its_nested_terms(depth: int, deeper: bool) -> None:
    """Also of those in tuples, which add nothing."""
    assert Not(Not(Item(1, 2))).is_deeper(depth) is deeper
    assert And((1, Not(Item(1, 2)))).is_deeper(depth) is deeper


def test_the_parts_of_a_term_have_the_elements_of_tuples_in_their_place() -> None:
    term = terms.CallSymbol(Item(1, ONE), "sum", 3, (4, ONE))
    assert list(term.parts()) == [Item(1, ONE), "sum", 3, 4, ONE]
    assert term.symbols() == [Item(1, ONE), 3, 4, ONE]
    assert (Tuple((7, 8)).first_part(), Tuple(()).first_part(), Item(9, 1).first_part()) == (7, None, 9)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (1, 2),
        ("a", "b"),
        (Item(1, ONE), Item(2, ONE)),
        (Item(1, ONE), Item(1, TWO)),
        (And((1,)), And((1, 2))),
        (And((3,)), Item(1, ONE)),
        (Item(1, ONE), 1),
    ],
)
def test_the_order_of_terms_is_that_of_their_classes_and_parts(first: object, second: object) -> None:
    """By the names of classes, of which those of terms begin with a capital."""
    assert compare(first, second) < 0 < compare(second, first)
    assert compare(first, first) == 0


def test_values_without_an_order_are_neither_first() -> None:
    assert compare(object(), object()) == 0
