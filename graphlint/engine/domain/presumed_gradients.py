"""Gradients by optimizer, for optimizers whose parameters are not all resolved.

Such an optimizer is presumed to own parameters that each backward pass reaches. GL501, GL502 and GL503 need no proof of ownership: between
two steps of one optimizer its gradients are reset or not, whichever parameters it owns. A reset counts for every such optimizer.
Unresolved code that may reset, fill or use gradients makes all contributions uncertain.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from graphlint.autograd.events import Contribution, Emptied, Site
from graphlint.autograd.numbers import NO_OBJECT, ObjectNumber
from graphlint.autograd.presumptions import Presumption
from graphlint.engine.domain.graph import Graph
from graphlint.engine.domain.state import State

UNRESOLVED: Final = NO_OBJECT
"""The key that stands for unresolved code in `State.optimizer_steps`; the numbers of optimizers are greater."""


def created(graph: Graph, state: State, optimizer: ObjectNumber) -> None:
    """Track an optimizer from here on; an unused latest backward pass may have filled its gradients."""
    if not graph.presumes(Presumption.REACHED_PARAMETERS):
        return
    fresh = state.latest_backward and not used_since_backward(state)
    state.optimizer_gradients[optimizer] = (Contribution(state.latest_backward, False),) if fresh else ()


def used_since_backward(state: State) -> bool:
    """Return True if an optimizer or unresolved code may have used the gradients of the latest backward pass."""
    return max(state.optimizer_steps.values(), default=0) > state.latest_backward


def follows_directly(state: State) -> bool:
    """Return True if no unresolved code that may use a graph has run since the latest backward pass."""
    return state.latest_backward > max(0, state.optimizer_steps.get(UNRESOLVED, 0))


def latest_steps(state: State) -> dict[ObjectNumber, int]:
    """Return the numbers of the latest steps, by resolved optimizer."""
    return {optimizer: number for optimizer, number in state.optimizer_steps.items() if optimizer != UNRESOLVED}


def saw_backward(state: State, number: int) -> None:
    """Record that a backward pass filled gradients."""
    state.latest_backward = number
    state.optimizer_resets.clear()
    for optimizer, marks in state.optimizer_gradients.items():
        state.optimizer_gradients[optimizer] = (*marks, Contribution(number, False))


def reset(state: State, optimizer: ObjectNumber | None, site: Site) -> None:
    """Record a reset of an optimizer's gradients; with None, of parameters that any optimizer may own."""
    own = state.optimizer_gradients.get(optimizer, ()) if optimizer is not None else ()
    for other, marks in state.optimizer_gradients.items():
        state.optimizer_gradients[other] = (
            () if other == optimizer else tuple(mark if _is_of_another(mark, own) else mark.doubted() for mark in marks)
        )
    if optimizer in state.optimizer_gradients and optimizer is not None and optimizer not in state.optimizer_resets:
        state.optimizer_resets[optimizer] = Emptied(site, 0 if used_since_backward(state) else state.latest_backward)


def _is_of_another(mark: Contribution, own: tuple[Contribution, ...]) -> bool:
    """Return True if a contribution that this optimizer used belongs to parameters that the reset optimizer does not own.

    The reset optimizer has used gradients before: those of this contribution's backward pass, of which two optimizers then own a part
    each, or only others.
    """
    return (
        mark.used and any(item.used for item in own) and any((item.backward, item.counts) == (mark.backward, mark.counts) for item in own)
    )


def stepped(state: State, optimizer: ObjectNumber, number: int) -> tuple[tuple[Contribution, ...], Emptied | None]:
    """Record a step of an optimizer.

    Return the contributions to its gradients, and the reset since which no known code has filled them (None if there is none).
    """
    marks = state.optimizer_gradients.get(optimizer, ())
    if optimizer in state.optimizer_gradients:
        state.optimizer_gradients[optimizer] = tuple(mark._replace(used=True) for mark in marks)
    state.optimizer_steps[optimizer] = number
    return marks, state.optimizer_resets.get(optimizer)


def spent(state: State, marks: Iterable[Contribution]) -> bool:
    """Return True if every tracked optimizer has stepped since the backward passes of some contributions: one of them owns the leaf."""
    passes = {mark.backward for mark in marks}
    return bool(state.optimizer_gradients) and all(
        passes <= {mark.backward for mark in contributions if mark.used and mark.counts}
        for contributions in state.optimizer_gradients.values()
    )


def saw_unresolved_code(state: State, number: int, result: int = 0) -> None:
    """Record that unresolved code may have run a backward pass, reset gradients or stepped.

    `result` is the node of the call's result, 0 if none: code that only computes something returns what it computed.
    """
    if not state.optimizer_gradients and not state.latest_backward:
        return
    state.optimizer_steps[UNRESOLVED] = number
    for optimizer, reset in state.optimizer_resets.items():
        state.optimizer_resets[optimizer] = reset._replace(since=(*reset.since, result))


def doubt(state: State, *, resets: bool = True) -> None:
    """Make contributions uncertain: unresolved code that can reach optimizers or parameters may have used them, or with `resets` reset."""
    for optimizer, marks in state.optimizer_gradients.items():
        state.optimizer_gradients[optimizer] = tuple(mark.doubted(resets=resets) for mark in marks)


def doubt_those(state: State, optimizers: Iterable[ObjectNumber]) -> None:
    """Make the contributions of some optimizers uncertain: unresolved code that holds these may have used or reset their gradients."""
    for optimizer in optimizers:
        state.optimizer_gradients[optimizer] = tuple(mark.doubted(resets=True) for mark in state.optimizer_gradients[optimizer])


def filled_by_hand(state: State) -> None:
    """Record that the program assigns to `.grad`."""
    state.optimizer_resets.clear()
    doubt(state)
