"""Which retained graphs a step has invalidated."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.built import add, backward, tensor, unknown
from graphlint.autograd.events import Certainty, Contribution, Origin, Saved
from graphlint.autograd.numbers import ObjectNumber, StorageNumber
from graphlint.autograd.presumptions import Presumption, Presumptions
from graphlint.engine.domain.graph import Graph
from graphlint.engine.domain.objects import Object
from graphlint.engine.domain.records import OptimizerRecord
from graphlint.engine.domain.reuse import is_spent, spent_nodes
from graphlint.engine.domain.state import State


class Trained:
    """A loss of one leaf that a backward pass has reached and retained, and the optimizer of the leaf, which has stepped since."""

    def __init__(self, *, complete: bool = True, owns: bool = True, steps: bool = True, saved: tuple[Saved, ...] = ()) -> None:
        self.graph, self.state = Graph(), State()
        self.leaf = add(self.graph, Origin.LEAF)
        self.loss = add(self.graph, inputs=(self.leaf,), saved=saved, saves=Certainty.YES)
        self.passed = backward(self.graph, self.loss, leaves=(self.leaf,)).number
        self.state.retained_by[self.loss] = self.passed
        self.optimizer = self.graph.number()
        self.own(complete=complete, owned=(self.leaf,) if owns else ())
        if steps:
            self.state.optimizer_steps[ObjectNumber(self.optimizer)] = self.graph.number()

    def own(self, *, complete: bool, owned: Iterable[int]) -> None:
        """Set the parameters of the optimizer."""
        record = OptimizerRecord(owned=tuple(tensor(number, leaf=Certainty.YES) for number in owned), complete=complete)
        self.state.put(ObjectNumber(self.optimizer), Object("optimizer", record=record))
        if not complete:
            self.state.optimizer_gradients[ObjectNumber(self.optimizer)] = (Contribution(self.passed, False),)

    def is_spent(self) -> bool:
        return is_spent(self.graph, self.state, self.loss)


def test_a_step_spends_the_graph_of_its_parameters() -> None:
    """A second backward would compute gradients of parameters that have changed since."""
    assert Trained().is_spent()
    assert not Trained(steps=False).is_spent()
    assert not Trained(owns=False).is_spent()


def test_a_step_before_the_backward_spends_nothing() -> None:
    trained = Trained(steps=False)
    trained.state.optimizer_steps[ObjectNumber(trained.optimizer)] = trained.passed
    assert not trained.is_spent()
    trained.state.optimizer_steps[ObjectNumber(trained.optimizer)] = trained.passed + 1
    assert trained.is_spent()


def test_a_graph_that_no_backward_has_retained_is_not_spent() -> None:
    trained = Trained()
    trained.state.retained_by.clear()
    assert not trained.is_spent()
    trained = Trained(saved=(Saved(StorageNumber(5), 0, False, "self"),))
    trained.state.retained_by, trained.state.versions = {}, {StorageNumber(5): 1}
    assert not trained.is_spent()


def test_a_pass_that_the_run_has_not_recorded_shows_no_leaves() -> None:
    trained = Trained()
    trained.graph.passes.by_number.clear()
    assert not trained.is_spent()


def test_a_graph_without_known_leaves_is_spent_by_the_step_of_any_optimizer() -> None:
    """Its leaves are those of unresolved code; without an optimizer nothing has used their gradients."""
    trained = Trained(complete=False)
    trained.loss = unknown(trained.graph, 7)
    trained.state.retained_by = {trained.loss: backward(trained.graph, trained.loss).number}
    trained.state.optimizer_gradients.clear()
    assert not trained.is_spent()
    trained.state.optimizer_steps[ObjectNumber(trained.optimizer)] = trained.graph.number()
    assert trained.is_spent()
    trained.state.heap.clear()
    assert not trained.is_spent()


def test_a_freed_graph_is_spent_if_it_saves_a_tensor() -> None:
    for saves, spent in ((Certainty.YES, True), (Certainty.MAYBE, False)):
        graph, state = Graph(), State()
        node = add(graph, inputs=(add(graph, Origin.LEAF),), saves=saves)
        state.freed[node] = 9
        assert is_spent(graph, state, node) is spent


def test_a_graph_whose_saved_tensor_has_changed_is_spent() -> None:
    """A backward would raise."""
    trained = Trained(steps=False, saved=(Saved(StorageNumber(5), 0, False, "self"),))
    assert not trained.is_spent()
    trained.state.versions[StorageNumber(5)] = 1
    assert trained.is_spent()


def test_an_optimizer_with_unresolved_parameters_owns_the_leaves() -> None:
    assert Trained(complete=False, owns=False).is_spent()
    assert not Trained(complete=False, owns=False, steps=False).is_spent()


def test_an_optimizer_that_is_not_tracked_may_own_other_leaves() -> None:
    """Like that of a critic; an optimizer of another function of the file is not tracked."""
    trained = Trained(complete=False, owns=False)
    trained.state.optimizer_gradients.clear()
    assert not trained.is_spent()
    passes = trained.graph.passes.by_number
    passes[trained.passed] = replace(passes[trained.passed], leaves=frozenset())
    assert not trained.is_spent()


def test_a_pass_that_reached_other_leaves_leaves_the_owner_unknown() -> None:
    trained = Trained(complete=False, owns=False)
    other = add(trained.graph, Origin.LEAF)
    trained.graph.passes.by_number[trained.passed] = replace(
        trained.graph.passes.by_number[trained.passed], leaves=frozenset((trained.leaf, other))
    )
    assert not trained.is_spent()


def test_every_optimizer_that_may_own_a_leaf_has_to_step() -> None:
    trained = Trained(complete=False, owns=False)
    other = trained.graph.number()
    trained.state.put(ObjectNumber(other), Object("optimizer", record=OptimizerRecord(complete=False)))
    trained.state.optimizer_gradients[ObjectNumber(other)] = ()
    assert not trained.is_spent()
    trained.state.optimizer_steps[ObjectNumber(other)] = trained.passed
    assert not trained.is_spent()
    trained.state.optimizer_steps[ObjectNumber(other)] = trained.graph.number()
    assert trained.is_spent()


def test_other_objects_and_optimizers_of_other_leaves_do_not_have_to_step() -> None:
    trained = Trained(complete=False, owns=False)
    trained.state.put(ObjectNumber(trained.graph.number()), Object("module"))
    other = tensor(add(trained.graph, Origin.LEAF), leaf=Certainty.YES)
    trained.state.put(ObjectNumber(trained.graph.number()), Object("optimizer", record=OptimizerRecord(owned=(other,), complete=True)))
    assert trained.is_spent()


def test_an_optimizer_of_one_leaf_of_two_does_not_spend_the_graph() -> None:
    trained = Trained()
    other = add(trained.graph, Origin.LEAF)
    trained.loss = add(trained.graph, inputs=(trained.loss, other))
    number = backward(trained.graph, trained.loss, leaves=(trained.leaf, other)).number
    trained.state.retained_by = {trained.loss: number}
    trained.state.optimizer_steps[ObjectNumber(trained.optimizer)] = trained.graph.number()
    assert not trained.is_spent()
    trained.own(complete=True, owned=(trained.leaf, other))
    assert trained.is_spent()


def test_spent_nodes_are_searched_where_a_graph_was_retained_or_freed() -> None:
    trained = Trained()
    nodes = (trained.leaf, trained.loss)
    assert spent_nodes(trained.graph, trained.state, nodes) == {trained.loss}
    assert trained.graph.presumptions.decided == {Presumption.SPENT_GRAPHS}
    trained.graph.presumptions = Presumptions(frozenset((Presumption.SPENT_GRAPHS,)))
    assert spent_nodes(trained.graph, trained.state, nodes) == set()


def test_spent_nodes_are_presumed_only_where_there_are_some() -> None:
    graph, state = Graph(), State()
    node, other = (add(graph, inputs=(add(graph, Origin.LEAF),), saves=Certainty.YES) for _ in range(2))
    state.freed[node] = 9
    assert spent_nodes(graph, state, (other,)) == set()
    assert not graph.presumptions.decided
    assert spent_nodes(graph, state, (node, other)) == {node}
