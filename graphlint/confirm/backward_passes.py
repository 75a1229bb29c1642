"""Backwards as the shim tells of them, and the errors in which they end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from graphlint.autograd.events import (
    Backward,
    Certainty,
    Context,
    Contribution,
    Event,
    Fault,
    Raised,
    Retain,
    Site,
)
from graphlint.confirm.event_log import Ledger

YES, NO = Certainty.YES, Certainty.NO


@dataclass
class Walk:
    """A backward under way."""

    site: Site
    context: Context
    call: str
    roots: tuple[int, ...]
    retain: Retain
    create: bool
    walked: list[int] = field(default_factory=list)
    reached: list[int] = field(default_factory=list)
    freed: list[int] = field(default_factory=list)
    leaves: list[int] = field(default_factory=list)
    reuses: set[int] = field(default_factory=set)


@dataclass
class Walks(Ledger):
    """Hears of backwards and of PyTorch's errors."""

    walk: Walk | None = None
    keepers: dict[int, int] = field(default_factory=dict)
    freed: dict[int, Backward] = field(default_factory=dict)

    def walk_begins(self, call: str, roots: Any, retain: Any, create_graph: bool) -> None:
        """A backward was called."""
        site, context = self.places.here()
        spans = tuple(site[1:])
        if retain:
            told = Retain.COMPUTED if spans in self.places.marked.computed else Retain.LITERAL
        else:
            told = Retain.IMPLIED if create_graph and retain is None else Retain.NO
        numbers = tuple(number for root in roots if (number := self.of_tensor(root)))
        self.walk = Walk(site, context, call, numbers, told, create_graph)

    def visited(self, node: Any, freed: bool) -> None:
        """The walk went through a node."""
        if self.walk is None:
            return
        number = self.node(node)
        self.walk.walked.append(number)
        if freed:
            self.walk.freed.append(number)
        if number in self.keepers:
            self.walk.reuses.add(self.keepers[number])
        if hasattr(node, "variable"):
            self.walk.leaves.append(number)

    def captured(self, node: Any) -> None:
        """The walk came to a node whose gradient was asked for, and went no further."""
        if self.walk is not None and not hasattr(node, "variable"):
            self.walk.reached.append(self.node(node))

    def walk_ends(self) -> None:
        """The backward returned."""
        walk, self.walk = self.walk, None
        if walk is None:
            return
        number = self.number()
        event = Backward(
            walk.site, walk.context, number, walk.call, walk.roots, frozenset((*walk.walked, *walk.reached)), frozenset(),
            frozenset(walk.freed), walk.retain, walk.create, frozenset(walk.leaves), frozenset(walk.reuses),
        )  # fmt: skip
        self.events.append(event)
        self.freed.update(dict.fromkeys(walk.freed, event))
        if walk.retain is not Retain.NO:
            self.keepers.update((each, number) for each in walk.walked if self.nodes[each].saves is YES)
        if walk.call == "backward":
            for leaf in walk.leaves:
                self.gradients.setdefault(leaf, []).append(Contribution(number, False))
                self.lost.pop(leaf, None)

    def failed(self, kind: str, **facts: Any) -> None:
        """PyTorch's error is about to be raised."""
        walk, self.walk = self.walk, None
        fault = Fault[kind]
        roots = walk.roots if walk is not None else ()
        chain: tuple[int, ...] = ()
        by: Event | None = None
        reason = what = ""
        mode: Site | None = None
        if "node" in facts:
            goal = self.node(facts["node"])
            chain = self.chain(roots, goal)
            by = self.freed.get(goal)
        tensor = facts.get("tensor")
        if fault is Fault.CHANGED and tensor is not None:
            by = self.changes.get(tensor._version_.storage)
        elif fault is Fault.NO_GRAPH and tensor is not None:
            reason, by, mode = tensor.__dict__.get("_reason", ("data", None, None))
        elif fault in (Fault.LEAF_CHANGED, Fault.LEAF_VIEW_CHANGED):
            what = ""
        self.emit(Raised, fault, chain, by, roots[0] if roots else 0, reason, what, mode)

    def chain(self, roots: Iterable[int], goal: int) -> tuple[int, ...]:
        """Nodes from a root down to the goal."""
        came: dict[int, int] = {}
        stack = list(roots)
        seen = set(stack)
        while stack:
            number = stack.pop()
            if number == goal:
                path = [number]
                while path[-1] in came:
                    path.append(came[path[-1]])
                return tuple(reversed(path))
            for below in self.nodes[number].inputs:
                if below not in seen:
                    seen.add(below)
                    came[below] = number
                    stack.append(below)
        return (goal,)
