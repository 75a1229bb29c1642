"""The stages of gradient scalers on a path: until its update, a scaler unscales at most once for an optimizer, then steps at most once.

Known is what a scaler that may be enabled has done on this path: a call that succeeds shows the stage that it leaves. A join keeps
the facts on which both paths agree, so that a missing fact means that the stage is not known.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import cast

from graphlint.autograd.events import Fault, ScalerCall, ScalerMethod
from graphlint.engine.domain.path_facts import NeverScaled, ScalerStage, WithoutChecks
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import TRUE, Bound, Constant, Function, Partial, Ref, Value


def begin(state: State, scaler: int) -> None:
    """Record a new scaler."""
    state.facts[NeverScaled(scaler)] = state.facts[WithoutChecks(scaler)] = TRUE


def scale(state: State, scaler: int) -> None:
    """Record that a scaler has scaled a loss."""
    state.facts.pop(NeverScaled(scaler), None)


def earlier_call(state: State, scaler: int, optimizer: int) -> ScalerCall | None:
    """Return the last call of a scaler for an optimizer since its update, None if there is none or it is not known."""
    known = state.facts.get(ScalerStage(scaler, optimizer))
    event = known.value if isinstance(known, Constant) else None
    return event if isinstance(event, ScalerCall) else None


def calls(state: State) -> set[tuple[ScalerStage, ScalerMethod | None]]:
    """Return the stages that are known on a path."""
    stages = [fact for fact in _facts(state) if isinstance(fact, ScalerStage)]
    return {(fact, event.method if (event := earlier_call(state, fact.scaler, fact.optimizer)) else None) for fact in stages}


def refused(state: State, scaler: int, method: ScalerMethod, optimizer: int) -> Fault | None:
    """Return the error of a call for an optimizer, 0 for one that is not resolved; None if PyTorch may accept it."""
    if NeverScaled(scaler) in state.facts:
        return Fault.NEVER_SCALED
    earlier = earlier_call(state, scaler, optimizer)
    if earlier is None or (method is ScalerMethod.STEP and earlier.method is ScalerMethod.UNSCALE):
        return None
    if method is ScalerMethod.STEP:
        return Fault.STEPPED_TWICE
    return Fault.UNSCALED_TWICE if earlier.method is ScalerMethod.UNSCALE else Fault.UNSCALED_AFTER_STEP


def refused_update(state: State, scaler: int, *, sets_scale: bool) -> Fault | None:
    """Return the error of an update, None if PyTorch may accept it; one that sets the scale needs no step."""
    if NeverScaled(scaler) in state.facts:
        return Fault.NEVER_SCALED
    return Fault.UPDATED_WITHOUT_STEP if WithoutChecks(scaler) in state.facts and not sets_scale else None


def call(state: State, event: ScalerCall | None, scaler: int) -> None:
    """Record a call for an optimizer that PyTorch has accepted; with None, for one that is not resolved."""
    state.facts.pop(WithoutChecks(scaler), None)
    state.facts.pop(NeverScaled(scaler), None)
    if event is not None:
        state.facts[ScalerStage(scaler, event.optimizer)] = Constant(event)


def update(state: State, scaler: int) -> None:
    """Record an update that PyTorch has accepted: all optimizers are at their first stage again."""
    for fact in [fact for fact in state.facts if type(fact) is ScalerStage and fact.scaler == scaler]:
        del state.facts[fact]
    state.facts.pop(NeverScaled(scaler), None)
    state.facts[WithoutChecks(scaler)] = TRUE


def forget(state: State, scalers: Collection[int] | None = None) -> None:
    """Forget the stages of scalers, of all if none are given: code that is not executed may have called their methods."""
    for fact in _facts(state):
        if scalers is None or fact.scaler in scalers:
            del state.facts[fact]


def received(state: State, values: Iterable[Value]) -> set[int]:
    """Forget the stages of the scalers that unresolved code receives, and return these scalers.

    A function of the program may call the methods of any scaler.
    """
    known = {fact.scaler for fact in _facts(state)}
    if not known:
        return set()
    given = list[object](values)
    everything = any(isinstance(value, Function | Bound | Partial) for value in given)
    reached = known & {value.number for value in state.values_below(given) if type(value) is Ref}
    forget(state, None if everything else reached)
    return reached


def _facts(state: State) -> list[ScalerStage | NeverScaled | WithoutChecks]:
    # Each call of unresolved code searches all facts: a test of the exact type takes a fifth of the time of isinstance() with a union.
    return [cast(ScalerStage | NeverScaled | WithoutChecks, fact) for fact in state.facts if type(fact) in _STAGES]


_STAGES = frozenset((ScalerStage, NeverScaled, WithoutChecks))
