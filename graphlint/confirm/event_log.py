"""Event log of a run: nodes and events, with the numbers that the rules use."""

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
from graphlint.confirm.locations import LocationTracker

YES, NO = Certainty.YES, Certainty.NO

FOREIGN = frozenset(("torch", "numpy", *sys.builtin_module_names, *sys.stdlib_module_names)) - {"__main__"}
"""Modules whose objects hold no tensors of the program."""


def is_tensor(value: Any) -> bool:
    """Return whether a value is a tensor of the shim. The class is checked, because an object of the program may define any attribute."""
    return hasattr(type(value), "_bump")


@dataclass
class Call:
    """A module call in progress."""

    number: int
    site: Site
    context: Context


@dataclass
class EventLog:
    """Nodes and events of a run, and the numbers of the shim's objects; `switches` is the shim's state."""

    places: LocationTracker
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
    stepped: set[int] = field(default_factory=set)
    scaled: set[int] = field(default_factory=set)
    unscaled: set[int] = field(default_factory=set)

    def number(self) -> int:
        """Return a number that is unique in the run."""
        self.last += 1
        return self.last

    def emit(self, kind: type[Event], *facts: Any) -> Any:
        """Append an event at the current location."""
        event = kind(*self.places.here(), *facts)
        self.events.append(event)
        return event

    def object_number(self, instance: Any) -> int:
        """Return the number of a module or an optimizer."""
        if id(instance) not in self.numbers:
            self.numbers[id(instance)], self.objects[id(instance)] = self.number(), instance
        return self.numbers[id(instance)]

    def leaf(self, tensor: Any) -> int:
        """Return the number of a leaf's node."""
        number: int | None = tensor.__dict__.get("_leaf_number")
        if number is None:
            # Numbered when it was made: what was created before, such as an optimizer, has a smaller number.
            site, context, number = tensor.__dict__.get("_leaf_made") or (self.places.here()[0], Context(), self.number())
            tensor.__dict__["_leaf_number"] = number
            self.nodes[number] = Node(number, "leaf", site, context)
        return number

    def node(self, node: Any) -> int:
        """Return the number of a shim node, adding it to the log on first use."""
        if hasattr(node, "variable"):
            return self.leaf(node.variable)
        inner = getattr(node, "node", node)
        number: int | None = node.__dict__.get("_number")
        if number is None:
            number = inner.__dict__.get("_number")
            if number is None or inner is not node:
                number = self.add_node(node, inner)
        node.__dict__["_number"] = number
        return number

    def add_node(self, node: Any, inner: Any) -> int:
        """Add a node to the log."""
        inputs = tuple(dict.fromkeys(self.node(edge[0]) for edge in node.edges if edge is not None))
        number = self.number()
        site, context = self.places.here()
        saved = inner.saved_tensors_held()
        forward = self.calls[0].number if self.calls else 0
        operation = inner.operation.name if hasattr(inner, "operation") else inner.plain_name()
        self.nodes[number] = Node(
            number,
            operation,
            site,
            context,
            inputs,
            (),
            YES if saved else NO,
            tuple(self.saved(name, tensor) for name, tensor in saved),
            forward,
        )
        return number

    def saved(self, name: str, saved_tensor: Any) -> Saved:
        """Return a saved tensor for the rules; a tensor packed by a hook is unknown."""
        tensor = saved_tensor.tensor
        if saved_tensor.hooks or not is_tensor(tensor):
            return Saved(0, 0, False, name)
        return Saved(tensor._version_.storage, saved_tensor.version, bool(tensor._rg and tensor._fn is None), name.partition(".")[0])

    def of_tensor(self, tensor: Any) -> int:
        """Return the number of a tensor's `grad_fn` or leaf node, 0 without a graph."""
        if tensor._fn is not None:
            return self.node(tensor._fn)
        return self.leaf(tensor) if tensor._rg else 0

    def tensors(self, value: Any, depth: int = 4) -> list[Any]:
        """Return the tensors in a value."""
        if is_tensor(value):
            return [value]
        if isinstance(value, dict):
            value = list(value.values())
        elif hasattr(value, "__dict__") and (type(value).__module__.partition(".")[0] not in FOREIGN or isinstance(value, SimpleNamespace)):
            value = list(vars(value).values())
        if isinstance(value, (list, tuple)) and depth:
            return [tensor for element in value for tensor in self.tensors(element, depth - 1)]
        return []

    def remove_caught_errors(self, lines: Iterable[int]) -> None:
        """Remove errors that the program caught; the uncaught one passed through these lines."""
        traceback = set(lines)
        self.events = [
            event
            for event in self.events
            if not isinstance(event, Raised) or traceback & set(range(event.site.line, event.site.end_line + 1))
        ]
