"""The graph as it is built and walked: numbers, nodes, events, and what an in-place change and a backward do to a path's state."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from graphlint.autograd.escapes import Escape
from graphlint.autograd.events import (
    NO_CONTEXT,
    Backward,
    Certainty,
    Change,
    Context,
    Contribution,
    Event,
    Fault,
    Node,
    Raised,
    Rebound,
    Retain,
    Rewrapped,
    Saved,
    Site,
)
from graphlint.engine.domain import presumed_gradients
from graphlint.engine.domain.indices import Index, Linear
from graphlint.engine.domain.plausibility import Walks
from graphlint.engine.domain.state import Rebase, State
from graphlint.engine.domain.symbols import is_element
from graphlint.engine.domain.values import MAYBE, NO, YES, Mode, Tensor, Value

LEAF = "leaf"
ANSWERS = frozenset(("module", "part", "unpacked"))
"""What a module not at hand returned, and parts of that."""

UNSEEN = ANSWERS.union(("unknown", "unseen"))
"""Operations that stand for code which is not at hand."""


@dataclass(slots=True)
class Walk:
    """The part of a graph that a backward goes through: certain nodes, and those that an unknown function may have hung on it."""

    certain: set[int]
    perhaps: set[int]


class UnresolvedCall(NamedTuple):
    """A node that unresolved code received: an `Escape` whose result is known by its key only, since its node may be made later."""

    node: int
    time: int
    result: Hashable
    keeps: bool
    spent: bool = False


@dataclass(slots=True)
class Graph:
    """All nodes and events of one run, over all its paths, and the numbers that identify them."""

    nodes: dict[int, Node] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    escaped: set[int] = field(default_factory=set)
    escapes: set[UnresolvedCall] = field(default_factory=set)
    call_results: dict[Hashable, Context] = field(default_factory=dict)
    imported: set[Hashable] = field(default_factory=set)
    computed: set[Hashable] = field(default_factory=set)
    alternatives: dict[Hashable, tuple[Hashable, ...]] = field(default_factory=dict)
    fresh: set[int] = field(default_factory=set)
    returned: set[int] = field(default_factory=set)
    left: set[int] = field(default_factory=set)
    read: set[int] = field(default_factory=set)
    usable: set[int] = field(default_factory=set)
    abandoned: set[int] = field(default_factory=set)
    pending: set[int] = field(default_factory=set)
    unfollowed: set[int] = field(default_factory=set)
    dropped: set[int] = field(default_factory=set)
    handed: set[int] = field(default_factory=set)
    loaded: set[int] = field(default_factory=set)
    context: Context = NO_CONTEXT
    forward: int = 0
    module_depth: int = 0
    forwards: list[int] = field(default_factory=list)
    updates: dict[int, set[int]] = field(default_factory=dict)
    gradients_used: dict[int, set[int]] = field(default_factory=dict)
    leaves: dict[int, Tensor] = field(default_factory=dict)
    leaf_families: set[int] = field(default_factory=set)
    saved: set[int] = field(default_factory=set)
    # The calls and the place that made tensors whose gradient is retained on some path: a read on another may have the same condition.
    retaining: set[tuple[tuple[Site, ...], Site]] = field(default_factory=set)
    rebounds: dict[int, Rebound] = field(default_factory=dict)
    cuts: dict[int, Rewrapped] = field(default_factory=dict)
    approximate: set[int] = field(default_factory=set)
    gathered: set[int] = field(default_factory=set)
    released: dict[Hashable, set[int]] = field(default_factory=dict)
    detached_at: dict[int, Site] = field(default_factory=dict)
    unseen_nodes: dict[Hashable, int] = field(default_factory=dict)
    double_backwards: dict[int, tuple[int, ...]] = field(default_factory=dict)
    modes_made: dict[Site, Context] = field(default_factory=dict)
    modes_used: set[Site] = field(default_factory=set)
    walks: Walks = field(default_factory=Walks)
    indices: dict[Hashable, Index] = field(default_factory=dict)
    ends: dict[int, Linear] = field(default_factory=dict)
    last: int = 0

    def number(self) -> int:
        """A number that nothing else in the run has."""
        self.last += 1
        return self.last

    def emit(self, event: Event) -> None:
        """Append an event."""
        self.events.append(event)

    def leaf(self, site: Site) -> int:
        """A new leaf's node."""
        number = self.number()
        self.nodes[number] = Node(number, LEAF, site, self.context)
        return number

    def record(
        self, operation: str, site: Site, inputs: Iterable[int], maybe: Iterable[int], saves: Certainty, saved: tuple[Saved, ...],
        gradients: tuple[tuple[int, int], ...] = (),
    ) -> int:  # fmt: skip
        """A new node."""
        number = self.number()
        self.saved.update(item.storage for item in saved if item.storage)
        unique = tuple(dict.fromkeys(item for item in inputs if item))
        self.nodes[number] = Node(
            number, operation, site, self.context, unique, tuple(dict.fromkeys(item for item in maybe if item)), saves, saved, self.forward,
            gradients,
        )  # fmt: skip
        return number

    def escape(self, nodes: Iterable[int], result: Hashable = None, *, keeps: bool = True, spent: frozenset[int] = frozenset()) -> None:
        """Note that unresolved code received nodes.

        Args:
            result: the key of what the call returned.
            keeps: the callee may store what it received.
            spent: those of the nodes through which a backward would raise.
        """
        found = [node for node in nodes if node]
        self.escaped.update(found)
        self.escapes.update(UnresolvedCall(node, self.last, result, keeps, node in spent) for node in found)

    def retain_gradient(self, node: int) -> None:
        """Note that the gradient of a tensor that is not a leaf is retained."""
        if made := self.nodes.get(node):
            self.retaining.add((made.context.calls, made.site))

    def may_retain_gradient(self, node: int) -> bool:
        """Test whether the gradient of a tensor, or of the same one on another path, is retained."""
        made = self.nodes.get(node)
        return made is not None and (made.context.calls, made.site) in self.retaining

    def keep(self, key: Hashable) -> None:
        """Note that the callee which returned a value may use its graph again."""
        self.call_results.pop(key, None)
        if key in self.unseen_nodes:
            self.fresh.discard(self.unseen_nodes[key])
            self.escapes.add(UnresolvedCall(self.unseen_nodes[key], self.last, None, True))

    def resolved_escapes(self) -> frozenset[Escape]:
        """Return the escapes, with the nodes of the results."""
        results = self.unseen_nodes
        return frozenset(Escape(call.node, call.time, results.get(call.result, 0), call.keeps, call.spent) for call in self.escapes)

    def is_fresh(self, key: Hashable, depth: int = 6) -> bool:
        """Return True if a value comes from an unresolved call in the current iteration, is the element of an unresolved iteration, or was
        computed from such a value. An attribute of such an object may hold a graph that was built long before."""
        made = self.call_results.get(key)
        if made is not None:
            return made.turns == self.context.turns
        if not isinstance(key, tuple) or not depth:
            return False
        if key[0] == "attribute":
            return is_element(key[1])
        return key[0] == "call" or is_element(key) or any(self.is_fresh(part, depth - 1) for part in key)

    def gradient(self, site: Site, roots: Iterable[int], targets: set[int], factors: Iterable[int] = ()) -> int:
        """The node of a gradient that a backward with `create_graph=True` computed.

        It depends on the tensors in which the operations between the roots and the targets can be differentiated, and so on the saved
        tensors of the forward pass. What unresolved operations add is uncertain.

        Args:
            site: the backward, or the read of the gradient.
            roots: the nodes where the backward started.
            targets: the nodes whose gradient it is.
            factors: the nodes of the gradients with which the backward started.
        """
        roots = tuple(roots)
        walk = self.reach(roots)
        leading = self.on_the_way(walk, targets).certain
        ends = leading | targets
        below = {source or number for number in leading for edge, source in self.nodes[number].gradients if edge in ends}
        return self.record("gradient", site, (*sorted(below), *factors), roots, YES if below else MAYBE, ())

    def unseen(self, key: Hashable, site: Site, operation: str = "unseen", below: Iterable[int] = ()) -> int:
        """The node that stands for whatever graph an unknown value may have: the same for the same value.

        It may hang on the nodes `below`, and on those of the unknown values that it was computed from.
        """
        number = self.unseen_nodes.get(key)
        if number is None:
            number = self.record(operation, site, (), (*below, *self._derived(key)), MAYBE, ())
            self.unseen_nodes[key] = number
            if self.is_fresh(key):
                self.fresh.add(number)
        return number

    def one_of(self, key: Hashable, keys: Iterable[Hashable]) -> None:
        """Hang an unknown value on the nodes of others, each of which it may be."""
        keys = tuple(keys)
        self.alternatives[key] = keys
        nodes = [node for each in keys if (node := self.unseen_of(each)) is not None]
        if nodes:
            self.unseen(key, self.nodes[nodes[0]].site, "unseen", nodes)

    def use_mode(self, mode: Value) -> None:
        """Note that a grad-mode instance was entered, or given to something that may enter it."""
        if isinstance(mode, Mode) and mode.made is not None:
            self.modes_used.add(mode.made)

    def unseen_of(self, key: Hashable) -> int | None:
        """The node of an unknown value, None where nothing is known that it may hang on."""
        if key in self.unseen_nodes:
            return self.unseen_nodes[key]
        derived = self._derived(key)
        if len(set(derived)) > 1:
            return self.unseen(key, self.nodes[derived[0]].site)
        return derived[0] if derived else None

    def _derived(self, key: Hashable, depth: int = 6) -> list[int]:
        """The nodes of the values that a key is made of."""
        found: list[int] = []
        if isinstance(key, tuple) and depth:
            for part in key:
                if part in self.unseen_nodes:
                    found.append(self.unseen_nodes[part])
                else:
                    found.extend(self._derived(part, depth - 1))
        return found

    def lets_go(self, holder: int, key: Hashable, run: int) -> bool:
        """Whether what an object holds, or holds under a key, is let go in the iterations of a run of a loop."""
        return run in self.released.get(holder, ()) or run in self.released.get((holder, key), ())

    def reach(self, roots: Iterable[int]) -> Walk:
        """All that hangs below the roots."""
        nodes = self.nodes
        certain: set[int] = set()
        perhaps: set[int] = set()
        stack = [root for root in roots if root]
        while stack:
            number = stack.pop()
            if number in certain:
                continue
            certain.add(number)
            node = nodes[number]
            stack.extend(node.inputs)
            perhaps.update(node.maybe)
        stack = list(perhaps)
        perhaps = set()
        while stack:
            number = stack.pop()
            if number in perhaps or number in certain:
                continue
            perhaps.add(number)
            stack.extend(nodes[number].inputs)
            stack.extend(nodes[number].maybe)
        return Walk(certain, perhaps)

    def on_the_way(self, walk: Walk, targets: set[int]) -> Walk:
        """The part of a walk that leads to the targets: autograd.grad and backward(inputs=...) run nothing else."""
        leading = set(targets)
        for number in sorted(walk.certain | walk.perhaps):
            node = self.nodes[number]
            if any(item in leading for item in (*node.inputs, *node.maybe)):
                leading.add(number)
        ways = leading - targets
        return Walk(walk.certain & ways, walk.perhaps & ways)

    def is_seen(self, walk: Walk) -> bool:
        """Whether a walked graph is known in all its parts: nothing in it was made by code that is not at hand."""
        return not walk.perhaps and all(self.nodes[item].operation not in UNSEEN for item in walk.certain)

    def chain(self, roots: Sequence[int], goal: int, within: set[int]) -> tuple[int, ...]:
        """Nodes from a root down to the goal."""
        came: dict[int, int] = {}
        stack = [root for root in roots if root in within]
        seen = set(stack)
        while stack:
            number = stack.pop()
            if number == goal:
                path = [number]
                while path[-1] in came:
                    path.append(came[path[-1]])
                return tuple(reversed(path))
            for item in self.nodes[number].inputs:
                if item not in seen and item in within:
                    seen.add(item)
                    came[item] = number
                    stack.append(item)
        return (goal,)

    def backward(
        self, state: State, site: Site, roots: Sequence[int], walk: Walk, retain: Retain, create_graph: bool, call: str
    ) -> Raised | Backward:
        """Walk a graph.

        PyTorch runs the nodes from the newest to the oldest, and raises at the first whose saved tensor is gone or changed. A root that
        was walked before, and whose graph may have saved something, is taken to have saved it.
        """
        reuses: set[int] = set()
        for number in sorted(walk.certain, reverse=True):
            node = self.nodes[number]
            if node.saves is NO and not (number in roots and walk.perhaps):
                continue
            freed = state.freed.get(number)
            if freed is not None and (node.saves is YES or number in roots):
                by = self.backward_event(freed)
                return Raised(site, self.context, Fault.FREED, self.chain(roots, number, walk.certain), by, roots[0])
            for saved in node.saved:
                changed = saved.storage and state.version(saved.storage) != saved.version and saved.storage not in state.blurred
                if changed:
                    change = state.changes.get(saved.storage)
                    chain = self.chain(roots, number, walk.certain)
                    return Raised(site, self.context, Fault.CHANGED, chain, change, roots[0], "", saved.what)
            keeper = state.keepers.get(number)
            if keeper is not None:
                reuses.add(keeper)
        reuses.update(keeper for number in walk.perhaps if (keeper := state.keepers.get(number)) is not None)
        return self._walked(state, site, roots, walk, retain, create_graph, call, reuses)

    def backward_event(self, number: int) -> Event | None:
        """Return a backward pass by its number."""
        return next((event for event in self.events if isinstance(event, Backward) and event.number == number), None)

    def _walked(
        self, state: State, site: Site, roots: Sequence[int], walk: Walk, retain: Retain, create_graph: bool, call: str, reuses: set[int]
    ) -> Backward:
        number = self.number()
        saving = {item for item in walk.certain if self.nodes[item].saves is not NO}
        leaves = frozenset(item for item in walk.certain | walk.perhaps if self.nodes[item].operation == LEAF)
        freed: frozenset[int] = frozenset()
        if retain is Retain.NO:
            freed = frozenset(saving)
            # What a root hangs on that is not known may have saved something: the same root walked again says that it has.
            for item in saving.union(roots) if walk.perhaps else saving:
                state.freed[item] = number
        else:
            for item in saving.union(item for item in walk.perhaps if self.nodes[item].saves is not NO):
                state.keepers[item] = number
        event = Backward(
            site, self.context, number, call, tuple(roots), frozenset(walk.certain), frozenset(walk.perhaps), freed, retain, create_graph,
            leaves, frozenset(reuses), any(self.nodes[item].maybe for item in walk.certain), state.latest,
            presumed_gradients.latest_step(state),
        )  # fmt: skip
        if create_graph:
            self.double_backwards[number] = tuple(roots)
        if call == "backward":
            alone = leaves.isdisjoint(walk.certain)
            for leaf in leaves:
                certain = leaf in walk.certain
                mark = Contribution(number if certain else -number, False, alone)
                state.gradients[leaf] = (*state.gradients.get(leaf, ()), mark)
                state.lost.pop(leaf, None)
            presumed_gradients.backward(state, number)
        self.emit(event)
        return event

    def change(self, state: State, site: Site, storage: int, cause: str, leaf: bool = False, sure: bool = True) -> Change:
        """An in-place change of a storage."""
        event = Change(site, self.context, self.number(), storage, cause, leaf)
        if not sure:
            state.blurred.add(storage)
        state.versions[storage] = state.version(storage) + 1
        state.changes[storage] = event
        return event

    def rebase(self, state: State, tensor: Tensor, node: int, needs: Certainty) -> None:
        """Give a tensor and its views the node of an in-place operation."""
        state.rebased[tensor.family] = Rebase(self.number(), node, needs)

    def certainty(self, tensors: Iterable[Certainty]) -> Certainty:
        """Whether any of them is so."""
        result = NO
        for item in tensors:
            if item is YES:
                return YES
            if item is MAYBE:
                result = MAYBE
        return result
