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
    obj = state.get(value.number)
    if value.kind not in ("list", "queue") or obj.container.uncertain is not OtherElements.LOOP or obj.exact or obj.capacity is not None:
        return None
    inside = machine.context.iterations[len(obj.opened.iterations) :]
    return next((turn.loop for turn in reversed(inside) if turn.run in machine.graph.loops.unbounded), None)


def grow(machine: Machine, state: State, receiver: Ref) -> Object:
    """Return a container for adding an element; in a loop of unknown length, its elements become uncertain."""
    obj = state.edit(receiver.number)
    inside = machine.context.iterations[len(obj.opened.iterations) :]
    if any(turn.run in machine.graph.loops.unbounded for turn in inside):
        if obj.container.uncertain is OtherElements.NONE:
            obj.record = replace(obj.container, uncertain=OtherElements.LOOP if obj.exact else OtherElements.OTHER_CODE)
        obj.exact = False
    return obj


def evict(obj: Object, *, at_the_end: bool = False) -> None:
    """Remove the excess elements of a bounded deque: from its start or, after a growth at the start, from its end.

    If only the loop's unknown length made the elements uncertain, a full deque is exact again.
    """
    if obj.capacity is None:
        return
    size = obj.capacity.size
    if size is None:
        obj.exact = False
        return
    surplus = len(obj.items) - size
    if surplus > 0:
        del obj.items[slice(size, None) if at_the_end else slice(surplus)]
    if surplus >= 0 and obj.container.uncertain is OtherElements.LOOP:
        obj.exact = True


def is_open(obj: Object) -> bool:
    """Return True if the positions of a list's items are unknown, since it may have removed any."""
    return obj.capacity is not None and obj.capacity.size is None


def maxlen(machine: Machine, obj: Object) -> Value:
    """Return the attribute `maxlen` of a deque."""
    if obj.capacity is None:
        return NONE
    return Constant(obj.capacity.size) if obj.capacity.size is not None else Unknown(machine.graph.number(), NO)
