"""The autograd graph of a run: its nodes and events, and what is known of them on all paths.

The graph is shared by all paths. Nodes and events are added, never removed; a node is completed while its operation runs. Of the tables of
what is known, some lose entries: `unresolved.calls` and `unresolved.new` for a result that its callee may have stored
(`havoc_log.stored_by_callee`), `leaves.rebounds` when the value becomes a leaf, `leaves.frozen` when a path thaws one, and
`loops.unbounded` when the number of iterations is found. The status of a node on one path (freed, retained, saved tensor modified) is part
of that path's `State`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from graphlint.autograd.events import Backward, Change, Context, Event, Havoc, Node, Site
from graphlint.autograd.nodes import Saved
from graphlint.autograd.presumptions import Presumption, Presumptions
from graphlint.engine.domain.loop_runs import LoopRuns
from graphlint.engine.domain.nodes import NodeTable
from graphlint.engine.domain.path_facts import CompiledGraph
from graphlint.engine.domain.plausibility import OutcomeConditions
from graphlint.engine.domain.tensor_history import DetachPoints, LeafHistory, RetainedGradients, ScaledConstant, WrongGradients
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.unresolved_results import UnresolvedResults
from graphlint.engine.domain.values import Mode, Tensor, Value
from graphlint.ir.instructions import FunctionId


class LoggedHavoc(NamedTuple):
    """A record of havoc, the number of events before it, and the symbol of the call's result, whose node may be created later."""

    position: int
    event: Havoc
    result: Symbol | None = None


@dataclass(slots=True)
class GradModes:
    """The grad-mode instances that the program constructs, with their context, and those that it enters on some path."""

    constructed: dict[Site, Context] = field(default_factory=dict)
    used: set[Site] = field(default_factory=set)

    def use(self, mode: Value) -> None:
        """Record that a grad-mode instance was entered, or passed to code that may enter it."""
        if isinstance(mode, Mode) and mode.site is not None:
            self.used.add(mode.site)


@dataclass(frozen=True, slots=True)
class CompiledCall:
    """A module call through torch.compile: the compiled graph, and the number of layers in sequence that certainly save a buffer of it."""

    graph: CompiledGraph
    layers: int


@dataclass(slots=True)
class BackwardPasses:
    """The backward passes of a run.

    `by_number` are their events, `reached` the nodes that one has reached, or may have reached. `double` are the roots of each one with
    `create_graph=True`. `wrong_gradients` are the custom Functions whose backward returns a wrong number of gradients, by node,
    `compiled_calls` the module calls through torch.compile, by number.
    """

    by_number: dict[int, Backward] = field(default_factory=dict)
    reached: set[int] = field(default_factory=set)
    double: dict[int, tuple[int, ...]] = field(default_factory=dict)
    wrong_gradients: dict[int, WrongGradients] = field(default_factory=dict)
    compiled_calls: dict[int, CompiledCall] = field(default_factory=dict)

    def are_alike(self, one: int, two: int) -> bool:
        """Return True if two numbers are of the same backward statement in the same iteration, which two paths have executed."""
        first, second = self.by_number.get(one), self.by_number.get(two)
        return one == two or (first is not None and second is not None and first.site == second.site and first.context == second.context)


@dataclass(slots=True)
class PossibleTensors:
    """The tensors that a tensor may be, or may share its storage with.

    `saved` are those that nodes save if operands with an unknown graph have one, noted where a changed one is assumed. `bases` are the
    tensors of which an item under an unknown key, or a reshaped tensor, is a view or a copy, by the family of the item. `same` are the
    tensors of which an item at an unknown index may be any, by family: one table for all of them, in which a tensor that stands for the
    items read by a statement has the key of its site.
    """

    saved: dict[int, tuple[Saved, ...]] = field(default_factory=dict)
    bases: dict[int, Tensor] = field(default_factory=dict)
    same: dict[int, dict[int | Site, Tensor]] = field(default_factory=dict)


@dataclass(slots=True)
class Scaling:
    """Values that only a factor distinguishes from others.

    `losses` are the results of gradient scalers, with the condition under which the scaler is enabled, None if it certainly is; `constants`
    the products of constants and settings, by tensor.
    """

    losses: dict[int, Symbol | None] = field(default_factory=dict)
    constants: dict[int, ScaledConstant] = field(default_factory=dict)


@dataclass(slots=True)
class HavocRecords:
    """The records of code that the run does not execute, in order, and the nodes of tensors that such code may have stored."""

    log: list[LoggedHavoc] = field(default_factory=list)
    stored: set[int] = field(default_factory=set)


@dataclass(slots=True)
class Reads:
    """The reads of the program: `tensors` are the nodes of those whose elements it may read, `modes` the modules whose code has read
    that they are in training mode."""

    tensors: set[int] = field(default_factory=set)
    modes: set[int] = field(default_factory=set)


@dataclass(slots=True)
class Graph(NodeTable):
    """All nodes and events of one run over all its paths.

    Only `havoc_log` writes `havoc`. `counter_tests` numbers the tests of counters that a step or a reset depends on. `failing` are the
    functions of which every path of a call failed a check. `left_calls` are the `LeftCalls` events so far, `changes` the changes in place
    of other tensors than leaves, on all paths. `start` is the last number before the run: older nodes are of module code and of
    constructors. `presumptions` are those of the run.
    """

    events: list[Event] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    passes: BackwardPasses = field(default_factory=BackwardPasses)
    havoc: HavocRecords = field(default_factory=HavocRecords)
    reads: Reads = field(default_factory=Reads)
    scaling: Scaling = field(default_factory=Scaling)
    possible: PossibleTensors = field(default_factory=PossibleTensors)
    loops: LoopRuns = field(default_factory=LoopRuns)
    leaves: LeafHistory = field(default_factory=LeafHistory)
    detach_points: DetachPoints = field(default_factory=DetachPoints)
    grad_modes: GradModes = field(default_factory=GradModes)
    outcome_conditions: OutcomeConditions = field(default_factory=OutcomeConditions)
    unresolved: UnresolvedResults = field(default_factory=UnresolvedResults)
    retained_gradients: RetainedGradients = field(default_factory=RetainedGradients)
    counter_tests: dict[Symbol, int] = field(default_factory=dict)
    failing: set[FunctionId] = field(default_factory=set)
    left_calls: set[tuple[object, ...]] = field(default_factory=set)
    start: int = 0
    presumptions: Presumptions = field(default_factory=Presumptions)

    def emit(self, event: Event) -> None:
        """Record an event."""
        self.events.append(event)
        if isinstance(event, Backward):
            self.passes.by_number.setdefault(event.number, event)
            self.passes.reached.update(event.reached, event.maybe_reached)

    def backward_event(self, number: int) -> Backward | None:
        """Return the backward pass with this number."""
        return self.passes.by_number.get(number)

    def presumes(self, presumption: Presumption) -> bool:
        """Return True unless a presumption is switched off; it then counts among those that have decided something in the run."""
        return self.presumptions.hold(presumption)

    def for_root(self, nodes: Mapping[int, Node]) -> Graph:
        """Return the graph of another root's run: it begins with these nodes, and continues the numbering."""
        return Graph(nodes=dict(nodes), start=self.last, last=self.last, presumptions=self.presumptions.of_root())

    def without_events(self) -> Graph:
        """Return a graph with the same nodes, for code whose events are not part of the run."""
        graph = Graph(nodes=dict(self.nodes), last=self.last, presumptions=self.presumptions)
        graph.unresolved.nodes = dict(self.unresolved.nodes)
        graph.leaves.by_gradient = dict(self.leaves.by_gradient)
        return graph

    def include(self, other: Graph) -> None:
        """Add the nodes of another graph, and what is known of its leaves, without its events."""
        for number, node in other.nodes.items():
            self.nodes.setdefault(number, node)
        for symbol, number in other.unresolved.nodes.items():
            self.unresolved.nodes.setdefault(symbol, number)
        for number, leaf in other.leaves.by_gradient.items():
            self.leaves.by_gradient.setdefault(number, leaf)
        self.leaves.viewed |= other.leaves.viewed
        self.leaves.result_views |= other.leaves.result_views
        self.saved |= other.saved

    def since(self, before: Graph) -> Graph | None:
        """Return what is to be included in the graph from whose nodes this one was made, None if there is nothing."""
        added = Graph()
        added.nodes = {number: node for number, node in self.nodes.items() if number not in before.nodes}
        added.unresolved.nodes = {key: number for key, number in self.unresolved.nodes.items() if key not in before.unresolved.nodes}
        added.leaves.by_gradient = {key: leaf for key, leaf in self.leaves.by_gradient.items() if key not in before.leaves.by_gradient}
        added.leaves.viewed = self.leaves.viewed - before.leaves.viewed
        added.leaves.result_views = self.leaves.result_views - before.leaves.result_views
        added.saved = self.saved - before.saved
        leaves = added.leaves
        tables = (added.nodes, added.unresolved.nodes, leaves.by_gradient, leaves.viewed, leaves.result_views, added.saved)
        return added if any(tables) else None
