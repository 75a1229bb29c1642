"""The stages of gradient scalers: which calls PyTorch refuses."""

from __future__ import annotations

import pytest

from engine.built import SITE
from graphlint.autograd.events import NO_CONTEXT, Fault, ScalerCall, ScalerMethod
from graphlint.autograd.numbers import ObjectNumber
from graphlint.engine.domain import scaler_stages
from graphlint.engine.domain.objects import Object
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import NONE, Bound, Ref

SCALER, OTHER, OPTIMIZER = 1, 2, 3
UNSCALE, STEP = ScalerMethod.UNSCALE, ScalerMethod.STEP


def call(method: ScalerMethod, scaler: int = SCALER, optimizer: int = OPTIMIZER) -> ScalerCall:
    return ScalerCall(SITE, NO_CONTEXT, method, scaler, optimizer)


def scaled() -> State:
    """Return the state of a path with two scalers that have scaled a loss."""
    state = State()
    for scaler in (SCALER, OTHER):
        state.put(ObjectNumber(scaler), Object("helper"))
        scaler_stages.created(state, scaler)
        scaler_stages.scaled(state, scaler)
    return state


def update(state: State, scaler: int = SCALER) -> Fault | None:
    return scaler_stages.refused_update(state, scaler, sets_scale=False)


def test_a_new_scaler_refuses_everything() -> None:
    state = State()
    scaler_stages.created(state, SCALER)
    assert scaler_stages.refused(state, SCALER, STEP, OPTIMIZER) is Fault.NEVER_SCALED
    assert update(state) is Fault.NEVER_SCALED
    assert scaler_stages.refused(state, OTHER, STEP, OPTIMIZER) is None
    assert update(state, OTHER) is None


@pytest.mark.parametrize(
    ("earlier", "later", "fault"),
    [
        (UNSCALE, UNSCALE, Fault.UNSCALED_TWICE),
        (UNSCALE, STEP, None),
        (STEP, UNSCALE, Fault.UNSCALED_AFTER_STEP),
        (STEP, STEP, Fault.STEPPED_TWICE),
    ],
)
def test_the_stages_follow_each_other_once(earlier: ScalerMethod, later: ScalerMethod, fault: Fault | None) -> None:
    state = scaled()
    assert scaler_stages.refused(state, SCALER, later, OPTIMIZER) is None
    scaler_stages.called(state, SCALER, call(earlier))
    assert scaler_stages.refused(state, SCALER, later, OPTIMIZER) is fault
    assert scaler_stages.refused(state, SCALER, later, OPTIMIZER + 1) is None
    assert scaler_stages.refused(state, OTHER, later, OPTIMIZER) is None
    assert scaler_stages.calls(state) == {(SCALER, OPTIMIZER): earlier}


def test_an_update_needs_a_call_before_it_unless_it_sets_the_scale() -> None:
    state = scaled()
    assert update(state) is Fault.UPDATED_WITHOUT_STEP
    assert scaler_stages.refused_update(state, SCALER, sets_scale=True) is None
    scaler_stages.called(state, SCALER, None)
    assert update(state) is None
    assert update(state, OTHER) is Fault.UPDATED_WITHOUT_STEP


def test_a_call_that_succeeds_shows_that_a_loss_was_scaled() -> None:
    state = State()
    scaler_stages.created(state, SCALER)
    scaler_stages.called(state, SCALER, None)
    assert scaler_stages.refused(state, SCALER, STEP, OPTIMIZER) is None


def test_after_an_update_all_optimizers_are_at_their_first_stage() -> None:
    state = scaled()
    scaler_stages.called(state, SCALER, call(STEP))
    scaler_stages.called(state, OTHER, call(STEP, OTHER))
    scaler_stages.updated(state, SCALER)
    assert scaler_stages.refused(state, SCALER, UNSCALE, OPTIMIZER) is None
    assert scaler_stages.refused(state, OTHER, STEP, OPTIMIZER) is Fault.STEPPED_TWICE
    assert update(state) is Fault.UPDATED_WITHOUT_STEP


def test_other_code_may_have_called_all_scalers() -> None:
    state = scaled()
    scaler_stages.created(state, SCALER)
    scaler_stages.called(state, OTHER, call(STEP, OTHER))
    scaler_stages.forget(state)
    assert not state.facts.certain
    assert not state.facts.scaler_calls


def test_unresolved_code_calls_the_scalers_that_it_receives() -> None:
    state = scaled()
    scaler_stages.called(state, SCALER, call(STEP))
    state.put(ObjectNumber(9), Object("optimizer"))
    assert scaler_stages.received(state, [Ref(ObjectNumber(SCALER), "helper"), Ref(ObjectNumber(9), "optimizer")]) == {SCALER}
    assert scaler_stages.refused(state, SCALER, STEP, OPTIMIZER) is None
    assert update(state, OTHER) is Fault.UPDATED_WITHOUT_STEP
    assert scaler_stages.received(State(), [Ref(ObjectNumber(SCALER), "helper")]) == set()


def test_a_function_of_the_program_may_call_every_scaler() -> None:
    """It is not known to reach any."""
    state = scaled()
    scaler_stages.called(state, SCALER, call(STEP))
    assert scaler_stages.received(state, [Bound(NONE, NONE)]) == set()
    assert not state.facts.certain
    assert not state.facts.scaler_calls
