"""Python constants: how large they may be, and slices, ranges and numbers of abstract values."""

from __future__ import annotations

import pytest

from engine.built import line
from graphlint.engine.domain.bounds import CONSTANT_SIZE
from graphlint.engine.domain.constants import is_small, known_numbers, known_range, known_slice
from graphlint.engine.domain.values import NONE, Constant, Slice, Unknown, Value

UNKNOWN = Unknown(7)


def constants(*values: object) -> list[Value]:
    return [Constant(value) for value in values]


@pytest.mark.parametrize(
    ("value", "small"),
    [
        ("x" * CONSTANT_SIZE, True),
        ("x" * (CONSTANT_SIZE + 1), False),
        (2 ** (CONSTANT_SIZE - 1), True),
        (2**CONSTANT_SIZE, False),
        (1e300, True),
        (None, True),
    ],
)
def test_values_that_double_with_each_statement_are_not_computed(value: object, small: bool) -> None:
    """Characters of a text, bits of a number."""
    assert is_small(value) is small
    assert CONSTANT_SIZE == 4_096


def test_a_slice_is_known_with_all_its_bounds() -> None:
    assert known_slice(Slice((Constant(1), NONE, Constant(-1)))) == slice(1, None, -1)
    assert known_slice(Slice((UNKNOWN, NONE, NONE))) is None
    assert known_slice(Slice((Constant("x"), NONE, NONE))) is None
    assert known_slice(Constant(1)) is None


@pytest.mark.parametrize(
    ("sources", "found"),
    [
        (constants(1, 5), range(1, 5)),
        (constants(1, 5, 2), range(1, 5, 2)),
        (constants(5), None),
        (constants(1, 5, 0), None),
        ([*constants(1, 5), UNKNOWN], None),
        (constants(1, 5.0), None),
    ],
)
def test_a_range_is_known_with_both_ends(sources: list[Value], found: range | None) -> None:
    assert known_range(sources) == found


def test_numbers_are_known_if_all_of_them_are() -> None:
    """A counter stands for several numbers."""
    assert known_numbers(constants(1, 2.5)) == [1, 2.5]
    for other in (UNKNOWN, Constant("x"), Constant(1, counted=line(3))):
        assert known_numbers([Constant(1), other]) == []
