"""The order of the steps of optimizers and of their learning rate schedulers on a path.

A join keeps the facts on which both paths agree, so that a missing fact means that the order is not known.
"""

from __future__ import annotations

from collections.abc import Iterable

from graphlint.autograd.events import Certainty
from graphlint.engine.domain.reachable_objects import reachable_objects
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import MAYBE, NO, YES, Value


def created(state: State, number: int) -> None:
    """Record a new optimizer or scheduler, which has not stepped."""
    state.facts.first_steps[number] = True


def stepped(state: State, number: int) -> None:
    """Record that an optimizer or a scheduler has stepped, or that a loaded state makes this step one of many."""
    if number in state.facts.first_steps:
        state.facts.first_steps[number] = False


def is_first(state: State, number: int) -> Certainty:
    """Return YES if an optimizer or a scheduler has certainly not stepped on this path."""
    known = state.facts.first_steps.get(number)
    return MAYBE if known is None else YES if known else NO


def has_stepped(state: State, number: int) -> Certainty:
    """Return NO if an optimizer has certainly not stepped on this path."""
    first = is_first(state, number)
    return NO if first is YES else YES if first is NO else MAYBE


def doubt(state: State, values: Iterable[Value]) -> None:
    """Forget the order of what unresolved code receives: it may step optimizers and schedulers."""
    known = state.facts.first_steps
    if not known:
        return
    reached, everything = reachable_objects(state, values)
    for number in list(known) if everything else reached & known.keys():
        del known[number]
