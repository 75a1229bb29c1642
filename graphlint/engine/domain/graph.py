"""The autograd graph of a run: nodes, events, the numbers that order them, and the effect of backward passes and in-place changes.

The graph is shared by all paths and only grows. Node numbers increase in the order of creation, so an input's number is smaller than that
of the node that uses it. The status of a node on one path (freed, retained, saved tensor modified) is part of that path's `State`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from graphlint.autograd import operations
from graphlint.autograd.events import (
    NO_CONTEXT,
    Backward,
    Certainty,
    Change,
    Context,
    Contribution,
    Event,
    Fault,
    Havoc,
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
from graphlint.engine.domain.plausibility import OutcomeConditions
from graphlint.engine.domain.state import Rebase, State
from graphlint.engine.domain.term import Symbol, Term
from graphlint.engine.domain.terms import Attribute, Call, Element
from graphlint.engine.domain.values import MAYBE, NO, YES, Mode, Tensor, Value

LEAF = "leaf"
ANSWERS = frozenset(("module", "part", "unpacked"))
"""Operations of the results of unresolved modules, and of parts of such results."""

UNSEEN = ANSWERS.union(("unknown", "unseen"))
"""Operations of the nodes that stand for the unknown graphs of results of unresolved code."""


@dataclass(slots=True)
class ReachedNodes:
    """The nodes that a backward reaches: those that it certainly reaches, and those that unresolved code may have made it reach."""

    certain: set[int]
    possible: set[int]


class LoggedHavoc(NamedTuple):
    """A record of havoc, the number of events before it, and the key of the call's result, whose node may be created later."""

    position: int
    event: Havoc
    result: Symbol | None = None


@dataclass(slots=True)
class Graph:
    """All nodes and events of one run over all its paths, and the counter that numbers them.

    `backpropagated` are the nodes that a backward pass has reached, or may have reached. `havoc` are the records of code that the run does
    not execute, `received_leaves` the parameters of modules that such code received. `call_results` are the results of unresolved calls by
    key, with the context of the call; `imported` are the keys of results of imported functions, `computed` those of results of unresolved
    calls that received tensors, `alternatives` the keys that a joined unknown value stands for. `unseen_nodes` are the nodes of unknown
    values by key; `fresh` are those whose value was created in the current iteration. `read` is that of `Run`. `loaded` are leaves that
    `load_state_dict()` has overwritten.

    `context` is the dynamic context of the current instruction, `forward` the outermost module call in progress (0 if none), `forwards` all
    of them by number. `updates` are the tensors computed from a leaf, `leaf_families` the leaves of which a view was taken, `saved` the
    storages that any node saves. `cuts` are the detach points of tensors without a graph by number, `detached_at` those of nodes.
    `approximate` are the loop runs whose number of iterations is unknown, `gathered` those in which one abstract iteration stands for
    several. `released` are the loop runs in which an object, or a slot of one, releases its value. `double_backwards` are the roots of each
    backward with `create_graph=True`. `modes_made` and `modes_used` are the grad-mode instances constructed and entered. `indices` and
    `ends` describe loop counters.
    """

    nodes: dict[int, Node] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    backpropagated: set[int] = field(default_factory=set)
    havoc: list[LoggedHavoc] = field(default_factory=list)
    received_leaves: set[int] = field(default_factory=set)
    call_results: dict[Symbol, Context] = field(default_factory=dict)
    imported: set[Symbol] = field(default_factory=set)
    computed: set[Symbol] = field(default_factory=set)
    alternatives: dict[Symbol, tuple[Symbol, ...]] = field(default_factory=dict)
    fresh: set[int] = field(default_factory=set)
    read: set[int] = field(default_factory=set)
    loaded: set[int] = field(default_factory=set)
    context: Context = NO_CONTEXT
    forward: int = 0
    module_depth: int = 0
    forwards: list[int] = field(default_factory=list)
    updates: dict[int, set[int]] = field(default_factory=dict)
    gradients_used: dict[int, set[int]] = field(default_factory=dict)
    leaves: dict[int, Tensor] = field(default_factory=dict)
    leaf_families: set[int] = field(default_factory=set)
    # Views, taken with grad mode disabled, of tensors that are not leaves: such a view is a leaf itself, and not a parameter.
    result_views: set[int] = field(default_factory=set)
    saved: set[int] = field(default_factory=set)
    # Call stack and site of each tensor with a retained gradient: the condition of a read on another path may be that of `retain_grad()`.
    retaining: set[tuple[tuple[Site, ...], Site]] = field(default_factory=set)
    rebounds: dict[int, Rebound] = field(default_factory=dict)
    cuts: dict[int, Rewrapped] = field(default_factory=dict)
    approximate: set[int] = field(default_factory=set)
    gathered: set[int] = field(default_factory=set)
    released: dict[Hashable, set[int]] = field(default_factory=dict)
    detached_at: dict[int, Site] = field(default_factory=dict)
    unseen_nodes: dict[Symbol, int] = field(default_factory=dict)
    double_backwards: dict[int, tuple[int, ...]] = field(default_factory=dict)
    modes_made: dict[Site, Context] = field(default_factory=dict)
    modes_used: set[Site] = field(default_factory=set)
    outcome_conditions: OutcomeConditions = field(default_factory=OutcomeConditions)
    indices: dict[Symbol, Index] = field(default_factory=dict)
    ends: dict[int, Linear] = field(default_factory=dict)
    last: int = 0

    def number(self) -> int:
        """Return a new number: unique in the run, and greater than all before it."""
        self.last += 1
        return self.last

    def emit(self, event: Event) -> None:
        """Record an event."""
        self.events.append(event)
        if isinstance(event, Backward):
            self.backpropagated.update(event.reached, event.maybe_reached)

    def leaf(self, site: Site) -> int:
        """Create the node of a leaf and return its number."""
        number = self.number()
        self.nodes[number] = Node(number, LEAF, site, self.context)
        return number

    def record(
        self, operation: str, site: Site, inputs: Iterable[int], maybe: Iterable[int], saves: Certainty, saved: tuple[Saved, ...],
        gradients: tuple[tuple[int, int], ...] = (),
    ) -> int:  # fmt: skip
        """Create the node of an operation and return its number."""
        number = self.number()
        self.saved.update(item.storage for item in saved if item.storage)
        unique = tuple(dict.fromkeys(item for item in inputs if item))
        self.nodes[number] = Node(
            number, operation, site, self.context, unique, tuple(dict.fromkeys(item for item in maybe if item)), saves, saved, self.forward,
            gradients,
        )  # fmt: skip
        return number

    def is_initialized_outside(self, leaf: int) -> bool:
        """Return True if the values of a parameter may come from unresolved code or from a file."""
        return leaf in self.received_leaves or leaf in self.loaded

    def retain_gradient(self, node: int) -> None:
        """Record that the program calls `retain_grad()` on a non-leaf tensor."""
        if made := self.nodes.get(node):
            self.retaining.add((made.context.calls, made.site))

    def may_retain_gradient(self, node: int) -> bool:
        """Return True if `retain_grad()` is called on this tensor, or on the tensor that the same code creates on another path."""
        made = self.nodes.get(node)
        return made is not None and (made.context.calls, made.site) in self.retaining

    def is_fresh(self, key: Symbol, depth: int = 6) -> bool:
        """Return True if a value was created in the current iteration.

        True for the result of an unresolved call in this iteration, an element of an unresolved iterable, and values computed from these.
        An attribute of such a value is not fresh: it may hold a graph that was built long before.
        """
        made = self.call_results.get(key)
        if made is not None:
            return made.iterations == self.context.iterations
        if not isinstance(key, Term) or not depth:
            return False
        if isinstance(key, Attribute):
            return isinstance(key.of, Element)
        if isinstance(key, Call) and f"torch.Tensor.{key.method}" in operations.spellings():
            # An operation on a tensor: what it depends on is as new as that.
            return self.is_fresh(key.receiver, depth - 1)
        return isinstance(key, Call | Element) or any(self.is_fresh(part, depth - 1) for part in key.symbols())

    def gradient(self, site: Site, roots: Iterable[int], targets: set[int], factors: Iterable[int] = ()) -> int:
        """Create the node of a gradient computed with `create_graph=True` and return its number.

        It depends on the tensors in which the operations between the roots and the targets can be differentiated, and so on the saved
        tensors of the forward pass. The contribution of unresolved operations is uncertain.

        Args:
            site: the backward, or the read of the gradient.
            roots: the nodes at which the backward started.
            targets: the nodes whose gradient it is.
            factors: the nodes of the gradients that were passed to the backward.
        """
        roots = tuple(roots)
        reached = self.reach(roots)
        leading = self.restrict_to_targets(reached, targets).certain
        ends = leading | targets
        below = {source or number for number in leading for edge, source in self.nodes[number].gradients if edge in ends}
        return self.record("gradient", site, (*sorted(below), *factors), roots, YES if below else MAYBE, ())

    def unseen(self, key: Symbol, site: Site, operation: str = "unseen", below: Iterable[int] = ()) -> int:
        """Return the node that stands for the unknown graph of an unknown value, one node for each key.

        It may depend on the nodes `below`, and on the nodes of the unknown values from which it was computed.
        """
        number = self.unseen_nodes.get(key)
        if number is None:
            number = self.record(operation, site, (), (*below, *self._derived(key)), MAYBE, ())
            self.unseen_nodes[key] = number
            if self.is_fresh(key):
                self.fresh.add(number)
        return number

    def one_of(self, key: Symbol, keys: Iterable[Symbol]) -> None:
        """Make an unknown value that stands for one of several others depend on the nodes of each of them."""
        keys = tuple(keys)
        self.alternatives[key] = keys
        nodes = [node for each in keys if (node := self.unseen_of(each)) is not None]
        if nodes:
            self.unseen(key, self.nodes[nodes[0]].site, "unseen", nodes)

    def use_mode(self, mode: Value) -> None:
        """Record that a grad-mode instance was entered, or passed to code that may enter it."""
        if isinstance(mode, Mode) and mode.made is not None:
            self.modes_used.add(mode.made)

    def unseen_of(self, key: Symbol) -> int | None:
        """Return the node of an unknown value; None if it depends on no node."""
        if key in self.unseen_nodes:
            return self.unseen_nodes[key]
        derived = self._derived(key)
        if len(set(derived)) > 1:
            return self.unseen(key, self.nodes[derived[0]].site)
        return derived[0] if derived else None

    def _derived(self, key: Symbol, depth: int = 6) -> list[int]:
        """Return the nodes of the unknown values that are parts of a key."""
        found: list[int] = []
        if isinstance(key, Term) and depth:
            for part in key.symbols():
                if part in self.unseen_nodes:
                    found.append(self.unseen_nodes[part])
                else:
                    found.extend(self._derived(part, depth - 1))
        return found

    def reach(self, roots: Iterable[int]) -> ReachedNodes:
        """Return the nodes that a backward from these roots reaches."""
        nodes = self.nodes
        certain: set[int] = set()
        possible: set[int] = set()
        stack = [root for root in roots if root]
        while stack:
            number = stack.pop()
            if number in certain:
                continue
            certain.add(number)
            node = nodes[number]
            stack.extend(node.inputs)
            possible.update(node.possible_inputs)
        stack = list(possible)
        possible = set()
        while stack:
            number = stack.pop()
            if number in possible or number in certain:
                continue
            possible.add(number)
            stack.extend(nodes[number].inputs)
            stack.extend(nodes[number].possible_inputs)
        return ReachedNodes(certain, possible)

    def restrict_to_targets(self, reached: ReachedNodes, targets: set[int]) -> ReachedNodes:
        """Restrict reached nodes to those on a path to the targets: autograd.grad and backward(inputs=...) execute no others."""
        leading = set(targets)
        for number in sorted(reached.certain | reached.possible):
            node = self.nodes[number]
            if any(item in leading for item in (*node.inputs, *node.possible_inputs)):
                leading.add(number)
        ways = leading - targets
        return ReachedNodes(reached.certain & ways, reached.possible & ways)

    def is_resolved(self, reached: ReachedNodes) -> bool:
        """Return True if all reached nodes were created by resolved code."""
        return not reached.possible and all(self.nodes[item].operation not in UNSEEN for item in reached.certain)

    def is_independent(self, node: int, reached: ReachedNodes) -> bool:
        """Return True if none of the reached nodes is that of a tensor, or of an operand that may be the same tensor."""
        same = [node]
        while same:
            number = same.pop()
            made = self.nodes[number]
            if number in reached.certain or number in reached.possible or made.operation in UNSEEN:
                return False
            if made.operation != LEAF and operations.may_return_operand(made.operation):
                same.extend((*made.inputs, *made.possible_inputs))
        return True

    def chain(self, roots: Sequence[int], goal: int, within: set[int]) -> tuple[int, ...]:
        """Return the nodes on one path from a root to the goal, for messages; the goal alone if no path is certain."""
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
        self,
        state: State,
        site: Site,
        roots: Sequence[int],
        reached: ReachedNodes,
        retain: Retain,
        create_graph: bool,
        call: str,
        unused: Raised | None = None,
    ) -> Raised | Backward:
        """Run a backward pass on one path, and return its event, or the error that PyTorch raises: `unused` after the pass has run.

        PyTorch executes the nodes from the newest to the oldest and raises at the first one whose saved tensor was freed or modified. If a
        backward freed the graph of a root of which only a part is resolved, a second backward from that root is presumed to need what was
        freed.
        """
        reuses: set[int] = set()
        for number in sorted(reached.certain, reverse=True):
            node = self.nodes[number]
            if node.saves is NO and not (number in roots and reached.possible):
                continue
            freed = state.freed.get(number)
            if freed is not None and (node.saves is YES or number in roots):
                by = self.backward_event(freed)
                return Raised(site, self.context, Fault.FREED, self.chain(roots, number, reached.certain), by, roots[0])
            for saved in node.saved:
                changed = saved.storage and state.version(saved.storage) != saved.version and saved.storage not in state.blurred
                if changed:
                    change = state.changes.get(saved.storage)
                    chain = self.chain(roots, number, reached.certain)
                    return Raised(site, self.context, Fault.CHANGED, chain, change, roots[0], "", saved.what)
            keeper = state.keepers.get(number)
            if keeper is not None:
                reuses.add(keeper)
        if unused is not None:
            return unused
        reuses.update(keeper for number in reached.possible if (keeper := state.keepers.get(number)) is not None)
        return self._record_backward(state, site, roots, reached, retain, create_graph, call, reuses)

    def backward_event(self, number: int) -> Event | None:
        """Return the backward pass with this number."""
        return next((event for event in self.events if isinstance(event, Backward) and event.number == number), None)

    def _record_backward(
        self,
        state: State,
        site: Site,
        roots: Sequence[int],
        reached: ReachedNodes,
        retain: Retain,
        create_graph: bool,
        call: str,
        reuses: set[int],
    ) -> Backward:
        number = self.number()
        saving = {item for item in reached.certain if self.nodes[item].saves is not NO}
        leaves = frozenset(item for item in reached.certain | reached.possible if self.nodes[item].operation == LEAF)
        freed: frozenset[int] = frozenset()
        if retain is Retain.NO:
            freed = frozenset(saving)
            # The unresolved part of a root's graph may save tensors: the root is marked so that a second backward from it raises.
            for item in saving.union(roots) if reached.possible else saving:
                state.freed[item] = number
        else:
            for item in saving.union(item for item in reached.possible if self.nodes[item].saves is not NO):
                state.keepers[item] = number
        event = Backward(
            site, self.context, number, call, tuple(roots), frozenset(reached.certain), frozenset(reached.possible), freed, retain,
            create_graph, leaves, frozenset(reuses), any(self.nodes[item].possible_inputs for item in reached.certain), state.latest,
            presumed_gradients.latest_step(state),
        )  # fmt: skip
        if create_graph:
            self.double_backwards[number] = tuple(roots)
        if call == "backward":
            alone = leaves.isdisjoint(reached.certain)
            for leaf in leaves:
                certain = leaf in reached.certain
                mark = Contribution(number if certain else -number, False, alone)
                state.gradients[leaf] = (*state.gradients.get(leaf, ()), mark)
                state.lost.pop(leaf, None)
            presumed_gradients.backward(state, number)
        self.emit(event)
        return event

    def change(self, state: State, site: Site, storage: int, cause: str, leaf: bool = False, sure: bool = True) -> Change:
        """Record an in-place change of a storage: its version counter increases.

        If the change is not `sure`, nodes that saved the storage may still be usable.
        """
        event = Change(site, self.context, self.number(), storage, cause, leaf)
        if not sure:
            state.blurred.add(storage)
        state.versions[storage] = state.version(storage) + 1
        state.changes[storage] = event
        return event

    def rebase(self, state: State, tensor: Tensor, node: int, needs: Certainty) -> None:
        """Make an in-place operation's node the grad_fn of a tensor and of all its views."""
        state.rebased[tensor.family] = Rebase(self.number(), node, needs)

    def certainty(self, tensors: Iterable[Certainty]) -> Certainty:
        """Return YES if any item is YES, else MAYBE if any is MAYBE, else NO."""
        result = NO
        for item in tensors:
            if item is YES:
                return YES
            if item is MAYBE:
                result = MAYBE
        return result
