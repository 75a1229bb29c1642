"""The modes of a thread, and the observer of its operations."""

from __future__ import annotations

import threading
from typing import Any


class Observer:
    """The events of a run. Every method does nothing; a recorder overrides those it needs.

    Tensors and nodes are passed as they are: an observer must not modify them.
    """

    def recorded(self, node: Any, result: Any) -> None:
        """An operation was put into the graph."""

    def computed(self, name: str, operands: tuple[Any, ...], result: Any) -> None:
        """An operation was carried out, in the graph or not."""

    def changed(self, tensor: Any, cause: str) -> None:
        """A tensor was changed in place; its version has been raised already ("data": it shares none)."""

    def backward_begins(self, call: str, roots: Any, retain: Any, create_graph: bool) -> None:
        """A backward, or autograd.grad, was called."""

    def visited(self, node: Any, freed: bool) -> None:
        """A backward pass has executed a node and freed its saved tensors."""

    def arrived(self, leaf: Any) -> None:
        """A leaf's gradient was added up."""

    def captured(self, node: Any) -> None:
        """A backward pass has reached a node whose gradient was requested, and stopped there."""

    def backward_ends(self) -> None:
        """The backward returned."""

    def gradients_computed(self, tensors: list[Any]) -> None:
        """`autograd.grad` returns these gradients."""

    def failed(self, kind: str, **facts: Any) -> None:
        """PyTorch's error of this kind (a name of `Fault`) is about to be raised."""

    def module_enters(self, module: Any, inputs: tuple[Any, ...]) -> None:
        """A module is called."""

    def module_leaves(self, module: Any, inputs: tuple[Any, ...], result: Any) -> None:
        """... and returns (`result` is None where it raised)."""

    def container_assigned(self, module: Any, name: str) -> None:
        """A list, tuple or dict was assigned to an attribute of a module."""

    def training_switched(self, module: Any, training: bool) -> None:
        """A module was switched to training or evaluation; its children follow."""

    def parallel_called(self, wrapper: Any) -> None:
        """A module was called through DistributedDataParallel, with grad mode enabled."""

    def no_sync_begins(self, wrapper: Any) -> None:
        """A block without synchronization begins."""

    def no_sync_ends(self, wrapper: Any) -> None:
        """... and ends."""

    def wrapped_in_parallel(self, wrapper: Any) -> None:
        """A module was wrapped in DistributedDataParallel."""

    def gradient_sync_set(self, module: Any, enabled: bool) -> None:
        """The reduction of a sharded module's gradients was switched."""

    def checkpoint_begins(self, tracked: bool) -> None:
        """A reentrant checkpoint is about to run its segment: `tracked` if one of its inputs requires grad."""

    def checkpoint_ends(self) -> None:
        """... and has run it."""

    def mode(self, what: str, enabled: bool, entered: bool, scoped: bool) -> None:
        """Grad mode was entered, left or switched."""

    def mode_used(self, mode: Any) -> None:
        """A grad-mode object was entered, or put around a function."""

    def leaf_made(self, tensor: Any) -> None:
        """`requires_grad` of a tensor is about to be enabled."""

    def mode_made(self, mode: Any) -> None:
        """A grad-mode object was constructed."""

    def detached(self, tensor: Any, result: Any, how: str) -> None:
        """A detached tensor was created from another one."""

    def read_number(self, tensor: Any, how: str, value: Any) -> Any:
        """A tensor's value was read as a number; the returned value replaces it."""
        return value

    def number_used(self, number: Any, result: Any) -> None:
        """A number became a tensor, as an operand of an operation."""

    def made_from(self, data: Any, result: Any) -> None:
        """A tensor was created from Python data."""

    def grad_read(self, tensor: Any) -> None:
        """`.grad` was read."""

    def grads_reset(self, tensors: Any, owner: Any) -> None:
        """Gradients are about to be zeroed or set to None."""

    def step_begins(self, optimizer: Any) -> None:
        """An optimizer is about to step."""

    def search_begins(self) -> None:
        """An optimizer is about to call its closure, several times."""

    def search_iterates(self) -> None:
        """... once more."""

    def search_ends(self) -> None:
        """... and is done."""

    def step_ends(self, optimizer: Any, found: Any = None) -> None:
        """The optimizer has stepped, with the gradients of the parameters `found`; None for those that have one now."""

    def optimizer_made(self, optimizer: Any, params: Any) -> None:
        """An optimizer was constructed over these."""

    def scheduler_steps(self, scheduler: Any, epoch: Any) -> None:
        """A scheduler is about to step, to an epoch if one is given; not by its constructor."""

    def loss_scaled(self, result: Any) -> None:
        """An enabled scaler has scaled a loss."""

    def scaler_called(self, method: str, scaler: Any, optimizer: Any) -> None:
        """An enabled scaler has unscaled or stepped an optimizer."""

    def gradients_unscaled(self) -> None:
        """A scaler is about to divide gradients by its scale."""

    def scaler_updated(self, scaler: Any) -> None:
        """An enabled scaler has updated its scale."""

    def clipped(self, call: str, tensors: Any) -> None:
        """Gradients are about to be clipped or unscaled."""

    def rewrapped(self, tensor: Any, result: Any, how: str) -> None:
        """A new tensor was created from the values of another one."""

    def wrapped_in_variable(self, tensor: Any, result: Any) -> None:
        """A tensor without a graph was wrapped in a Variable."""

    def context_attribute(self, name: str, value: Any, ctx: Any) -> None:
        """A custom Function put a tensor on its ctx."""

    def context_done(self, ctx: Any, inputs: Any, outputs: Any) -> None:
        """A custom Function's forward has returned."""

    def misuse(self, what: str) -> None:
        """A removed or deprecated spelling was executed."""


class State(threading.local):
    """The modes of one thread.

    A backward pass runs on the thread that calls it, so the modes need not be passed to another one.
    """

    grad: bool = True
    inference: bool = False
    autocast: bool = False
    saved_hooks: tuple[Any, ...] = ()
    observer: Observer = Observer()
    quiet: int = 0

    @property
    def records(self) -> bool:
        """Return True if operations are recorded: enabling grad mode does not leave inference mode."""
        return self.grad and not self.inference


STEP = "step"
"""The cause of the changes that an optimizer's step makes."""

state = State()


def observer() -> Observer | None:
    """Return the current observer; one that does nothing during the library's own computations (gradients, an optimizer's step)."""
    return None if state.quiet or type(state.observer) is Observer else state.observer


class Quietly:
    """A block in which the library computes for itself."""

    def __enter__(self) -> None:
        state.quiet += 1

    def __exit__(self, *_: object) -> None:
        state.quiet -= 1
