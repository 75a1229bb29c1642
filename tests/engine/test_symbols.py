"""Symbols of values: which are equal, apart, or vary between iterations."""

from __future__ import annotations

from collections.abc import Hashable

import pytest

from engine.built import ONE, TWO, setting, tensor
from graphlint.autograd.numbers import ObjectNumber, RunNumber
from graphlint.engine.domain import terms
from graphlint.engine.domain.bounds import SYMBOL_DEPTH
from graphlint.engine.domain.symbols import apart, is_text, slot_of, symbol_of, varies, way
from graphlint.engine.domain.term import Symbol, Term
from graphlint.engine.domain.values import Api, Constant, Mode, Ref, Sequence, Unknown

A = setting("a")


def nested(depth: int, inner: Symbol = A) -> Symbol:
    """Return a symbol in which terms are nested to a depth; `setting` has one more in itself."""
    for _ in range(depth):
        inner = terms.Item(inner, ONE)
    return inner


def test_a_symbol_that_is_too_deep_is_replaced_by_an_opaque_one() -> None:
    """A value computed in a loop would contain itself."""
    last = nested(SYMBOL_DEPTH - 1)
    assert symbol_of(Unknown(last)) is last
    assert isinstance(symbol_of(Unknown(nested(SYMBOL_DEPTH))), terms.Deep)
    assert SYMBOL_DEPTH == 6


def test_an_opaque_symbol_is_equal_for_equal_symbols_only() -> None:
    value = Mode("no_grad", Constant(True))
    deep = [
        symbol_of(Unknown(nested(SYMBOL_DEPTH, inner))) for inner in (terms.Identity(value), terms.Identity(Constant(1)), A, setting("b"))
    ]
    assert len(set(deep)) == 4
    assert symbol_of(Unknown(nested(SYMBOL_DEPTH))) == deep[2]
    assert symbol_of(Unknown(nested(SYMBOL_DEPTH, terms.Identity(value)))) == deep[0]


def test_a_tuple_is_as_deep_as_its_items() -> None:
    assert isinstance(symbol_of(Sequence((Unknown(nested(SYMBOL_DEPTH - 2)), Constant(1)))), terms.Tuple)
    assert isinstance(symbol_of(Sequence((Unknown(nested(SYMBOL_DEPTH - 1)), Constant(1)))), terms.Deep)


def test_each_kind_of_value_has_a_symbol() -> None:
    assert symbol_of(Unknown(7)) == 7
    assert symbol_of(Constant(1)) == ONE != symbol_of(Constant(True))
    assert symbol_of(tensor(7)) == terms.TensorSymbol(7)
    assert symbol_of(Ref(ObjectNumber(7), "list")) == terms.ObjectSymbol(7)
    assert symbol_of(Api("torch.relu")) == terms.ApiSymbol("torch.relu")
    mode = Mode("no_grad", Constant(True))
    assert symbol_of(mode) == terms.Identity(mode)


def test_a_text_is_a_constant() -> None:
    assert is_text(terms.constant("loss"))
    assert not is_text(ONE)
    assert not is_text(A)


@pytest.mark.parametrize(
    ("key", "slot"),
    [
        (Constant("loss"), "loss"),
        (Unknown(7), terms.OpenSlot(7)),
        (Unknown(terms.Identities((7,))), terms.Identities((7,))),
        (Sequence((Constant(1), Unknown(7))), terms.OpenSlot(terms.Tuple((ONE, 7)))),
        (Sequence((Constant(1),)), terms.Tuple((ONE,))),
        (tensor(7), terms.TensorSymbol(7)),
    ],
)
def test_the_slot_of_an_unknown_key_is_open(key: Unknown, slot: Hashable) -> None:
    assert slot_of(key) == slot


def test_a_constant_that_is_no_key_has_a_symbol_for_its_slot() -> None:
    assert isinstance(slot_of(Constant([])), Term)


def test_values_that_are_computed_in_different_ways_are_apart() -> None:
    """Numbers of values and times are left out: of one way, two values may be equal."""
    assert apart(terms.Item(7, ONE), terms.Item(7, TWO), ())
    assert apart(terms.Item(7, ONE), terms.AttributeSymbol(7, "loss"), ())
    assert not apart(terms.Item(7, ONE), terms.Item(8, ONE), ())
    assert not apart("loss", "loss", ())
    assert way(terms.Item(7, ONE)) == way(terms.Item(8, ONE)) != way(terms.Item(8, TWO))


@pytest.mark.parametrize(
    ("newer", "older", "runs", "differ"),
    [(9, 7, (5,), True), (9, 4, (5,), False), (9, 5, (5,), False), (9, 7, (), False), (9, 7, (5, 8), False), (9, 7, (10,), False)],
)
def test_two_elements_of_one_loop_run_are_apart(newer: int, older: int, runs: tuple[int, ...], differ: bool) -> None:
    """The older one has to be of the innermost run that the newer one is of."""
    one, two = (terms.Item(terms.Element(3, time), ONE) for time in (newer, older))
    assert apart(one, two, tuple(map(RunNumber, runs))) is differ


RUN = 5


@pytest.mark.parametrize(
    ("symbol", "differs"),
    [
        (RUN, False),
        (RUN + 1, True),
        ("loss", False),
        (terms.Item(RUN + 1, ONE), True),
        (terms.Item(RUN, ONE), False),
        (terms.Element(1, 7), True),
        (terms.Element(1, 4), False),
        (terms.Element(1, 9), False),
        (terms.Element(7, 9), True),
        (terms.Element(7, 3), False),
        (terms.CallSymbol(RUN + 1, "get", 9, ()), True),
        (terms.CallSymbol(1, "get", 9, ()), False),
        (terms.Remainder(RUN + 1, TWO), False),
        (terms.Remainder(RUN + 1, terms.Length(terms.ObjectSymbol(1))), False),
        (terms.Remainder(1, RUN + 1), True),
        (terms.Length(terms.ObjectSymbol(1)), True),
        (terms.Length(1), False),
        (terms.Deep("", ()), True),
    ],
)
def test_a_symbol_varies_with_what_the_iteration_creates(symbol: object, differs: bool) -> None:
    """Runs 5 and 8 are in progress: an element at time 9 is of the inner one, and varies if what it iterates over does."""
    assert varies(symbol, RunNumber(RUN), (RunNumber(RUN), RunNumber(8))) is differs
