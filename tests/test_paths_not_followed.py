"""Paths that are not followed to their end: what their remaining code may use."""

from __future__ import annotations

from graphlint.autograd.events import NO_CONTEXT, Cause, Certainty, Effects, Havoc, Node, Site
from graphlint.autograd.run import Run
from graphlint.engine.domain.objects import Object
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Each, Sequence, Tensor

SITE = Site("train.py", 1, 0, 1, 1)


def tensor(node: int, *, parameter: bool = False) -> Tensor:
    return Tensor(node, node, node, node, Certainty.YES, Certainty.NO, parameter=parameter)


def test_a_path_uses_tensors_in_tuples_and_values_that_stand_for_several() -> None:
    state = State()
    inner = Sequence((tensor(7), tensor(8, parameter=True)))
    state.heap[1] = Object("scope", fields={"pair": Sequence((inner, tensor(9))), "each": Each((tensor(10), tensor(11)))})
    assert state.nodes_on_heap() == {7, 9, 10, 11}


def test_a_path_that_alone_holds_a_graph_may_fill_the_gradients_of_its_leaves() -> None:
    nodes = {
        1: Node(1, "leaf", SITE, NO_CONTEXT),
        2: Node(2, "mul", SITE, NO_CONTEXT, (1,)),
        3: Node(3, "leaf", SITE, NO_CONTEXT),
    }
    run = Run(nodes, (Havoc(SITE, NO_CONTEXT, Cause.DROPPED_PATH, Effects.BACKWARD, 5, frozenset((2,))),))
    assert run.gradient_on_dropped_path((1,)).possible
    assert run.gradient_from_outside((1,)).possible
    assert not run.gradient_on_dropped_path((3,)).possible
