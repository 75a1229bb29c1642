"""torch.autograd.functional: Jacobians and Hessians, row by row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._missing import guard
from .._tensor import Tensor

NOT_DIFFERENTIABLE = (
    "Output 0 of the user-provided function does not require gradients. The outputs must be computed in a differentiable manner from the "
    "input when running in strict mode."
)


def jacobian(func: Callable[..., Any], inputs: Any, create_graph: bool = False, strict: bool = False, vectorize: bool = False) -> Any:
    """The Jacobian of one output for one input or a tuple of them."""
    from .. import enable_grad, stack, zeros
    from . import grad

    several = isinstance(inputs, tuple)
    with enable_grad():
        given = [
            each.view(each.shape) if create_graph else each.detach().clone().requires_grad_() for each in (inputs if several else (inputs,))
        ]
        output = func(*given)
        if not output.requires_grad:
            if strict:
                raise RuntimeError(NOT_DIFFERENTIABLE)
            made = tuple(zeros(*output.shape, *each.shape) for each in given)
            return made if several else made[0]
        rows = [
            grad(each, given, retain_graph=True, create_graph=create_graph, materialize_grads=True) for each in output.reshape(-1).unbind(0)
        ]
        made = tuple(stack([row[place] for row in rows]).reshape(*output.shape, *each.shape) for place, each in enumerate(given))
    made = made if create_graph else tuple(each.detach() for each in made)
    return made if several else made[0]


def hessian(func: Callable[..., Any], inputs: Tensor, create_graph: bool = False, strict: bool = False, vectorize: bool = False) -> Any:
    """The Hessian of a scalar function of one input."""
    from .. import zeros_like
    from . import grad

    def slope(value: Tensor) -> Any:
        output = func(value)
        return grad(output, value, create_graph=True)[0] if output.requires_grad else zeros_like(value)

    return jacobian(slope, inputs, create_graph)


__getattr__ = guard("torch.autograd.functional")
