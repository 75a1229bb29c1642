"""Which gradients are still multiplied by the scale of a gradient scaler."""

from __future__ import annotations

from graphlint.engine.domain import gradient_scale
from graphlint.engine.domain.graph import Graph, Scaling
from graphlint.engine.domain.path_facts import NeverScaled
from graphlint.engine.domain.state import State

LOSS, PASS, SETTING = 3, 7, 11


def test_the_gradients_of_a_scaled_loss_are_scaled_until_they_are_unscaled() -> None:
    """What else is certain on the path remains."""
    graph, state = Graph(scaling=Scaling(losses={LOSS: None})), State()
    state.facts.certain.add(NeverScaled(1))
    gradient_scale.backward(graph, state, PASS, (LOSS, LOSS + 1))
    assert gradient_scale.is_scaled(state, PASS)
    assert not gradient_scale.is_scaled(state, PASS + 1)
    gradient_scale.reset(state)
    assert state.facts.certain == {NeverScaled(1)}


def test_the_gradients_of_another_loss_are_not_scaled() -> None:
    state = State()
    gradient_scale.backward(Graph(scaling=Scaling(losses={LOSS: None})), state, PASS, (LOSS + 1,))
    gradient_scale.backward(Graph(), state, PASS, (LOSS,))
    assert not gradient_scale.is_scaled(state, PASS)


def test_the_gradients_of_a_scaler_under_a_setting_may_be_scaled() -> None:
    """They are in some run of the program, if not in each one."""
    graph, state = Graph(scaling=Scaling(losses={LOSS: SETTING})), State()
    gradient_scale.backward(graph, state, PASS, (LOSS,))
    assert not gradient_scale.is_scaled(state, PASS)
    assert gradient_scale.may_be_scaled(graph, state, PASS)
    assert not gradient_scale.may_be_scaled(graph, state, PASS + 1)
