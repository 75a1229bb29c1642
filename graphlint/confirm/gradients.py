"""What becomes of gradients: reset, clipped, used by a step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from graphlint.autograd.events import (
    Certainty,
    Cleared,
    Clipped,
    GradRead,
    OptimizerCreated,
    Step,
    ZeroGrad,
)
from graphlint.confirm.event_log import Ledger, is_tensor

YES, NO = Certainty.YES, Certainty.NO


@dataclass
class Training(Ledger):
    """Hears of optimizers and of gradients."""

    def step_by_hand(self, leaf: int) -> None:
        """A leaf was changed by its own gradient."""
        marks = tuple(self.gradients.get(leaf, ()))
        owned = frozenset((leaf,))
        self.gradients[leaf] = [mark._replace(used=True) for mark in marks]
        self.emit(Step, self.number(), 0, owned, owned if marks else frozenset(), {leaf: marks})

    def grad_read(self, tensor: Any) -> None:
        """`.grad` was read."""
        number = self.of_tensor(tensor)
        leaf = tensor.is_leaf
        self.emit(GradRead, YES if leaf else NO, None if leaf else tensor.__dict__.get("_made"), "", tensor._keeps_grad, number)
        if tensor._grad is not None and leaf and number:
            tensor._grad.__dict__["_gradient_of"] = frozenset((number,))
            tensor._grad.__dict__["_grad_of"] = number

    def grads_reset(self, tensors: Any, owner: Any) -> None:
        """Gradients are about to be reset: what no step has used yet is lost."""
        numbers = frozenset(self.leaf(each) for each in tensors if each._rg)
        unused = frozenset(mark.backward for each in numbers for mark in self.gradients.get(each, ()) if not mark.used)
        event = self.emit(
            ZeroGrad, numbers, unused, "tensor" if owner is None else "optimizer" if hasattr(owner, "param_groups") else "module"
        )
        for each in numbers:
            wasted = [mark.backward for mark in self.gradients.get(each, ()) if not mark.used]
            if wasted:
                self.lost[each] = Cleared(event.site, wasted[-1])
            self.gradients[each] = []

    def owned(self, optimizer: Any) -> list[Any]:
        """An optimizer's parameters."""
        return [each for group in optimizer.param_groups for each in group["params"]]

    def step_begins(self, optimizer: Any) -> None:
        """An optimizer is about to step; what counts is how its gradients stand when it has called its closure."""

    def search_begins(self) -> None:
        """An optimizer is about to call its closure, several times."""
        self.places.repeats()

    def search_turns(self) -> None:
        """... once more."""
        self.places.again()

    def search_ends(self) -> None:
        """... and is done."""
        self.places.repeated()

    def step_ends(self, optimizer: Any) -> None:
        """The optimizer has stepped."""
        params = self.owned(optimizer)
        numbers = [self.leaf(each) for each in params]
        changed = frozenset(number for number, each in zip(numbers, params, strict=True) if each._grad is not None)
        gradients = {number: tuple(self.gradients.get(number, ())) for number in numbers}
        cleared = tuple(dict.fromkeys(self.lost[each] for each in numbers if each in self.lost and each not in changed))
        self.emit(Step, self.number(), self.object_number(optimizer), frozenset(numbers), changed, gradients, True, cleared)
        for number in changed:
            self.gradients[number] = [mark._replace(used=True) for mark in self.gradients.get(number, ())]

    def optimizer_made(self, optimizer: Any, params: Any) -> None:
        """An optimizer was constructed."""
        tensors = [each for each in params if is_tensor(each)]
        nonleaf = tuple(each.__dict__["_made"] for each in tensors if not each.is_leaf and "_made" in each.__dict__)
        leaves = frozenset(self.leaf(each) for each in tensors if each.is_leaf)
        self.emit(OptimizerCreated, self.object_number(optimizer), leaves, True, nonleaf)

    def clipped(self, call: str, tensors: Any) -> None:
        """Gradients are about to be clipped or unscaled."""
        numbers = frozenset(self.leaf(each) for each in tensors if each._rg and each._fn is None)
        marks = [mark for each in numbers for mark in self.gradients.get(each, ())]
        argument = "loss" if any(each._fn is not None for each in tensors) else ""
        self.emit(Clipped, call, numbers, YES if marks else NO, bool(marks) and all(mark.used for mark in marks), argument)
