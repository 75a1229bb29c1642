"""Gradients as reported by the shim: reset, clipped, used by optimizer steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from graphlint.autograd.events import (
    Backward,
    Certainty,
    Cleared,
    Clipped,
    Contribution,
    GradRead,
    OptimizerCreated,
    ResetBy,
    ScalerCall,
    ScalerMethod,
    SchedulerStep,
    Step,
    UnusedGradients,
    ZeroGrad,
)
from graphlint.confirm.event_log import EventLog

YES, NO = Certainty.YES, Certainty.NO


@dataclass
class GradientRecorder(EventLog):
    """Records optimizers and gradients."""

    def record_manual_step(self, leaf: int) -> None:
        """Record a leaf that was updated with its own gradient."""
        marks = tuple(self.gradients.get(leaf, ()))
        parameters = frozenset((leaf,))
        self.gradients[leaf] = [mark._replace(used=True) for mark in marks]
        event = self.emit(Step, self.number(), 0, parameters, parameters if marks else frozenset(), {leaf: marks})
        self.steps[0] = event.number
        self.places.note_step(event.context)

    def grad_read(self, tensor: Any) -> None:
        """Record a read of `.grad`."""
        number = self.of_tensor(tensor)
        leaf, notes = self.library.graph(tensor) is None, self.library.notes(tensor)
        self.emit(GradRead, YES if leaf else NO, None if leaf else notes.created, self.library.retains_gradient(tensor), number)
        gradient = self.library.gradient(tensor) if leaf and number else None
        if gradient is not None:
            of_gradient = self.library.notes(gradient)
            of_gradient.gradient_of, of_gradient.gradient = frozenset((number,)), number
            # Code that reads a gradient may divide it by the scale.
            self.unscaled.update(mark.backward for mark in self.gradients.get(number, ()))

    def grads_reset(self, tensors: Any, owner: Any) -> None:
        """Record a reset of gradients; those not used by a step are lost."""
        numbers = frozenset(self.leaf(tensor) for tensor in tensors if self.library.is_trained(tensor))
        unused = frozenset(mark.backward for leaf in numbers for mark in self.gradients.get(leaf, ()) if not mark.used)
        place = self.places.call_of(owner, "zero_grad")
        steps = [event for event in self.events if isinstance(event, Step)]
        others = max((event.number for event in steps if event.owned.isdisjoint(numbers)), default=0)
        own = max((event.number for event in steps if not event.owned.isdisjoint(numbers)), default=0)
        if owner is not None and (discarded := sorted(number for number in unused if number > own)):
            optimizer = self.object_number(owner) if hasattr(owner, "param_groups") else 0
            self.emit_at(place, UnusedGradients, optimizer, tuple(discarded), numbers, None, optimizer not in self.stepped, others)
        event = self.emit_at(
            place,
            ZeroGrad,
            numbers,
            unused,
            ResetBy.TENSOR if owner is None else ResetBy.OPTIMIZER if hasattr(owner, "param_groups") else ResetBy.MODULE,
        )
        for leaf in numbers:
            unused_backwards = [mark.backward for mark in self.gradients.get(leaf, ()) if not mark.used]
            if unused_backwards:
                self.lost[leaf] = Cleared(event.site, unused_backwards[-1])
            self.gradients[leaf] = []

    def parameters(self, optimizer: Any) -> list[Any]:
        """Return an optimizer's parameters."""
        return [parameter for group in optimizer.param_groups for parameter in group["params"]]

    def step_begins(self, optimizer: Any) -> None:
        """Record that a step has begun; the gradients are read after the optimizer has called its closure."""
        self.stepped.add(self.object_number(optimizer))

    def search_begins(self) -> None:
        """Enter the loop of an optimizer that calls its closure several times."""
        self.places.begin_callbacks()

    def search_iterates(self) -> None:
        """Begin an iteration of that loop."""
        self.places.next_callback()

    def search_ends(self) -> None:
        """Leave that loop."""
        self.places.end_callbacks()

    def step_ends(self, optimizer: Any, found: Sequence[Any] | None = None) -> None:
        """Record an optimizer step that has used the gradients of the parameters `found`; None for all that have one after the step."""
        params = self.parameters(optimizer)
        numbers = [self.leaf(parameter) for parameter in params]
        if found is None:
            found = [parameter for parameter in params if self.library.gradient(parameter) is not None]
        changed = frozenset(self.leaf(parameter) for parameter in found)
        gradients = {number: tuple(self.gradients.get(number, ())) for number in numbers}
        cleared = tuple(dict.fromkeys(self.lost[leaf] for leaf in numbers if leaf in self.lost and leaf not in changed))
        scaled = self.scaled_backward([mark for marks in gradients.values() for mark in marks if not mark.used])
        optimizer_number, facts = self.object_number(optimizer), (frozenset(numbers), changed, gradients, True, cleared)
        place = self.places.call_of(optimizer, "step")
        # Which backward was the latest one of the optimizer is not recorded, but whether there was any.
        latest = None if self.backpropagated else 0
        event = self.emit_at(place, Step, self.number(), optimizer_number, *facts, (), None, latest, False, None, scaled)
        self.steps[optimizer_number] = event.number
        self.places.note_step(event.context)
        for number in changed:
            self.gradients[number] = [mark._replace(used=True) for mark in self.gradients.get(number, ())]

    def optimizer_made(self, optimizer: Any, params: Any) -> None:
        """Record a new optimizer."""
        tensors = [parameter for parameter in params if self.library.is_tensor(parameter)]
        notes = [self.library.notes(tensor) for tensor in tensors if self.library.graph(tensor) is not None]
        non_leaves = tuple(note.created for note in notes if note.created is not None)
        leaves = frozenset(self.leaf(tensor) for tensor in tensors if self.library.graph(tensor) is None)
        self.emit(OptimizerCreated, self.object_number(optimizer), leaves, True, non_leaves)

    def scheduler_steps(self, scheduler: Any, epoch: Any) -> None:
        """Record a step of a scheduler whose order PyTorch checks."""
        if epoch is not None:
            return
        optimizer, number = self.object_number(scheduler.optimizer), self.object_number(scheduler)
        earlier = any(event.scheduler == number for event in self.events if isinstance(event, SchedulerStep))
        stepped = optimizer in self.stepped
        first = NO if earlier or getattr(scheduler, "_step_count", 1) > 1 else YES
        self.emit(SchedulerStep, self.number(), number, optimizer, first, YES if stepped else NO)

    def clipped(self, call: str, tensors: Any) -> None:
        """Record gradients that are about to be clipped or unscaled."""
        numbers = frozenset(self.leaf(tensor) for tensor in tensors if self.library.is_trained(tensor))
        marks = [mark for leaf in numbers for mark in self.gradients.get(leaf, ())]
        of_loss = any(self.library.graph(tensor) is not None for tensor in tensors)
        scaled = self.scaled_backward(marks)
        self.emit(Clipped, call, numbers, YES if marks else NO, bool(marks) and all(mark.used for mark in marks), of_loss, scaled)

    def loss_scaled(self, result: Any) -> None:
        """Record a loss that an enabled scaler has scaled."""
        self.scaled.add(self.of_tensor(result))

    def scaled_backward(self, marks: list[Contribution]) -> int:
        """Return the latest backward if it is that of a scaled loss and the gradients are still scaled, 0 otherwise."""
        latest = next((event for event in reversed(self.events) if isinstance(event, Backward)), None)
        if latest is None or not marks or latest.number in self.unscaled:
            return 0
        return latest.number if not self.scaled.isdisjoint(latest.roots) else 0

    def gradients_unscaled(self) -> None:
        """Record that the gradients computed so far are about to be divided by the scale."""
        self.unscaled.update(event.number for event in self.events if isinstance(event, Backward))

    def scaler_called(self, method: str, scaler: Any, optimizer: Any) -> None:
        """Record that an enabled scaler has unscaled or stepped an optimizer."""
        called = (self.object_number(scaler), self.object_number(optimizer))
        self.scaler_calls[called] = self.emit(ScalerCall, ScalerMethod(method), *called)

    def has_called(self, scaler: Any, optimizer: Any) -> bool:
        """Return True if a scaler has unscaled or stepped an optimizer since its update."""
        return (self.object_number(scaler), self.object_number(optimizer)) in self.scaler_calls

    def scaler_updated(self, scaler: Any) -> None:
        """Record that an enabled scaler has updated its scale."""
        number = self.object_number(scaler)
        self.scaler_calls = {called: event for called, event in self.scaler_calls.items() if called[0] != number}
