"""The graph: nodes, saved tensors, and the version check.

A `Node` represents one recorded operation. It has edges to the nodes of its operands (`edges`, one per operand, None if no gradient is
needed) and computes the gradients of its operands from those of its outputs (`apply`). The tensors needed for that are `SavedTensor`s,
which contain the version at which they were saved and are emptied by `release`.
"""

from __future__ import annotations

import itertools
import math
import weakref
from typing import TYPE_CHECKING, Any

from ._state import observer, state

if TYPE_CHECKING:
    from ._tensor import Tensor

FREED = (
    "Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed). "
    "Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). Specify retain_graph=True if you "
    "need to backward through the graph a second time or if you need to access saved tensors after calling backward."
)
CHANGED = (
    "one of the variables needed for gradient computation has been modified by an inplace operation: [{kind} {shape}]{source} is at "
    "version {now}; expected version {then} instead. Hint: enable anomaly detection to find the operation that failed to compute its "
    "gradient, with torch.autograd.set_detect_anomaly(True, check_nan=False)."
)
INFERENCE = (
    "Inference tensors cannot be saved for backward. Please do not use Tensors created in inference mode in computation tracked by "
    "autograd. To work around this, you can make a clone to get a normal tensor and use it in autograd, or use `torch.no_grad()` instead "
    "of `torch.inference_mode()`."
)
LEAF = "a leaf Variable that requires grad is being used in an in-place operation."
VIEW_OF_LEAF = "a view of a leaf Variable that requires grad is being used in an in-place operation."
INPLACE_ON_INFERENCE = (
    "Inplace update to inference tensor outside InferenceMode is not allowed.You can make a clone to get a normal tensor before doing "
    "inplace update.See https://github.com/pytorch/rfcs/pull/17 for more details."
)
SEVERAL_VIEWS = (
    "This view is the output of a function that returns multiple views. Such functions do not allow the output views to be modified "
    "inplace. You should replace the inplace operation by an out-of-place one."
)
MULTIPLE_VIEWS = f"Output {{nr}} of {{name}} is a view and {{what}} modified inplace. {SEVERAL_VIEWS}"
NO_GRAD_VIEW = (
    "{origin} was created in {mode} mode and {what} modified inplace {change}. Given that this use case is ambiguous and "
    "error-prone, it is forbidden. You can clarify your code by moving both the view and the inplace either both inside the {block} block "
    "(if you don't want the inplace to be tracked) or both outside (if you want the inplace to be tracked)."
)
SEQUENCE = itertools.count()
STORAGES = itertools.count(1)


class Version:
    """A counter that all views of one storage share; `.data` shares the storage without the counter."""

    __slots__ = ("number", "storage")

    def __init__(self, storage: int | None = None) -> None:
        self.number = 0
        self.storage = next(STORAGES) if storage is None else storage


class SavedTensor:
    """A tensor saved for a derivative, and its version at that time.

    An operand is stored as it is. A result is stored without its graph, which references the node that saves it.
    """

    __slots__ = ("hooks", "is_result", "nr", "tensor", "version")

    def __init__(self, tensor: Tensor, is_result: bool = False) -> None:
        if tensor._inference:
            if watcher := observer():
                watcher.failed("INFERENCE", tensor=tensor)
            raise RuntimeError(INFERENCE)
        self.version = tensor._version_.number
        self.is_result, self.nr = is_result, tensor._nr
        self.hooks = state.saved_hooks[-1] if state.saved_hooks else None
        self.tensor: Any = tensor._alias() if is_result or self.hooks else tensor
        if self.hooks:
            self.tensor = self.hooks.pack_hook(self.tensor)

    def unpack(self, node: Node) -> Tensor:
        """The saved tensor, with its graph.

        Args:
            node: the node that saved it.

        Raises:
            RuntimeError: if its version is no longer the one it was saved at.
        """
        if self.hooks:
            return self.hooks.unpack_hook(self.tensor)
        tensor: Tensor = self.tensor
        if tensor._version_.number != self.version:
            creator = node if self.is_result else tensor.grad_fn
            source = f", which is output {self.nr} of {creator.plain_name()}," if creator is not None else ""
            if watcher := observer_of_walk():
                watcher.failed("CHANGED", node=node, tensor=tensor)
            raise RuntimeError(
                CHANGED.format(kind=tensor.type(), shape=list(tensor.shape), source=source, now=tensor._version_.number, then=self.version)
            )
        if self.is_result and state.records:
            tensor = tensor._alias()
            tensor._fn, tensor._nr = node, self.nr
        return tensor


def observer_of_walk() -> Any:
    """Return the observer of a failing backward pass, whose computations are not observed."""
    return state.observer


class Node:
    """One recorded operation.

    `meta` holds shape and type of each output, against which gradients are checked on their way in.
    """

    label = "Node"

    def __init__(self, edges: tuple[Any, ...], meta: list[tuple[tuple[int, ...], Any]]) -> None:
        self.edges, self.meta = edges, meta
        self.order: float = next(SEQUENCE)
        self.pre_hooks: dict[int, dict[int, Any]] = {}
        self.node_hooks: dict[int, Any] = {}
        self.retains: dict[int, weakref.ref[Tensor]] = {}
        self.metadata: dict[Any, Any] = {}

    def apply(self, grads: list[Tensor | None]) -> list[Tensor | None]:
        """Return the operands' gradients, given the outputs'.

        Raises:
            RuntimeError: if a saved tensor has been freed or modified.
        """
        raise NotImplementedError

    def release(self) -> None:
        """Free the saved tensors."""

    def saved_tensors_held(self) -> list[tuple[str, SavedTensor]]:
        """The saved tensors, by the operands' names."""
        return []

    def is_freed(self) -> bool:
        """Return True if a backward pass has freed the saved tensors."""
        return False

    def plain_name(self) -> str:
        """Its name as error messages spell it."""
        name, backward, number = self.label.rpartition("Backward")
        if not number.isdigit():
            return self.label
        return name + (number if number != "0" else "") if backward else self.label

    @property
    def next_functions(self) -> tuple[tuple[Any, int], ...]:
        """The nodes its gradients go to."""
        return tuple(edge if edge is not None else (None, 0) for edge in self.edges)

    def register_hook(self, hook: Any) -> Any:
        """Call `hook(grad_inputs, grad_outputs)` after a backward pass has executed the node."""
        from .utils.hooks import RemovableHandle

        return RemovableHandle(self.node_hooks, hook)

    def __repr__(self) -> str:
        return f"<{self.label} object at {id(self):#x}>"

    def name(self) -> str:
        """`grad_fn.name()`."""
        return self.label


class AccumulateGrad(Node):
    """The node that accumulates a leaf's gradient."""

    label = "AccumulateGrad"

    def __init__(self, variable: Tensor) -> None:
        super().__init__((), [(variable._a.shape, variable.dtype)])
        self.variable = variable
        self.order = math.inf

    def apply(self, grads: list[Tensor | None]) -> list[Tensor | None]:
        """Add the gradient to the leaf's, in place unless a graph of gradients is wanted."""
        (grad,) = grads
        if grad is None:
            return []
        leaf = self.variable
        if leaf._grad is None:
            leaf._grad = grad.clone() if state.grad else grad._copy()
        elif state.grad:
            leaf._grad = leaf._grad + grad
        else:
            leaf._grad.add_(grad)
        return []


class Backstop(Node):
    """A node that only raises: for a result that cannot be differentiated, or an operation that a copy does not support."""

    def __init__(self, name: str, message: str, meta: list[Any], edges: tuple[Any, ...] = ()) -> None:
        super().__init__(edges, meta)
        self.label, self.message = name, message

    def apply(self, grads: list[Tensor | None]) -> list[Tensor | None]:
        """Say why not.

        Raises:
            RuntimeError: always.
        """
        raise RuntimeError(self.message)


def edge_of(tensor: Tensor) -> tuple[Node, int] | None:
    """Return the edge that receives a tensor's gradient, None if it does not require grad."""
    node = tensor.grad_fn
    if node is not None:
        return node, tensor._nr
    # A view made without recording asks for a gradient where its base does, and has nowhere to put it.
    if not tensor._rg:
        return None
    accumulator = tensor._accumulator() if tensor._accumulator is not None else None
    if accumulator is None:
        accumulator = AccumulateGrad(tensor)
        tensor._accumulator = weakref.ref(accumulator)
    return accumulator, 0
