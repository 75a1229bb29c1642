"""Models of queues and heaps: lists with an order in which items are removed."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from graphlint.engine.domain.records import ContainerRecord
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import FALSE, NONE, TRUE, Constant, Ref, Sequence, Value
from graphlint.engine.facts import dependencies
from graphlint.engine.havoc import unresolved_calls
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.python import built_ins, container_growth, container_methods
from graphlint.engine.models.python.container_methods import Method
from graphlint.engine.retention import releases, retained_graphs


class Order(Enum):
    """The order in which a queue returns its items."""

    FIRST_IN = 1
    LAST_IN = 2
    LEAST = 3


def _queue(order: Order) -> built_ins.Handler:
    def make(machine: Machine, state: State, arguments: Arguments) -> Value:
        return machine.allocate(state, "queue", None, ContainerRecord(order=order))

    return make


def _put(machine: Machine, state: State, receiver: Ref, arguments: Arguments) -> Value:
    """Model `queue.put(item)`."""
    value = arguments.get(0, "item")
    if value is not None:
        container_growth.grow(machine, state, receiver).items.append(value)
        retained_graphs.note_store(machine, state, receiver, None, value, arguments.site)
    return NONE


def _get(machine: Machine, state: State, receiver: Ref, arguments: Arguments) -> Value:
    """Model `queue.get()`."""
    return _taken(machine, state, receiver, state.get(receiver.number).container.order, arguments)


def _taken(machine: Machine, state: State, holder: Ref, order: object, arguments: Arguments) -> Value:
    """Remove and return the next item; if the next one is unknown, an unknown value that is one of the items."""
    releases.note_emptied(machine, state, holder)
    obj = state.edit(holder.number)
    if not obj.items:
        return machine.unknown()
    place = 0 if order is Order.FIRST_IN else -1 if order is Order.LAST_IN else _least(obj.items)
    if place is None or not obj.holds_known_items:
        some = dependencies.some_of(machine, state, tuple(obj.items), arguments.site)
        del obj.items[0]
        return some
    return obj.items.pop(place)


def _least(items: list[Value]) -> int | None:
    """Return the position of the least item, None if their order is unknown."""
    if len(items) == 1:
        return 0
    firsts = [value.items[0] if isinstance(value, Sequence) and value.items else value for value in items]
    numbers = [value.value for value in firsts if isinstance(value, Constant) and isinstance(value.value, int | float)]
    if len(numbers) != len(items) or len(set(numbers)) != len(numbers):
        return None
    return numbers.index(min(numbers))


def _empty(machine: Machine, state: State, receiver: Ref, arguments: Arguments) -> Value:
    """Model `queue.empty()`."""
    obj = state.get(receiver.number)
    if obj.items and obj.exact:
        return FALSE
    return TRUE if obj.exact else machine.plain()


def _size(machine: Machine, state: State, receiver: Ref, arguments: Arguments) -> Value:
    """Model `queue.qsize()`."""
    obj = state.get(receiver.number)
    return Constant(len(obj.items)) if obj.exact else machine.plain()


def _nothing(machine: Machine, state: State, receiver: Ref, arguments: Arguments) -> Value:
    return NONE


def _plain(machine: Machine, state: State, receiver: Ref, arguments: Arguments) -> Value:
    return machine.plain()


def _push(machine: Machine, state: State, arguments: Arguments) -> Outcome:
    """Model `heapq.heappush(heap, item)`."""
    heap, value = built_ins.first_of(arguments, machine), arguments.get(1, "item")
    if not (isinstance(heap, Ref) and heap.kind == "list" and value is not None):
        return unresolved_calls.unknown_call(machine, state, arguments)
    return container_methods.append(machine, state, heap, Arguments((value,), {}, arguments.site))


def _pop(machine: Machine, state: State, arguments: Arguments) -> Outcome:
    """Model `heapq.heappop(heap)`."""
    heap = built_ins.first_of(arguments, machine)
    if not (isinstance(heap, Ref) and heap.kind == "list"):
        return unresolved_calls.unknown_call(machine, state, arguments)
    return _taken(machine, state, heap, Order.LEAST, arguments)


def _push_and_pop(machine: Machine, state: State, arguments: Arguments) -> Outcome:
    """Model `heapq.heappushpop(heap, item)`."""
    _push(machine, state, arguments)
    return _pop(machine, state, arguments)


def _unchanged(machine: Machine, state: State, arguments: Arguments) -> Value:
    """Model `heapq.heapify(heap)`: the same items in another order."""
    return NONE


METHODS: Final[Mapping[tuple[str, str], Method]] = {
    ("queue", "put"): _put, ("queue", "put_nowait"): _put, ("queue", "get"): _get, ("queue", "get_nowait"): _get,
    ("queue", "empty"): _empty, ("queue", "qsize"): _size, ("queue", "full"): _plain, ("queue", "task_done"): _nothing,
    ("queue", "join"): _nothing, ("queue", "close"): _nothing,
}  # fmt: skip
"""The methods of queues, by kind and name."""

FUNCTIONS: Final[Mapping[str, built_ins.Handler]] = {
    "queue.Queue": _queue(Order.FIRST_IN), "queue.SimpleQueue": _queue(Order.FIRST_IN), "queue.LifoQueue": _queue(Order.LAST_IN),
    "queue.PriorityQueue": _queue(Order.LEAST), "multiprocessing.Queue": _queue(Order.FIRST_IN),
    "multiprocessing.SimpleQueue": _queue(Order.FIRST_IN), "torch.multiprocessing.Queue": _queue(Order.FIRST_IN),
    "heapq.heappush": _push, "heapq.heappop": _pop, "heapq.heappushpop": _push_and_pop, "heapq.heapify": _unchanged,
}  # fmt: skip
"""The functions that this module models, by qualified name."""
