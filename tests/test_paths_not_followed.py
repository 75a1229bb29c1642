"""Paths that are not followed to their end: what their remaining code may use."""

from __future__ import annotations

import itertools
from collections.abc import Hashable

from graphlint.autograd.events import NO_CONTEXT, Cause, Certainty, Effects, Havoc, Node, Origin, Site
from graphlint.autograd.numbers import ObjectNumber, StorageNumber
from graphlint.autograd.run import Run
from graphlint.engine.domain import havoc_log, terms
from graphlint.engine.domain.graph import Graph
from graphlint.engine.domain.objects import Object
from graphlint.engine.domain.readable_facts import forget_unreadable
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import FALSE, Each, Mode, Sequence, Tensor, Unknown, Value
from graphlint.engine.machine import dropped_paths

SITE = Site("train.py", 1, 0, 1, 1)


def tensor(node: int, *, parameter: bool = False) -> Tensor:
    return Tensor(node, node, StorageNumber(node), node, Certainty.YES, Certainty.NO, parameter=parameter)


def test_a_path_uses_tensors_in_tuples_and_values_that_stand_for_several() -> None:
    state = State()
    inner = Sequence((tensor(7), tensor(8, parameter=True)))
    state.heap[ObjectNumber(1)] = Object("scope", fields={"pair": Sequence((inner, tensor(9))), "each": Each((tensor(10), tensor(11)))})
    assert state.nodes_on_heap() == {7, 9, 10, 11}


def test_a_path_that_alone_holds_a_graph_may_fill_the_gradients_of_its_leaves() -> None:
    nodes = {
        1: Node(1, Origin.LEAF, SITE, NO_CONTEXT),
        2: Node(2, Origin.OPERATION, SITE, NO_CONTEXT, (1,), operation="mul"),
        3: Node(3, Origin.LEAF, SITE, NO_CONTEXT),
    }
    run = Run(nodes, (Havoc(SITE, NO_CONTEXT, Cause.DROPPED_PATH, Effects.BACKWARD, 5, frozenset((2,))),))
    assert run.gradient_on_dropped_path((1,)).possible
    assert run.gradient_from_outside((1,)).possible
    assert not run.gradient_on_dropped_path((3,)).possible


def test_what_is_known_of_parts_is_forgotten_with_the_last_variable_that_reaches_them() -> None:
    dead, alive = terms.PartSymbol(7, terms.AtIndex(0)), terms.PartSymbol(8, terms.AtIndex(0))
    below = terms.Item(alive, terms.constant(0))
    item, field = terms.Item(20, terms.constant(0)), terms.AttributeSymbol(21, "loss")
    state = State(known={symbol: tensor(30) for symbol in (dead, below, item, field)}, stored=frozenset((item, field)))
    state.known[alive] = Unknown(alive)
    state.heap[ObjectNumber(1)] = Object("scope", fields={"output": tensor(8), "result": Unknown(21)})
    forget_unreadable(state)
    assert state.known.keys() == {alive, below, field}
    assert state.stored == {field}


def test_a_path_of_each_backward_that_retained_a_graph_is_followed() -> None:
    graph = Graph()
    states = [State(retained_by={3: 5} if place == 2 else {}) for place in range(8)]
    remaining, dropped = dropped_paths.select(graph, states, 2)
    assert len(remaining) == 2
    assert len(dropped) == 6
    assert states[2] in remaining


def test_a_path_uses_what_it_knows_of_a_tensor_only_while_a_variable_reaches_that() -> None:
    loss, item = tensor(5), tensor(6)
    nodes = {number: Node(number, Origin.OPERATION, SITE, NO_CONTEXT, operation="mul", saves=Certainty.YES) for number in (5, 6)}

    def used(variables: dict[Hashable, Value]) -> frozenset[int]:
        graph = Graph()
        graph.nodes.update(nodes)
        dropped = State(
            known={terms.PartSymbol(5, terms.AtIndex(0)): item},
            retained_by={6: 9},
            heap={ObjectNumber(1): Object("scope", fields=variables)},
        )
        dropped_paths.record(graph, SITE, [dropped], [State()], dropped_paths.LiveNames(ObjectNumber(2), frozenset()))
        return frozenset().union(*(event.backwards for event in havoc_log.with_events(graph) if isinstance(event, Havoc)))

    assert used({"loss": loss}) == {9}
    assert used({}) == set()


def test_each_side_of_the_last_condition_is_followed_with_each_side_of_the_others() -> None:
    """Forks of one condition are neighbors: the last one changes from state to state, the first one in the middle."""
    sides = list(itertools.product((True, False), repeat=4))
    states = [State() for _ in sides]
    for state, truths in zip(states, sides, strict=True):
        for symbol, truth in enumerate(truths, start=1):
            state.condition.assume(symbol, truth, {})
    remaining, _ = dropped_paths.select(Graph(), states, 8)
    pairs = {(symbol, state.condition.truths[symbol], state.condition.truths[4]) for state in remaining for symbol in (1, 2, 3)}
    assert pairs == set(itertools.product((1, 2, 3), (True, False), (True, False)))


def test_a_path_that_is_dropped_may_enter_the_grad_modes_that_it_holds() -> None:
    """Of `mode = torch.no_grad() if evaluates else torch.enable_grad()`, one side may be on dropped paths alone."""
    graph = Graph()
    scope, other = (Object("scope", fields={"mode": Mode("no_grad", FALSE, site=site)}) for site in (SITE, SITE._replace(line=2)))
    dropped_paths.record(
        graph,
        SITE,
        [State(heap={ObjectNumber(1): scope})],
        [State(heap={ObjectNumber(1): other})],
        dropped_paths.LiveNames(ObjectNumber(1), None),
    )
    assert graph.grad_modes.used == {SITE}
