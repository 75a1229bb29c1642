"""The state of one path: a heap of mutable objects and, laid over the immutable graph, what has happened to it so far.

A fork copies the tables and shares the objects; an object is copied when one of the paths first writes to it.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import NamedTuple

from graphlint.autograd.events import Certainty, Change, Cleared, Context, Contribution, Site
from graphlint.interpreter.values import NO, NONE, Tensor, Value


@dataclass(slots=True, eq=False)
class Object:
    """A mutable object: an instance or a scope has `fields`, a list `items`, a dict `fields` by key.

    `about` is what kind-specific code keeps (an optimizer's leaves, a module's class entry, a loader's nature). `opened` is the context
    in which it was made, and says what it outlives. An object that grows in ways not seen is not `exact`.
    """

    kind: str
    type: Value | None = None
    fields: dict[Hashable, Value] = field(default_factory=dict)
    items: list[Value] = field(default_factory=list)
    about: dict[str, object] = field(default_factory=dict)
    opened: Context = Context()
    exact: bool = True

    def copy(self) -> Object:
        """A copy that shares no table with this object."""
        return Object(self.kind, self.type, dict(self.fields), list(self.items), dict(self.about), self.opened, self.exact)


class Rebase(NamedTuple):
    """An in-place operation gave a family of tensors a new grad_fn: those made before tensor number `before`."""

    before: int
    node: int
    needs: Certainty


class Write(NamedTuple):
    """A tensor with a graph was stored: under a name, in an attribute or in a container; `holder` is the object's number."""

    site: Site
    context: Context
    holder: int
    key: Hashable
    text: str


class State:
    """One path's state.

    `leafed` are the leaves' nodes of tensors that were told to require grad, `owned` are the objects that this path alone holds and may write to, `dirty` those written to since the fork that led to it. `signal` is "", "return", "break", "continue" or "raise"; `result` the value of the last call. `unchecked` counts the contexts around
    that switch the version check off, `veiled` those of which nobody knows whether they switch grad mode off; `switched` is the statement
    that switched grad mode off for good; a `dubious` path rests on guards that may exclude one another, and proves no raise.
    """

    __slots__ = (
        "blurred", "changes", "decided", "dirty", "dubious", "facts", "freed", "grad_mode", "gradients", "heap", "inference", "keepers", "leafed", "lost", "needs", "owned", "rebased",
        "result", "signal", "switched", "unchecked", "veiled", "versions", "writes",
    )  # fmt: skip

    def __init__(self) -> None:
        self.heap: dict[int, Object] = {}
        self.owned: set[int] = set()
        self.dirty: set[int] = set()
        self.freed: dict[int, int] = {}
        self.keepers: dict[int, int] = {}
        self.versions: dict[int, int] = {}
        self.changes: dict[int, Change] = {}
        self.blurred: set[int] = set()
        self.rebased: dict[int, Rebase] = {}
        self.needs: dict[int, Certainty] = {}
        self.leafed: dict[int, int] = {}
        self.gradients: dict[int, tuple[Contribution, ...]] = {}
        self.lost: dict[int, Cleared] = {}
        self.decided: dict[Hashable, bool] = {}
        self.facts: dict[Hashable, Value] = {}
        self.writes: tuple[Write, ...] = ()
        self.grad_mode = Certainty.YES
        self.inference = False
        self.unchecked = 0
        self.dubious = False
        self.veiled = 0
        self.switched: Site | None = None
        self.signal = ""
        self.result: Value = NONE

    def fork(self) -> State:
        """A second state that goes its own way from here."""
        other = State.__new__(State)
        other.heap = dict(self.heap)
        self.owned = set()
        other.owned = set()
        other.dirty = set(self.dirty)
        other.freed = dict(self.freed)
        other.keepers = dict(self.keepers)
        other.versions = dict(self.versions)
        other.changes = dict(self.changes)
        other.blurred = set(self.blurred)
        other.rebased = dict(self.rebased)
        other.needs = dict(self.needs)
        other.leafed = dict(self.leafed)
        other.gradients = dict(self.gradients)
        other.lost = dict(self.lost)
        other.decided = dict(self.decided)
        other.facts = dict(self.facts)
        other.writes = self.writes
        other.grad_mode = self.grad_mode
        other.inference = self.inference
        other.unchecked = self.unchecked
        other.dubious = self.dubious
        other.veiled = self.veiled
        other.switched = self.switched
        other.signal = self.signal
        other.result = self.result
        return other

    def get(self, number: int) -> Object:
        """An object, to read."""
        return self.heap[number]

    def edit(self, number: int) -> Object:
        """An object, to write to: this path's own."""
        if number not in self.owned:
            self.heap[number] = self.heap[number].copy()
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
            return NO
        return tensor.leaf

    def version(self, storage: int) -> int:
        """The version counter of a storage."""
        return self.versions.get(storage, 0)

    def without_graph(self, value: Value) -> bool:
        """Whether a value is a tensor that surely has no graph."""
        return isinstance(value, Tensor) and self.needs_grad(value) is NO
