"""The state of one path: a heap of mutable objects and, laid over the immutable graph, what has happened to it so far.

A fork copies the tables and shares the objects; an object is copied when one of the paths first writes to it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Set
from dataclasses import MISSING, dataclass, field, fields
from enum import Enum
from typing import NamedTuple

from graphlint.autograd.events import NO_CONTEXT, Certainty, Change, Cleared, Context, Contribution, Emptied, Site
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
    Record,
)
from graphlint.engine.domain.symbols import way
from graphlint.engine.domain.values import NO, NONE, Bound, Each, Function, Method, Partial, Ref, Sequence, Super, Tensor, Unknown, Value

CONTAINERS = ("list", "dict", "set", "queue")
"""The kinds of objects that hold elements."""


class Signal(str, Enum):
    """How a path leaves the block that it is in; NONE, which is false, if it goes on to the next instruction."""

    NONE = ""
    RETURN = "return"
    BREAK = "break"
    CONTINUE = "continue"
    RAISE = "raise"
    YIELD = "yield"
    """A generator that runs up to its next element has come to it."""
    STOP = "stop"
    """The consumer of a generator has left its loop."""
    STOP_AND_RETURN = "stop and return"
    STOP_AND_RAISE = "stop and raise"


class Capacity(NamedTuple):
    """The number of items that a bounded deque holds at most, None if it is not known."""

    size: int | None


@dataclass(slots=True, eq=False)
class Object:
    """A mutable object: an instance or a scope has `fields`, a list `items`, a dict `fields` by key.

    `record` holds what its kind has beside these, None if nothing. `opened` is the context in which it was made, and says what it outlives.
    An object that grows in ways not seen is not `exact`. `capacity` bounds a deque.
    `attributes` is the object with the attributes of an instance of a subclass of list or dict, 0 before it has any.
    """

    kind: str
    type: Value | None = None
    fields: dict[Hashable, Value] = field(default_factory=dict)
    items: list[Value] = field(default_factory=list)
    record: Record | None = None
    opened: Context = NO_CONTEXT
    exact: bool = True
    capacity: Capacity | None = None
    attributes: int = 0

    def duplicate(self) -> Object:
        """A copy that shares no table with this object."""
        return Object(
            self.kind, self.type, dict(self.fields), list(self.items), self.record, self.opened, self.exact, self.capacity,
            self.attributes,
        )  # fmt: skip

    @property
    def module(self) -> ModuleRecord:
        """The record of a module; that of any other object has the defaults."""
        return self.record if type(self.record) is ModuleRecord else NO_MODULE

    @property
    def optimizer(self) -> OptimizerRecord:
        """The record of an optimizer, like `module`."""
        return self.record if type(self.record) is OptimizerRecord else NO_OPTIMIZER

    @property
    def library(self) -> LibraryRecord:
        """The record of a small object of a library, like `module`."""
        return self.record if type(self.record) is LibraryRecord else NO_LIBRARY

    @property
    def container(self) -> ContainerRecord:
        """The record of a container, like `module`."""
        return self.record if type(self.record) is ContainerRecord else NO_CONTAINER

    @property
    def instance(self) -> InstanceRecord:
        """The record of an instance, like `module`."""
        return self.record if type(self.record) is InstanceRecord else NO_INSTANCE


class Rebase(NamedTuple):
    """An in-place operation gave a family of tensors a new grad_fn: those made before tensor number `before`."""

    before: int
    node: int
    needs: Certainty


class Write(NamedTuple):
    """A tensor with a graph was stored: under a name, in an attribute or in a container; `holder` is the object's number, `node` the node
    that the tensor depended on then, `value` the number of the tensor or of the object that holds it, 0 for a tuple."""

    site: Site
    context: Context
    holder: int
    key: Hashable
    text: str
    node: int
    value: int = 0


class Callback(NamedTuple):
    """A forward hook on an unresolved module. `with_output` says that it is given the module's output beside the inputs; `module` is the
    module's object, None without one."""

    hook: Value
    with_output: bool
    module: int | None


@dataclass(slots=True, eq=False)
class State:
    """One path's state: the heap, and what has happened to the nodes, storages, tensors and leaves of the graph so far.

    `owned` are the objects that this path alone holds and may write to, `dirty` those written to since the fork that led to it. `signal`
    says how the path leaves a block; `result` is the value of the last call.
    """

    heap: dict[int, Object] = field(default_factory=dict)
    owned: set[int] = field(default_factory=set)
    dirty: set[int] = field(default_factory=set)
    # By node: the backward that freed it, and the one that retained it.
    freed: dict[int, int] = field(default_factory=dict)
    keepers: dict[int, int] = field(default_factory=dict)
    # By storage: its version counter, the last change, and whether a change is uncertain.
    versions: dict[int, int] = field(default_factory=dict)
    changes: dict[int, Change] = field(default_factory=dict)
    blurred: set[int] = field(default_factory=set)
    # By family or number of a tensor: its new node, requires_grad as it was switched, the leaf that it has become.
    rebased: dict[int, Rebase] = field(default_factory=dict)
    needs: dict[int, Certainty] = field(default_factory=dict)
    leafed: dict[int, int] = field(default_factory=dict)
    # By leaf: what its gradient is made of, and what a reset threw away.
    gradients: dict[int, tuple[Contribution, ...]] = field(default_factory=dict)
    lost: dict[int, Cleared] = field(default_factory=dict)
    # By optimizer whose parameters are not all known: what its gradients are made of, the reset that left none, its latest step.
    presumed: dict[int, tuple[Contribution, ...]] = field(default_factory=dict)
    emptied: dict[int, Emptied] = field(default_factory=dict)
    stepped: dict[int, int] = field(default_factory=dict)
    # By key of an unknown value: whether it is true, and what it has turned out to be.
    decided: dict[Hashable, bool] = field(default_factory=dict)
    facts: dict[Hashable, Value] = field(default_factory=dict)
    # What of other modules has been laid into this path, by identity.
    linked: set[int] = field(default_factory=set)
    writes: tuple[Write, ...] = ()
    # Hooks on unresolved modules.
    callbacks: tuple[Callback, ...] = ()
    grad_mode: Certainty = Certainty.YES
    inference: bool = False
    # The statement that switched grad mode off for good; contexts around that switch the version check off, or perhaps grad mode.
    switched: Site | None = None
    unchecked: int = 0
    veiled: int = 0
    # The latest backward pass.
    latest: int = 0
    signal: Signal = Signal.NONE
    result: Value = NONE

    def fork(self) -> State:
        """A second state that goes its own way from here."""
        other = State.__new__(State)
        for name in TABLES:
            setattr(other, name, getattr(self, name).copy())
        for name in SHARED:
            setattr(other, name, getattr(self, name))
        self.owned, other.owned = set(), set()
        return other

    def take(self, other: State) -> None:
        """Become another state, which is used no more."""
        for name in (*TABLES, *SHARED):
            setattr(self, name, getattr(other, name))
        self.owned = set()

    def get(self, number: int) -> Object:
        """An object, to read."""
        return self.heap[number]

    def edit(self, number: int) -> Object:
        """An object, to write to: this path's own."""
        if number not in self.owned:
            self.heap[number] = self.heap[number].duplicate()
            self.owned.add(number)
            self.dirty.add(number)
        return self.heap[number]

    def put(self, number: int, made: Object) -> None:
        """Place a new object on the heap."""
        self.heap[number] = made
        self.owned.add(number)
        self.dirty.add(number)

    def node(self, tensor: Tensor) -> int:
        """The node a tensor hangs on now, 0 without one."""
        made = self.leafed.get(tensor.number)
        if made is not None:
            return made
        rebase = self.rebased.get(tensor.family)
        if rebase is not None and rebase.before > tensor.number:
            return rebase.node
        return tensor.node

    def needs_grad(self, tensor: Tensor) -> Certainty:
        """requires_grad of a tensor as it is now."""
        if self.needs:
            changed = self.needs.get(tensor.number)
            if changed is not None:
                return changed
        rebase = self.rebased.get(tensor.family)
        if rebase is not None and rebase.before > tensor.number:
            return rebase.needs
        return tensor.needs

    def is_leaf(self, tensor: Tensor) -> Certainty:
        """Whether a tensor is a leaf now."""
        if tensor.number in self.leafed:
            return Certainty.YES
        rebase = self.rebased.get(tensor.family)
        if rebase is not None and rebase.before > tensor.number:
            # What it was changed by may have had no graph: then it is the leaf that it was.
            return NO if rebase.needs is Certainty.YES or tensor.leaf is NO else Certainty.MAYBE
        return tensor.leaf

    def version(self, storage: int) -> int:
        """The version counter of a storage."""
        return self.versions.get(storage, 0)

    def live_nodes(self, beside: State | None = None, *, unwinding: bool = False) -> set[int]:
        """The nodes that anything on the heap hangs on directly: where a path is left, nobody knows who would have walked them.

        Args:
            beside: a path whose own nodes do not count, as far as the two share what holds them.
            unwinding: an exception ends the path, and no handler can use temporaries of the expressions that it leaves.
        """
        found: set[int] = set()
        shared: dict[int, Object] = {}
        if beside is not None and self.leafed == beside.leafed and self.rebased == beside.rebased:
            shared = beside.heap
        if unwinding:
            return self.nodes_below([value for _, value in self.named_values()])
        held = [*(self.result.items if isinstance(self.result, Sequence) else (self.result,))]
        for number, made in self.heap.items():
            if shared.get(number) is not made:
                held.extend(made.fields.values())
                held.extend(made.items)
        for value in held:
            if type(value) is Tensor and not value.parameter and (node := self.node(value)):
                found.add(node)
        return found

    def named_values(self) -> Iterator[tuple[Hashable, object]]:
        """Yield each variable, by its scope and name, and each part of an unknown value, by how it is computed, with its value.

        Temporaries are garbage, and so is what has become known only of them.
        """
        yield from ((("part", way(key)), value) for key, value in self.facts.items() if isinstance(key, tuple))
        for number, made in self.heap.items():
            if made.kind == "scope":
                yield from (((number, name), value) for name, value in made.fields.items() if type(name) is not int)

    def values_of_scopes(self, without: Set[int]) -> list[object]:
        """Return the values of all variables and temporaries of all scopes but some, and all that has become known of unknown values."""
        scopes = (made for number, made in self.heap.items() if made.kind == "scope" and number not in without)
        return [self.result, *self.callbacks, *self.facts.values(), *(value for made in scopes for value in made.fields.values())]

    def nodes_below(self, values: list[object]) -> set[int]:
        """Return the nodes on which values, and all that they lead to, directly depend, without parameters."""
        below = self.values_below(values)
        return {node for value in below if type(value) is Tensor and not value.parameter and (node := self.node(value))}

    def values_below(self, stack: list[object]) -> Iterator[object]:
        """Yield values and all that they lead to."""
        seen: set[int] = set()
        while stack:
            value = stack.pop()
            yield value
            if type(value) is Ref:
                if value.number not in seen and (held := self.heap.get(value.number)) is not None:
                    seen.add(value.number)
                    stack.extend((*held.items, *held.fields.values(), *_parts(held.record), Ref(held.attributes, "instance")))
            elif type(value) is Unknown:
                if value.key in self.facts:
                    stack.append(self.facts[value.key])
            elif isinstance(value, tuple | list | set | frozenset):
                stack.extend(value)
            elif type(value) is Each:
                stack.extend(value.tensors)
            elif isinstance(value, Mapping):
                stack.extend(value.values())
            elif type(value) is Sequence:
                stack.extend(value.items)
            elif type(value) is Bound:
                stack.extend((value.receiver, value.function))
            elif type(value) is Partial:
                stack.extend((value.function, *value.arguments, *value.keywords.values()))
            elif type(value) is Function:
                stack.extend(value.defaults.values())
            elif isinstance(value, Method | Super):
                stack.append(value.receiver)

    def without_graph(self, value: Value) -> bool:
        """Whether a value is a tensor that surely has no graph."""
        return isinstance(value, Tensor) and self.needs_grad(value) is NO


def _parts(record: Record | None) -> Iterator[object]:
    """Yield the attributes of a record."""
    return (getattr(record, item.name) for item in fields(record)) if record is not None else iter(())


TABLES = tuple(item.name for item in fields(State) if item.default_factory is not MISSING and item.name != "owned")
"""What a fork copies."""

SHARED = tuple(item.name for item in fields(State) if item.default_factory is MISSING)
"""What a fork takes over as it is."""
