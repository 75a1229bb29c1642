"""Recording values that lose their graph: detached tensors, numbers read from tensors, and what is created from these."""

from __future__ import annotations

import weakref
from dataclasses import dataclass, field
from typing import Any

from graphlint.autograd.events import (
    ConstantTerm,
    Detached,
    Discarded,
    DiscardedResult,
    Event,
    NoGraph,
    OldApi,
    OldApiUse,
    Origin,
    Rebound,
    Rewrapped,
    Site,
)
from graphlint.confirm.event_log import EventLog
from graphlint.confirm.notes import DetachPoint, MissingGraph
from graphlint.confirm.tracked_numbers import Number, floats_in, numbers_in, with_origin

NUMBERS = 10_000
"""The latest numbers read from tensors that are recognized where a tensor is created from them."""


def copied(read: DetachPoint) -> DetachPoint:
    """Return where a tensor lost its graph that was created from a number read from another one: where the number was read."""
    return DetachPoint(read.site, read.context, NoGraph.COPY, "torch.tensor", read.nodes)


@dataclass
class DetachmentRecorder(EventLog):
    """Observer of values that have lost their graph.

    `read` are the nodes whose values were read. `arrays` and `numbers_read` are the arrays and numbers read from tensors, by identity.
    `disabled_at` is the statement that disabled grad mode permanently, `previously_disabled_at` the one before it.
    """

    arrays: dict[int, tuple[weakref.ref[Any], DetachPoint]] = field(default_factory=dict)
    numbers_read: dict[int, tuple[float, DetachPoint]] = field(default_factory=dict)
    read: set[int] = field(default_factory=set)
    disabled_at: Site | None = None
    previously_disabled_at: Site | None = None

    def record_constant_terms(self, operand_tensors: list[Any], total: Any) -> None:
        """Record the operands of a sum that are gradients, or were computed with grad mode disabled."""
        for place, tensor in enumerate(operand_tensors):
            missing = self.library.notes(tensor).missing_graph
            if missing is None or missing.event is None or self.library.requires_grad(tensor):
                continue
            if missing.reason in (NoGraph.AUTOGRAD_GRAD, NoGraph.GRAD_MODE_OFF):
                self.emit(ConstantTerm, missing.reason, missing.event.site, self.of_tensor(total), place > 0)

    def gradients_computed(self, tensors: list[Any]) -> None:
        """Record the results of `autograd.grad`."""
        for tensor in tensors:
            if self.library.graph(tensor) is None:
                self.library.notes(tensor).missing_graph = MissingGraph(NoGraph.AUTOGRAD_GRAD, Event(*self.places.here()))

    def note_reason(self, operand_tensors: list[Any], results: list[Any]) -> None:
        """Note why results have no graph: grad mode was off, or an operand had lost its graph."""
        graph, notes, trained = self.library.graph, self.library.notes, self.library.is_trained
        tracked = any(graph(tensor) is not None or trained(tensor) for tensor in operand_tensors)
        before = next((missing for tensor in operand_tensors if (missing := notes(tensor).missing_graph) is not None), None)
        for tensor in results:
            if graph(tensor) is None and not trained(tensor):
                if tracked and not self.library.grad_enabled():
                    notes(tensor).missing_graph = MissingGraph(NoGraph.GRAD_MODE_OFF, Event(*self.places.here()), self.disabled_at)
                elif tracked:  # indices and comparisons have no derivative
                    notes(tensor).missing_graph = MissingGraph(NoGraph.NO_DERIVATIVE, Event(*self.places.here()))
                elif before is not None:
                    notes(tensor).missing_graph = before

    def detached(self, tensor: Any, result: Any, how: str) -> None:
        """Record a detached tensor."""
        if how == "data":
            self.emit(OldApiUse, OldApi.DATA)
        self.copy_rebound(tensor, result)
        number = self.of_tensor(tensor) if tensor is not result or self.library.graph(tensor) is not None else 0
        if number and self.nodes[number].origin is not Origin.LEAF:
            self.read.add(number)
            event = self.emit(Detached, (number,), NoGraph.DATA_ATTRIBUTE if how == "data" else NoGraph(how))
            notes = self.library.notes(result)
            notes.missing_graph = MissingGraph(event.reason, event)
            if result is not tensor:
                notes.detach_point = DetachPoint(event.site, event.context, event.reason, event.reason.value, event.nodes)

    def read_number(self, tensor: Any, how: str, value: Any) -> Any:
        """Record a value read as a number, and return a number that remembers its origin.

        `float(tensor)` and programs on PyTorch get the number itself, which is recognized by its identity.
        """
        number = self.of_tensor(tensor) if self.library.graph(tensor) is not None else 0
        self.read.add(number)
        before = self.library.notes(tensor).detach_point
        number = number or (before.nodes[0] if before is not None and before.nodes else 0)
        if not number or how not in ("item", "float", "tolist", "numpy"):
            return value
        if how == "numpy":
            self.arrays[id(value)] = (weakref.ref(value), DetachPoint(*self.places.here(), NoGraph.NUMBER, "numpy", (number,)))
            return value
        detached = DetachPoint(*self.places.here(), NoGraph.NUMBER, ".item()" if how == "float" else f".{how}()", (number,))
        if self.library.replaces_numbers and how != "float":
            return with_origin(value, detached)
        for item in floats_in(value):
            self.numbers_read[id(item)] = (item, detached)
        while len(self.numbers_read) > NUMBERS:
            del self.numbers_read[next(iter(self.numbers_read))]
        return value

    def made_from(self, data: Any, result: Any) -> None:
        """Record a tensor created from numbers."""
        number, notes = next(numbers_in(data), None), self.library.notes(result)
        read = next((self.numbers_read[id(item)] for item in floats_in(data) if id(item) in self.numbers_read), None)
        if number is not None and number.computed:
            notes.detach_point = number.detached
        elif number is not None and number.detached is not None:
            notes.detach_point = copied(number.detached)
        elif read is not None:
            notes.detach_point = copied(read[1])
        elif id(data) in self.arrays and self.arrays[id(data)][0]() is data:
            notes.detach_point = self.arrays[id(data)][1]
        self.copied_to_leaf(result)

    def number_used(self, number: Any, result: Any) -> None:
        """Note where a number was detached that became a tensor, as an operand."""
        detached = number.detached if isinstance(number, Number) else self.detached_number((number,))
        if detached is not None:
            self.library.notes(result).detach_point = detached

    def detached_number(self, operands: tuple[Any, ...]) -> DetachPoint | None:
        """Return where a number among the operands was read from a tensor, None if there is none."""
        found = (self.numbers_read.get(id(item)) for item in operands if type(item) is float)
        return next((read[1] for read in found if read is not None), None)

    def copied_to_leaf(self, result: Any) -> None:
        """Record a copy of detached values that requires grad: the graph of a loss computed from it ends there."""
        detached = self.library.notes(result).detach_point
        if detached is not None and self.library.is_trained(result):
            site, context = self.places.here()
            here = detached._replace(site=site, context=context)
            self.events.append(Rewrapped(*here, (self.of_tensor(result),), expects_grad=True))

    def wrapped_in_variable(self, tensor: Any, result: Any) -> None:
        """Record a tensor without a graph that was wrapped in a Variable: `.data` was then not used to detach it on purpose."""
        detached = self.library.notes(tensor).detach_point
        if detached is not None and detached.reason is NoGraph.DATA_ATTRIBUTE:
            reason = NoGraph.VARIABLE
            self.library.notes(result).detach_point = DetachPoint(*self.places.here(), reason, reason.value, detached.nodes)

    def rewrapped(self, tensor: Any, result: Any, how: str) -> None:
        """Record a tensor created from the values of another one."""
        number = self.of_tensor(tensor)
        if number:
            self.library.notes(result).detach_point = DetachPoint(*self.places.here(), NoGraph.COPY, how, (number,))

    def unused_detach(self, site: Site, value: Any) -> None:
        """Record a loop variable that was assigned a detached value and is not read afterwards."""
        detached = self.library.notes(value).detach_point if self.library.is_tensor(value) else None
        if detached is not None:
            self.events.append(DiscardedResult(site, self.places.here()[1], detached.api, Discarded.COPY))

    def rebound(self, site: Site, name: str, leaf: Any, value: Any, *, is_read: bool = True) -> None:
        """Record a name of a leaf that was assigned a value computed from the leaf and its gradient, or one that nothing reads."""
        _, context = self.places.here()
        notes = self.library.notes(value)
        notes.rebound = Rebound(site, context, name, self.leaf(leaf), notes.created, is_read)
        self.events.append(notes.rebound)

    def copy_rebound(self, tensor: Any, result: Any) -> None:
        """Copy the pending `Rebound` event to a tensor with the same values: it is dropped if that tensor becomes a leaf again."""
        rebound = self.library.notes(tensor).rebound
        if rebound is not None:
            self.library.notes(result).rebound = rebound
