"""Graphs that are still referenced after a loop: the owners are searched after each statement, so that the retaining statement is known."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field, replace
from types import BuiltinMethodType, FrameType, MethodType
from typing import Any, NamedTuple

from graphlint.autograd.events import Context, Growth, LoopIteration, Origin, RetainedGraph, Site
from graphlint.autograd.numbers import RunNumber
from graphlint.confirm.event_log import PLAIN
from graphlint.confirm.recorder import Recorder


class Owner(NamedTuple):
    """A name, an attribute, a container or a slot of one: its frame or object, and which of its parts.

    It does not depend on the names by which the program reaches the object, which are others in each function.
    """

    kind: str
    identity: int
    part: str = ""


class Found(NamedTuple):
    """An owner as a statement reaches it: its label in the source, and the nodes that it owns."""

    label: str
    nodes: frozenset[int]


MODULE_INTERNALS = frozenset(
    (
        "_non_persistent_buffers_set _backward_pre_hooks _backward_hooks _is_full_backward_hook _forward_hooks "
        "_forward_hooks_with_kwargs _forward_hooks_always_called _forward_pre_hooks _forward_pre_hooks_with_kwargs _state_dict_hooks "
        "_state_dict_pre_hooks _load_state_dict_pre_hooks _load_state_dict_post_hooks"
    ).split()
)
"""Attributes of modules that hold no graph of the program."""


@dataclass
class Assignment:
    """The statement that last assigned a graph to an owner."""

    site: Site
    context: Context
    label: str


@dataclass
class Slots:
    """The graphs in the slots of a list or a dict after the latest statement, and the slots that each statement has filled, by iteration.

    A slot is its index or key; beside it is 0, or the iteration in which a list got another length: its indices are then other slots.
    """

    graphs: dict[Hashable, frozenset[int]] = field(default_factory=dict)
    filled: dict[tuple[Site, int], dict[int, set[tuple[Hashable, int]]]] = field(default_factory=dict)

    def update(self, graphs: dict[Hashable, frozenset[int]], indexed: bool, site: Site, turns: tuple[LoopIteration, ...]) -> None:
        """Note which slots a statement has filled with graphs that were in none: others have only changed places."""
        known = frozenset[int]().union(*self.graphs.values())
        new = [slot for slot, nodes in graphs.items() if nodes - known]
        for turn in turns if new else ():
            length = turn.number if indexed and len(graphs) != len(self.graphs) else 0
            self.filled.setdefault((site, turn.run), {}).setdefault(turn.number, set()).update((slot, length) for slot in new)
        self.graphs = graphs

    def are_overwritten(self, site: Site, run: int) -> bool:
        """Return True if a statement has filled no further slot in the second half of a loop: the container does not grow."""
        filled = [slots for _, slots in sorted(self.filled.get((site, run), {}).items())]
        half = (len(filled) + 1) // 2
        return len(filled) > 1 and set[tuple[Hashable, int]]().union(*filled[half:]) <= set().union(*filled[:half])


@dataclass
class RetentionTracker:
    """Tracks the graphs in names, attributes and containers."""

    recorder: Recorder
    previous: dict[int, dict[Owner, frozenset[int]]] = field(default_factory=dict)
    """The nodes of each owner when it was last reachable from a statement, by the identity of its frame or object."""
    assignments: dict[Owner, Assignment] = field(default_factory=dict)
    bindings: dict[frozenset[int], Assignment] = field(default_factory=dict)
    leaves: dict[tuple[int, str], Any] = field(default_factory=dict)
    updated: dict[tuple[int, str], Any] = field(default_factory=dict)
    slots_of: dict[int, Slots] = field(default_factory=dict)
    containers: dict[int, Any] = field(default_factory=dict)
    stored: dict[tuple[Site, str, int], set[int]] = field(default_factory=dict)
    """The iterations of a loop whose graphs a statement has stored in an owner, which may be another object each time."""

    def after(self, frame: FrameType, number: int) -> None:
        """Update the owners after a statement."""
        self.names(frame, number)
        _, context = self.recorder.places.here()
        if not context.iterations:
            return
        site = self.recorder.places.statement(frame, number)
        self.containers = {}
        reachable: set[int] = set()
        self.recorder.loops_around.setdefault(site, set()).update(turn.loop for turn in context.iterations)
        now = self.owners(frame, reachable)
        for identity, container in self.containers.items():
            indexed = isinstance(container, list)
            graphs = {slot: self.nodes(element) for slot, element in (enumerate(container) if indexed else container.items())}
            self.slots_of.setdefault(identity, Slots()).update(graphs, indexed, site, context.iterations)
        for owner, (label, nodes) in now.items():
            new = nodes - self.previous.get(owner.identity, {}).get(owner, frozenset())
            if new:
                self.assignments[owner] = assignment = self.in_callee(owner, nodes, Assignment(site, context, label))
                for turn in context.iterations:
                    stored = self.stored.setdefault((assignment.site, assignment.label, turn.run), set())
                    stored.update(self.iteration_of(node, turn.run) for node in new)
        # The names of a caller are not reachable from a statement of the callee, and are as they were after it.
        for identity in reachable:
            self.previous.pop(identity, None)
        for owner, (_, nodes) in now.items():
            self.previous.setdefault(owner.identity, {})[owner] = nodes

    def in_callee(self, owner: Owner, nodes: frozenset[int], assignment: Assignment) -> Assignment:
        """Return the assignment in a callee that bound the value which it then returned to this assignment, else this assignment.

        The caller of a module retains the module's result.
        """
        if owner.kind not in ("name", "attribute"):
            return assignment
        bound = self.bindings.get(nodes)
        self.bindings[nodes] = assignment
        if bound is None:
            return assignment
        depth, outer = len(assignment.context.calls), assignment.context
        inner = bound.context
        returned = len(inner.calls) > depth and is_within(inner.calls[depth], assignment.site)
        same_iteration = inner.is_within(outer.iterations)
        return bound if returned and same_iteration and "forward" not in inner.functions[len(outer.functions) :] else assignment

    def names(self, frame: FrameType, number: int | None) -> None:
        """Detect a name of a leaf that was assigned a value computed from the leaf and its gradient."""
        for key, name, value in self.tensor_places(frame):
            leaf = self.leaves.get(key)
            before = self.updated.get(key)
            if self.recorder.library.is_trained(value):
                self.leaves[key] = value
                self.updated.pop(key, None)
            elif before is not None and value is not before:
                self.recorder.copy_rebound(before, value)
                self.updated[key] = value
            elif leaf is not None and value is not leaf:
                del self.leaves[key]
                self.updated[key] = value
                if number is not None:
                    self.note_rebound(frame, number, name, leaf, value)

    def note_rebound(self, frame: FrameType, number: int, name: str, leaf: Any, value: Any) -> None:
        """Record an assignment of a value computed from a leaf and its gradient, or of one that nothing reads, to the name of the leaf."""
        site = self.recorder.places.statement(frame, number)
        if self.recorder.leaf(leaf) in self.recorder.library.notes(value).gradient_of:
            self.recorder.rebound(site, name, leaf, value)
        elif self.is_unused_update(frame, site, name):
            self.recorder.rebound(site, name, leaf, value, is_read=False)

    def is_unused_update(self, frame: FrameType, site: Site, name: str) -> bool:
        """Return whether a statement binds a loop variable to a value computed from its own, which nothing reads."""
        updates = self.recorder.places.file(frame).instrumented.unused_updates
        return updates.get((site.line, site.column, site.end_line, site.end_column)) == name

    def tensor_places(self, frame: FrameType) -> Iterator[tuple[tuple[int, str], str, Any]]:
        """Yield the tensors in names, and in the slots and attributes of their values."""
        for name, value in list(frame.f_locals.items()):
            if self.recorder.library.is_tensor(value):
                yield (id(frame), name), name, value
            elif isinstance(value, (list, dict)) and len(value) < 100:
                yield from self.slots(name, value)
            elif (
                type(value).__module__ in self.recorder.places.program.modules
                and hasattr(value, "__dict__")
                and not isinstance(value, type)
            ):
                for key, element in list(vars(value).items()):
                    if self.recorder.library.is_tensor(element):
                        yield (id(value), key), f"{name}.{key}", element
                    elif isinstance(element, (list, dict)) and len(element) < 100:
                        yield from self.slots(f"{name}.{key}", element)

    def slots(self, name: str, value: Any) -> Iterator[tuple[tuple[int, str], str, Any]]:
        """Yield the tensors in a list or a dict."""
        for key, element in value.items() if isinstance(value, dict) else enumerate(value):
            if self.recorder.library.is_tensor(element):
                yield (id(value), repr(key)), f"{name}[{key!r}]", element

    def owners(self, frame: FrameType, seen: set[int]) -> dict[Owner, Found]:
        """Return all owners reachable from a frame; add the identities of frames and objects to `seen`."""
        found: dict[Owner, Found] = {}
        for scope in (frame.f_globals, frame.f_locals):
            for name, value in list(scope.items()):
                if not name.startswith("__"):
                    identity = id(scope) if scope is frame.f_globals else id(frame)
                    found.update(self.search(Owner("name", identity, name), name, value, seen, 4))
        seen |= {id(frame.f_globals), id(frame)}
        return found

    def search(self, owner: Owner, label: str, value: Any, seen: set[int], depth: int) -> Iterator[tuple[Owner, Found]]:
        """Yield the owners in a value that an owner references."""
        if value is None or isinstance(value, PLAIN):
            return
        if self.recorder.library.is_tensor(value) or isinstance(value, tuple):
            nodes = self.nodes(value)
            if nodes:
                yield owner, Found(label, nodes)
            return
        if isinstance(value, (BuiltinMethodType, MethodType)):  # a callback such as `losses.append`
            yield from self.search(owner, label, value.__self__, seen, depth)
            return
        if id(value) in seen or not depth:
            return
        if isinstance(value, (list, dict, set, deque)):
            seen.add(id(value))
            nodes = self.nodes(value)
            # A full deque does not grow.
            if nodes and not (isinstance(value, deque) and value.maxlen is not None and len(value) >= value.maxlen):
                yield Owner("container", id(value)), Found(label, nodes)
            if isinstance(value, (list, dict)):
                self.containers[id(value)] = value
            for key, element in value.items() if isinstance(value, dict) else enumerate(value):
                if isinstance(value, (dict, list)) and (members := self.nodes(element)):
                    yield Owner("slot", id(value), repr(key)), Found(f"{label}[{key!r}]", members)
                if not self.recorder.library.is_tensor(element) and not isinstance(element, tuple):
                    yield from self.search(owner, label, element, seen, depth - 1)
        elif getattr(value, "__closure__", None):
            seen.add(id(value))
            for name, cell in zip(value.__code__.co_freevars, value.__closure__, strict=True):
                with contextlib.suppress(ValueError):  # an empty cell
                    yield from self.search(Owner("attribute", id(cell), name), name, cell.cell_contents, seen, depth - 1)
        elif hasattr(value, "__dict__") and not isinstance(value, type) and self.can_own_graph(value):
            seen.add(id(value))
            parts = dict(vars(value))
            if "_parameters" in parts:
                parts.update({**parts.pop("_modules", {}), **parts.pop("_parameters")})
            for name, element in parts.items():
                if name in MODULE_INTERNALS:
                    continue
                yield from self.search(Owner("attribute", id(value), name), name, element, seen, depth - 1)

    def can_own_graph(self, value: Any) -> bool:
        """Return True if an object is an instance of a class of the program, a queue or a module: others cannot own a graph here."""
        module = type(value).__module__
        return module == "queue" or module in self.recorder.places.program.modules or hasattr(value, "_parameters")

    def nodes(self, value: Any, depth: int = 3) -> frozenset[int]:
        """Return the `grad_fn` nodes of the tensors in a value; leaves own no graph."""
        members = (
            tensor
            for tensor in self.recorder.tensors(list(value) if isinstance(value, (set, deque)) else value, depth)
            if self.recorder.library.graph(tensor) is not None
        )
        return frozenset(self.recorder.of_tensor(tensor) for tensor in members)

    def at_end(self, frame: FrameType, last: LoopIteration) -> None:
        """Report the owners of graphs of several iterations at the end of a loop."""
        if self.recorder.calls:  # a loop inside of a forward call is not a training loop
            return
        now = self.owners(frame, set())
        reports: list[RetainedGraph] = []
        for owner, assignment in sorted(self.assignments.items(), key=lambda item: item[0].kind == "container"):
            iteration = next((candidate for candidate in assignment.context.iterations if candidate.run == last.run), None)
            if iteration is None or owner not in now:
                continue
            report = self.report(owner, assignment, iteration, now[owner].nodes)
            if report is not None and report.growth is Growth.ACCUMULATED and owner.kind == "attribute":
                report = self.at_statement_of_loop(report)
            if report is not None:
                reports.append(report)
        accumulating = [report.site for report in reports if report.growth is Growth.ACCUMULATED]
        for report in reports:
            if not self.passes_on(report, accumulating) and not self.is_redundant(report):
                self.recorder.events.append(report)

    def passes_on(self, report: RetainedGraph, accumulating: list[Site]) -> bool:
        """Return True if a statement only stores what another one accumulates, in this iteration or in an earlier one."""
        sites = [self.recorder.nodes[node].site for node in report.nodes]
        if report.growth is not Growth.ACCUMULATED or any(is_within(site, report.site) for site in sites):
            return False
        return any(is_within(inner, site) for inner in sites for site in accumulating)

    def at_statement_of_loop(self, report: RetainedGraph) -> RetainedGraph:
        """Move a report to the loop's own statement if the iteration creates the owner: its constructor stores whatever it is passed."""
        _, outer = self.recorder.places.here()
        depth, inner = len(outer.calls), report.context
        if len(inner.calls) <= depth or "__init__" not in inner.functions[len(outer.functions) :]:
            return report
        context = inner._replace(calls=inner.calls[:depth], functions=outer.functions)
        return replace(report, site=inner.calls[depth], context=context, owner="")

    def is_redundant(self, report: RetainedGraph) -> bool:
        """Return whether the site was already reported for these calls and the same loop, or as accumulating, which implies the rest.

        Graphs that an inner loop stores for a backward pass after it may still be stored when the outer loop ends.
        """
        return any(
            event.growth is Growth.ACCUMULATED or (event.growth, event.loop.loop) == (report.growth, report.loop.loop)
            for event in self.recorder.events
            if isinstance(event, RetainedGraph) and (event.site, event.context.calls) == (report.site, report.context.calls)
        )

    def report(self, owner: Owner, assignment: Assignment, iteration: LoopIteration, owned_nodes: frozenset[int]) -> RetainedGraph | None:
        """Return the report on an owner whose graph grows, or None."""
        nodes = [node for node in sorted(owned_nodes) if self.iteration_of(node, iteration.run)]
        iterations = {self.iteration_of(node, iteration.run) for node in nodes}
        accumulated = (len(nodes) == 1 or owner.kind != "container") and any(self.accumulates(node, iteration.run) for node in nodes)
        if not accumulated and (len(iterations) < 2 or owner.kind in ("name", "slot")):
            return None
        if (
            not accumulated
            and owner.identity in self.slots_of
            and self.slots_of[owner.identity].are_overwritten(assignment.site, iteration.run)
        ):
            return None
        if not accumulated and self.is_window(assignment, iteration.run, iterations):
            return None
        if accumulated:
            nodes = self.chain(nodes)
        outlives = owner.kind != "container" or not assignment.context.calls
        growth = Growth.ACCUMULATED if accumulated else Growth.COLLECTED
        freed = not self.recorder.freed.keys().isdisjoint(self.ancestors(nodes))
        return RetainedGraph(
            assignment.site, assignment.context, growth, assignment.label, tuple(nodes), iteration, outlives, self.recorder.number(), freed
        )

    def is_window(self, assignment: Assignment, run: RunNumber, iterations: set[int]) -> bool:
        """Return True if an owner has released the graphs of at least as many iterations as it holds, and holds those of the latest."""
        released = self.stored.get((assignment.site, assignment.label, run), set()) - iterations - {0}
        return len(released) >= len(iterations) and max(released) < min(iterations)

    def ancestors(self, nodes: list[int]) -> set[int]:
        """Return nodes and all nodes that they depend on."""
        all_nodes, stack, seen = self.recorder.nodes, list(nodes), set(nodes)
        while stack:
            for node in all_nodes[stack.pop()].inputs:
                if node not in seen:
                    seen.add(node)
                    stack.append(node)
        return seen

    def chain(self, nodes: list[int]) -> list[int]:
        """Return the nodes that one statement has appended to a tensor in successive iterations."""
        all_nodes = self.recorder.nodes
        site, stack = all_nodes[nodes[-1]].site, list(nodes)
        seen = dict.fromkeys(nodes)
        while stack:
            for source in all_nodes[stack.pop()].inputs:
                if source not in seen:
                    seen[source] = None
                    stack.append(source)
        return [node for node in seen if all_nodes[node].site == site]

    def iteration_of(self, node: int, run: RunNumber) -> int:
        """Return the iteration of a loop in which a node was created, 0 for none."""
        return self.recorder.nodes[node].context.iteration_of(run)

    def accumulates(self, node: int, run: RunNumber) -> bool:
        """Return whether a node depends on one that the same statement created in an earlier iteration."""
        nodes = self.recorder.nodes
        first, number = nodes[node], self.iteration_of(node, run)
        stack, seen = list(first.inputs), set[int]()
        while stack:
            item = stack.pop()
            if item in seen:
                continue
            seen.add(item)
            if nodes[item].origin is not Origin.LEAF and nodes[item].site == first.site and 0 < self.iteration_of(item, run) < number:
                return True
            stack.extend(nodes[item].inputs)
        return False


def is_within(inner: Site, outer: Site) -> bool:
    """Return True if one site is inside another one."""
    begins_within = (outer.line, outer.column) <= (inner.line, inner.column)
    return begins_within and (inner.end_line, inner.end_column) <= (outer.end_line, outer.end_column)
