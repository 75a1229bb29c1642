"""The objects and the nodes to which values refer, by number: those that a state and a graph must hold if they hold the values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from graphlint.autograd.numbers import ObjectNumber
from graphlint.engine.domain.objects import Object
from graphlint.engine.domain.parts import LEAVES, parts_of, record_parts
from graphlint.engine.domain.records import Record
from graphlint.engine.domain.values import Class, Field, Function, Mode, Namespace, NoSync, Ref, Tensor


class References(NamedTuple):
    """Numbers of objects and of nodes."""

    objects: frozenset[ObjectNumber] = frozenset()
    nodes: frozenset[int] = frozenset()

    def without(self, other: References) -> References:
        """Return the references that another set does not contain."""
        return References(self.objects - other.objects, self.nodes - other.nodes)


def of_values(values: Iterable[object]) -> References:
    """Return the references of values and objects, and of the values of which they are made, without following references."""
    objects, nodes = set[ObjectNumber](), set[int]()
    seen: set[int] = set()
    stack = list(values)
    while stack:
        value = stack.pop()
        kind = type(value)
        if (kind in LEAVES and kind not in (Class, Mode)) or kind is int or id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, Ref):
            objects.add(value.number)
        elif isinstance(value, Tensor):
            nodes.add(value.node)
        elif isinstance(value, Object):
            objects.update((value.attributes,) if value.attributes else ())
            stack += [value.type, value.record, *value.contents]
        elif isinstance(value, Class):
            objects.update(cls.scope for cls in value.order)
        elif isinstance(value, Namespace):
            objects.add(value.scope)
        elif isinstance(value, Function):
            objects.update(value.scopes)
            stack += [*value.defaults.values(), value.mode, value.owner, value.setter, value.wrapped]
        elif isinstance(value, Record):
            stack += record_parts(value)
        elif isinstance(value, Field):
            stack += [value.default, value.factory]
        elif isinstance(value, Mode):
            stack.append(value.enabled)
        elif isinstance(value, NoSync):
            stack.append(value.module)
        elif isinstance(value, tuple | list | set | frozenset):
            stack += value
        else:
            stack += parts_of(value)
    return References(frozenset(objects), frozenset(nodes - {0}))
