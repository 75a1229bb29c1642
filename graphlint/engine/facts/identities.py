"""Identities of parameters: `id(p)`, `p is q`, and membership in a set of parameters or of their ids.

One value stands for several parameters (`Each`). A loop over them is divided by the sets of identities that the program has taken before,
so that each part is inside or outside of such a set: `[p for p in net.parameters() if id(p) not in ids]`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from graphlint.engine.domain import terms
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import NO, Each, Ref, Sequence, StandsFor, Tensor, Unknown, Value
from graphlint.engine.machine.machine import Machine


def taken(machine: Machine, value: Value) -> Value:
    """Return the result of `id(value)`; of any one of several parameters, the id of that one."""
    numbers = _tensors(value)
    if numbers is None:
        return machine.plain("id")
    note(machine, (value,))
    return Unknown(terms.Identities(tuple(sorted(numbers))), NO)


def note(machine: Machine, values: Iterable[Value]) -> None:
    """Record a set of parameters, or of their ids: loops over parameters are divided by it."""
    groups = [numbers for value in values if (numbers := _tensors(value)) is not None]
    if groups:
        machine.graph.leaves.identities.add(frozenset().union(*groups))


def same(one: Value, two: Value) -> bool | None:
    """Return True if two values are certainly the same parameter or the same id, False if they are not, None if unknown."""
    first, second = _identities(one), _identities(two)
    if first is None or second is None or first[0] is not second[0]:
        return None
    if first[1].isdisjoint(second[1]):
        return False
    return True if len(first[1]) == len(second[1]) == 1 else None


def contains(state: State, container: Value, value: Value) -> bool | None:
    """Return True if a container certainly has a parameter or an id, False if it certainly has not, None if unknown."""
    own = _identities(value)
    if own is None:
        return None
    items, exact = _items(state, container)
    known = [identities for item in items if (identities := _identities(item)) is not None and identities[0] is own[0]]
    inside = frozenset[int]().union(*(numbers for _, numbers in known))
    if own[1] <= inside:
        return True
    return False if exact and len(known) == len(items) and own[1].isdisjoint(inside) else None


def divided(machine: Machine, state: State, source: Value) -> Value:
    """Return a collection to iterate over whose elements are inside or outside of each recorded set of identities.

    An iterator is divided itself, since its end is recorded; of any other collection, a list with other elements is returned.
    """
    groups = machine.graph.leaves.identities
    if not groups or not isinstance(source, Ref) or source.kind not in ("parameters", "list", "set", "generator"):
        return source
    obj = state.get(source.number)
    items = [part for value in obj.items for part in _parts(value, groups)]
    if len(items) == len(obj.items):
        return source
    if source.kind == "parameters":
        state.edit(source.number).items = items
        return source
    reference = machine.allocate(state, "list")
    target = state.get(reference.number)
    target.items, target.exact = items, obj.exact
    return reference


def _parts(value: Value, groups: Iterable[frozenset[int]]) -> Iterator[Value]:
    """Yield the parts of a value that stands for several parameters, or of a tuple with one, such as the parameter and its name."""
    if isinstance(value, Sequence):
        place = next((index for index, item in enumerate(value.items) if isinstance(item, Each)), None)
        if place is None:
            yield value
            return
        for part in _parts(value.items[place], groups):
            yield replace(value, items=(*value.items[:place], part, *value.items[place + 1 :]))
    elif isinstance(value, Each):
        parts: dict[tuple[bool, ...], list[Tensor]] = {}
        for tensor in value.tensors:
            parts.setdefault(tuple(tensor.number in group for group in groups), []).append(tensor)
        for tensors in parts.values():
            yield Each(tuple(tensors)) if len(tensors) > 1 else tensors[0]
    else:
        yield value


def _items(state: State, container: Value) -> tuple[list[Value], bool]:
    """Return the known elements of a container, and whether these are all."""
    if isinstance(container, Sequence):
        return list(container.items), True
    if not isinstance(container, Ref) or container.kind not in ("list", "set", "dict", "parameters", "generator"):
        return [], False
    obj = state.get(container.number)
    if container.kind == "dict":
        return [Unknown(key, NO) for key in obj.fields if isinstance(key, terms.Identities)], False
    return list(obj.items), obj.exact


def _identities(value: Value) -> tuple[bool, frozenset[int]] | None:
    """Return the parameters of which a value is one, or of one of which it is the id, and which of both; None for other values."""
    if isinstance(value, Unknown):
        return (True, frozenset(value.symbol.numbers)) if type(value.symbol) is terms.Identities else None
    numbers = _tensors(value)
    return None if numbers is None else (False, numbers)


def _tensors(value: Value) -> frozenset[int] | None:
    """Return the numbers of the parameters that a value is or stands for, None if they are not known."""
    tensors = value.tensors if isinstance(value, Each) else (value,) if isinstance(value, Tensor) else ()
    if not tensors or not all(tensor.parameter and tensor.stands_for is StandsFor.ONE for tensor in tensors):
        return None
    return frozenset(tensor.number for tensor in tensors)
