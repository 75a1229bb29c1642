"""collections.deque: a list that drops items at one end when it grows at the other beyond its maxlen, and that grows at both ends."""

from __future__ import annotations

from graphlint.interpreter import builtins_api, containers, dependencies, keeping, releases
from graphlint.interpreter.machine import Arguments, Machine
from graphlint.interpreter.state import Capacity, Object, State
from graphlint.interpreter.values import NO, NONE, Constant, Ref, Unknown, Value


def make(machine: Machine, state: State, arguments: Arguments) -> Value:
    """collections.deque(iterable, maxlen)"""
    made = builtins_api.make_list(machine, state, Arguments(arguments.positional[:1], {}, arguments.site))
    given = arguments.get(1, "maxlen")
    if isinstance(made, Ref) and given is not None and not (isinstance(given, Constant) and given.value is None):
        target = state.edit(made.number)
        target.capacity = Capacity(given.value if isinstance(given, Constant) and isinstance(given.value, int) else None)
        evict(target)
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
    if surplus >= 0 and made.about.get("more"):
        made.exact = True


def is_open(made: Object) -> bool:
    """Say if the positions of a list's items are unknown, as it may have dropped any."""
    return made.capacity is not None and made.capacity.size is None


def maxlen(machine: Machine, made: Object) -> Value:
    """The attribute `maxlen` of a deque."""
    if made.capacity is None:
        return NONE
    return Constant(made.capacity.size) if made.capacity.size is not None else Unknown(machine.graph.number(), NO)


def append_left(machine: Machine, state: State, receiver: Ref, arguments: Arguments) -> Value:
    """deque.appendleft(item)"""
    value = arguments.get(0, "item")
    if value is not None:
        made = containers.grow(machine, state, receiver)
        made.items.insert(0, value)
        evict(made, at_the_end=True)
        keeping.stored(machine, state, receiver, None, value, arguments.site)
    return NONE


def extend_left(machine: Machine, state: State, receiver: Ref, arguments: Arguments) -> Value:
    """deque.extendleft(iterable): each item is put in before the last one."""
    value = arguments.get(0, "iterable") or machine.unknown()
    known = machine.elements(state, value)
    made = containers.grow(machine, state, receiver)
    made.exact = made.exact and known is not None
    items = known if known is not None else (containers.element(machine, state, value, 1),)
    made.items[:0] = reversed(items)
    evict(made, at_the_end=True)
    for item in items:
        keeping.stored(machine, state, receiver, None, item, arguments.site)
    return NONE


def pop_left(machine: Machine, state: State, receiver: Ref, arguments: Arguments) -> Value:
    """deque.popleft(): the oldest item, unless unresolved code may have changed the deque."""
    releases.emptied(machine, state, receiver)
    made = state.edit(receiver.number)
    if not made.items:
        return machine.unknown()
    first = made.items[0]
    if is_open(made) or not (made.exact or made.about.get("more")):
        first = dependencies.some_of(machine, state, tuple(made.items), arguments.site)
    del made.items[0]
    return first


def rotate(machine: Machine, state: State, receiver: Ref, arguments: Arguments) -> Value:
    """deque.rotate(n)"""
    steps = arguments.get(0, "n") or Constant(1)
    made = state.edit(receiver.number)
    if made.items and made.exact and isinstance(steps, Constant) and isinstance(steps.value, int):
        cut = -steps.value % len(made.items)
        made.items = made.items[cut:] + made.items[:cut]
    else:
        made.capacity = Capacity(None)
        made.exact = False
    return NONE
