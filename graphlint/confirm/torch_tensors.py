"""The tensors and nodes of PyTorch, read without being recorded."""

from __future__ import annotations

import re
import weakref
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

from graphlint.autograd.events import Saved
from graphlint.autograd.numbers import NO_STORAGE, StorageNumber
from graphlint.confirm.notes import NodeNotes, TensorNotes
from graphlint.confirm.tensors import SavedBytes, TensorLibrary

NOTES = "graphlint"
"""The key of the notes in the metadata of a node."""

SUFFIX = re.compile(r"Backward\d*$")
WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
UNKNOWN = Saved(NO_STORAGE, 0, False, "")


class TorchTensors(TensorLibrary):
    """PyTorch's tensors; `torch` is the module.

    Notes on a tensor are stored beside it: its `__dict__` is copied and written to files with it. Notes on a node are in its `metadata`,
    which PyTorch keeps as long as the node, and notes on a storage in an attribute of its Python object.
    """

    replaces_numbers = False

    def __init__(self, torch: Any) -> None:
        self.torch = torch
        self._notes: dict[int, tuple[weakref.ref[Any], TensorNotes]] = {}
        self._saved_names: dict[type, tuple[str, ...]] = {}
        self._storages = 0
        grad_mode = torch.autograd.grad_mode
        self.grad_modes = (grad_mode.no_grad, grad_mode.enable_grad, grad_mode.inference_mode, grad_mode.set_grad_enabled)

    def is_tensor(self, value: Any) -> bool:
        return issubclass(type(value), self.torch.Tensor)

    def notes(self, tensor: Any) -> TensorNotes:
        key = id(tensor)
        entry = self._notes.get(key)
        if entry is not None and entry[0]() is tensor:
            return entry[1]

        def forget(reference: weakref.ref[Any]) -> None:
            if key in self._notes and self._notes[key][0] is reference:
                del self._notes[key]

        notes = TensorNotes()
        self._notes[key] = (weakref.ref(tensor, forget), notes)
        return notes

    def graph(self, tensor: Any) -> Any:
        """Return the `grad_fn` of a tensor, None for a leaf, and for a view that PyTorch refuses because its base was changed in place."""
        try:
            return tensor.grad_fn
        except RuntimeError:
            return None

    def is_trained(self, tensor: Any) -> bool:
        try:
            return bool(tensor.is_leaf and tensor.requires_grad)
        except RuntimeError:  # as for `graph`
            return False

    def requires_grad(self, tensor: Any) -> bool:
        return bool(tensor.requires_grad)

    def gradient(self, tensor: Any) -> Any:
        return tensor.grad

    def retains_gradient(self, tensor: Any) -> bool:
        return bool(tensor.retains_grad)

    def storage(self, tensor: Any) -> int:
        """Return the number of a tensor's storage, 0 for a tensor without one, such as a sparse tensor."""
        try:
            storage = tensor.untyped_storage()
        except (NotImplementedError, RuntimeError):
            return 0
        number: int | None = getattr(storage, "_graphlint_number", None)
        if number is None:
            self._storages += 1
            number = storage._graphlint_number = self._storages
        return number

    def grad_enabled(self) -> bool:
        return bool(self.torch.is_grad_enabled() and not self.torch.is_inference_mode_enabled())

    def node_notes(self, node: Any) -> NodeNotes:
        notes: NodeNotes | None = node.metadata.get(NOTES)
        if notes is None:
            notes = node.metadata[NOTES] = NodeNotes()
        return notes

    def inner(self, node: Any) -> Any:
        return node

    def variable(self, node: Any) -> Any:
        return node.variable if type(node).__name__ == "AccumulateGrad" else None

    def inputs(self, node: Any) -> Sequence[Any]:
        return [function for function, _ in node.next_functions if function is not None]

    def operation(self, node: Any) -> str:
        return WORD.sub("_", SUFFIX.sub("", type(node).__name__)).lower()

    def saved(self, node: Any) -> list[SavedBytes]:
        """Return the tensors that a node saves. While hooks pack saved tensors, nothing is unpacked: that could run code of the program."""
        names = self._names_of_saved(type(node))
        if self._hooks_are_active():
            return [SavedBytes(UNKNOWN, 0)] if names else []
        return [saved for name in names for saved in self._read(node, name)]

    def _read(self, node: Any, name: str) -> list[SavedBytes]:
        """Return the tensors in one attribute of a node."""
        try:
            value = getattr(node, name)
        except RuntimeError:
            return []
        values = value if isinstance(value, (tuple, list)) else (value,)
        what = name.removeprefix("_saved_")
        return [self._saved(tensor, what) for tensor in values if self.is_tensor(tensor)]

    def _saved(self, tensor: Any, what: str) -> SavedBytes:
        storage = self.storage(tensor)
        version = 0 if tensor.is_inference() else tensor._version
        size = tensor.untyped_storage().nbytes() if storage else 0
        return SavedBytes(Saved(StorageNumber(storage), version, self.is_trained(tensor), what), size)

    def _names_of_saved(self, kind: type) -> tuple[str, ...]:
        """Return the attributes of a class of nodes that hold its saved tensors."""
        if kind not in self._saved_names:
            names = tuple(name for name in dir(kind) if name.startswith("_saved_"))
            self._saved_names[kind] = names or (("saved_tensors",) if hasattr(kind, "saved_tensors") else ())
        return self._saved_names[kind]

    def _hooks_are_active(self) -> bool:
        return self.torch._C._autograd._top_saved_tensors_default_hooks(True) is not None

    def changed_saved_tensor(self, node: Any) -> str | None:
        """Return the name of the saved tensor of a node that was changed in place since, None if there is none."""
        for name in self._names_of_saved(type(node)):
            try:
                getattr(node, name)
            except RuntimeError as error:
                if "modified by an inplace operation" in str(error):
                    return name.removeprefix("_saved_")
        return None

    def grad_mode_of(self, value: Any) -> str:
        return type(value).__name__ if isinstance(value, self.grad_modes) else ""

    def grad_mode_class(self, value: Any) -> str:
        return value.__name__ if isinstance(value, type) and value in self.grad_modes else ""

    def unobserved(self) -> AbstractContextManager[Any]:
        context: AbstractContextManager[Any] = self.torch._C.DisableTorchFunction()
        return context
