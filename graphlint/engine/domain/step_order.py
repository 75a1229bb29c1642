"""The order of the steps of optimizers and of their learning rate schedulers on a path.

A join keeps the facts on which both paths agree, so that a missing fact means that the order is not known.
"""

from __future__ import annotations

from collections.abc import Iterable

from graphlint.autograd.events import Certainty
from graphlint.engine.domain.path_facts import BeforeFirstStep
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import FALSE, MAYBE, NO, TRUE, YES, Bound, Constant, Function, Partial, Ref, Value


def begin(state: State, number: int) -> None:
    """Record a new optimizer or scheduler, which has not stepped."""
    state.facts[BeforeFirstStep(number)] = TRUE


def end(state: State, number: int) -> None:
    """Record that an optimizer or a scheduler has stepped, or that a loaded state makes this step one of many."""
    if BeforeFirstStep(number) in state.facts:
        state.facts[BeforeFirstStep(number)] = FALSE


def is_first(state: State, number: int) -> Certainty:
    """Return YES if an optimizer or a scheduler has certainly not stepped on this path."""
    known = state.facts.get(BeforeFirstStep(number))
    return MAYBE if known is None else YES if isinstance(known, Constant) and known.value is True else NO


def has_stepped(state: State, number: int) -> Certainty:
    """Return NO if an optimizer has certainly not stepped on this path."""
    first = is_first(state, number)
    return NO if first is YES else YES if first is NO else MAYBE


def doubt(state: State, values: Iterable[Value]) -> None:
    """Forget the order of what unresolved code receives: it may step optimizers and schedulers."""
    known = [fact for fact in state.facts if type(fact) is BeforeFirstStep]
    if not known:
        return
    given = list[object](values)
    everything = any(isinstance(value, Function | Bound | Partial) for value in given)
    reached = {value.number for value in state.values_below(given) if type(value) is Ref}
    for fact in known:
        if everything or fact.stepping in reached:
            del state.facts[fact]
