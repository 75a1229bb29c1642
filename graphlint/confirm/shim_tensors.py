"""The tensors and nodes of the shim."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, TypeVar

from graphlint.autograd.events import Saved
from graphlint.autograd.numbers import NO_STORAGE, StorageNumber
from graphlint.confirm.notes import NodeNotes, TensorNotes
from graphlint.confirm.tensors import SavedBytes, TensorLibrary

Notes = TypeVar("Notes", TensorNotes, NodeNotes)


def _notes_in(thing: Any, kind: type[Notes]) -> Notes:
    """Return the notes on a tensor or a node, which are one of its attributes."""
    notes: Notes | None = thing.__dict__.get("_notes")
    if notes is None:
        notes = thing.__dict__["_notes"] = kind()
    return notes


class ShimTensors(TensorLibrary):
    """The shim's tensors; `state` holds its modes, `modes` is its module of grad modes."""

    replaces_numbers = True

    def __init__(self, state: Any, modes: Any) -> None:
        self.state, self.modes = state, modes

    def is_tensor(self, value: Any) -> bool:
        return hasattr(type(value), "_bump")

    def notes(self, tensor: Any) -> TensorNotes:
        return _notes_in(tensor, TensorNotes)

    def graph(self, tensor: Any) -> Any:
        return tensor._fn

    def is_trained(self, tensor: Any) -> bool:
        return bool(tensor._rg and tensor._fn is None)

    def requires_grad(self, tensor: Any) -> bool:
        return bool(tensor.requires_grad)

    def gradient(self, tensor: Any) -> Any:
        return tensor._grad

    def retains_gradient(self, tensor: Any) -> bool:
        return bool(tensor._keeps_grad)

    def storage(self, tensor: Any) -> int:
        return int(tensor._version_.storage)

    def grad_enabled(self) -> bool:
        return bool(self.state.grad)

    def node_notes(self, node: Any) -> NodeNotes:
        return _notes_in(node, NodeNotes)

    def inner(self, node: Any) -> Any:
        return getattr(node, "node", node)

    def variable(self, node: Any) -> Any:
        return getattr(node, "variable", None)

    def inputs(self, node: Any) -> Sequence[Any]:
        return [edge[0] for edge in node.edges if edge is not None]

    def operation(self, node: Any) -> str:
        return str(node.operation.name if hasattr(node, "operation") else node.plain_name())

    def saved(self, node: Any) -> list[SavedBytes]:
        return [self._saved(name, saved) for name, saved in node.saved_tensors_held()]

    def _saved(self, name: str, saved_tensor: Any) -> SavedBytes:
        """Return a saved tensor; one packed by a hook is unknown."""
        tensor = saved_tensor.tensor
        if saved_tensor.hooks or not self.is_tensor(tensor):
            return SavedBytes(Saved(NO_STORAGE, 0, False, name), 0)
        saved = Saved(StorageNumber(self.storage(tensor)), saved_tensor.version, self.is_trained(tensor), name.partition(".")[0])
        return SavedBytes(saved, _storage_bytes(tensor._a))

    def grad_mode_of(self, value: Any) -> str:
        return str(value.what) if isinstance(value, self.modes.Mode) else ""

    def grad_mode_class(self, value: Any) -> str:
        return value.__name__ if isinstance(value, type) and issubclass(value, self.modes.Mode) else ""

    def unobserved(self) -> AbstractContextManager[Any]:
        return nullcontext()


def _storage_bytes(array: Any) -> int:
    """Return the size of the memory that an array is a view of: it stays allocated as a whole."""
    while isinstance(array.base, type(array)):
        array = array.base
    return int(array.nbytes)
