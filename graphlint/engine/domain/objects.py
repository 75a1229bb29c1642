"""The objects of a heap, which a program can change."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from graphlint.autograd.events import NO_CONTEXT, Context
from graphlint.autograd.numbers import NO_OBJECT, ObjectNumber
from graphlint.engine.domain.parts import add_followed, record_parts
from graphlint.engine.domain.records import (
    NO_CONTAINER,
    NO_INSTANCE,
    NO_LIBRARY,
    NO_MODULE,
    NO_OPTIMIZER,
    ContainerRecord,
    InstanceRecord,
    LibraryRecord,
    ModuleRecord,
    OptimizerRecord,
    OtherElements,
    Record,
)
from graphlint.engine.domain.values import Each, ObjectKind, Ref, Sequence, Tensor, Value

CONTAINERS: Final[tuple[ObjectKind, ...]] = ("list", "dict", "set", "queue")
"""The kinds of heap objects that hold elements."""

OWNERS: Final[tuple[ObjectKind, ...]] = ("instance", "module")
"""The kinds of heap objects that hold values in attributes."""

HOLDERS: Final = CONTAINERS + OWNERS


class Capacity(NamedTuple):
    """The maximum length of a bounded deque, None if unknown."""

    size: int | None


@dataclass(slots=True, eq=False)
class Object:
    """A mutable heap object: an instance or a scope has `fields`, a list `items`, a dict `fields` by key.

    `record` holds the properties of the object's kind, None if it has the defaults. `opened` is the context of its allocation, which bounds
    its lifetime. `exact` is False if elements may be missing, or others than those recorded. `capacity` bounds a deque. `attributes` is the
    object with the instance attributes of a subclass of list or dict, 0 before it has any. `held` caches `tensors_of` an object to which no
    path may write, and `followed` its `followed_values`.
    """

    kind: ObjectKind
    type: Value | None = None
    fields: dict[Hashable, Value] = field(default_factory=dict)
    items: list[Value] = field(default_factory=list)
    record: Record | None = None
    opened: Context = NO_CONTEXT
    exact: bool = True
    capacity: Capacity | None = None
    attributes: ObjectNumber = NO_OBJECT
    held: Mapping[int, Tensor] | None = None
    followed: list[object] | None = None

    def is_temporary(self, key: Hashable) -> bool:
        """Return True for the key of a temporary: a number in a scope. In a dict, a number is a key of the program."""
        return type(key) is int and self.kind == "scope"

    @property
    def contents(self) -> tuple[Value, ...]:
        """The elements and the values of the fields."""
        return (*self.items, *self.fields.values())

    def limit(self, most: int) -> None:
        """Leave out the items of a list beyond a number of them."""
        if len(self.items) > most:
            del self.items[most:]
            self.exact = False

    def duplicate(self) -> Object:
        """Return a copy that shares no table with this object."""
        return Object(
            self.kind, self.type, dict(self.fields), list(self.items), self.record, self.opened, self.exact, self.capacity,
            self.attributes,
        )  # fmt: skip

    @property
    def holds_known_items(self) -> bool:
        """Return True if a container certainly holds the known items, though a loop may have added others."""
        return self.exact or self.container.uncertain is OtherElements.LOOP

    def note_unknown_items(self) -> None:
        """Record that a container may have other items than those that are known, at any position."""
        self.exact = False
        self.record = replace(self.container, uncertain=OtherElements.OTHER_CODE)

    @property
    def module(self) -> ModuleRecord:
        """Return the record of a module; one with the defaults for any other object."""
        return self.record if type(self.record) is ModuleRecord else NO_MODULE

    @property
    def optimizer(self) -> OptimizerRecord:
        """Return the record of an optimizer, like `module`."""
        return self.record if type(self.record) is OptimizerRecord else NO_OPTIMIZER

    @property
    def library(self) -> LibraryRecord:
        """Return the record of a small library object, like `module`."""
        return self.record if type(self.record) is LibraryRecord else NO_LIBRARY

    @property
    def container(self) -> ContainerRecord:
        """Return the record of a container, like `module`."""
        return self.record if type(self.record) is ContainerRecord else NO_CONTAINER

    @property
    def instance(self) -> InstanceRecord:
        """Return the record of an instance, like `module`."""
        return self.record if type(self.record) is InstanceRecord else NO_INSTANCE


def contents_of(heap: Mapping[ObjectNumber, Object], value: Value, kinds: Collection[ObjectKind] = CONTAINERS) -> tuple[Value, ...] | None:
    """Return the items of a tuple, or the elements and fields of an object of one of these kinds; None for other values."""
    if isinstance(value, Sequence):
        return value.items
    return heap[value.number].contents if isinstance(value, Ref) and value.kind in kinds else None


NO_TENSORS: Final[Mapping[int, Tensor]] = {}

_HOLDING: Final = frozenset((Tensor, Each, Sequence))
"""The classes of values that are made of tensors."""


def tensors_of(obj: Object) -> Mapping[int, Tensor]:
    """Return the tensors that the fields and items of an object are made of, by number."""
    if _HOLDING.isdisjoint(map(type, obj.fields.values())) and _HOLDING.isdisjoint(map(type, obj.items)):
        return NO_TENSORS
    tensors: dict[int, Tensor] = {}
    collect_tensors(obj.fields.values(), tensors)
    collect_tensors(obj.items, tensors)
    return tensors


def followed_values(obj: Object) -> list[object]:
    """Return the values in an object that a search for reachable values follows."""
    followed: list[object] = []
    add_followed(obj.items, followed)
    add_followed(obj.fields.values(), followed)
    if obj.record is not None:
        add_followed(record_parts(obj.record), followed)
    if obj.attributes:
        followed.append(Ref(obj.attributes, "instance"))
    return followed


def collect_tensors(values: Iterable[Value], tensors: dict[int, Tensor]) -> None:
    """Add the tensors that values are made of, by number: those in tuples, and those for which one value stands."""
    for value in values:
        if type(value) not in _HOLDING:
            continue
        if isinstance(value, Tensor):
            tensors[value.number] = value
        elif isinstance(value, Each):
            tensors.update((tensor.number, tensor) for tensor in value.tensors)
        elif isinstance(value, Sequence):
            collect_tensors(value.items, tensors)
