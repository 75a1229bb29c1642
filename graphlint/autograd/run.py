"""The events of one root over all its paths, and the questions that rules ask of them.

A question about what happens to a graph has one query, which answers with a certainty and a reason (`Answer`). It covers the backward
passes of the run and the code that the run does not execute (`Havoc`). Rules do not combine the sets of several events themselves.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeVar, cast

from graphlint.autograd.doubts import Doubt, Silence
from graphlint.autograd.events import (
    COMPLETE_REACH,
    PROJECTIONS,
    UNEXECUTED_BACKWARD,
    UNTRACKED,
    Backward,
    Cause,
    Certainty,
    Effects,
    Event,
    Forward,
    GradRead,
    Havoc,
    Raised,
)
from graphlint.autograd.node_graph import NodeGraph
from graphlint.autograd.presumptions import Presumption, Presumptions
from graphlint.autograd.sites import Site
from graphlint.autograd.test_files import is_test_file

AnyEvent = TypeVar("AnyEvent", bound=Event)

DOUBTS: Final = {
    Cause.CALL: Doubt.ESCAPED,
    Cause.OWNER: Doubt.ESCAPED,
    Cause.OPERAND: Doubt.OPERAND,
    Cause.EXPECTED_ERROR: Doubt.EXPECTED_ERROR,
    Cause.CALLER: Doubt.RETURNED,
    Cause.DROPPED_PATH: Doubt.UNFOLLOWED,
    Cause.SKIPPED_CALL: Doubt.UNFOLLOWED,
    Cause.INTENDED: Doubt.INTENDED,
    Cause.HANDLER: Doubt.ERROR_PENDING,
}
"""The doubt that each kind of code causes about the use of a graph. Other methods and code after an error read the values that they find,
and do not backpropagate through them."""


class Answer(NamedTuple):
    """The answer to the question if something may happen: the certainty, and the doubt that silences a rule which reports that it never
    does. There is no doubt if it certainly does not happen."""

    certainty: Certainty
    doubt: Doubt | None = None

    @property
    def possible(self) -> bool:
        """True unless the answer is a certain no."""
        return self.certainty is not Certainty.NO


NEVER: Final = Answer(Certainty.NO)


def _no_display(_: Site) -> bool:
    """Return True if the value of an expression statement is displayed; outside of notebooks, none is."""
    return False


def _no_text(site: Site) -> str:  # noqa: ARG001  the signature of `Run.text`
    return ""


@dataclass(frozen=True)
class Run(NodeGraph):
    """The events of one root, over all paths that were followed.

    Attributes:
        events: the events in the order of emission; those of different paths interleave.
        complete: False if the run ended at its limit of steps: then nothing can be claimed never to happen. Dropped paths and unresolved
            code are `Havoc` events.
        root: the name of the root, "<module>" for the module's code.
        unresolved_results: the nodes of unresolved values that were new in the iteration that created their node: results of unresolved
            calls, elements of unresolved iterables, and what is computed from these. Others, the run received, such as elements that
            are tensors with a graph.
        presumed_data: the nodes of unresolved values that are presumed to have no graph: settings, data, and results of imported code that
            received none.
        read: the nodes of tensors of which something may read more than the size and the type; None if that is not known.
        unknown_graphs: the unknown graphs that each backward pass may enter, by its number: what an unresolved call has built, of which its
            results may share parts.
        open_loops: the loop runs that may have more iterations than the run executes.
        started: the last number before the run: older nodes are of the code around a function that others may call again.
        uncalled: True if the root is a function of a script that nothing calls, analyzed under an unknown grad mode.
        text: returns the source text of a span for messages, empty if the source is unavailable.
        displays: returns True for an expression statement whose value is displayed, the last one of a notebook cell.
        is_test: returns True for the path of a file that holds tests.
        silences: the doubts of rules; None unless they are to be explained.
        presumptions: those that are switched off, and those that have decided something.
    """

    events: tuple[Event, ...]
    complete: bool = True
    root: str = ""
    unresolved_results: frozenset[int] = frozenset()
    presumed_data: frozenset[int] = frozenset()
    read: frozenset[int] | None = None
    open_loops: frozenset[int] = frozenset()
    started: int = 0
    uncalled: bool = False
    unknown_graphs: Mapping[int, frozenset[int]] = field(default_factory=dict)
    text: Callable[[Site], str] = field(default=_no_text, compare=False, repr=False)
    displays: Callable[[Site], bool] = field(default=_no_display, compare=False, repr=False)
    is_test: Callable[[str], bool] = field(default=is_test_file, compare=False, repr=False)
    silences: list[Silence] | None = field(default=None, compare=False, repr=False)
    presumptions: Presumptions = field(default_factory=Presumptions, compare=False, repr=False)

    def presumes(self, presumption: Presumption) -> bool:
        """Return True unless a presumption is switched off; it then counts among those that have decided something in the run."""
        return self.presumptions.hold(presumption)

    @functools.cached_property
    def _by_kind(self) -> Mapping[type[Event], Sequence[Event]]:
        """The events by kind: rules read repeatedly, and a run may have thousands of events."""
        found: dict[type[Event], list[Event]] = {}
        for event in self.events:
            found.setdefault(type(event), []).append(event)
        return found

    @property
    def is_of_module(self) -> bool:
        """True if the root is the code of a module, which executes the whole program if that is a script.

        The root of a run on concrete values is the path of the script.
        """
        return self.root == "<module>" or self.root.endswith(".py")

    @functools.cached_property
    def backwards(self) -> Mapping[int, Backward]:
        """All backwards by number."""
        return {event.number: event for event in self.of(Backward)}

    @functools.cached_property
    def forwards(self) -> Mapping[int, Forward]:
        """All module calls by number."""
        return {event.number: event for event in self.of(Forward)}

    @functools.cached_property
    def module_leaves(self) -> frozenset[int]:
        """The parameters of all modules that were called."""
        return frozenset(leaf for event in self.of(Forward) for leaf in event.leaves)

    @functools.cached_property
    def _pending(self) -> frozenset[int]:
        """The nodes that a backward had yet to reach when it raised."""
        return self.below(root for event in self.of(Raised) for root in event.chain[:1])

    @functools.cached_property
    def _reached(self) -> frozenset[int]:
        """The nodes that a backward certainly reaches, or was about to reach when it raised."""
        return self._pending.union(*(event.reached for event in self.of(Backward)))

    @functools.cached_property
    def _maybe_reached(self) -> frozenset[int]:
        return frozenset().union(*(event.maybe_reached for event in self.of(Backward)))

    @functools.cached_property
    def reached(self) -> frozenset[int]:
        """All nodes that a backward reaches, may reach, or was about to reach when it raised."""
        return self._reached | self._maybe_reached

    @functools.cached_property
    def backpropagated(self) -> frozenset[int]:
        """All nodes on which the roots of the backwards depend."""
        return self.below(root for event in self.of(Backward) for root in event.roots)

    @functools.cached_property
    def freed(self) -> frozenset[int]:
        """All nodes that a backward certainly frees."""
        return frozenset().union(*(event.freed for event in self.of(Backward)))

    @functools.cached_property
    def _reach_of(self) -> dict[Cause, frozenset[int]]:
        """The nodes that each kind of code reaches which the run does not execute, for the kinds asked for so far."""
        return {}

    def received(self, *causes: Cause) -> frozenset[int]:
        """Return the ends of the graphs that code of these kinds may backpropagate through or detach."""
        effects = Effects.BACKWARD | Effects.DETACH
        return frozenset().union(*(event.nodes for event in self.of(Havoc) if event.cause in causes and event.effects & effects))

    def returned_graphs(self) -> Iterator[frozenset[int]]:
        """Yield the ends of the graphs that unresolved callers receive, call by call."""
        return (event.nodes for event in self.of(Havoc) if event.cause is Cause.CALLER)

    def reach_of(self, cause: Cause) -> frozenset[int]:
        """Return all nodes that code of one kind reaches which the run does not execute."""
        found = self._reach_of.get(cause)
        if found is None:
            ends = self.received(cause)
            found = self._reach_of[cause] = ends if cause in COMPLETE_REACH else self.below(ends)
        return found

    def backward_reaches(self, nodes: Collection[int]) -> Answer:
        """Say if a backward of the run reaches one of these nodes, or was about to reach it when it raised."""
        if not self._reached.isdisjoint(nodes):
            return Answer(Certainty.YES, Doubt.BACKPROPAGATED)
        return NEVER if self._maybe_reached.isdisjoint(nodes) else Answer(Certainty.MAYBE, Doubt.BACKPROPAGATED)

    def used_outside(self, nodes: Collection[int], *, besides: frozenset[Cause] = frozenset()) -> Answer:
        """Say if code that the run does not execute may use the graph of these nodes, other than code of the kinds `besides`."""
        if not self.complete:
            return Answer(Certainty.MAYBE, Doubt.CUT_OFF)
        for cause, doubt in DOUBTS.items():
            if cause not in besides and not self.reach_of(cause).isdisjoint(nodes):
                return Answer(Certainty.MAYBE, doubt)
        return NEVER

    def may_be_used_by(self, cause: Cause, nodes: Collection[int]) -> bool:
        """Return True if code of this kind, which the run does not execute, may use the graph of these nodes."""
        return not self.reach_of(cause).isdisjoint(nodes)

    def graph_used(self, nodes: Collection[int], *, besides: frozenset[Cause] = frozenset()) -> Answer:
        """Say if a backward uses the graph of these nodes: one of the run, or of code that the run does not execute."""
        answer = self.backward_reaches(nodes)
        return answer if answer.possible else self.used_outside(nodes, besides=besides)

    @functools.cached_property
    def _requested(self) -> frozenset[int]:
        """The nodes for which `autograd.grad` returns gradients, with the unresolved results of which they are items."""
        found = [node for event in self.of(Backward) for node in event.requested]
        for number in found:
            node = self.nodes.get(number)
            if node is not None and node.origin in PROJECTIONS:
                found += node.possible_inputs
        return frozenset(found)

    def must_require_grad(self, nodes: Collection[int]) -> bool:
        """Return True if `autograd.grad` returns gradients for one of these nodes: it does not use their graph, but raises without one."""
        return not self._requested.isdisjoint(nodes)

    def is_followed(self, nodes: Collection[int]) -> bool:
        """Return True if all code that uses the values of these nodes was followed to its end."""
        return all(self.reach_of(cause).isdisjoint(nodes) for cause in (Cause.DROPPED_PATH, *UNEXECUTED_BACKWARD))

    @functools.cached_property
    def summarized_loops(self) -> frozenset[int]:
        """The open loop runs of which the run executes one iteration, which stands for all: over parameters that are not known one by one,
        or over a list of which only one element is known."""
        executed: dict[int, int] = {}
        for event in self.events if self.open_loops else ():
            for iteration in event.context.iterations:
                executed[iteration.run] = max(iteration.number, executed.get(iteration.run, 0))
        return frozenset(run for run in self.open_loops if executed.get(run) == 1)

    @functools.cached_property
    def _read_gradients(self) -> frozenset[int]:
        return frozenset(event.node for event in self.of(GradRead))

    @functools.cached_property
    def _parameters_outside(self) -> frozenset[int]:
        """The parameters of modules that unresolved code received."""
        return frozenset().union(*(event.leaves for event in self.of(Havoc)))

    def gradient_read(self, leaves: Iterable[int]) -> Answer:
        """Say if something other than an optimizer step uses the gradient of one of these leaves."""
        found = frozenset(leaves)
        if not self._read_gradients.isdisjoint(found):
            return Answer(Certainty.YES, Doubt.GRADIENT_READ)
        return NEVER if self._parameters_outside.isdisjoint(found) else Answer(Certainty.MAYBE, Doubt.HANDED)

    def gradient_from_outside(self, leaves: Iterable[int]) -> Answer:
        """Say if one of these leaves may receive a gradient from a backward that is not an event of the run."""
        found = frozenset(leaves)
        outside = *map(self.reach_of, UNTRACKED), self._parameters_outside, self._pending
        if not all(each.isdisjoint(found) for each in outside):
            return Answer(Certainty.MAYBE, Doubt.HANDED)
        return self.gradient_on_dropped_path(found)

    def gradient_on_dropped_path(self, leaves: Iterable[int]) -> Answer:
        """Say if one of these leaves may receive a gradient on a path that is not followed, which alone holds a graph of it."""
        dropped = self.below(self.reach_of(Cause.DROPPED_PATH))
        return NEVER if dropped.isdisjoint(leaves) else Answer(Certainty.MAYBE, Doubt.UNFOLLOWED)

    def is_fresh_input(self, number: int) -> bool:
        """Return True for the node of an input that is new in each iteration, such as a batch of unresolved data."""
        return number in self.unresolved_results and self.nodes[number].is_unresolved_input

    def grad_mode_off(self, event: Forward) -> Answer:
        """Say if grad mode is off at a module call."""
        if event.grad_mode is Certainty.YES:
            return NEVER
        if event.grad_mode is Certainty.NO:
            return Answer(Certainty.YES, Doubt.GRAD_MODE_OFF)
        return Answer(Certainty.MAYBE, Doubt.NEVER_CALLED if self.uncalled else Doubt.GRAD_MODE_OFF)

    def of(self, kind: type[AnyEvent]) -> Iterator[AnyEvent]:
        """Return the events of one kind, in order."""
        return iter(cast("Sequence[AnyEvent]", self._by_kind.get(kind, ())))
