"""Growth of containers in loops of unknown length, and the bound of a deque."""

from __future__ import annotations

from dataclasses import replace

from graphlint.autograd.events import Site
from graphlint.engine.domain.objects import Object
from graphlint.engine.domain.records import OtherElements
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import NO, NONE, Constant, Ref, Unknown, Value
from graphlint.engine.machine.machine import Machine


def growing_in(machine: Machine, state: State, value: Ref) -> Site | None:
    """Return the current loop of unknown length that alone makes a list's length uncertain, None if there is none."""
    made = state.get(value.number)
    if value.kind not in ("list", "queue") or made.container.uncertain is not OtherElements.LOOP or made.exact or made.capacity is not None:
        return None
    inside = machine.context.iterations[len(made.opened.iterations) :]
    return next((turn.loop for turn in reversed(inside) if turn.run in machine.graph.loops.unbounded), None)


def grow(machine: Machine, state: State, receiver: Ref) -> Object:
    """Return a container for adding an element; in a loop of unknown length, its elements become uncertain."""
    made = state.edit(receiver.number)
    inside = machine.context.iterations[len(made.opened.iterations) :]
    if any(turn.run in machine.graph.loops.unbounded for turn in inside):
        if made.container.uncertain is OtherElements.NONE:
            made.record = replace(made.container, uncertain=OtherElements.LOOP if made.exact else OtherElements.OTHER_CODE)
        made.exact = False
    return made


def evict(made: Object, *, at_the_end: bool = False) -> None:
    """Remove the excess elements of a bounded deque: from its start or, after a growth at the start, from its end.

    If only the loop's unknown length made the elements uncertain, a full deque is exact again.
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
    if surplus >= 0 and made.container.uncertain is OtherElements.LOOP:
        made.exact = True


def is_open(made: Object) -> bool:
    """Return True if the positions of a list's items are unknown, since it may have removed any."""
    return made.capacity is not None and made.capacity.size is None


def maxlen(machine: Machine, made: Object) -> Value:
    """Return the attribute `maxlen` of a deque."""
    if made.capacity is None:
        return NONE
    return Constant(made.capacity.size) if made.capacity.size is not None else Unknown(machine.graph.number(), NO)
