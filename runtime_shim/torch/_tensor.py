"""The tensor: an array, the version counter that it shares with its views, and its place in the graph.

`_methods` attaches the operations to the class; this module defines the rest.
"""

from __future__ import annotations

import warnings
import weakref
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from . import _types
from ._graph import (
    INPLACE_ON_INFERENCE,
    LEAF,
    MULTIPLE_VIEWS,
    NO_GRAD_VIEW,
    SEVERAL_VIEWS,
    VIEW_OF_LEAF,
    Node,
    Version,
    edge_of,
)
from ._state import STEP, observer, state
from ._tensor_metadata import TensorMetadata
from ._tensor_metadata import check_dim as check_dim  # noqa: PLC0414

NONLEAF_GRAD = (
    "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad attribute won't be populated during "
    "autograd.backward(). If you indeed want the .grad field to be populated for a non-leaf Tensor, use .retain_grad() on the non-leaf "
    "Tensor. If you access the non-leaf Tensor by mistake, make sure you access the leaf Tensor instead. See "
    "github.com/pytorch/pytorch/pull/30531 for more information."
)
NOT_A_LEAF = (
    "you can only change requires_grad flags of leaf variables. If you want to use a computed variable in a subgraph that doesn't require "
    "differentiation use var_no_grad = var.detach()."
)


class View:
    """The relation of a view to the tensor whose storage it shares.

    `replay` creates the same view of any tensor of the base's shape. `seen` is the version at which `grad_fn` was up to date: an in-place
    change of the base through another tensor makes it stale. `limit` is the reason why it must not be changed in place ("multiple",
    "no_grad", "inference"); a view of such a view inherits it.
    """

    __slots__ = ("base", "limit", "replay", "seen")

    def __init__(self, base: Tensor, replay: Callable[[Tensor], Tensor], seen: int, limit: str) -> None:
        self.base, self.replay, self.seen, self.limit = base, replay, seen, limit


class Tensor(TensorMetadata):
    """A multi-dimensional array that can take part in a graph."""

    _rg = False
    _fn: Node | None = None
    _nr = 0
    _grad: Tensor | None = None
    _view: View | None = None
    _accumulator: Any = None
    _is_number = False
    _keeps_grad = False
    _names = None

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        if args and isinstance(args[0], Tensor):
            return args[0].detach()
        sizes = args[0] if len(args) == 1 and isinstance(args[0], _types.Size) else args
        if args and not isinstance(args[0], (int, _types.Size)):
            return wrap(np.array(args[0], dtype=np.float32), cls)
        return wrap(np.zeros(sizes, dtype=np.float32), cls)

    # Its place in the graph

    @property
    def grad_fn(self) -> Node | None:
        """The node that it is a result of. A view whose base was changed by another name gets a new one."""
        view = self._view
        if view is not None and self._version_.number != view.seen and (self._fn is not None or view.base.requires_grad):
            if view.limit:
                raise RuntimeError(self._refusal("its base or another view of its base has been"))
            view.seen = self._version_.number
            before, state.grad = state.grad, True
            try:
                fresh = view.replay(view.base)
            finally:
                state.grad = before
            self._fn, self._nr = fresh._fn, fresh._nr
            if self._fn is not None:
                self._fn.label = "AsStridedBackward0"
        return self._fn

    @property
    def requires_grad(self) -> bool:
        """True if gradients are computed for it."""
        return self._rg or self._fn is not None or (self._view is not None and self._view.base.requires_grad)

    @requires_grad.setter
    def requires_grad(self, value: bool) -> None:
        if not self.is_leaf:
            self._refuse_flag(NOT_A_LEAF if not value else NOT_A_LEAF.partition(" If")[0])
        self.requires_grad_(value)

    def requires_grad_(self, requires_grad: bool = True) -> Tensor:
        """Set requires_grad.

        Raises:
            RuntimeError: if it is not a leaf, or not of a floating point type.
        """
        if not self.is_leaf and not requires_grad:
            self._refuse_flag(NOT_A_LEAF)
        if requires_grad and not self.dtype.is_floating_point:
            raise RuntimeError("only Tensors of floating point dtype can require gradients")
        if requires_grad and self._inference and not state.inference:
            raise RuntimeError("Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.")
        if self.is_leaf:
            if requires_grad and (watcher := observer()):
                watcher.leaf_made(self)
            self._rg = bool(requires_grad)
        return self

    def _refuse_flag(self, message: str) -> NoReturn:
        if watcher := observer():
            watcher.failed("NONLEAF_FLAG", input=self)
        raise RuntimeError(message)

    @property
    def is_leaf(self) -> bool:
        """True if no recorded operation created it."""
        return self.grad_fn is None

    @property
    def output_nr(self) -> int:
        """The index of the tensor among its node's results."""
        return self._nr

    @property
    def _base(self) -> Tensor | None:
        return self._view.base if self._view is not None else None

    def _is_view(self) -> bool:
        return self._view is not None

    @property
    def grad(self) -> Tensor | None:
        """The gradient accumulated by backward passes."""
        if watcher := observer():
            watcher.grad_read(self)
        if not self.is_leaf and not self._keeps_grad and self._grad is None and not state.quiet:
            warnings.warn(NONLEAF_GRAD, UserWarning, stacklevel=2)
        return self._grad

    @grad.setter
    def grad(self, value: Tensor | None) -> None:
        if value is not None:
            if not isinstance(value, Tensor):
                raise TypeError(f"assigned grad expected to be a Tensor or None but got grad of type {type(value).__name__}")
            if value is self:
                raise RuntimeError("can't assign Variable as its own grad")
            if value._a.shape != self._a.shape:
                raise RuntimeError(
                    f"attempting to assign a gradient of size '{list(value._a.shape)}' to a tensor of size '{list(self._a.shape)}'. "
                    "Please ensure that the gradient and the tensor are the same size"
                )
        elif watcher := observer():
            watcher.grads_reset([self], None)
        self._grad = value

    @grad.deleter
    def grad(self) -> None:
        self._grad = None

    def retain_grad(self) -> None:
        """Retain the gradient of a non-leaf tensor."""
        if not self.requires_grad:
            raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
        if not self.is_leaf:
            self._keeps_grad = True
            self._fn.retains[self._nr] = weakref.ref(self)  # type: ignore[union-attr]

    @property
    def retains_grad(self) -> bool:
        """True if retain_grad was called on it."""
        return self._keeps_grad

    def register_hook(self, hook: Callable[[Tensor], Any]) -> Any:
        """Call `hook(grad)` when its gradient has been computed; the returned value replaces the gradient."""
        from .utils.hooks import RemovableHandle

        if not self.requires_grad:
            raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
        edge = edge_of(self)
        assert edge is not None
        if self.is_leaf:
            self.__dict__["_held"] = edge[0]
        return RemovableHandle(edge[0].pre_hooks.setdefault(edge[1], {}), hook)

    def register_post_accumulate_grad_hook(self, hook: Callable[[Tensor], Any]) -> Any:
        """Call `hook(tensor)` when a gradient has been added up in it."""
        from .utils.hooks import RemovableHandle

        edge = edge_of(self)
        if edge is None or not self.is_leaf:
            raise RuntimeError("post accumulate grad hooks cannot be registered on non-leaf tensors")
        self.__dict__["_held"] = edge[0]
        return RemovableHandle(edge[0].node_hooks, lambda *_: hook(self))

    def backward(
        self, gradient: Tensor | None = None, retain_graph: bool | None = None, create_graph: bool = False, inputs: Any = None
    ) -> None:
        """Add the gradients of this tensor to the leaves it was computed from."""
        from .autograd import run_backward

        run_backward([self], [gradient], retain_graph, create_graph, inputs, "backward")

    def detach(self) -> Tensor:
        """The same storage and version counter, outside the graph."""
        result = self._alias()
        if watcher := observer():
            watcher.detached(self, result, "detach")
        return result

    def detach_(self) -> Tensor:
        """Take the tensor itself out of its graph.

        Raises:
            RuntimeError: if it is a view.
        """
        if self._view is not None:
            raise RuntimeError(
                "Can't detach views in-place. Use detach() instead. If you are using DistributedDataParallel (DDP) for training, and "
                "gradient_as_bucket_view is set as True, gradients are views of DDP buckets, and hence detach_() cannot be called on "
                "these gradients. To fix this error, please refer to the Optimizer.zero_grad() function in torch/optim/optimizer.py as a "
                "solution."
            )
        if watcher := observer():
            watcher.detached(self, self, "detach_")
        self._fn, self._nr, self._rg = None, 0, False
        return self

    @property
    def data(self) -> Tensor:
        """A tensor on the same storage with its own version counter: autograd does not detect changes through it."""
        result = wrap(self._a)
        result._version_ = Version(self._version_.storage)
        result.__dict__["_behind"] = self._version_
        if watcher := observer():
            watcher.detached(self, result, "data")
        return result

    @data.setter
    def data(self, value: Tensor) -> None:
        if not isinstance(value, Tensor):
            raise TypeError(f"Variable data has to be a tensor, but got {type(value).__name__}")
        if watcher := observer():
            watcher.misuse("data")
            watcher.changed(self, "data")
        self._a = value._a
        self._version_.storage = value._version_.storage

    # For the library itself

    def _alias(self) -> Tensor:
        """The same storage and counter, without a graph."""
        result = wrap(self._a)
        result._version_, result._inference = self._version_, self._inference
        return result

    def _copy(self) -> Tensor:
        """A copy without a graph."""
        return wrap(self._a.copy())

    def _bump(self, cause: str = "operation") -> None:
        """Count a change in place."""
        if not self._inference:
            self._version_.number += 1
            # An optimizer's step is not observed itself, but what it changes is.
            if watcher := state.observer if cause == STEP else observer():
                watcher.changed(self, "data" if "_behind" in self.__dict__ else cause)

    def _rebase(self, node: Node) -> None:
        """Make `node`, an in-place operation, the grad_fn of the tensor; for a view, of its base."""
        from ._inplace import CopySlices

        view = self._view
        if self._keeps_grad and self._fn is not None:
            self._fn.retains.pop(self._nr, None)
        if view is None:
            self._fn, self._nr = node, 0
        else:
            base = view.base
            base._fn, base._nr = CopySlices(base, view.replay, node), 0
            view.seen = -1
        fresh = self.grad_fn
        if self._keeps_grad and fresh is not None:
            fresh.retains[self._nr] = weakref.ref(self)

    def _may_change(self) -> None:
        """Refuse an in-place operation that autograd cannot follow.

        Raises:
            RuntimeError: if it is a leaf that requires grad, or a view that may not be changed.
        """
        if self._inference and not state.inference:
            raise RuntimeError(INPLACE_ON_INFERENCE)
        if not state.records:
            return
        view = self._view
        if view is not None and (view.base.requires_grad or self.requires_grad):
            self._follow_view()
            if view.base.is_leaf and view.base._rg:
                if watcher := observer():
                    watcher.failed("LEAF_VIEW_CHANGED", tensor=self)
                raise RuntimeError(VIEW_OF_LEAF)
            if self._fn is None and not view.base.is_leaf and view.seen != self._version_.number:
                # PyTorch computes the grad_fn of such a view when it is used; until then it counts as a leaf.
                self._refuse_leaf()
        if self._rg and self.is_leaf:
            self._refuse_leaf()

    def _follow_view(self) -> None:
        """Refuse a recorded in-place operation on a view that autograd cannot follow.

        Raises:
            RuntimeError: if it is one of several views, or was created with grad mode disabled.
        """
        view = self._view
        if view is None or not view.limit:
            return
        if (watcher := observer()) and view.limit != "inference":
            base = view.base
            leaf = {"input": base} if base.is_leaf and base._rg else {}
            watcher.failed("NO_GRAD_VIEW_CHANGED" if view.limit == "no_grad" else "MULTIPLE_VIEW_CHANGED", **leaf)
        raise RuntimeError(self._refusal("is being"))

    def _refuse_leaf(self) -> NoReturn:
        """Refuse an in-place operation on a leaf that requires grad.

        Raises:
            RuntimeError: always.
        """
        if watcher := observer():
            watcher.failed("LEAF_CHANGED", tensor=self)
        raise RuntimeError(LEAF)

    def _refusal(self, what: str) -> str:
        """Why a view that has a limit may not be, or have been, changed in place."""
        limit = self._view.limit if self._view is not None else ""
        if limit == "multiple" and not self.requires_grad:
            return f"A view was created in no_grad mode and {what} modified inplace with grad mode enabled. {SEVERAL_VIEWS}"
        if limit == "multiple":
            name = self._fn.plain_name() if self._fn is not None else "None"
            return MULTIPLE_VIEWS.format(nr=self._nr, name=name, what=what)
        change, block = ("in normal mode", "inference_mode") if limit == "inference" else ("with grad mode enabled", limit)
        origin = f"Output {self._nr} of {self._fn.plain_name()} is a view of a view which" if self._fn is not None else "A view"
        return NO_GRAD_VIEW.format(origin=origin, mode=limit, what=what, change=change, block=block)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return rebuild, (self._a, self._rg, type(self))

    def __deepcopy__(self, memo: dict[int, Any]) -> Tensor:
        if id(self) in memo:
            return memo[id(self)]
        if not self.is_leaf:
            if watcher := observer():
                watcher.failed("NONLEAF_COPY", input=self)
            raise RuntimeError(
                "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment.  If you were "
                "attempting to deepcopy a module, this may be because of a torch.nn.utils.weight_norm usage, see "
                "https://github.com/pytorch/pytorch/pull/103001"
            )
        result = wrap(self._a.copy(), type(self))
        result._rg = self._rg
        result._grad = self._grad.__deepcopy__(memo) if self._grad is not None else None
        memo[id(self)] = result
        return result


def wrap(array: Any, cls: type = Tensor) -> Any:
    """A fresh tensor around an array: no graph, a counter of its own."""
    result = object.__new__(cls)
    result._a = array if isinstance(array, np.ndarray) else np.asarray(array)
    result._version_ = Version()
    if state.inference:
        result._inference = True
    return result


def rebuild(array: np.ndarray, requires_grad: bool, cls: type) -> Any:
    """Rebuild a tensor from its pickled form."""
    result = wrap(array.copy(), cls)
    result._rg = requires_grad
    return result
