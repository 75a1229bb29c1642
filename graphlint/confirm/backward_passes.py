"""Backward calls as reported by the shim, and the errors that PyTorch raises in them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from graphlint.autograd.events import (
    Backward,
    BackwardKind,
    Certainty,
    Context,
    Contribution,
    Event,
    Fault,
    NoGraph,
    Raised,
    Retain,
    Site,
    UnreducedBackward,
)
from graphlint.confirm.event_log import EventLog
from graphlint.confirm.notes import MissingGraph

YES, NO = Certainty.YES, Certainty.NO


@dataclass
class BackwardCall:
    """A backward call in progress."""

    site: Site
    context: Context
    kind: BackwardKind
    roots: tuple[int, ...]
    retain: Retain
    create_graph: bool
    visited_nodes: list[int] = field(default_factory=list)
    freed: list[int] = field(default_factory=list)
    leaves: list[int] = field(default_factory=list)
    reuses: set[int] = field(default_factory=set)
    requested: set[int] = field(default_factory=set)


@dataclass
class BackwardRecorder(EventLog):
    """Records backward calls and errors."""

    backward: BackwardCall | None = None
    retained_by: dict[int, int] = field(default_factory=dict)
    freed: dict[int, Backward] = field(default_factory=dict)
    wrapped_at: dict[int, Site] = field(default_factory=dict)
    unreduced: dict[int, tuple[Site, Any]] = field(default_factory=dict)

    def backward_begins(self, call: str, roots: Any, retain: Any, create_graph: bool) -> None:
        """Start recording a backward call; `call` is the value of a `BackwardKind`."""
        site, context = self.places.here()
        spans = tuple(site[1:])
        if retain:
            retention = Retain.COMPUTED if spans in self.places.program.instrumented_at(site).computed else Retain.LITERAL
        else:
            retention = Retain.IMPLIED if create_graph and retain is None else Retain.NO
        numbers = self.of_tensors(roots)
        self.backward = BackwardCall(site, context, BackwardKind(call), numbers, retention, create_graph)

    def of_tensors(self, tensors: Iterable[Any]) -> tuple[int, ...]:
        """Return the nodes of tensors that have one."""
        return tuple(number for tensor in tensors if (number := self.of_tensor(tensor)))

    def visited(self, node: Any, freed: bool) -> None:
        """Record a node that backward runs."""
        if self.backward is None:
            return
        number = self.node(node)
        self.backward.visited_nodes.append(number)
        if freed:
            self.backward.freed.append(number)
        if number in self.retained_by:
            self.backward.reuses.add(self.retained_by[number])
        if self.library.variable(node) is not None:
            self.backward.leaves.append(number)

    def captured(self, node: Any) -> None:
        """Record a node whose gradient was requested: backward stops there and does not run it."""
        if self.backward is not None and self.backward.kind is BackwardKind.GRAD:
            self.backward.requested.add(self.node(node))

    def backward_ends(self) -> None:
        """Emit the event of a backward call that returned."""
        backward, self.backward = self.backward, None
        if backward is None:
            return
        number = self.number()
        event = Backward(
            backward.site,
            backward.context,
            number,
            backward.kind,
            backward.roots,
            frozenset(backward.visited_nodes),
            frozenset(),
            frozenset(backward.freed),
            backward.retain,
            backward.create_graph,
            frozenset(backward.leaves),
            frozenset(backward.reuses),
            steps=frozenset(self.steps.values()),
            requested=frozenset(backward.requested),
        )
        self.events.append(event)
        self.backpropagated = True
        self.freed.update(dict.fromkeys(backward.freed, event))
        if backward.retain is not Retain.NO:
            self.retained_by.update((node, number) for node in backward.visited_nodes if self.nodes[node].saves is YES)
        if event.fills_gradients:
            for leaf in backward.leaves:
                self.gradients.setdefault(leaf, []).append(Contribution(number, False))
                self.lost.pop(leaf, None)
            for switch, module in self.unreduced.values():
                parameters = frozenset(self.leaf(each) for each in module.parameters() if self.library.is_trained(each))
                self.events.append(UnreducedBackward(switch, event.context, self.number(), parameters, number))

    def failed(self, kind: str, **facts: Any) -> None:
        """Emit the event of an error that PyTorch is about to raise."""
        backward, self.backward = self.backward, None
        fault = Fault[kind]
        roots = self.of_tensors(facts.get("roots", ())) if backward is None else backward.roots
        chain: tuple[int, ...] = ()
        by: Event | None = None
        reason: NoGraph | None = None
        mode: Site | None = None
        if "node" in facts:
            goal = self.node(facts["node"])
            chain = self.chain(roots, goal)
            by = self.freed.get(goal)
        tensor = facts.get("tensor")
        if fault is Fault.CHANGED:
            by = self.changes.get(facts.get("storage", 0) if tensor is None else self.library.storage(tensor))
        elif fault is Fault.NO_GRAPH and tensor is not None:
            reason, by, mode = self.library.notes(tensor).missing_graph or MissingGraph(NoGraph.DATA)
        elif fault is Fault.INPUT_WITHOUT_GRAD and tensor is not None:
            missing = self.library.notes(tensor).missing_graph
            by = missing.event if missing is not None else None
        if "scaler" in facts:
            by = self.scaler_calls.get((self.object_number(facts["scaler"]), self.object_number(facts["optimizer"])))
            by = by or next((event for event in reversed(self.events) if isinstance(event, Backward)), None)
        if fault in (Fault.INPUT_WITHOUT_GRAD, Fault.UNUSED_INPUT):
            chain = roots[:1]
        if fault is Fault.GRADIENT_COUNT:
            requested = self.node(facts["node"])
        else:
            requested = self.of_tensor(facts["input"]) if "input" in facts else 0
        root = roots[0] if roots else 0
        created = self.wrapped_at.get(id(facts["wrapper"])) if "wrapper" in facts else None
        self.emit(Raised, fault, chain, by, root, reason, False, mode, facts.get("index"), requested, created, facts.get("counts"))

    def chain(self, roots: Iterable[int], goal: int) -> tuple[int, ...]:
        """Return the nodes from a root to the goal."""
        parents: dict[int, int] = {}
        stack = list(roots)
        seen = set(stack)
        while stack:
            number = stack.pop()
            if number == goal:
                path = [number]
                while path[-1] in parents:
                    path.append(parents[path[-1]])
                return tuple(reversed(path))
            for source in self.nodes[number].inputs:
                if source not in seen:
                    seen.add(source)
                    parents[source] = number
                    stack.append(source)
        return (goal,)
