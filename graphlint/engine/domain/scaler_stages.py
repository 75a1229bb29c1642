"""The stages of gradient scalers on a path: until its update, a scaler unscales at most once for an optimizer, then steps at most once.

Known is what a scaler that may be enabled has done on this path: a call that succeeds shows the stage that it leaves. A join keeps
the facts on which both paths agree, so that a missing fact means that the stage is not known.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from graphlint.autograd.events import Fault, ScalerCall, ScalerMethod
from graphlint.engine.domain.path_facts import NeverScaled, WithoutChecks
from graphlint.engine.domain.reachable_objects import reachable_objects
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Value


def created(state: State, scaler: int) -> None:
    """Record a new scaler."""
    state.facts.certain |= {NeverScaled(scaler), WithoutChecks(scaler)}


def scaled(state: State, scaler: int) -> None:
    """Record that a scaler has scaled a loss."""
    state.facts.certain.discard(NeverScaled(scaler))


def earlier_call(state: State, scaler: int, optimizer: int) -> ScalerCall | None:
    """Return the last call of a scaler for an optimizer since its update, None if there is none or it is not known."""
    return state.facts.scaler_calls.get((scaler, optimizer))


def calls(state: State) -> Mapping[tuple[int, int], ScalerMethod]:
    """Return the method of the last call of each scaler for an optimizer, as far as it is known."""
    return {key: event.method for key, event in state.facts.scaler_calls.items()}


def refused(state: State, scaler: int, method: ScalerMethod, optimizer: int) -> Fault | None:
    """Return the error of a call for an optimizer, 0 for one that is not resolved; None if PyTorch may accept it."""
    if NeverScaled(scaler) in state.facts.certain:
        return Fault.NEVER_SCALED
    earlier = earlier_call(state, scaler, optimizer)
    if earlier is None or (method is ScalerMethod.STEP and earlier.method is ScalerMethod.UNSCALE):
        return None
    if method is ScalerMethod.STEP:
        return Fault.STEPPED_TWICE
    return Fault.UNSCALED_TWICE if earlier.method is ScalerMethod.UNSCALE else Fault.UNSCALED_AFTER_STEP


def refused_update(state: State, scaler: int, *, sets_scale: bool) -> Fault | None:
    """Return the error of an update, None if PyTorch may accept it; one that sets the scale needs no step."""
    if NeverScaled(scaler) in state.facts.certain:
        return Fault.NEVER_SCALED
    return Fault.UPDATED_WITHOUT_STEP if WithoutChecks(scaler) in state.facts.certain and not sets_scale else None


def called(state: State, scaler: int, event: ScalerCall | None) -> None:
    """Record a call for an optimizer that PyTorch has accepted; with None, for one that is not resolved."""
    state.facts.certain -= {NeverScaled(scaler), WithoutChecks(scaler)}
    if event is not None:
        state.facts.scaler_calls[scaler, event.optimizer] = event


def updated(state: State, scaler: int) -> None:
    """Record an update that PyTorch has accepted: all optimizers are at their first stage again."""
    forget(state, (scaler,))
    state.facts.certain.add(WithoutChecks(scaler))


def forget(state: State, scalers: Collection[int] | None = None) -> None:
    """Forget the stages of scalers, of all if none are given: code that is not executed may have called their methods."""
    for scaler in _known(state) if scalers is None else scalers:
        state.facts.certain -= {NeverScaled(scaler), WithoutChecks(scaler)}
    calls_of = state.facts.scaler_calls
    for scaler, optimizer in list(calls_of):
        if scalers is None or scaler in scalers:
            del calls_of[scaler, optimizer]


def received(state: State, values: Iterable[Value]) -> set[int]:
    """Forget the stages of the scalers that unresolved code receives, and return those that it reaches."""
    known = _known(state)
    if not known:
        return set()
    reached, everything = reachable_objects(state, values)
    forget(state, None if everything else known & reached)
    return known & reached


def _known(state: State) -> set[int]:
    """Return the scalers of which anything is known."""
    known = {scaler for scaler, _ in state.facts.scaler_calls}
    return known.union(fact.scaler for fact in state.facts.certain if isinstance(fact, (NeverScaled, WithoutChecks)))
