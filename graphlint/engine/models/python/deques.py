"""Models of collections.deque: a list that grows at both ends and removes items at the opposite end if it has a `maxlen`."""

from __future__ import annotations

from graphlint.engine.domain.objects import Capacity
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import NONE, Constant, Ref, Value
from graphlint.engine.facts import dependencies
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.models.python import built_ins, container_growth, elements, selections
from graphlint.engine.retention import releases, retained_graphs


def make(machine: Machine, state: State, arguments: Arguments) -> Value:
    """Model `collections.deque(iterable, maxlen)`."""
    value = built_ins.make_list(machine, state, Arguments(arguments.positional[:1], {}, arguments.site))
    given = arguments.get(1, "maxlen")
    if isinstance(value, Ref) and given is not None and not (isinstance(given, Constant) and given.value is None):
        target = state.edit(value.number)
        target.capacity = Capacity(given.value if isinstance(given, Constant) and isinstance(given.value, int) else None)
        container_growth.evict(target)
    return value


def append_left(machine: Machine, state: State, receiver: Ref, arguments: Arguments) -> Value:
    """Model `deque.appendleft(item)`."""
    value = arguments.get(0, "item")
    if value is not None:
        obj = container_growth.grow(machine, state, receiver)
        obj.items.insert(0, value)
        container_growth.evict(obj, at_the_end=True)
        retained_graphs.note_store(machine, state, receiver, None, value, arguments.site)
    return NONE


def extend_left(machine: Machine, state: State, receiver: Ref, arguments: Arguments) -> Value:
    """Model `deque.extendleft(iterable)`: each item is inserted before the previous one."""
    value = arguments.get(0, "iterable") or machine.unknown()
    known = machine.elements(state, value)
    obj = container_growth.grow(machine, state, receiver)
    obj.exact = obj.exact and known is not None
    items = known if known is not None else (elements.element(machine, state, value, 1),)
    obj.items[:0] = reversed(items)
    container_growth.evict(obj, at_the_end=True)
    for item in items:
        retained_graphs.note_store(machine, state, receiver, None, item, arguments.site)
    return NONE


def pop_left(machine: Machine, state: State, receiver: Ref, arguments: Arguments) -> Value:
    """Model `deque.popleft()`: the oldest item, unless unresolved code may have changed the deque."""
    if releases.evicts_one_of_many(machine, state, receiver):
        return selections.one_of(machine, state, tuple(state.get(receiver.number).items), arguments.site)
    releases.note_emptied(machine, state, receiver)
    obj = state.edit(receiver.number)
    if not obj.items:
        return machine.unknown()
    first = obj.items[0]
    if container_growth.is_open(obj) or not obj.holds_known_items:
        first = dependencies.some_of(machine, state, tuple(obj.items), arguments.site)
    del obj.items[0]
    return first


def rotate(machine: Machine, state: State, receiver: Ref, arguments: Arguments) -> Value:
    """Model `deque.rotate(n)`."""
    steps = arguments.get(0, "n") or Constant(1)
    obj = state.edit(receiver.number)
    if obj.items and obj.exact and isinstance(steps, Constant) and isinstance(steps.value, int):
        cut = -steps.value % len(obj.items)
        obj.items = obj.items[cut:] + obj.items[:cut]
    else:
        obj.capacity = Capacity(None)
        obj.exact = False
    return NONE
