"""torch.nn.utils: clipping, parameters as one vector."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from ..._missing import guard
from ..._ops import reduce
from ..._state import Quietly, observer
from ..._tensor import Tensor
from ...autograd.grad_mode import no_grad
from . import parametrize, rnn

__all__ = [
    "clip_grad_norm",
    "clip_grad_norm_",
    "clip_grad_value_",
    "get_total_norm",
    "parameters_to_vector",
    "parametrize",
    "rnn",
    "vector_to_parameters",
]


def listed(parameters: Any) -> list[Tensor]:
    """One tensor or several."""
    return [parameters] if isinstance(parameters, Tensor) else list(parameters)


def get_total_norm(tensors: Iterable[Tensor], norm_type: float = 2.0, error_if_nonfinite: bool = False, foreach: Any = None) -> Tensor:
    """The norm of all of them as one vector."""
    from ... import stack, tensor

    norms = [reduce.vector_norm(each, float(norm_type)) for each in tensors]
    total = reduce.vector_norm(stack(norms), float(norm_type)) if norms else tensor(0.0)
    if error_if_nonfinite and not math.isfinite(total.item()):
        raise RuntimeError(
            f"The total norm of order {norm_type} for gradients from `parameters` is non-finite, so it cannot be clipped. To disable this error and "
            "scale the gradients by the non-finite norm anyway, set `error_if_nonfinite=False`"
        )
    return total


def clip_grad_norm_(
    parameters: Any, max_norm: float, norm_type: float = 2.0, error_if_nonfinite: bool = False, foreach: Any = None
) -> Tensor:
    """Scale gradients so that their norm is at most `max_norm`; returns the norm before."""
    tensors = listed(parameters)
    if watcher := observer():
        watcher.clipped("clip_grad_norm_", tensors)
    with Quietly(), no_grad():
        grads = [each._grad for each in tensors if each._grad is not None]
        total = get_total_norm(grads, norm_type, error_if_nonfinite)
        factor = (float(max_norm) / (total + 1e-6)).clamp(max=1.0)
        for each in grads:
            each.mul_(factor)
    return total


clip_grad_norm = clip_grad_norm_


def clip_grad_value_(parameters: Any, clip_value: float, foreach: Any = None) -> None:
    """Bound every element of the gradients.

    Raises:
        RuntimeError: if there is no gradient at all.
    """
    tensors = listed(parameters)
    if watcher := observer():
        watcher.clipped("clip_grad_value_", tensors)
    grads = [each._grad for each in tensors if each._grad is not None]
    if not grads:
        raise RuntimeError(
            "Expected !nested_tensorlist[0].empty() to be true, but got false.  (Could this error message be improved?  If so, please report an "
            "enhancement request to PyTorch.)"
        )
    with Quietly(), no_grad():
        for each in grads:
            each.clamp_(-float(clip_value), float(clip_value))


def parameters_to_vector(parameters: Iterable[Tensor]) -> Tensor:
    """All parameters as one vector, with its graph."""
    from ... import cat

    return cat([each.view(-1) for each in parameters])


def vector_to_parameters(vec: Tensor, parameters: Iterable[Tensor]) -> None:
    """Write a vector into the parameters' data."""
    if not isinstance(vec, Tensor):
        raise TypeError(f"expected torch.Tensor, but got: {type(vec).__name__}")
    place = 0
    for each in parameters:
        each.data = vec[place : place + each.numel()].view_as(each).data
        place += each.numel()


__getattr__ = guard("torch.nn.utils")
