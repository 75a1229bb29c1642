"""Which unresolved values are presumed to have no graph, and which retained graphs a step has invalidated."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from engine.built import ONE, add, backward, graph_of, setting, unknown
from graphlint.autograd.events import Origin, Retain
from graphlint.autograd.numbers import ObjectNumber
from graphlint.autograd.presumptions import Presumption, Presumptions
from graphlint.engine.domain import terms
from graphlint.engine.domain.graph import Graph
from graphlint.engine.domain.reuse import data_nodes, elements_with_graph
from graphlint.engine.domain.symbol_origins import is_import, is_part_of_data
from graphlint.engine.domain.term import Symbol

NAME = terms.Name("train.py", "weight")
TEXT = terms.ConstantSymbol(str, "loss")
FIELD = terms.FieldSymbol(ObjectNumber(1), "weight")


def is_data(symbol: Symbol, tables: str = "", off: Iterable[Presumption] = ()) -> bool:
    """Return True if a value with this symbol is presumed to have no graph; `tables` are those of `unresolved` that have it."""
    graph, (node,) = graph_of(symbol, off=off)
    for name in tables.split():
        getattr(graph.unresolved, name).add(symbol)
    return node in data_nodes(graph, {})


def test_data_matter_only_where_a_graph_is_retained() -> None:
    """Only a retained graph can be used again."""
    for retain, found in ((Retain.LITERAL, 1), (Retain.COMPUTED, 1), (Retain.NO, 0)):
        graph, _ = graph_of(NAME, retain=retain)
        assert len(data_nodes(graph, {})) == found


CALL = terms.CallSymbol(7, "sum", 3, ())


@pytest.mark.parametrize(
    ("symbol", "tables", "data"),
    [
        (7, "", False),
        (7, "sizes", True),
        (7, "batches", True),
        (7, "modules", True),
        (7, "imported", True),
        (NAME, "", True),
        (setting("rate"), "", True),
        (terms.Element(7, 3), "", True),
        (terms.Element(terms.CallSymbol(7, "parameters", 3, ()), 3), "", False),
        (terms.Element(terms.Item(terms.CallSymbol(7, "named_parameters", 3, ()), ONE), 3), "", False),
        (terms.Element(terms.CallSymbol(7, "batches", 3, ()), 3), "", True),
        (terms.Item(NAME, ONE), "", True),
        (terms.Item(7, ONE), "", False),
        (CALL, "", False),
        (terms.CallSymbol(NAME, "sum", 3, ()), "", True),
        (terms.CallSymbol(NAME, "parameters", 3, ()), "", False),
        (terms.Unary("-", NAME), "", True),
        (terms.Unary("-", 7), "", False),
        (terms.OperationSymbol("+", NAME, setting("rate")), "", True),
        (terms.OperationSymbol("+", NAME, 7), "", False),
        (terms.OperationSymbol("+", NAME, ONE), "", True),
        (terms.And((NAME, setting("rate"))), "", True),
        (terms.And((NAME, setting("rate"), setting("decay"))), "", False),
        (terms.Length(NAME), "", False),
    ],
)
def test_a_value_is_data_by_the_way_in_which_the_program_obtains_it(symbol: Symbol, tables: str, data: bool) -> None:
    assert is_data(symbol, tables) is data


@pytest.mark.parametrize(("symbol", "tables", "data"), [(NAME, "", False), (terms.Element(7, 3), "", False), (7, "sizes", True)])
def test_the_guess_can_be_switched_off(symbol: Symbol, tables: str, data: bool) -> None:
    """That a size is a number is none."""
    assert is_data(symbol, tables)
    assert is_data(symbol, tables, off=(Presumption.DATA,)) is data


def test_one_of_several_values_is_data_if_all_of_them_are() -> None:
    for others, data in (((NAME, setting("rate")), True), ((NAME, 8), False)):
        graph, (node,) = graph_of(7)
        graph.unresolved.alternatives[7] = others
        assert (node in data_nodes(graph, {})) is data


def test_what_is_computed_from_data_is_data_and_what_has_an_operand_besides_is_not() -> None:
    graph, (name, other) = graph_of(NAME, 7)
    computed = add(graph, possible=(name,))
    below = add(graph, inputs=(computed,))
    mixed = add(graph, possible=(name, other))
    alone = add(graph)
    assert data_nodes(graph, {}) == {name, computed, below}
    assert not data_nodes(graph, {}) & {mixed, alone}


def test_an_argument_over_which_a_loop_iterates_is_data() -> None:
    for off, data in (((), True), ((Presumption.DATA,), False)):
        graph, (dataset, _) = graph_of(7, terms.Element(7, 3), off=off)
        assert (dataset in data_nodes(graph, {})) is data


@pytest.mark.parametrize("batch", ["element", "batches", "from_tensors", "part", "resolved"])
def test_what_is_made_from_a_batch_is_not_a_loader(batch: str) -> None:
    """It may hold the features of a model."""
    source: Symbol = {"element": terms.Element(terms.Unary("-", 9), 3), "part": terms.Item(terms.Element(8, 3), ONE)}.get(batch, 8)
    graph, (below,) = graph_of(source)
    if batch == "resolved":
        below = add(graph)
    elif batch in ("batches", "from_tensors"):
        getattr(graph.unresolved, batch).add(8)
    features = unknown(graph, 7, possible=(below,))
    unknown(graph, terms.Element(7, 5))
    assert features not in data_nodes(graph, {})


def test_elements_from_which_alone_a_backward_starts_have_graphs() -> None:
    """At least one of the losses of several tasks, and they may share one."""
    graph, (one, two) = graph_of(terms.Element(7, 3), terms.Item(terms.Element(7, 4), ONE))
    total = add(graph, possible=(one, two))
    backward(graph, total)
    assert elements_with_graph(graph) == {one, two}
    assert not data_nodes(graph, {}) & {one, two}


@pytest.mark.parametrize(
    ("symbol", "element"),
    [
        (terms.AttributeSymbol(terms.Element(7, 3), "loss"), True),
        (terms.CallSymbol(terms.Element(7, 3), "sum", 4, ()), True),
        (terms.CallSymbol(terms.Element(7, 3), "evaluate", 4, ()), False),
        (terms.CallSymbol(7, "sum", 4, ()), False),
        (terms.OperationSymbol("+", terms.Element(7, 3), ONE), True),
        (terms.OperationSymbol("+", 7, ONE), False),
        (7, False),
    ],
)
def test_an_element_is_recognized_by_its_parts_and_tensor_operations(symbol: Symbol, element: bool) -> None:
    graph, (node,) = graph_of(symbol)
    backward(graph, node)
    assert (node in elements_with_graph(graph)) is element


def test_a_root_with_another_operand_does_not_show_the_graph_of_an_element() -> None:
    makers: tuple[Callable[[Graph, int], int], ...] = (
        lambda graph, one: add(graph, possible=(one,), inputs=(add(graph, Origin.LEAF),)),
        lambda graph, one: add(graph, Origin.UNRESOLVED_CALL, possible=(one,)),
        lambda graph, one: add(graph, possible=(one, unknown(graph, 9))),
    )
    for make in makers:
        graph, (one,) = graph_of(terms.Element(7, 3))
        backward(graph, make(graph, one))
        assert elements_with_graph(graph) == set()


def test_a_batch_counts_as_an_element() -> None:
    graph, (node,) = graph_of(7)
    graph.unresolved.batches.add(7)
    backward(graph, node)
    assert elements_with_graph(graph) == {node}


@pytest.mark.parametrize("retain", [Retain.LITERAL, Retain.NO])
def test_elements_matter_only_where_a_graph_is_retained(retain: Retain) -> None:
    graph, (node,) = graph_of(terms.Element(7, 3), retain=Retain.NO)
    backward(graph, node, retain=retain)
    assert bool(elements_with_graph(graph)) is (retain is Retain.LITERAL)


HELD = terms.AttributeSymbol(8, "held")


@pytest.mark.parametrize(
    ("symbol", "below", "tables", "data"),
    [
        (7, 8, "imported", True),
        (7, terms.CallSymbol(8, "parameters", 3, ()), "imported", False),
        (7, terms.Item(terms.CallSymbol(8, "parameters", 3, ()), ONE), "imported", False),
        (7, 8, "modules", True),
        (7, terms.CallSymbol(8, "parameters", 3, ()), "modules", True),
        (7, 8, "sizes", False),
        (HELD, 8, "sizes", True),
        (terms.Item(HELD, ONE), 8, "sizes", True),
        (terms.AttributeSymbol(terms.Item(8, ONE), "held"), 8, "sizes", False),
        (terms.Item(8, ONE), 8, "sizes", False),
        (terms.Unary("-", HELD), 8, "sizes", True),
        (terms.OperationSymbol("+", ONE, HELD), 8, "sizes", True),
        (terms.CallSymbol(HELD, "sum", 3, ()), 8, "sizes", False),
    ],
)
def test_data_depend_on_their_maker_or_holder_without_its_graph(symbol: Symbol, below: Symbol, tables: str, data: bool) -> None:
    """What is computed from the parameters of a module has their graph, whatever computes it."""
    graph, (maker,) = graph_of(below)
    node = unknown(graph, symbol, possible=(maker,))
    getattr(graph.unresolved, tables).add(symbol)
    assert (node in data_nodes(graph, {})) is data
    graph.presumptions = Presumptions(frozenset((Presumption.DATA,)))
    assert node not in data_nodes(graph, {})


def test_a_module_is_made_from_leaves_and_not_from_what_is_computed() -> None:
    """The parameters of the modules of which it is made are its own; imported code passes their graph on."""
    for table, origin, data in (
        ("modules", Origin.LEAF, True),
        ("modules", Origin.OPERATION, False),
        ("imported", Origin.LEAF, False),
    ):
        graph, _ = graph_of()
        node = unknown(graph, 7, possible=(add(graph, origin),))
        getattr(graph.unresolved, table).add(7)
        assert (node in data_nodes(graph, {})) is data


def test_what_received_a_computed_value_may_have_its_graph() -> None:
    """Only an input of the run is a maker: what an imported function returned for an unresolved result may depend on that."""
    graph, (received,) = graph_of(9)
    result = unknown(graph, 8, possible=(received,))
    node = unknown(graph, 7, possible=(result,))
    graph.unresolved.imported.add(7)
    assert node not in data_nodes(graph, {})


def test_a_call_depends_on_the_arguments_of_the_constructor_as_on_settings() -> None:
    """A value that the root itself received may have a graph, and so may what another node than a call depends on."""
    for older, origin, off, data in (
        (0, Origin.UNRESOLVED_CALL, (), True),
        (0, Origin.UNRESOLVED_CALL, (Presumption.DATA,), False),
        (1, Origin.UNRESOLVED_CALL, (), False),
        (0, Origin.OPERATION, (), False),
    ):
        graph, (settings,) = graph_of(7, off=off)
        graph.start = settings - older
        node = add(graph, origin, possible=(settings,))
        assert (node in data_nodes(graph, {})) is data
    graph, _ = graph_of()
    graph.start = 99
    leaf = add(graph, Origin.LEAF)
    node = add(graph, Origin.UNRESOLVED_CALL, possible=(leaf,))
    assert node not in data_nodes(graph, {})


@pytest.mark.parametrize(
    ("symbol", "part"),
    [
        (7, False),
        (NAME, True),
        (terms.Item(NAME, ONE), True),
        (terms.CallSymbol(setting("rate"), "get", 3, ()), True),
        (terms.Element(NAME, 3), False),
        (terms.Item(terms.Element(NAME, 3), ONE), False),
    ],
)
def test_a_part_of_data_is_no_element(symbol: Symbol, part: bool) -> None:
    """An element may be one of a list of gradients."""
    graph = Graph()
    assert is_part_of_data(graph, symbol) is part
    graph.unresolved.imported.add(symbol)
    assert is_part_of_data(graph, symbol)


def test_one_of_several_values_is_a_part_of_data_if_all_are() -> None:
    graph = Graph()
    for others, part in (((NAME, setting("rate")), True), ((NAME, 8), False)):
        graph.unresolved.alternatives[7] = others
        assert is_part_of_data(graph, terms.Item(7, ONE)) is part


def test_an_import_is_a_name_of_a_module_or_its_attribute() -> None:
    assert is_import(NAME)
    assert is_import(terms.Member("losses", "weights"))
    assert is_import(terms.AttributeSymbol(NAME, "first"))
    assert not is_import(terms.AttributeSymbol(7, "first"))
    assert not is_import(terms.Item(NAME, ONE))
