"""Event log of a run: nodes and events, with the numbers that the rules use."""

from __future__ import annotations

import sys
import weakref
from collections.abc import Iterable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, NamedTuple

from graphlint.autograd.events import (
    Certainty,
    Change,
    Cleared,
    Context,
    Contribution,
    Event,
    LoopIteration,
    Node,
    Origin,
    Raised,
    ScalerCall,
    Site,
)
from graphlint.confirm.locations import LocationTracker
from graphlint.confirm.notes import NodeNotes
from graphlint.confirm.tensors import TensorLibrary

YES, NO = Certainty.YES, Certainty.NO

FOREIGN = frozenset(("torch", "numpy", *sys.builtin_module_names, *sys.stdlib_module_names)) - {"__main__"}
"""Modules whose objects hold no tensors of the program."""


PLAIN = (str, bytes, int, float, type)
"""Values without tensors; numbers that remember where they were detached are floats."""


class EndedLoop(NamedTuple):
    """The end of a loop: its site, the number of its iterations, and the nodes of earlier iterations that still exist."""

    loop: Site
    iterations: int
    nodes: tuple[int, ...]


@dataclass
class Call:
    """A module call in progress."""

    number: int
    site: Site
    context: Context


@dataclass
class EventLog:
    """Nodes and events of a run, and the numbers of the program's objects.

    `sizes` maps a node to the tensors that it saves, other than leaves: their storages and bytes. `executed` counts the executions of each
    statement, `loops_around` has the loops in progress at these, also those of callers. `steps` are the latest steps, by optimizer. `alive`
    holds the notes of the nodes that exist, by number, `caught` the errors that the program caught. `backpropagated`: one
    backward has returned.
    """

    places: LocationTracker
    library: TensorLibrary
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
    steps: dict[int, int] = field(default_factory=dict)
    sizes: dict[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    executed: dict[Site, int] = field(default_factory=dict)
    loops_around: dict[Site, set[Site]] = field(default_factory=dict)
    alive: weakref.WeakValueDictionary[int, NodeNotes] = field(default_factory=weakref.WeakValueDictionary)
    caught: list[Raised] = field(default_factory=list)
    ended_loops: list[EndedLoop] = field(default_factory=list)
    scaled: set[int] = field(default_factory=set)
    unscaled: set[int] = field(default_factory=set)
    backpropagated: bool = False
    scaler_calls: dict[tuple[int, int], ScalerCall] = field(default_factory=dict)

    def number(self) -> int:
        """Return a number that is unique in the run."""
        self.last += 1
        return self.last

    def emit(self, kind: type[Event], *facts: Any) -> Any:
        """Append an event at the current location."""
        return self.emit_at(self.places.here(), kind, *facts)

    def emit_at(self, place: tuple[Site, Context], kind: type[Event], *facts: Any) -> Any:
        """Append an event at a location."""
        event = kind(*place, *facts)
        self.events.append(event)
        return event

    def object_number(self, instance: Any) -> int:
        """Return the number of a module or an optimizer."""
        if id(instance) not in self.numbers:
            self.numbers[id(instance)], self.objects[id(instance)] = self.number(), instance
        return self.numbers[id(instance)]

    def leaf(self, tensor: Any) -> int:
        """Return the number of a leaf's node."""
        notes = self.library.notes(tensor)
        if not notes.leaf:
            # Numbered when it was made: what was created before, such as an optimizer, has a smaller number.
            site, context, notes.leaf = notes.new_leaf or (self.places.here()[0], Context(), self.number())
            self.nodes[notes.leaf] = Node(notes.leaf, Origin.LEAF, site, context)
        return notes.leaf

    def node(self, node: Any) -> int:
        """Return the number of a node of the library, adding it to the log on first use."""
        variable = self.library.variable(node)
        if variable is not None:
            return self.leaf(variable)
        notes = self.library.node_notes(node)
        if not notes.number:
            notes.number = self.add_node(node, self.library.inner(node))
            self.alive[notes.number] = notes
        return notes.number

    def add_node(self, node: Any, inner: Any) -> int:
        """Add a node to the log."""
        inputs = tuple(dict.fromkeys(map(self.node, self.library.inputs(node))))
        number = self.number()
        site, context = self.places.here()
        saved, is_custom = self.library.saved(inner), self.library.is_custom(inner)
        self.sizes[number] = tuple((item.saved.storage, item.size) for item in saved if not item.saved.leaf)
        forward = self.calls[0].number if self.calls else 0
        self.nodes[number] = Node(
            number,
            Origin.CUSTOM_FUNCTION if is_custom else Origin.OPERATION,
            site,
            context,
            inputs,
            (),
            YES if saved else NO,
            tuple(item.saved for item in saved),
            forward,
            operation="" if is_custom else self.library.operation(inner),
        )
        return number

    def loop_ended(self, last: LoopIteration) -> None:
        """Note the nodes of earlier iterations that still exist at the end of a loop."""
        turns = ((number, self.nodes[number].context.iteration_of(last.run)) for number in sorted(self.alive.keys()))
        self.ended_loops.append(EndedLoop(last.loop, last.number, tuple(number for number, turn in turns if 0 < turn < last.number)))

    def of_tensor(self, tensor: Any) -> int:
        """Return the number of a tensor's `grad_fn` or leaf node, 0 without a graph."""
        graph = self.library.graph(tensor)
        if graph is not None:
            return self.node(graph)
        return self.leaf(tensor) if self.library.is_trained(tensor) else 0

    def tensors(self, value: Any, depth: int = 4) -> list[Any]:
        """Return the tensors in a value."""
        if value is None or isinstance(value, PLAIN):
            return []
        if self.library.is_tensor(value):
            return [value]
        if isinstance(value, dict):
            value = list(value.values())
        elif hasattr(value, "__dict__") and (type(value).__module__.partition(".")[0] not in FOREIGN or isinstance(value, SimpleNamespace)):
            value = list(vars(value).values())
        if isinstance(value, (list, tuple)) and depth:
            return [tensor for element in value for tensor in self.tensors(element, depth - 1)]
        return []

    def remove_caught_errors(self, lines: Iterable[tuple[str, int]]) -> None:
        """Remove errors that the program caught; the uncaught one passed through these lines of files."""
        traceback = set(lines)
        remaining: list[Event] = []
        for event in self.events:
            if isinstance(event, Raised) and not any((event.site.path, line) in traceback for line in lines_of(event.site)):
                self.caught.append(event)
            else:
                remaining.append(event)
        self.events = remaining


def lines_of(site: Site) -> range:
    """Return the lines of a site."""
    return range(site.line, site.end_line + 1)
