"""In-place operations: the same line of the table, written into its first operand.

The version counter goes up, the operand becomes the operation's result, and where the operand is a view, so does its base: through a
`CopySlices` node, which runs the operation's derivative on the part of the gradient that the view looks at.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ._broadcasting import broadcast_shape
from ._graph import FREED, Node, SavedTensor, edge_of
from ._operation import Operation, array_of
from ._operation_node import OperationNode, apart
from ._state import observer, state
from ._tensor import Tensor

NOT_IN_PLACE = frozenset({"asinh_", "acosh_", "atanh_"})


class CopySlices(Node):
    """The base after one of its views was changed by `node`."""

    label = "torch::autograd::CopySlices"

    def __init__(self, base: Tensor, replay: Any, node: Node) -> None:
        super().__init__((edge_of(base), *node.edges[1:]), [(base._a.shape, base.dtype)])
        self.replay, self.node, self.freed = replay, node, False

    def apply(self, grads: list[Tensor | None]) -> list[Tensor | None]:
        """The gradient outside of the view as it is, inside of it by the operation's derivative."""
        if self.freed:
            state.observer.failed("FREED", node=self)
            raise RuntimeError(FREED)
        (grad,) = grads
        if grad is None:
            return self.node.apply([None]) and [None] * len(self.edges)
        result = grad.clone()
        part = self.replay(result)
        inner = self.node.apply([part.clone()])
        if inner and inner[0] is not None:
            part.copy_(inner[0])
        else:
            part.zero_()
        return [result, *inner[1:]]

    def release(self) -> None:
        """Free the saved tensors and the node itself: even a node that saved nothing can be backpropagated through only once."""
        self.node.release()
        self.freed = True

    def is_freed(self) -> bool:
        """Return True if a backward pass has freed the operation's saved tensors."""
        return self.freed

    def saved_tensors_held(self) -> list[tuple[str, SavedTensor]]:
        """The operation's saved tensors."""
        return self.node.saved_tensors_held()


class InPlace:
    """The in-place form of an operation: `add_` of `add`."""

    def __init__(self, operation: Operation) -> None:
        self.operation, self.name = operation, operation.name + "_"
        self.__name__ = self.__qualname__ = self.name

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else _Bound(self, instance)

    def __call__(self, target: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        """Change `target` and return it.

        Raises:
            RuntimeError: if autograd cannot follow the change, or shape or type would have to change.
        """
        operation = self.operation
        values = operation.bind((target, *args), kwargs)
        # Autograd refuses the change before the operation looks at shapes and memory (probed).
        target._may_change()
        check_room(target, values, operation)
        result, extra = operation.compute(values)
        array = np.asarray(result)
        # A copy of the same memory writes nothing, so elements may share it.
        copied = values["src"]._a if self.name == "copy_" and isinstance(values["src"], Tensor) else None
        may_share = self.name in ("fill_", "zero_", "fill_with_") or (copied is not None and same_memory(target._a, copied))
        check_fit(target, array, may_share)
        node = operation.node(values) if state.records else None
        if node is not None:
            target._follow_view()
            before = dict(values)
            if self.name in NOT_IN_PLACE:
                raise NotImplementedError(f"the derivative for 'inplace version of {operation.name}' is not implemented.")
            rows = operation.kept_in_place or operation.kept or {}
            if any("self" in (*operation.needs[operand], *rows.get(operand, ())) for operand in node.wanted):
                before["self"] = apart(target)
            node.meta.append((target._a.shape, target.dtype))
            node.save(before, extra, [None], operation.kept_in_place)
        write(target, array)
        target._bump()
        if node is not None:
            for name in [name for name, held in node.saved.items() if held is None]:
                node.saved[name] = SavedTensor(target, is_result=True)
            target._rebase(node)
            for held in node.saved.values():
                if held is not None and held.is_result:
                    held.nr = 0
            if watcher := observer():
                watcher.recorded(node, target)
        if watcher := observer():
            watcher.computed(self.name, tuple(values.values()), target)
        return target


class _Bound:
    """An in-place operation bound to its tensor."""

    def __init__(self, operation: InPlace, target: Tensor) -> None:
        self.operation, self.target = operation, target
        self.__name__ = operation.name

    def __call__(self, *args: Any, **kwargs: Any) -> Tensor:
        return self.operation(self.target, *args, **kwargs)

    def __repr__(self) -> str:
        return f"<built-in method {self.__name__} of Tensor object at {id(self.target):#x}>"


def check_room(target: Tensor, values: dict[str, Any], operation: Operation) -> None:
    """Refuse to write a broadcast result into a smaller tensor.

    Raises:
        RuntimeError: if the result's shape would differ.
    """
    shapes = [values[name]._a.shape for name in operation.operands if isinstance(values[name], Tensor)]
    if len(shapes) > 1:
        shape = broadcast_shape(*shapes)
        if shape != target._a.shape:
            raise RuntimeError(f"output with shape {list(target._a.shape)} doesn't match the broadcast shape {list(shape)}")
    for name in operation.operands:
        other = values[name]
        if other is not target and isinstance(other, Tensor) and partly_shared(target._a, other._a):
            raise RuntimeError(
                "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory location. Please "
                "clone() the tensor before performing the operation."
            )


def partly_shared(first: np.ndarray, second: np.ndarray) -> bool:
    """Return True if two contiguous arrays overlap and are not identical."""
    if not np.may_share_memory(first, second):
        return False
    if any(not (each.flags.c_contiguous or each.flags.f_contiguous) for each in (first, second)):
        return False
    return not same_memory(first, second)


def same_memory(first: np.ndarray, second: np.ndarray) -> bool:
    """Return True if two arrays have their elements at the same places."""
    same = first.__array_interface__["data"] == second.__array_interface__["data"] and first.shape == second.shape
    return same and first.strides == second.strides


def check_fit(target: Tensor, array: np.ndarray, may_share: bool) -> None:
    """Refuse a result that the tensor cannot take.

    Raises:
        RuntimeError: if its type is of a higher kind, its shape another, or the tensor's elements share memory.
    """
    from ._types import of_array

    kind, own = of_array(array), target.dtype
    if (kind.is_floating_point and not own.is_floating_point) or (kind.rank and not own.rank):
        raise RuntimeError(f"result type {kind.tensor_type} can't be cast to the desired output type {own.tensor_type}")
    if array.shape != target._a.shape:
        raise RuntimeError(f"output with shape {list(target._a.shape)} doesn't match the broadcast shape {list(array.shape)}")
    if not may_share and any(step == 0 and size > 1 for step, size in zip(target._a.strides, target._a.shape, strict=True)):
        raise RuntimeError(
            "unsupported operation: more than one element of the written-to tensor refers to a single memory location. Please clone() the "
            "tensor before performing the operation."
        )


def write(target: Tensor, array: np.ndarray) -> None:
    """Put the numbers into the tensor's storage."""
    if not target._a.flags.writeable:
        target._a = target._a.copy()
    with np.errstate(all="ignore"):
        np.copyto(target._a, array, casting="unsafe")


def untracked(target: Tensor, array: Any, cause: str = "operation") -> Tensor:
    """Write numbers that no gradient flows into: an initialization, random numbers."""
    target._may_change()
    array = np.broadcast_to(np.asarray(array), target._a.shape)
    node = None
    if state.records and target.requires_grad:
        from ._ops.shape import fill

        values = fill.bind((target, 0.0), {})
        node = OperationNode(fill, (edge_of(target),), ("self",))
        node.meta.append((target._a.shape, target.dtype))
        node.save(values, {}, [])
    write(target, array_of(array))
    target._bump(cause)
    if node is not None:
        target._rebase(node)
    return target
