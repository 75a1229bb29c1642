"""Growth of containers in loops that are not followed to their end, and the bound of a deque."""

from __future__ import annotations

from dataclasses import replace

from graphlint.autograd.events import Site
from graphlint.engine.domain.state import Object, State
from graphlint.engine.domain.values import NO, NONE, Constant, Ref, Unknown, Value
from graphlint.engine.machine.machine import Machine


def growing_in(machine: Machine, state: State, value: Ref) -> Site | None:
    """The loop under way, not followed to its end, in which a list has grown from known items and nowhere else; None if there is none."""
    made = state.get(value.number)
    if value.kind not in ("list", "queue") or not made.container.more or made.exact or made.capacity is not None:
        return None
    inside = machine.context.turns[len(made.opened.turns) :]
    return next((turn.loop for turn in reversed(inside) if turn.run in machine.graph.approximate), None)


def grow(machine: Machine, state: State, receiver: Ref) -> Object:
    """A container that is about to grow: inside a loop that is not run to its end, it will hold more than is seen."""
    made = state.edit(receiver.number)
    inside = machine.context.turns[len(made.opened.turns) :]
    if any(turn.run in machine.graph.approximate for turn in inside):
        more = made.container.more
        made.record = replace(made.container, more=made.exact if more is None else more)
        made.exact = False
    return made


def evict(made: Object, *, at_the_end: bool = False) -> None:
    """Drop what is too much after a list has grown: from its start, or from its end if it has grown at the start.

    A list whose growth alone was not followed to its end holds nothing else once it is full.
    """
    if made.capacity is None:
        return
    size = made.capacity.size
    if size is None:
        made.exact = False
        return
    surplus = len(made.items) - size
    if surplus > 0:
        del made.items[slice(size, None) if at_the_end else slice(surplus)]
    if surplus >= 0 and made.container.more:
        made.exact = True


def is_open(made: Object) -> bool:
    """Say if the positions of a list's items are unknown, as it may have dropped any."""
    return made.capacity is not None and made.capacity.size is None


def maxlen(machine: Machine, made: Object) -> Value:
    """The attribute `maxlen` of a deque."""
    if made.capacity is None:
        return NONE
    return Constant(made.capacity.size) if made.capacity.size is not None else Unknown(machine.graph.number(), NO)
