"""The interface through which a run is recorded: the tensors and nodes of the library that executes the program."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any, ClassVar, NamedTuple

from graphlint.autograd.events import Saved
from graphlint.confirm.notes import NodeNotes, TensorNotes


class SavedBytes(NamedTuple):
    """A tensor that a node saves, and the size of its storage in bytes."""

    saved: Saved
    size: int


class TensorLibrary(ABC):
    """The tensors and nodes of one library. No query of it is recorded.

    `replaces_numbers` says that numbers read from tensors may be replaced by numbers that remember their origin. A program that runs on
    PyTorch gets plain ones: it may write them to files.
    """

    replaces_numbers: ClassVar[bool]

    @abstractmethod
    def is_tensor(self, value: Any) -> bool:
        """Return whether a value is a tensor. Its class is checked, because an object of the program may define any attribute."""

    @abstractmethod
    def notes(self, tensor: Any) -> TensorNotes:
        """Return the notes on a tensor, which exist as long as it does."""

    @abstractmethod
    def graph(self, tensor: Any) -> Any:
        """Return the `grad_fn` of a tensor, None for a leaf."""

    @abstractmethod
    def is_trained(self, tensor: Any) -> bool:
        """Return True for a leaf that requires grad."""

    @abstractmethod
    def requires_grad(self, tensor: Any) -> bool:
        """Return the tensor's `requires_grad`."""

    @abstractmethod
    def gradient(self, tensor: Any) -> Any:
        """Return the gradient of a tensor."""

    @abstractmethod
    def retains_gradient(self, tensor: Any) -> bool:
        """Return True for a tensor that is not a leaf and keeps its gradient."""

    @abstractmethod
    def storage(self, tensor: Any) -> int:
        """Return the number of a tensor's storage."""

    @abstractmethod
    def grad_enabled(self) -> bool:
        """Return True if operations are recorded."""

    @abstractmethod
    def node_notes(self, node: Any) -> NodeNotes:
        """Return the notes on a node, which exist as long as it does."""

    @abstractmethod
    def inner(self, node: Any) -> Any:
        """Return the node of the operation that a node for an in-place change of a view wraps, else the node."""

    @abstractmethod
    def variable(self, node: Any) -> Any:
        """Return the leaf whose gradient a node accumulates, None for other nodes."""

    @abstractmethod
    def inputs(self, node: Any) -> Sequence[Any]:
        """Return the nodes that receive the gradients of a node."""

    @abstractmethod
    def operation(self, node: Any) -> str:
        """Return the name of the operation of a node that no custom Function created."""

    def is_custom(self, node: Any) -> bool:
        """Return True for the node of a custom Function: it is also the context of its `forward`."""
        return hasattr(node, "save_for_backward")

    @abstractmethod
    def saved(self, node: Any) -> list[SavedBytes]:
        """Return the tensors that a node saves."""

    @abstractmethod
    def grad_mode_of(self, value: Any) -> str:
        """Return the name of a grad-mode object such as `torch.no_grad()`, "" for other values."""

    @abstractmethod
    def grad_mode_class(self, value: Any) -> str:
        """Return the name of a class of grad modes, "" for other values."""

    @abstractmethod
    def unobserved(self) -> AbstractContextManager[Any]:
        """Return a context in which operations are not recorded."""
