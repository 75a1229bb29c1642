"""The ledger of a run: nodes and events under the numbers by which the rules know them."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from graphlint.autograd.events import (
    Certainty,
    Change,
    Cleared,
    Context,
    Contribution,
    Event,
    Node,
    Raised,
    Saved,
    Site,
)
from graphlint.confirm.locations import Places

YES, NO = Certainty.YES, Certainty.NO

FOREIGN = frozenset(("torch", "numpy", *sys.builtin_module_names, *sys.stdlib_module_names)) - {"__main__"}
"""Modules whose objects hold no tensors of the program's."""


def is_tensor(value: Any) -> bool:
    """Whether a value is one of the shim's tensors; its class is asked, as the program's objects may answer to any name."""
    return hasattr(type(value), "_bump")


@dataclass
class Call:
    """A module call under way."""

    number: int
    site: Site
    context: Context


@dataclass
class Ledger:
    """What has been written down, and the numbers of what the shim holds; `switches` is the shim's state."""

    places: Places
    switches: Any
    nodes: dict[int, Node] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    last: int = 0
    calls: list[Call] = field(default_factory=list)
    numbers: dict[int, int] = field(default_factory=dict)
    objects: dict[int, Any] = field(default_factory=dict)
    changes: dict[int, Change] = field(default_factory=dict)
    gradients: dict[int, list[Contribution]] = field(default_factory=dict)
    lost: dict[int, Cleared] = field(default_factory=dict)

    def number(self) -> int:
        """A number that nothing else in the run has."""
        self.last += 1
        return self.last

    def emit(self, kind: type[Event], *facts: Any) -> Any:
        """Write an event down, here."""
        event = kind(*self.places.here(), *facts)
        self.events.append(event)
        return event

    def object_number(self, thing: Any) -> int:
        """The number of a module or an optimizer."""
        if id(thing) not in self.numbers:
            self.numbers[id(thing)], self.objects[id(thing)] = self.number(), thing
        return self.numbers[id(thing)]

    def leaf(self, tensor: Any) -> int:
        """The node of a leaf."""
        number: int | None = tensor.__dict__.get("_leaf_number")
        if number is None:
            number = tensor.__dict__["_leaf_number"] = self.number()
            site, context = tensor.__dict__.get("_leaf_made") or (self.places.here()[0], Context())
            self.nodes[number] = Node(number, "leaf", site, context)
        return number

    def node(self, node: Any) -> int:
        """The number of one of the shim's nodes, which is written down when it is first met."""
        if hasattr(node, "variable"):
            return self.leaf(node.variable)
        inner = getattr(node, "node", node)
        number: int | None = node.__dict__.get("_number")
        if number is None:
            number = inner.__dict__.get("_number")
            if number is None or inner is not node:
                number = self.write_down(node, inner)
        node.__dict__["_number"] = number
        return number

    def write_down(self, node: Any, inner: Any) -> int:
        """A node as the rules read it."""
        inputs = tuple(dict.fromkeys(self.node(edge[0]) for edge in node.edges if edge is not None))
        number = self.number()
        site, context = self.places.here()
        held = inner.saved_tensors_held()
        forward = self.calls[0].number if self.calls else 0
        operation = inner.operation.name if hasattr(inner, "operation") else inner.plain_name()
        self.nodes[number] = Node(
            number, operation, site, context, inputs, (), YES if held else NO, tuple(self.saved(name, each) for name, each in held), forward
        )
        return number

    def saved(self, name: str, held: Any) -> Saved:
        """A saved tensor as the rules read it; what is packed by a hook is out of reach."""
        tensor = held.tensor
        if held.hooks or not is_tensor(tensor):
            return Saved(0, 0, False, name)
        return Saved(tensor._version_.storage, held.version, bool(tensor._rg and tensor._fn is None), name.partition(".")[0])

    def of_tensor(self, tensor: Any) -> int:
        """The node that a tensor hangs on, 0 for none."""
        if tensor._fn is not None:
            return self.node(tensor._fn)
        return self.leaf(tensor) if tensor._rg else 0

    def tensors(self, value: Any, depth: int = 4) -> list[Any]:
        """The tensors in a value."""
        if is_tensor(value):
            return [value]
        if isinstance(value, dict):
            value = list(value.values())
        elif hasattr(value, "__dict__") and (type(value).__module__.partition(".")[0] not in FOREIGN or isinstance(value, SimpleNamespace)):
            value = list(vars(value).values())
        if isinstance(value, (list, tuple)) and depth:
            return [found for each in value for found in self.tensors(each, depth - 1)]
        return []

    def forgive(self, lines: Iterable[int]) -> None:
        """Forget errors that the program handled: the one that ended it passed through these lines."""
        passed = set(lines)
        self.events = [
            each for each in self.events if not isinstance(each, Raised) or passed & set(range(each.site.line, each.site.end_line + 1))
        ]
