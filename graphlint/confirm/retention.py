"""What still holds a graph when a loop is over: after each statement the roots are searched, so that the one that kept it is known."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from graphlint.autograd.events import Context, LoopIteration, RetainedGraph, Retention, Site
from graphlint.confirm.event_log import is_tensor
from graphlint.confirm.recorder import Recorder

Holder = tuple[str, int, str]


@dataclass
class Written:
    """The statement that last gave a holder a graph."""

    site: Site
    context: Context


@dataclass
class Holding:
    """Watches names, attributes and containers."""

    recorder: Recorder
    before: dict[Holder, frozenset[int]] = field(default_factory=dict)
    written: dict[Holder, Written] = field(default_factory=dict)
    leaves: dict[tuple[int, str], Any] = field(default_factory=dict)

    def after(self, frame: FrameType, number: int) -> None:
        """A statement has been executed."""
        self.names(frame, number)
        _, context = self.recorder.places.here()
        if not context.turns:
            return
        site = self.recorder.places.statement(number)
        now = dict(self.look(frame))
        for holder, nodes in now.items():
            if nodes - self.before.get(holder, frozenset()):
                self.written[holder] = Written(site, context)
        self.before = now

    def names(self, frame: FrameType, number: int | None) -> None:
        """Notice a name that held a leaf and is bound to what was computed from the leaf and its gradient."""
        for key, name, value in self.places_of_leaves(frame):
            held = self.leaves.get(key)
            if value._rg and value._fn is None:
                self.leaves[key] = value
            elif held is not None and value is not held:
                del self.leaves[key]
                if number is not None and self.recorder.leaf(held) in value.__dict__.get("_gradient_of", ()):
                    self.recorder.rebound(self.recorder.places.statement(number), name, held, value)

    def places_of_leaves(self, frame: FrameType) -> Iterator[tuple[tuple[int, str], str, Any]]:
        """Names, and slots and attributes of what they hold, that hold a tensor."""
        for name, value in list(frame.f_locals.items()):
            if is_tensor(value):
                yield (id(frame), name), name, value
            elif isinstance(value, (list, dict)) and len(value) < 100:
                yield from self.slots(name, value)
            elif type(value).__module__ == "__main__" and hasattr(value, "__dict__") and not isinstance(value, type):
                for key, each in list(vars(value).items()):
                    if is_tensor(each):
                        yield (id(value), key), f"{name}.{key}", each
                    elif isinstance(each, (list, dict)) and len(each) < 100:
                        yield from self.slots(f"{name}.{key}", each)

    def slots(self, name: str, value: Any) -> Iterator[tuple[tuple[int, str], str, Any]]:
        """The slots of a list or a dict that hold a tensor."""
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            if is_tensor(each):
                yield (id(value), repr(key)), f"{name}[{key!r}]", each

    def look(self, frame: FrameType) -> Iterator[tuple[Holder, frozenset[int]]]:
        """All holders that can be reached from a frame, and the nodes that each holds."""
        seen: set[int] = set()
        for scope in (frame.f_globals, frame.f_locals):
            for name, value in list(scope.items()):
                if not name.startswith("__"):
                    yield from self.search(("name", id(scope) if scope is frame.f_globals else id(frame), name), value, seen, 4)

    def search(self, holder: Holder, value: Any, seen: set[int], depth: int) -> Iterator[tuple[Holder, frozenset[int]]]:
        """What a name, an attribute or a container holds."""
        if is_tensor(value) or isinstance(value, tuple):
            nodes = self.nodes(value)
            if nodes:
                yield holder, nodes
            return
        if id(value) in seen or not depth:
            return
        if isinstance(value, (list, dict, set, deque)):
            seen.add(id(value))
            nodes = self.nodes(value)
            # A deque that is full takes nothing more: it does not grow.
            if nodes and not (isinstance(value, deque) and value.maxlen is not None and len(value) >= value.maxlen):
                yield ("container", id(value), holder[2]), nodes
            for key, each in value.items() if isinstance(value, dict) else enumerate(value):
                if isinstance(value, (dict, list)) and (found := self.nodes(each)):
                    yield ("slot", id(value), f"{holder[2]}[{key!r}]"), found
                if not is_tensor(each) and not isinstance(each, tuple):
                    yield from self.search(holder, each, seen, depth - 1)
        elif getattr(value, "__closure__", None):
            seen.add(id(value))
            for name, cell in zip(value.__code__.co_freevars, value.__closure__, strict=True):
                with contextlib.suppress(ValueError):  # an empty cell
                    yield from self.search(("attribute", id(cell), name), cell.cell_contents, seen, depth - 1)
        elif hasattr(value, "__dict__") and not isinstance(value, type) and self.is_own(value):
            seen.add(id(value))
            parts = dict(vars(value))
            parts.update(parts.pop("_modules", {}) if "_parameters" in parts else {})
            for name, each in parts.items():
                yield from self.search(("attribute", id(value), name), each, seen, depth - 1)

    def is_own(self, value: Any) -> bool:
        """Whether an object is the program's, or a module: nothing else can hold a graph for it here."""
        return type(value).__module__ == "__main__" or hasattr(value, "_parameters")

    def nodes(self, value: Any, depth: int = 3) -> frozenset[int]:
        """The nodes that tensors in a value hang on; leaves hold no graph."""
        found = (
            each for each in self.recorder.tensors(list(value) if isinstance(value, (set, deque)) else value, depth) if each._fn is not None
        )
        return frozenset(self.recorder.of_tensor(each) for each in found)

    def at_end(self, frame: FrameType, last: LoopIteration) -> None:
        """A loop is over: report what holds the graphs of several of its iterations."""
        if self.recorder.calls:  # a loop inside of a forward pass is no iteration of the program's
            return
        now = dict(self.look(frame))
        for holder, written in sorted(self.written.items(), key=lambda item: item[0][0] == "container"):
            turn = next((each for each in written.context.turns if each.run == last.run), None)
            if turn is None or holder not in now:
                continue
            kept = self.kept(holder, written, turn, now[holder])
            if kept is not None and not self.is_told(kept):
                self.recorder.events.append(kept)

    def is_told(self, kept: RetainedGraph) -> bool:
        """Whether a report says nothing new: what is combined says more than what is collected."""
        told = {each.retention for each in self.recorder.events if isinstance(each, RetainedGraph) and each.site == kept.site}
        return kept.retention in told or Retention.COMBINED in told

    def kept(self, holder: Holder, written: Written, turn: LoopIteration, held: frozenset[int]) -> RetainedGraph | None:
        """The report on one holder, if it grows."""
        nodes = [each for each in sorted(held) if self.turn_of(each, turn.run)]
        turns = {self.turn_of(each, turn.run) for each in nodes}
        combined = (len(nodes) == 1 or holder[0] != "container") and any(self.accumulates(each, turn.run) for each in nodes)
        if not combined and (len(turns) < 2 or holder[0] in ("name", "slot")):
            return None
        if combined:
            nodes = self.chain(nodes)
        outlives = holder[0] != "container" or not written.context.calls
        keeping = Retention.COMBINED if combined else Retention.COLLECTED
        freed = not self.recorder.freed.keys().isdisjoint(self.below(nodes))
        return RetainedGraph(written.site, written.context, keeping, holder[2], tuple(nodes), turn, outlives, self.recorder.number(), freed)

    def below(self, nodes: list[int]) -> set[int]:
        """Nodes, and all that they hang on."""
        known, stack, seen = self.recorder.nodes, list(nodes), set(nodes)
        while stack:
            for each in known[stack.pop()].inputs:
                if each not in seen:
                    seen.add(each)
                    stack.append(each)
        return seen

    def chain(self, nodes: list[int]) -> list[int]:
        """The nodes that one statement has hung on a tensor, turn after turn: the last and all below it."""
        known = self.recorder.nodes
        site, stack = known[nodes[-1]].site, list(nodes)
        seen = dict.fromkeys(nodes)
        while stack:
            for below in known[stack.pop()].inputs:
                if below not in seen:
                    seen[below] = None
                    stack.append(below)
        return [each for each in seen if known[each].site == site]

    def turn_of(self, node: int, run: int) -> int:
        """The iteration of a loop's run in which a node was made, 0 for none."""
        return next((each.number for each in self.recorder.nodes[node].context.turns if each.run == run), 0)

    def accumulates(self, node: int, run: int) -> bool:
        """Whether a node hangs on one that the same statement made in an earlier iteration."""
        nodes = self.recorder.nodes
        first, number = nodes[node], self.turn_of(node, run)
        stack, seen = list(first.inputs), set[int]()
        while stack:
            item = stack.pop()
            if item in seen:
                continue
            seen.add(item)
            if nodes[item].operation != "leaf" and nodes[item].site == first.site and 0 < self.turn_of(item, run) < number:
                return True
            stack.extend(nodes[item].inputs)
        return False
