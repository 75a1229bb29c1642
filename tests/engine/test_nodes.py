"""The nodes that a backward pass reaches, and those of gradients."""

from __future__ import annotations

import pytest

from engine.built import SITE, add, line
from graphlint.autograd.events import Certainty, Node, Origin, Saved
from graphlint.autograd.numbers import StorageNumber
from graphlint.engine.domain.graph import Graph
from graphlint.engine.domain.nodes import ReachedNodes


class Chain:
    """A leaf, a node computed from it, a node that may depend on another leaf besides, and the root."""

    def __init__(self) -> None:
        self.graph = Graph()
        self.leaf, self.other = add(self.graph, Origin.LEAF), add(self.graph, Origin.LEAF)
        self.maybe = add(self.graph, inputs=(self.other,))
        self.low = add(self.graph, inputs=(self.leaf,))
        self.high = add(self.graph, inputs=(self.low,), possible=(self.maybe, self.low))
        self.root = add(self.graph, inputs=(self.high, self.low))

    @property
    def reached(self) -> ReachedNodes:
        return self.graph.reach((self.root, 0))


def test_a_backward_reaches_the_certain_and_the_possible_inputs() -> None:
    """What only a possible input leads to is possible; what is certain is not possible besides."""
    made = Chain()
    assert made.reached.certain == {made.root, made.high, made.low, made.leaf}
    assert made.reached.possible == {made.maybe, made.other}
    assert made.reached.all == {1, 2, 3, 4, 5, 6}


def test_a_node_of_possible_inputs_leads_to_possible_ones_only() -> None:
    graph = Graph()
    leaf = add(graph, Origin.LEAF)
    result = add(graph, possible=(add(graph, possible=(leaf,)),))
    assert graph.reach((result,)).certain == {result}
    assert leaf in graph.reach((result,)).possible


def test_all_targets_are_reached_by_any_inputs() -> None:
    made = Chain()
    assert made.graph.reaches_all((made.root, 0), {made.leaf, made.other})
    assert made.graph.reaches_all((made.leaf,), {made.leaf})
    assert not made.graph.reaches_all((made.low,), {made.leaf, made.other})
    assert not made.graph.reaches_all((), {made.leaf})


def test_only_nodes_on_a_path_to_the_targets_are_executed() -> None:
    made = Chain()
    between = made.graph.restrict_to_targets(made.reached, {made.other})
    assert (between.certain, between.possible) == ({made.root, made.high}, {made.maybe})
    below = made.graph.restrict_to_targets(made.reached, {made.leaf})
    assert (below.certain, below.possible) == ({made.root, made.high, made.low}, set())


@pytest.mark.parametrize(("operation", "inputs", "passes"), [("mul", 1, True), ("mul", 2, False), ("add", 1, False)])
def test_a_scaled_loss_is_the_loss(operation: str, inputs: int, passes: bool) -> None:
    """Scaled twice, too; a product of two values with graphs is none of them."""
    graph = Graph()
    leaves = [add(graph, Origin.LEAF) for _ in range(inputs)]
    loss = add(graph, inputs=(add(graph, inputs=leaves, operation=operation),), operation="div")
    assert (leaves[0] in graph.unscaled((loss,))) is passes


def test_reached_nodes_are_resolved_if_resolved_code_has_created_all() -> None:
    made = Chain()
    assert not made.graph.is_resolved(made.reached)
    assert made.graph.is_resolved(made.graph.reach((made.low,)))
    call = add(made.graph, Origin.UNRESOLVED_CALL, inputs=(made.low,))
    assert not made.graph.is_resolved(made.graph.reach((call,)))


def test_a_node_is_independent_of_reached_nodes_if_it_can_be_none_of_them() -> None:
    """An operation such as `contiguous` may return its operand."""
    made = Chain()
    graph, reached = made.graph, made.graph.reach((made.high,))
    for node in (made.low, made.maybe, add(graph, Origin.UNRESOLVED_VALUE)):
        assert not graph.is_independent(node, reached)
    assert not graph.is_independent(add(graph, inputs=(made.low,), operation="contiguous"), reached)
    assert not graph.is_independent(add(graph, possible=(made.low,), operation="contiguous"), reached)
    assert graph.is_independent(add(graph, inputs=(made.low,), operation="exp"), reached)
    assert graph.is_independent(add(graph, Origin.LEAF), reached)


def test_a_chain_leads_from_a_root_to_the_goal() -> None:
    """In the given nodes; without a certain path, it is the goal alone."""
    made = Chain()
    within = made.reached.all
    assert made.graph.chain((made.root,), made.leaf, within) in (
        (made.root, made.low, made.leaf),
        (made.root, made.high, made.low, made.leaf),
    )
    assert made.graph.chain((made.root,), made.leaf, within - {made.low}) == (made.leaf,)
    assert made.graph.chain((made.root,), made.leaf, within - {made.root}) == (made.leaf,)
    assert made.graph.chain((made.root,), made.maybe, within) == (made.maybe,)


def test_a_node_has_each_input_once_and_none_without_a_graph() -> None:
    """Its saved storages are those that user code can reach."""
    graph = Graph()
    leaf = add(graph, Origin.LEAF)
    saved = (Saved(StorageNumber(7), 0, True, "self"), Saved(StorageNumber(0), 0, False, "mask"))
    node = graph.nodes[add(graph, inputs=(leaf, 0, leaf), possible=(0, leaf, leaf), saved=saved)]
    assert (node.inputs, node.possible_inputs, graph.saved) == ((leaf,), (leaf,), {7})


def test_a_node_has_the_position_of_the_machine() -> None:
    """The outermost module call in progress."""
    graph = Graph()
    assert graph.nodes[add(graph)].forward == 0
    graph.forwards = [5, 6]
    assert graph.nodes[add(graph)].forward == 5


def test_a_gradient_depends_on_the_tensors_in_which_it_can_be_differentiated() -> None:
    """Those of nodes on the way to the targets: the node itself, or an operand."""
    graph = Graph()
    leaf = graph.leaf(SITE)
    other = graph.leaf(SITE)
    square = graph.record(Origin.OPERATION, SITE, (leaf,), (), Certainty.YES, (), gradients=((leaf, leaf),))
    product = graph.record(Origin.OPERATION, SITE, (square, other), (), Certainty.YES, (), gradients=((square, other), (other, 0)))
    gradient: Node = graph.nodes[graph.gradient(line(2), (product,), {leaf})]
    assert (gradient.inputs, gradient.possible_inputs, gradient.saves) == ((leaf, other), (product,), Certainty.YES)
    linear = add(graph, inputs=(leaf,))
    plain = graph.nodes[graph.gradient(line(2), (linear,), {leaf}, (other,))]
    assert (plain.inputs, plain.saves) == ((other,), Certainty.MAYBE)
    both = graph.nodes[graph.gradient(line(2), (product,), {leaf, other})]
    assert both.inputs == (leaf, other, product)


def test_a_graph_presumes_inputs_from_the_first_node_that_has_one() -> None:
    graph = Graph()
    leaf = add(graph, Origin.LEAF)
    assert not graph.presumes_inputs
    graph.record(Origin.UNRESOLVED_CALL, SITE, (), (leaf,), Certainty.MAYBE, (), presumed_input=leaf)
    add(graph, inputs=(leaf,))
    assert graph.presumes_inputs
