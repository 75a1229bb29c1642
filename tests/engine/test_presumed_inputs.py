"""Backward passes through the results of unresolved calls that received one value with a graph."""

from __future__ import annotations

from engine.built import SITE, add, backward
from graphlint.autograd.events import Certainty, Fault, Origin
from graphlint.engine.domain import presumed_inputs
from graphlint.engine.domain.graph import Graph
from graphlint.engine.domain.path_facts import NeverScaled, PresumablyFreed
from graphlint.engine.domain.state import State


class Criterion:
    """The graph of `criterion(output, target)`: a leaf, a saving operation on it, the output, the result of the unresolved call."""

    def __init__(self) -> None:
        self.graph, self.state = Graph(), State()
        self.leaf = add(self.graph, Origin.LEAF)
        self.output = add(self.graph, inputs=(self.leaf,), saves=Certainty.YES)
        self.loss = self.call(self.output)

    def call(self, below: int) -> int:
        return self.graph.record(Origin.UNRESOLVED_CALL, SITE, (), (below,), Certainty.MAYBE, (), presumed_input=below)

    def below(self, root: int) -> frozenset[int]:
        return presumed_inputs.nodes_below(self.graph, self.graph.reach((root,)))

    def error(self, root: int) -> Fault | None:
        found = presumed_inputs.error_of(self.graph, self.state, SITE, (root,), self.graph.reach((root,)))
        return None if found is None else found.fault


def test_a_pass_presumably_reaches_the_graph_of_the_argument() -> None:
    """Down to its leaves, also through a second call."""
    made = Criterion()
    assert made.below(made.loss) == {made.output, made.leaf}
    outer = made.call(made.loss)
    assert made.below(outer) == {made.loss, made.output, made.leaf}
    assert made.below(add(made.graph, inputs=(outer,))) == {made.loss, made.output, made.leaf}


def test_what_a_pass_certainly_reaches_is_no_presumption() -> None:
    made = Criterion()
    result = add(made.graph, Origin.UNRESOLVED_CALL)
    assert made.below(add(made.graph, inputs=(made.call(result), result))) == set()
    assert made.below(made.call(result)) == {result}


def test_a_part_of_a_result_depends_on_the_result() -> None:
    """Of two possible inputs, and of one that is certain, nothing is presumed."""
    made = Criterion()
    for origin in (Origin.PROJECTION, Origin.UNPACKED_ITEM):
        item = add(made.graph, origin, possible=(made.loss,))
        assert made.below(item) == {made.loss, made.output, made.leaf}
    assert made.below(add(made.graph, Origin.PROJECTION, possible=(made.loss, made.output))) == set()
    assert made.below(add(made.graph, Origin.MODULE_CALL, possible=(made.loss,))) == set()
    result = add(made.graph, Origin.UNRESOLVED_CALL)
    certain = add(made.graph, Origin.PROJECTION, inputs=(result,), possible=(made.loss,))
    assert made.below(certain) == set()


def test_a_pass_that_certainly_reaches_a_leaf_presumes_nothing() -> None:
    """The graph of the root may be that of the other operand."""
    made = Criterion()
    assert made.below(add(made.graph, inputs=(made.loss, made.leaf))) == set()


def test_without_a_presumed_input_nothing_is_presumed() -> None:
    graph = Graph()
    item = add(graph, Origin.PROJECTION, possible=(add(graph, Origin.UNRESOLVED_CALL),))
    assert presumed_inputs.nodes_below(graph, graph.reach((item,))) == set()


def test_a_pass_presumably_frees_the_nodes_that_save_tensors() -> None:
    made = Criterion()
    presumed_inputs.free(made.graph, made.state, (made.leaf, made.output, made.loss), 9)
    assert made.state.facts.certain == {PresumablyFreed(made.output, 9)}


def test_a_second_pass_presumably_reaches_a_freed_graph() -> None:
    """Through another call of the criterion, or directly; the event of the first pass is the cause."""
    made = Criterion()
    first = backward(made.graph, made.loss)
    made.state.facts.certain.add(NeverScaled(1))
    assert made.error(made.loss) is None
    presumed_inputs.free(made.graph, made.state, made.below(made.loss), first.number)
    assert made.error(made.loss) is made.error(made.call(made.output)) is Fault.FREED
    assert made.error(add(made.graph, inputs=(made.output,))) is Fault.FREED
    assert made.error(add(made.graph, inputs=(made.leaf,))) is None
    found = presumed_inputs.error_of(made.graph, made.state, SITE, (made.loss,), made.graph.reach((made.loss,)))
    assert found is not None
    assert (found.cause, found.root) == (first, made.loss)


def test_a_pass_presumably_reaches_a_graph_that_another_one_has_freed() -> None:
    """What the pass certainly reaches is no presumption: other code reports it."""
    made = Criterion()
    made.state.freed = {made.leaf: 9}
    assert made.error(made.loss) is None
    made.state.freed = {made.output: 9, made.leaf: 9}
    assert made.error(made.loss) is Fault.FREED
    assert made.error(add(made.graph, inputs=(made.output,))) is None


def test_without_presumed_inputs_no_error_is_presumed() -> None:
    graph, state = Graph(), State()
    node = add(graph, inputs=(add(graph, Origin.LEAF),), saves=Certainty.YES)
    state.facts.certain.add(PresumablyFreed(node, 9))
    assert presumed_inputs.error_of(graph, state, SITE, (node,), graph.reach((node,))) is None
