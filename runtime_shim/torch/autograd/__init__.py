"""torch.autograd: backward passes, custom functions, grad modes."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from typing import Any

import numpy as np

from .. import _engine
from .._graph import edge_of
from .._missing import missing
from .._state import state
from .._tensor import Tensor, wrap
from . import functional, graph
from .function import Function
from .grad_mode import enable_grad, inference_mode, is_grad_enabled, no_grad, set_grad_enabled

__all__ = [
    "Function",
    "Variable",
    "backward",
    "enable_grad",
    "functional",
    "grad",
    "graph",
    "inference_mode",
    "is_grad_enabled",
    "no_grad",
    "set_grad_enabled",
]

NO_GRAPH = "element {index} of tensors does not require grad and does not have a grad_fn"
NOT_SCALAR = "grad can be implicitly created only for scalar outputs"
UNUSED = (
    "The differentiated Tensor at index {index} appears to not have been used in the graph. Set allow_unused=True if this is the desired "
    "behavior."
)
CYCLE = (
    "Using backward() with create_graph=True will create a reference cycle between the parameter and its gradient which can cause a memory "
    "leak. We recommend using autograd.grad when creating the graph to avoid this. If you have to use this function, make sure to reset the "
    ".grad fields of your parameters to None after use to break the cycle and avoid the leak."
)


def listed(value: Any) -> list[Any]:
    """A sequence or another iterable as a list, one tensor as a list of one."""
    return [value] if isinstance(value, Tensor) or not isinstance(value, Iterable) else list(value)


def first_gradients(roots: list[Tensor], grads: list[Any]) -> list[Tensor]:
    """Return the initial gradients: ones for scalars without a given gradient.

    Raises:
        RuntimeError: if a root that is not a scalar has no gradient, or one of another shape.
    """
    result = []
    for index, (root, grad_) in enumerate(zip(roots, grads, strict=True)):
        if isinstance(grad_, Tensor):
            if grad_._a.shape != root._a.shape:
                raise RuntimeError(
                    f"Mismatch in shape: grad_output[{index}] has a shape of {grad_.shape} and output[{index}] has a shape of {root.shape}."
                )
            result.append(grad_)
        elif grad_ is None:
            if root.requires_grad:
                if root._a.size != 1:
                    state.observer.failed("NOT_SCALAR", tensor=root)
                    raise RuntimeError(NOT_SCALAR)
                if not root.is_floating_point():
                    raise RuntimeError(f"grad can be implicitly created only for real scalar outputs but got {root.dtype}")
            result.append(wrap(np.ones(root._a.shape, root._a.dtype)))
        else:
            raise TypeError(f"gradients can be either Tensors or None, but got {type(grad_).__name__}")
    return result


def run_backward(
    roots: list[Tensor], grads: list[Any], retain: bool | None, create: bool, inputs: Any, call: str, allow_unused: bool = False
) -> Any:
    """Run a backward pass from `roots`.

    Args:
        roots: the tensors to start from.
        grads: a gradient for each, or None.
        retain: do not free saved tensors; None means the value of `create`.
        create: record the backward pass.
        inputs: the tensors whose gradients are requested; None for all leaves.
        call: "backward" adds them to `.grad`, "grad" returns them.
        allow_unused: return None for an input that the pass does not reach.

    Raises:
        RuntimeError: as PyTorch does.
    """
    keep = create if retain is None else bool(retain)
    inputs = None if inputs is None else listed(inputs)
    if inputs is not None and not inputs:
        raise RuntimeError(
            "`inputs` argument to `backward()` cannot be empty." if call == "backward" else "grad requires non-empty inputs."
        )
    starts = first_gradients(roots, grads)
    edges = []
    for index, root in enumerate(roots):
        edge = edge_of(root)
        if edge is None:
            state.observer.failed("NO_GRAPH", tensor=root, index=index)
            raise RuntimeError(NO_GRAPH.format(index=index))
        edges.append(edge)
    if create and call == "backward":
        warnings.warn(CYCLE, UserWarning, stacklevel=3)
    targets = wanted_edges(roots, inputs, call) if inputs is not None else None
    state.observer.backward_begins(call, roots, retain, create)
    found = _engine.run(edges, starts, keep=keep, create=create, inputs=targets, accumulate=call == "backward")
    if call == "grad" and not allow_unused and inputs is not None:
        for index, each in enumerate(found):
            if each is None:
                state.observer.failed("UNUSED_INPUT", roots=roots, input=inputs[index], index=index)
                raise RuntimeError(UNUSED.format(index=index))
    state.observer.backward_ends()
    if call == "grad":
        state.observer.gradients_computed([each for each in found if each is not None])
    return tuple(found)


def wanted_edges(roots: list[Tensor], inputs: list[Tensor], call: str) -> list[Any]:
    """Return the edges that receive the gradients of these tensors.

    Raises:
        RuntimeError: if one of them does not require grad.
    """
    result = []
    for index, each in enumerate(inputs):
        if call == "backward" and (not each.is_leaf or not each.requires_grad):
            each.retain_grad()
        edge = edge_of(each)
        if edge is None:
            state.observer.failed("INPUT_WITHOUT_GRAD", roots=roots, tensor=each, index=index)
            raise RuntimeError("One of the differentiated Tensors does not require grad")
        result.append(edge)
    return result


def backward(
    tensors: Any,
    grad_tensors: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    grad_variables: Any = None,
    inputs: Any = None,
) -> None:
    """Add the gradients of these tensors to the leaves they were computed from."""
    if grad_variables is not None:
        state.observer.misuse("grad_variables")
        warnings.warn("`grad_variables` is deprecated. Use `grad_tensors` instead.", FutureWarning, stacklevel=2)
        if grad_tensors is not None:
            raise RuntimeError(
                "`grad_tensors` and `grad_variables` (deprecated) arguments both passed to `backward()`. Please only use `grad_tensors`."
            )
        grad_tensors = grad_variables
    roots = listed(tensors)
    grads = [None] * len(roots) if grad_tensors is None else listed(grad_tensors)
    if len(grads) != len(roots):
        raise RuntimeError(f"got {len(roots)} tensors and {len(grads)} gradients")
    run_backward(roots, grads, retain_graph, create_graph, inputs, "backward")


def grad(
    outputs: Any,
    inputs: Any,
    grad_outputs: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    only_inputs: bool = True,
    allow_unused: bool | None = None,
    is_grads_batched: bool = False,
    materialize_grads: bool = False,
) -> tuple[Any, ...]:
    """The gradients of the outputs for the inputs."""
    if is_grads_batched:
        missing("torch.autograd.grad(is_grads_batched=True)")
    roots, wanted = listed(outputs), listed(inputs)
    grads = [None] * len(roots) if grad_outputs is None else listed(grad_outputs)
    found = run_backward(roots, grads, retain_graph, create_graph, wanted, "grad", bool(allow_unused) or materialize_grads)
    if materialize_grads:
        return tuple(each if each is not None else wanted[index].new_zeros(wanted[index].shape) for index, each in enumerate(found))
    return found


class _VariableType(type):
    """isinstance(x, Variable) is true of every tensor."""

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, Tensor)


class Variable(metaclass=_VariableType):
    """The deprecated wrapper of tensors with gradients; it returns its tensor."""

    def __new__(cls, data: Tensor, requires_grad: bool = False, volatile: Any = None) -> Any:
        """The tensor itself, or an alias that requires grad."""
        if volatile:
            state.observer.misuse("volatile")
            warnings.warn("volatile was removed and now has no effect. Use `with torch.no_grad():` instead.", UserWarning, stacklevel=2)
        state.observer.misuse("Variable")
        result = data._alias()
        result._fn, result._nr = data.grad_fn, data._nr
        if result._fn is not None:
            return result
        state.observer.wrapped_in_variable(data, result)
        if requires_grad:
            result.requires_grad_()
        return result


class set_detect_anomaly:
    """Taken, and without effect here."""

    def __init__(self, mode: bool = True, check_nan: bool = True) -> None:
        self.mode = mode

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        return None


detect_anomaly = set_detect_anomaly


def __getattr__(name: str) -> Any:
    missing(f"torch.autograd.{name}", name)
