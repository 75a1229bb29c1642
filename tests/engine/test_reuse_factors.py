"""Which unresolved factors are presumed to be numbers."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from engine.built import ONE, add, backward, graph_of, unknown
from graphlint.autograd.events import Origin
from graphlint.autograd.numbers import ObjectNumber
from graphlint.autograd.presumptions import Presumption
from graphlint.engine.domain import terms
from graphlint.engine.domain.reuse import data_nodes
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.values import Constant

NAME = terms.Name("train.py", "weight")
TEXT = terms.ConstantSymbol(str, "loss")
FIELD = terms.FieldSymbol(ObjectNumber(1), "weight")


def scaled(
    factor: Symbol, *, operation: str = "mul", other: bool = True, defaults: dict[Symbol, Constant] | None = None,
    off: Iterable[Presumption] = (), table: str = "",
) -> bool:  # fmt: skip
    """Return True if the factor of a value with a graph is presumed to be a number."""
    graph, (weight,) = graph_of(factor, off=off)
    if table:
        getattr(graph.unresolved, table).add(factor)
    add(graph, operation=operation, inputs=(add(graph, Origin.LEAF),) if other else (), possible=(weight,))
    return weight in data_nodes(graph, defaults or {})


@pytest.mark.parametrize(
    ("factor", "number"),
    [
        (FIELD, True),
        (terms.Item(7, TEXT), True),
        (terms.Item(7, ONE), False),
        (terms.Item(FIELD, ONE), True),
        (terms.OperationSymbol("*", FIELD, ONE), True),
        (terms.OperationSymbol("*", FIELD, 7), False),
        (terms.CallSymbol(FIELD, "get", 3, ()), True),
        (terms.CallSymbol(7, "get", 3, ()), False),
        (terms.Unary("-", FIELD), False),
        (7, False),
    ],
)
def test_a_setting_that_scales_a_graph_is_a_number(factor: Symbol, number: bool) -> None:
    assert scaled(factor) is number


def test_a_factor_is_a_number_only_where_it_scales() -> None:
    """In a sum it is a term like the other, and a product of settings alone scales no graph."""
    assert scaled(FIELD, operation="mul_")
    assert not scaled(FIELD, operation="add")
    assert not scaled(FIELD, other=False)
    assert not scaled(FIELD, off=(Presumption.NUMBERS,))
    graph, _ = graph_of()
    add(graph, operation="mul", inputs=(add(graph, Origin.LEAF),))
    assert not data_nodes(graph, {})
    assert Presumption.NUMBERS not in graph.presumptions.decided


def test_a_factor_that_resolved_code_computes_is_no_setting() -> None:
    graph, (weight,) = graph_of(FIELD)
    computed = add(graph, operation="sub", possible=(weight,))
    add(graph, operation="mul", inputs=(add(graph, Origin.LEAF),), possible=(computed,))
    assert weight not in data_nodes(graph, {})


def test_a_parameter_is_a_number_by_its_default() -> None:
    assert scaled(7, defaults={7: Constant(0.5)})
    assert scaled(7, defaults={7: Constant(2)})
    assert not scaled(7, defaults={7: Constant("mean")})


def test_what_the_constructor_received_is_a_setting() -> None:
    for start, found in ((7, True), (6, False)):
        graph, (weight,) = graph_of(7)
        graph.start = start
        add(graph, operation="mul", inputs=(add(graph, Origin.LEAF),), possible=(weight,))
        assert (weight in data_nodes(graph, {})) is found


def test_a_setting_that_depends_on_another_value_is_not_a_number() -> None:
    """It may hold what was computed; what depends on settings only is a setting."""
    for below, found in ((FIELD, True), (8, False)):
        graph, (source,) = graph_of(below)
        weight = unknown(graph, terms.Item(9, TEXT), possible=(source,))
        add(graph, operation="mul", inputs=(add(graph, Origin.LEAF),), possible=(weight,))
        assert (weight in data_nodes(graph, {})) is found
    graph, _ = graph_of()
    graph.unresolved.nodes[FIELD] = weight = add(graph, Origin.UNRESOLVED_VALUE, inputs=(add(graph, Origin.LEAF),))
    add(graph, operation="mul", inputs=(add(graph, Origin.LEAF),), possible=(weight,))
    assert weight not in data_nodes(graph, {})


def test_a_product_of_two_settings_is_no_term_that_is_scaled() -> None:
    graph, (one, two) = graph_of(FIELD, terms.FieldSymbol(ObjectNumber(1), "other"))
    leaf = add(graph, Origin.LEAF)
    loss = add(graph, inputs=(add(graph, operation="mul", possible=(one, two)), leaf))
    backward(graph, loss, leaves=(leaf,))
    assert not data_nodes(graph, {}) & {one, two}
