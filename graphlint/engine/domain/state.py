"""The state of one path: a heap of mutable objects, and the status of nodes, storages, tensors and leaves at this point of the path.

A fork copies the tables and shares the heap objects. An object is copied when one of the paths first writes to it (copy on write).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Set
from dataclasses import MISSING, dataclass, field, fields
from enum import Enum
from typing import Final, NamedTuple

from graphlint.autograd.events import Certainty, Change, Cleared, Context, Contribution, Emptied, Saved, Site
from graphlint.autograd.numbers import ObjectNumber, RunNumber, StorageNumber
from graphlint.engine.domain.fact_tables import FactTables
from graphlint.engine.domain.objects import Object, collect_tensors, followed_values, tensors_of
from graphlint.engine.domain.parts import LEAVES, NESTED, parts_of
from graphlint.engine.domain.path_condition import PathCondition
from graphlint.engine.domain.symbols import Way, way
from graphlint.engine.domain.term import Symbol, Term
from graphlint.engine.domain.values import NO, NONE, Function, Ref, Tensor, Unknown, Value


class Signal(str, Enum):
    """The way in which a path leaves a block; NONE, which is false, if it continues with the next instruction."""

    NONE = ""
    RETURN = "return"
    BREAK = "break"
    CONTINUE = "continue"
    RAISE = "raise"
    YIELD = "yield"
    """A generator has reached its next yield."""
    STOP = "stop"
    """The consumer of a generator has left its loop: the generator is closed."""
    STOP_AND_RETURN = "stop and return"
    STOP_AND_RAISE = "stop and raise"


class Rebase(NamedTuple):
    """A new grad_fn that an in-place operation gave to a family of tensors: it holds for those with a number below `before`."""

    before: int
    node: int
    needs: Certainty


class Write(NamedTuple):
    """A store of a tensor with a graph to a name, an attribute or a container.

    `holder` is the number of the object stored to; of an in-place operation (`in_place`), the family of the tensor. `node` is the node of
    the tensor at the time of the store, `value` the number of the stored tensor or object, 0 for a tuple.
    """

    site: Site
    context: Context
    holder: ObjectNumber
    key: Hashable
    text: str
    node: int
    value: int = 0
    in_place: bool = False

    @property
    def runs(self) -> tuple[RunNumber, ...]:
        """The loop runs in progress at the store, outermost first."""
        return tuple(item.run for item in self.context.iterations)


class Variable(NamedTuple):
    """The place of a variable: the number of its scope, and its name."""

    scope: ObjectNumber
    name: Hashable


class Modes(NamedTuple):
    """The grad mode and inference mode of a path, how many contexts of two kinds the path is in, and if the innermost one enables grad mode
    on purpose."""

    grad_mode: Certainty
    inference: bool
    grad_mode_doubts: int
    version_check_off: int
    enabled_on_purpose: bool


class Callback(NamedTuple):
    """A forward hook on an unresolved module.

    With `with_output`, the hook receives the module's output after its inputs. `module` is the module's object, None if it has none.
    """

    hook: Value
    with_output: bool
    module: int | None


NO_OBJECTS: Final[Mapping[ObjectNumber, Object]] = {}


@dataclass(slots=True, eq=False)
class State:
    """The state of one path at one instruction: the heap, and the status of the graph's nodes, storages, tensors and leaves.

    All that may differ between two paths is here, except what one path establishes for all: the tables of the `Graph`, such as
    `backpropagated` and `loops.releases`, `ValueFacts`, and the branches that the machine has taken. Numbers of nodes, tensors, objects and
    backward passes are those of the graph's counter, so that a greater number is newer. A table has no entry for a number with the default
    status: not freed, version 0, requires_grad as at its creation.

    `owned` are the objects that this state may write to; all others may be shared with other paths and are copied by `edit`. A fork empties
    it on both sides: an object returned by `edit` or passed to `put` must not be written after the next fork. `dirty` contains every object
    that was written since the fork of the innermost branch in progress, and so all of `owned`: heaps that are joined differ in no other
    one. A fork copies it; a branch, and a hook that runs on a fork, begin with an empty set. `signal` says how the path leaves the current
    block; `result` is the value of the last call. `writes` are stores of tensors with a graph in loops.
    """

    heap: dict[ObjectNumber, Object] = field(default_factory=dict)
    owned: set[ObjectNumber] = field(default_factory=set)
    dirty: set[ObjectNumber] = field(default_factory=set)
    # By node: the number of the backward that freed it, and of the one that retained it.
    freed: dict[int, int] = field(default_factory=dict)
    retained_by: dict[int, int] = field(default_factory=dict)
    # By storage: its version counter and its last in-place change; both tables have the same keys. A storage of `uncertain_changes` may
    # have kept its version; after a join, it may be one that only the other path changed.
    versions: dict[StorageNumber, int] = field(default_factory=dict)
    changes: dict[StorageNumber, Change] = field(default_factory=dict)
    uncertain_changes: set[StorageNumber] = field(default_factory=set)
    # By family: the new grad_fn. By tensor: requires_grad after `requires_grad_()`, and the leaf that the tensor has become. Of these,
    # `became_leaf` takes precedence over `new_grad_fns`, and so does `needs` for requires_grad.
    new_grad_fns: dict[int, Rebase] = field(default_factory=dict)
    needs: dict[int, Certainty] = field(default_factory=dict)
    became_leaf: dict[int, int] = field(default_factory=dict)
    # By leaf: the contributions to its gradient, and the reset that discarded unused ones.
    gradients: dict[int, tuple[Contribution, ...]] = field(default_factory=dict)
    discarded_gradients: dict[int, Cleared] = field(default_factory=dict)
    # By optimizer with unresolved parameters: contributions to its gradients (an optimizer with none is tracked, too), and the reset since
    # which none is known. By any optimizer: its latest step; `presumed_gradients.UNRESOLVED` stands for unresolved code.
    optimizer_gradients: dict[ObjectNumber, tuple[Contribution, ...]] = field(default_factory=dict)
    optimizer_resets: dict[ObjectNumber, Emptied] = field(default_factory=dict)
    optimizer_steps: dict[ObjectNumber, int] = field(default_factory=dict)
    condition: PathCondition = field(default_factory=PathCondition)
    # Known values of unknown values, by symbol. `stored` are the symbols whose values the program has assigned, attributes and items of
    # unresolved objects: unlike what is inferred of a value, these differ between paths.
    known: dict[Symbol, Value] = field(default_factory=dict)
    stored: frozenset[Symbol] = frozenset()
    facts: FactTables = field(default_factory=FactTables)
    # The lazily imported values of other modules whose objects are on this path's heap, by id().
    installed_imports: set[int] = field(default_factory=set)
    writes: tuple[Write, ...] = ()
    callbacks: tuple[Callback, ...] = ()
    # `grad_mode_switch` is the statement that disabled grad mode permanently, `grad_mode_doubts` the number of unresolved contexts
    # that may disable it, `version_check_off` that of contexts that disable the check of version counters. `enabled_on_purpose` states that
    # the innermost context or decorator that sets the grad mode is `enable_grad()` or `set_grad_enabled(True)`.
    grad_mode: Certainty = Certainty.YES
    inference: bool = False
    grad_mode_switch: Site | None = None
    grad_mode_doubts: int = 0
    version_check_off: int = 0
    enabled_on_purpose: bool = False
    latest_backward: int = 0
    # The path has left a try statement in a loop through a handler, although no path shows an exception there.
    presumes_exception: bool = False
    signal: Signal = Signal.NONE
    result: Value = NONE

    def fork(self) -> State:
        """Return a copy of the state for another path."""
        self.owned = set()
        # In the order of the fields: twice as fast as a loop over `TABLES` and `SHARED`.
        return State(
            self.heap.copy(), set(), self.dirty.copy(), self.freed.copy(), self.retained_by.copy(), self.versions.copy(),
            self.changes.copy(), self.uncertain_changes.copy(), self.new_grad_fns.copy(), self.needs.copy(), self.became_leaf.copy(),
            self.gradients.copy(), self.discarded_gradients.copy(), self.optimizer_gradients.copy(), self.optimizer_resets.copy(),
            self.optimizer_steps.copy(), self.condition.copy(), self.known.copy(), self.stored, self.facts.copy(),
            self.installed_imports.copy(), self.writes, self.callbacks, self.grad_mode, self.inference, self.grad_mode_switch,
            self.grad_mode_doubts, self.version_check_off, self.enabled_on_purpose, self.latest_backward, self.presumes_exception,
            self.signal, self.result,
        )  # fmt: skip

    @property
    def modes(self) -> Modes:
        """The modes that contexts set, or may set."""
        return Modes(self.grad_mode, self.inference, self.grad_mode_doubts, self.version_check_off, self.enabled_on_purpose)

    def restore(self, modes: Modes) -> None:
        """Set the modes that held before contexts were entered."""
        self.grad_mode, self.inference, self.grad_mode_doubts, self.version_check_off, self.enabled_on_purpose = modes

    def take(self, other: State) -> None:
        """Replace this state by another one, which must not be used afterwards."""
        for name in (*TABLES, *SHARED):
            setattr(self, name, getattr(other, name))
        self.owned = set()

    def get(self, number: ObjectNumber) -> Object:
        """Return a heap object for reading."""
        return self.heap[number]

    def edit(self, number: ObjectNumber) -> Object:
        """Return a heap object for writing; copy it first if another path shares it."""
        if number not in self.owned:
            self.heap[number] = self.heap[number].duplicate()
            self.owned.add(number)
            self.dirty.add(number)
        return self.heap[number]

    def put(self, number: ObjectNumber, obj: Object) -> None:
        """Add a new object to the heap."""
        self.heap[number] = obj
        self.owned.add(number)
        self.dirty.add(number)

    def store(self, symbol: Symbol, value: Value) -> None:
        """Assign an attribute or an item of an unresolved object, given by its symbol."""
        self.known[symbol] = value
        self.stored |= {symbol}

    def node(self, tensor: Tensor) -> int:
        """Return the current node of a tensor: its grad_fn, or its own node for a leaf; 0 if it has no graph."""
        if self.became_leaf and (leaf := self.became_leaf.get(tensor.number)) is not None:
            return leaf
        if not self.new_grad_fns:
            return tensor.node
        rebase = self.new_grad_fn(tensor)
        return tensor.node if rebase is None else rebase.node

    def new_grad_fn(self, tensor: Tensor) -> Rebase | None:
        """Return the new grad_fn of a tensor's family if it holds for this tensor: one created later has its own."""
        rebase = self.new_grad_fns.get(tensor.family)
        return rebase if rebase is not None and rebase.before > tensor.number else None

    def needs_grad(self, tensor: Tensor) -> Certainty:
        """Return the current requires_grad of a tensor."""
        if self.needs and (changed := self.needs.get(tensor.number)) is not None:
            return changed
        if not self.new_grad_fns:
            return tensor.needs
        rebase = self.new_grad_fn(tensor)
        return tensor.needs if rebase is None else rebase.needs

    def is_leaf(self, tensor: Tensor) -> Certainty:
        """Return YES if a tensor is currently a leaf."""
        if tensor.number in self.became_leaf:
            return Certainty.YES
        if (rebase := self.new_grad_fn(tensor)) is not None:
            # If the operand of the in-place operation has no graph, the tensor is still a leaf.
            return NO if rebase.needs is Certainty.YES or tensor.leaf is NO else Certainty.MAYBE
        return tensor.leaf

    def version(self, storage: StorageNumber) -> int:
        """Return the version counter of a storage."""
        return self.versions.get(storage, 0)

    def is_modified(self, saved: Saved) -> bool:
        """Return True if a storage was certainly modified since a node saved it."""
        return bool(saved.storage) and self.version(saved.storage) != saved.version and saved.storage not in self.uncertain_changes

    def nodes_of_names(self) -> set[int]:
        """Return the nodes of all tensors reachable from named values: a handler of an exception can use them, but no temporaries."""
        return self.nodes_below([value for _, value in self.named_values()])

    def nodes_on_heap(self, beside: State | None = None) -> set[int]:
        """Return the nodes of all tensors on the heap: if the path is dropped, its remaining code might have backpropagated through them.

        These are the tensors in the fields and items of heap objects and in the result of the last call, also in tuples and in values that
        stand for any of several tensors. Left out are parameters, and tensors in records of objects and in known values of unknown
        values. Objects that nothing references count.

        Args:
            beside: another path; nodes that only objects shared with it reference are left out.
        """
        nodes: set[int] = set()
        shared: dict[ObjectNumber, Object] = {}
        if beside is not None and self.became_leaf == beside.became_leaf and self.new_grad_fns == beside.new_grad_fns:
            shared = beside.heap
        tensors: dict[int, Tensor] = {}
        collect_tensors((self.result,), tensors)
        tensors.update(self.held_tensors(shared))
        for tensor in tensors.values():
            if not tensor.parameter and (node := self.node(tensor)):
                nodes.add(node)
        return nodes

    def held_tensors(self, shared: Mapping[ObjectNumber, Object] = NO_OBJECTS) -> dict[int, Tensor]:
        """Return the tensors that the fields and items of the objects on the heap are made of, by number.

        Args:
            shared: objects that are left out.
        """
        tensors: dict[int, Tensor] = {}
        for number, obj in self.heap.items():
            if shared and shared.get(number) is obj:
                continue
            held = obj.held
            if held is None:
                held = tensors_of(obj)
                if number not in self.owned:
                    obj.held = held
            if held:
                tensors.update(held)
        return tensors

    def named_values(self) -> Iterator[tuple[Variable | Way, object]]:
        """Yield the values of all variables, and the values that the path knows or obtains again, by the way in which it does.

        Temporaries are left out, and so are known values of temporaries.
        """
        yield from ((way(key), value) for key, value in self.known.items() if isinstance(key, Term))
        yield from ((way(key), value) for key, value in self.facts.obtained.items())
        for number, obj in self.heap.items():
            if obj.kind == "scope":
                yield from ((Variable(number, name), value) for name, value in obj.fields.items() if type(name) is not int)

    def values_of_scopes(self, without: Set[int]) -> list[object]:
        """Return the values of all variables and temporaries, except those of some scopes, and all that the path knows or obtains again.

        Left out are the `LEAVES` among the variables.
        """
        return [self.result, *self.callbacks, *self.known.values(), *self.facts.obtained.values(), *self.variables_of_scopes(without)]

    def variables_of_scopes(self, without: Set[int]) -> list[object]:
        """Return the values of all variables and temporaries, except those of some scopes and the `LEAVES`."""
        scopes = [obj for number, obj in self.heap.items() if obj.kind == "scope" and number not in without]
        return [value for obj in scopes for value in obj.fields.values() if type(value) not in LEAVES]

    def nodes_below(self, values: list[object]) -> set[int]:
        """Return the nodes of all tensors reachable from values, except parameters."""
        below = self.values_below(values)
        return {node for value in below if type(value) is Tensor and not value.parameter and (node := self.node(value))}

    def values_below(self, stack: list[object]) -> Iterator[object]:
        """Yield values and everything reachable from them, except through classes, scopes of modules, and the variables of closures.

        Left out are the `LEAVES`. A tensor may be yielded more than once. What is added to `stack` between two values is searched, too.
        """
        seen: set[int] = set()
        shared: set[int] = set()
        heap, known = self.heap, self.known
        while stack:
            value = stack.pop()
            kind = type(value)
            if kind in LEAVES:
                continue
            if type(value) is Function and not value.defaults:
                yield value
                continue
            if kind in NESTED:
                # Several values may share a tuple, and a fact about a value may contain the value.
                if id(value) in shared:
                    continue
                shared.add(id(value))
            yield value
            if kind is Tensor or kind is int:
                continue
            if type(value) is Ref:
                if value.number not in seen and (held := heap.get(value.number)) is not None:
                    seen.add(value.number)
                    stack += held.followed if held.followed is not None else self._followed(value.number, held)
            elif type(value) is Unknown:
                if value.symbol in known:
                    stack.append(known[value.symbol])
            elif isinstance(value, (tuple, list, set, frozenset)):
                stack += value
            else:
                stack += parts_of(value)

    def _followed(self, number: int, held: Object) -> list[object]:
        """Return the values that a search follows from an object, and store them in it if no path may write to it."""
        followed = followed_values(held)
        if number not in self.owned:
            held.followed = followed
        return followed

    def without_graph(self, value: Value) -> bool:
        """Return True if a value is a tensor that certainly has no graph."""
        return isinstance(value, Tensor) and self.needs_grad(value) is NO


TABLES: Final = tuple(item.name for item in fields(State) if item.default_factory is not MISSING and item.name != "owned")
"""The attributes that a fork copies."""

SHARED: Final = tuple(item.name for item in fields(State) if item.default_factory is MISSING)
"""The attributes whose values are immutable: a fork copies the reference."""
