"""The events of one root over all its paths, and the sets of nodes that rules ask a run for."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar, cast

from graphlint.autograd.doubts import Doubt, Silence
from graphlint.autograd.escapes import Escape
from graphlint.autograd.events import SCALING, Backward, Certainty, Event, Forward, Node, Raised
from graphlint.autograd.sites import Site

AnyEvent = TypeVar("AnyEvent", bound=Event)


def _no_text(site: Site) -> str:  # noqa: ARG001  the signature of `Run.text`
    return ""


@dataclass(frozen=True)
class Run:
    """The events of one root, over all paths that were followed.

    Attributes:
        nodes: all nodes by number.
        events: the events in the order of time, path after path.
        complete: False if a budget dropped a path, or unresolved code could have changed any tensor: then nothing can be claimed never to
            happen.
        escaped: the nodes that unresolved code received and may backpropagate through, store or detach.
        returned: the nodes that an unresolved caller received.
        escaped_leaves: the leaves whose module unresolved code received.
        live_at_exceptional_exit: the nodes that were live at the exceptional exit of a path.
        on_dropped_paths: the nodes on which only dropped paths depended.
        root: the name of the root, "<module>" for the module's code.
        escapes: the calls by which nodes escaped.
        unresolved_results: the nodes of unresolved values that a call of unresolved code made, in contrast to those that the run received.
        stored: the nodes that an object holds for its other methods when the root returns.
        invalidated: of the nodes that are stored or returned, those through which a backward would raise on every path, because an
            optimizer step has modified what they save.
        presumed_data: the nodes of unresolved values that are presumed to have no graph: settings, data, and results of imported code that
            received none.
        needed_after_raise: the nodes of variables that are used below a statement that raises.
        reused_on_dropped_paths: the backward passes whose retained graphs only dropped paths could use.
        read: the nodes of tensors of which something may read more than the size and the type; None if that is not known.
        text: returns the source text of a span for messages, empty if the source is unavailable.
        silences: the doubts of rules; None unless they are to be explained.
        uncalled: True if the root is a function of a script that nothing calls, analyzed under an unknown grad mode.
    """

    nodes: Mapping[int, Node]
    events: tuple[Event, ...]
    complete: bool = True
    escaped: frozenset[int] = frozenset()
    returned: frozenset[int] = frozenset()
    escaped_leaves: frozenset[int] = frozenset()
    live_at_exceptional_exit: frozenset[int] = frozenset()
    on_dropped_paths: frozenset[int] = frozenset()
    root: str = ""
    escapes: frozenset[Escape] = frozenset()
    unresolved_results: frozenset[int] = frozenset()
    stored: frozenset[int] = frozenset()
    invalidated: frozenset[int] = frozenset()
    presumed_data: frozenset[int] = frozenset()
    needed_after_raise: frozenset[int] = frozenset()
    reused_on_dropped_paths: frozenset[int] = frozenset()
    read: frozenset[int] | None = None
    uncalled: bool = False
    text: Callable[[Site], str] = field(default=_no_text, compare=False, repr=False)
    silences: list[Silence] | None = field(default=None, compare=False, repr=False)

    @functools.cached_property
    def _by_kind(self) -> dict[type[Event], tuple[Event, ...]]:
        """The events by kind, for the kinds read so far: rules read repeatedly, and a run may have thousands of events."""
        return {}

    @functools.cached_property
    def backwards(self) -> Mapping[int, Backward]:
        """All backwards by number."""
        return {event.number: event for event in self.of(Backward)}

    @functools.cached_property
    def forwards(self) -> Mapping[int, Forward]:
        """All module calls by number."""
        return {event.number: event for event in self.of(Forward)}

    @functools.cached_property
    def backpropagated(self) -> frozenset[int]:
        """All nodes that a backward reached, may have reached, or was about to reach when it raised."""
        found: set[int] = set()
        for event in self.of(Backward):
            found |= event.reached
            found |= event.maybe_reached
        return self.pending_at_errors.union(found)

    @functools.cached_property
    def pending_at_errors(self) -> frozenset[int]:
        """All nodes that a backward had yet to reach when it raised."""
        return self.below(root for event in self.of(Raised) for root in event.chain[:1])

    @functools.cached_property
    def reachable_by_unresolved(self) -> frozenset[int]:
        """All nodes that unresolved code can backpropagate through: those that it received, and all below."""
        return self.below(self.escaped)

    @functools.cached_property
    def live_at_errors(self) -> frozenset[int]:
        """All nodes that were live at the exceptional exit of a path, and all below."""
        return self.below(self.live_at_exceptional_exit)

    @functools.cached_property
    def reachable_by_caller(self) -> frozenset[int]:
        """All nodes that an unresolved caller can backpropagate through."""
        return self.below(self.returned)

    @functools.cached_property
    def maybe_backpropagated(self) -> frozenset[int]:
        """All nodes that a backward reached, that a caller can reach, or that were live on a dropped path."""
        return self.backpropagated | self.reachable_by_caller | self.live_at_errors | self.on_dropped_paths

    @functools.cached_property
    def module_leaves(self) -> frozenset[int]:
        """The parameters of all modules that were called."""
        return frozenset(leaf for event in self.of(Forward) for leaf in event.leaves)

    @functools.cached_property
    def _backpropagated(self) -> frozenset[int]:
        """The nodes on which the roots of all backwards certainly or possibly depend."""
        return self.below(root for event in self.of(Backward) for root in event.roots)

    def may_be_kept(self, backward: Backward) -> bool:
        """Return True if unresolved code, a caller or another method may use the graph of a backward after it.

        Code that computed the loss of a backward, or that was called as a function before this one, is presumed to keep nothing of what it
        received.
        """
        graph = (backward.reached | backward.maybe_reached) & self.below(backward.roots, self.presumed_data)
        built = {number for number in graph if self.nodes[number].operation != "leaf" and not self.is_fresh_input(number)}
        if backward.leaves & backward.reached:
            # The caller that passes an input can use its graph anyway: other code that receives it makes no difference.
            built -= {number for number in built if self.nodes[number].operation == "unseen" and not self.nodes[number].possible_inputs}
        usable = [escape for escape in self.escapes if not escape.spent]
        after = {escape.node for escape in usable if escape.time > backward.number}
        if not built.isdisjoint(self.below(after | ((self.returned | self.stored) - self.invalidated))):
            return True
        # A freed graph cannot be backpropagated through again.
        freed = frozenset[int]().union(*(event.freed for event in self.of(Backward)))
        stored = {
            escape.node for escape in usable if escape.keeps and escape.result not in self._backpropagated and escape.node not in freed
        }
        return not built.isdisjoint(self.below(stored))

    def is_fresh_input(self, number: int) -> bool:
        """Return True for the node of an input that is new in each iteration, such as a batch of unresolved data."""
        node = self.nodes[number]
        return number in self.unresolved_results and node.operation == "unseen" and not node.possible_inputs

    def doubted_grad_mode(self, event: Forward) -> Doubt | None:
        """Return the doubt if grad mode is not certainly on at a module call."""
        if event.grad_mode is Certainty.YES:
            return None
        return Doubt.NEVER_CALLED if self.uncalled and event.grad_mode is Certainty.MAYBE else Doubt.GRAD_MODE_OFF

    def doubted_use(self, nodes: Iterable[int]) -> Doubt | None:
        """Return the doubt if code outside of the run may use the graph of these nodes."""
        found = set(nodes)
        return (
            Doubt.ESCAPED.when(not self.reachable_by_unresolved.isdisjoint(found))
            or Doubt.RETURNED.when(not self.reachable_by_caller.isdisjoint(found))
            or Doubt.UNFOLLOWED.when(not self.on_dropped_paths.isdisjoint(found))
        )

    def below(self, roots: Iterable[int], without: frozenset[int] = frozenset()) -> frozenset[int]:
        """Return the roots and all nodes on which they certainly or possibly depend, other than through the nodes `without`."""
        seen: set[int] = set()
        stack = [root for root in roots if root in self.nodes]
        while stack:
            number = stack.pop()
            if number not in seen and number not in without:
                seen.add(number)
                node = self.nodes[number]
                stack.extend(node.inputs)
                stack.extend(node.possible_inputs)
        return frozenset(seen)

    @functools.cached_property
    def _dependents(self) -> Mapping[int, list[int]]:
        """The nodes that certainly or possibly depend directly on each node."""
        found: dict[int, list[int]] = {}
        for number, node in self.nodes.items():
            for item in (*node.inputs, *node.possible_inputs):
                found.setdefault(item, []).append(number)
        return found

    def above(self, nodes: Iterable[int]) -> frozenset[int]:
        """Return nodes and all that certainly or possibly depend on them."""
        seen = set(nodes)
        stack = list(seen)
        while stack:
            later = [item for item in self._dependents.get(stack.pop(), ()) if item not in seen]
            seen.update(later)
            stack.extend(later)
        return frozenset(seen)

    def ends_above(self, nodes: Iterable[int]) -> frozenset[int]:
        """Return the nodes computed from these on which no other node depends: the last values of their graph."""
        seen = set(nodes)
        stack = list(seen)
        ends: set[int] = set()
        while stack:
            number = stack.pop()
            later = self._dependents.get(number)
            if not later:
                ends.add(number)
                continue
            stack.extend(item for item in later if item not in seen)
            seen.update(later)
        return frozenset(ends)

    def summed(self, root: int) -> frozenset[int]:
        """Return the sums that are accumulated in a root: no gradient depends on the value of a constant term."""
        seen: set[int] = set()
        sums: set[int] = set()
        stack = [root]
        while stack:
            number = stack.pop()
            node = self.nodes.get(number)
            if node is None or number in seen:
                continue
            seen.add(number)
            if node.saves is Certainty.NO:
                sums.add(number)
            elif node.operation not in SCALING or len(node.inputs) + len(node.possible_inputs) != 1:
                continue
            stack.extend((*node.inputs, *node.possible_inputs))
        return frozenset(sums)

    def of(self, kind: type[AnyEvent]) -> Iterator[AnyEvent]:
        """Return the events of one kind, in order."""
        found = self._by_kind.get(kind)
        if found is None:
            found = self._by_kind[kind] = tuple(event for event in self.events if isinstance(event, kind))
        return iter(cast("tuple[AnyEvent, ...]", found))
