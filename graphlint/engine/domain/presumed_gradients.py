"""Gradients by optimizer, for one whose parameters are not all known: it is presumed to own what some backward pass reached.

Three rules do without proof of ownership: between two steps of one optimizer its gradients are reset or not, whichever parameters it
owns. Any reset counts for every such optimizer, and unresolved code that may reset, fill or use gradients ends all certainty.
"""

from __future__ import annotations

from collections.abc import Iterable

from graphlint.autograd.events import Contribution, Emptied, Site
from graphlint.engine.domain.state import State

UNRESOLVED = 0
"""Stands, among the optimizers that step, for unresolved code."""


def begin(state: State, optimizer: int) -> None:
    """Follow an optimizer from here; the latest backward pass, if nothing has used it, may have been for it."""
    fresh = state.latest and not used_since_backward(state)
    state.presumed[optimizer] = (Contribution(state.latest, False, True),) if fresh else ()


def used_since_backward(state: State) -> bool:
    """Test whether an optimizer, or unresolved code, may have used the gradients of the latest backward pass."""
    return max(state.stepped.values(), default=0) > state.latest


def latest_step(state: State) -> int:
    """Return the latest step of a resolved optimizer, 0 if none."""
    return max((number for optimizer, number in state.stepped.items() if optimizer != UNRESOLVED), default=0)


def backward(state: State, number: int) -> None:
    """A backward pass has filled gradients."""
    state.latest = number
    state.emptied.clear()
    for optimizer, marks in state.presumed.items():
        state.presumed[optimizer] = (*marks, Contribution(number, False, True))


def reset(state: State, optimizer: int | None, site: Site) -> None:
    """Gradients are reset: those of an optimizer, or, if it is None, of parameters that any optimizer may own."""
    own = state.presumed.get(optimizer, ()) if optimizer is not None else ()
    for other, marks in state.presumed.items():
        state.presumed[other] = () if other == optimizer else tuple(mark if _is_of_another(mark, own) else mark.doubted() for mark in marks)
    if optimizer in state.presumed and optimizer is not None and optimizer not in state.emptied:
        state.emptied[optimizer] = Emptied(site, 0 if used_since_backward(state) else state.latest)


def _is_of_another(mark: Contribution, own: tuple[Contribution, ...]) -> bool:
    """Test whether a contribution that an optimizer used is to parameters that another does not own: that one has used the gradients of a
    backward pass, but not those of this one."""
    return mark.used and any(item.used for item in own) and any(item.backward == mark.backward and not item.used for item in own)


def step(state: State, optimizer: int, number: int) -> tuple[tuple[Contribution, ...], Emptied | None]:
    """An optimizer steps: return what its gradients are made of, and the reset since which nothing has filled them."""
    marks = state.presumed.get(optimizer, ())
    if optimizer in state.presumed:
        state.presumed[optimizer] = tuple(mark._replace(used=True) for mark in marks)
    state.stepped[optimizer] = number
    return marks, state.emptied.get(optimizer)


def spent(state: State, marks: Iterable[Contribution]) -> bool:
    """Test whether each followed optimizer has stepped since the backward passes that filled some gradients: one of them owns these."""
    passes = {abs(mark.backward) for mark in marks}
    return bool(state.presumed) and all(
        passes <= {abs(mark.backward) for mark in contributions if mark.used and mark.counts} for contributions in state.presumed.values()
    )


def unresolved(state: State, number: int, result: int = 0) -> None:
    """Unresolved code may have run a backward pass, reset gradients or stepped. `result` is the node of what it returned, 0 if none: code
    that only computes something returns it."""
    if not state.presumed and not state.latest:
        return
    state.stepped[UNRESOLVED] = number
    for optimizer, found in state.emptied.items():
        state.emptied[optimizer] = found._replace(since=(*found.since, result))


def doubt(state: State) -> None:
    """Unresolved code that can reach optimizers or parameters may have reset or used their gradients."""
    for optimizer, marks in state.presumed.items():
        state.presumed[optimizer] = tuple(mark.doubted() for mark in marks)


def filled_by_hand(state: State) -> None:
    """The program assigns gradients itself."""
    state.emptied.clear()
    doubt(state)
