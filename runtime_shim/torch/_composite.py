"""Operations that are single nodes in PyTorch and are composed of other operations here: backward differentiates the parts."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from ._operation import Operation, define
from ._state import state
from ._tensor import Tensor, wrap


def whole(name: str, signature: str, function: Callable[..., Any], differentiable: str, **options: Any) -> Operation:
    """Add a composite operation to the table as one operation.

    Args:
        name: its name.
        signature: its parameters.
        function: its implementation with tensor operations.
        differentiable: the operands that can have a gradient.
        options: as of `define`.
    """
    names = tuple(inspect.signature(eval(f"lambda {signature}: 0")).parameters)
    operands = differentiable.split()

    def kernel(*values: Any) -> Any:
        before, state.grad = state.grad, False
        try:
            result = function(*[wrap(each) if isinstance(each, np.ndarray) else each for each in values])
        finally:
            state.grad = before
        return tuple(each._a for each in result) if isinstance(result, tuple) else result._a

    formulas = {operand: formula_for(operand, names, function) for operand in operands}
    return define(name, signature, kernel, **options, **formulas)


def formula_for(operand: str, names: tuple[str, ...], function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the gradient formula of one operand: a backward pass through the parts."""

    def formula(gs: list[Tensor], *values: Any) -> Any:
        from . import _engine
        from ._graph import edge_of

        # The parts are recorded in inference mode as well, where a backward of a graph from outside may run.
        before, record = (state.grad, state.inference), state.records
        state.grad, state.inference = True, False
        try:
            given = dict(zip(names, values, strict=True))
            given[operand] = given[operand].view(given[operand].shape) if record else given[operand]._alias().requires_grad_()
            if record and not given[operand].requires_grad:
                given[operand].requires_grad_()
            result = function(*given.values())
            outputs = [each for each in (result if isinstance(result, tuple) else (result,)) if each.dtype.is_floating_point]
            pairs = [(edge_of(each), grad) for each, grad in zip(outputs, gs, strict=True) if each.requires_grad]
            target = edge_of(given[operand])
            assert target is not None
            roots: list[Any] = [edge for edge, _ in pairs]
            (found,) = _engine.run(roots, [grad for _, grad in pairs], keep=record, create=record, inputs=[target], accumulate=False)
        finally:
            state.grad, state.inference = before
        return found

    formula.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [inspect.Parameter(name, inspect.Parameter.POSITIONAL_ONLY) for name in ("gs", *names)]
    )
    return formula
