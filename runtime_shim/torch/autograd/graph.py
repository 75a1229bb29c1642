"""torch.autograd.graph: hooks on saved tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._graph import Node, edge_of
from .._missing import guard
from .._state import state
from .._tensor import Tensor

__all__ = [
    "Node",
    "allow_mutation_on_saved_tensors",
    "disable_saved_tensors_hooks",
    "get_gradient_edge",
    "increment_version",
    "save_on_cpu",
    "saved_tensors_hooks",
]


class saved_tensors_hooks:
    """A block in which saved tensors are packed by one function and unpacked by another; they escape the version check."""

    def __init__(self, pack_hook: Callable[[Tensor], Any], unpack_hook: Callable[[Any], Tensor]) -> None:
        self.pack_hook, self.unpack_hook = pack_hook, unpack_hook

    def __enter__(self) -> None:
        state.saved_hooks = (*state.saved_hooks, self)

    def __exit__(self, *_: object) -> None:
        state.saved_hooks = state.saved_hooks[:-1]


class save_on_cpu(saved_tensors_hooks):
    """Saved tensors are copied."""

    def __init__(self, pin_memory: bool = False, device_type: str = "cuda") -> None:
        super().__init__(lambda tensor: tensor._copy(), lambda packed: packed)


class allow_mutation_on_saved_tensors(saved_tensors_hooks):
    """Allow in-place changes of saved tensors in a block: copies are saved."""

    def __init__(self) -> None:
        super().__init__(lambda tensor: tensor._copy(), lambda packed: packed)


class disable_saved_tensors_hooks:
    """Taken, and without effect here."""

    def __init__(self, error_message: str) -> None:
        self.error_message = error_message

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        return None


def increment_version(tensor: Any) -> None:
    """Increase the version counter for an in-place change that autograd did not record."""
    for each in tensor if isinstance(tensor, (list, tuple)) else [tensor]:
        each._bump()


def get_gradient_edge(tensor: Tensor) -> Any:
    """Return the edge that receives a tensor's gradient."""
    return edge_of(tensor)


__getattr__ = guard("torch.autograd.graph")
