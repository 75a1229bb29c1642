"""Custom functions: forward and backward written by the user."""

from __future__ import annotations

from typing import Any, NoReturn

from .._graph import Node, SavedTensor, edge_of
from .._state import observer, state
from .._tensor import Tensor, View

LEGACY = (
    "Legacy autograd function with non-static forward method is deprecated. Please use new-style autograd function with static forward "
    "method. (Example: https://pytorch.org/docs/stable/autograd.html#torch.autograd.Function)"
)
OWN_NAMES = frozenset(("edges", "meta", "saved", "plain", "dirty", "closed", "needs_input_grad", "inputs", "retains", "pre_hooks"))


class FunctionNode(Node):
    """A node whose derivative is a class's `backward`; it is the `ctx` of both methods."""

    def __init__(self, cls: type[Function]) -> None:
        super().__init__((), [])
        self.label = cls.__name__ + "Backward"
        self.cls = cls
        self.saved: list[SavedTensor | None] = []
        self.plain: list[Tensor | None] = []
        self.freed = False
        self.dirty: tuple[Tensor, ...] = ()
        self.closed: tuple[Tensor, ...] = ()
        self.materialize = True
        self.needs_input_grad: tuple[bool, ...] = ()

    def save_for_backward(self, *tensors: Tensor | None) -> None:
        """Keep these for the derivative, under the version check."""
        self.plain = list(tensors)

    def save_for_forward(self, *tensors: Tensor) -> None:
        """For forward-mode differentiation, which is not here."""

    def mark_dirty(self, *tensors: Tensor) -> None:
        """These inputs were changed in place and are returned."""
        self.dirty = tensors

    def mark_non_differentiable(self, *tensors: Tensor) -> None:
        """These results have no gradient."""
        self.closed = tensors

    def set_materialize_grads(self, value: bool) -> None:
        """Set if a missing gradient is passed as zeros (the default) or as None."""
        self.materialize = value

    @property
    def saved_tensors(self) -> tuple[Any, ...]:
        """The saved tensors.

        Raises:
            RuntimeError: if they were freed or modified.
        """
        from .._graph import FREED

        if self.freed:
            state.observer.failed("FREED", node=self)
            raise RuntimeError(FREED)
        return tuple(None if held is None else held.unpack(self) for held in self.saved)

    saved_variables = saved_tensors

    def finish(self, outputs: list[Any]) -> None:
        """Convert the arguments of save_for_backward to saved tensors: results are stored without their graph."""
        for each in self.plain:
            if each is None:
                self.saved.append(None)
            else:
                self.saved.append(SavedTensor(each, is_result=any(each is output for output in outputs)))
        self.plain = []

    def apply(self, grads: list[Tensor | None]) -> list[Tensor | None]:
        """The user's backward."""
        if self.materialize:
            from .._tensor import wrap

            grads = [
                wrap(__import__("numpy").zeros(shape, dtype.array)) if grad is None else grad
                for grad, (shape, dtype) in zip(grads, self.meta, strict=True)
            ]
        before, state.quiet = state.quiet, 0
        try:
            results = self.cls.backward(self, *grads)
        finally:
            state.quiet = before
        results = list(results) if isinstance(results, tuple) else [results]
        if len(results) > len(self.edges) and all(each is None for each in results[len(self.edges) :]):
            results = results[: len(self.edges)]
        if len(results) != len(self.edges):
            state.observer.failed("GRADIENT_COUNT", node=self, counts=(len(self.edges), len(results)))
            raise RuntimeError(
                f"function {self.label} returned an incorrect number of gradients (expected {len(self.edges)}, got {len(results)})"
            )
        return results

    def release(self) -> None:
        """Free the saved tensors."""
        if self.saved:
            self.saved, self.freed = [None] * len(self.saved), True

    def is_freed(self) -> bool:
        """Return True if a backward pass has freed the saved tensors."""
        return self.freed

    def saved_tensors_held(self) -> list[tuple[str, SavedTensor]]:
        """The saved tensors."""
        return [(str(index), held) for index, held in enumerate(self.saved) if held is not None]

    def plain_name(self) -> str:
        """Its name as error messages spell it."""
        return self.label

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in OWN_NAMES and isinstance(value, (Tensor, tuple, list)) and (watcher := observer()):
            watcher.context_attribute(name, value, self)
        object.__setattr__(self, name, value)


class Function:
    """The base of custom functions: static methods `forward(ctx, ...)` and `backward(ctx, ...)`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Instances of Functions are of no use: their methods are static."""

    def __call__(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse the call.

        Raises:
            RuntimeError: always; a Function is called by `apply`.
        """
        if watcher := observer():
            watcher.failed("LEGACY_FUNCTION")
        raise RuntimeError(LEGACY)

    @staticmethod
    def forward(*args: Any, **kwargs: Any) -> Any:
        """To be overridden."""
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        """To be overridden."""
        raise NotImplementedError(
            "You must implement either the backward or vjp method for your custom autograd.Function to use it with backward mode AD."
        )

    @classmethod
    def apply(cls, *args: Any, **kwargs: Any) -> Any:
        """Run `forward` unrecorded, and record the call as one node."""
        node = FunctionNode(cls)
        record = state.grad and any(isinstance(each, Tensor) and each.requires_grad for each in args)
        node.needs_input_grad = tuple(isinstance(each, Tensor) and each.requires_grad for each in args)
        node.edges = tuple(edge_of(each) if record and isinstance(each, Tensor) else None for each in args)
        object.__setattr__(node, "inputs", tuple(each for each in args if isinstance(each, Tensor)))
        before, state.grad = state.grad, False
        try:
            if "setup_context" in vars(cls) or any("setup_context" in vars(base) for base in cls.__mro__[:-2]):
                result = cls.forward(*args, **kwargs)
                cls.setup_context(node, args, result)
            else:
                result = cls.forward(node, *args, **kwargs)
        finally:
            state.grad = before
        several = isinstance(result, (tuple, list))
        if watcher := observer():
            watcher.context_done(node, args, result if several else [result])
        outputs = [own(each, args, node) for each in (result if several else [result])]
        if record:
            cls._attach(node, outputs)
        node.finish(outputs) if record else None
        if not record:
            object.__setattr__(node, "plain", [])
        if record and (watcher := observer()):
            watcher.recorded(node, outputs[0])
        return tuple(outputs) if several else outputs[0]

    @staticmethod
    def _attach(node: FunctionNode, outputs: list[Any]) -> None:
        """Make the differentiable results results of the node."""
        for nr, each in enumerate(outputs):
            if not isinstance(each, Tensor):
                node.meta.append(((), None))
                continue
            node.meta.append((each._a.shape, each.dtype))
            if each.dtype.is_floating_point and not any(each is closed for closed in node.closed):
                if any(each is dirty for dirty in node.dirty):
                    each._rebase(node)
                else:
                    each._fn, each._nr = node, nr

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> Any:
        """To be overridden where `forward` takes no ctx."""
        raise NotImplementedError("setup_context is not implemented.")


def own(result: Any, args: tuple[Any, ...], node: FunctionNode) -> Any:
    """A result as a tensor of its own: an input that is returned unchanged comes back as a view of itself."""
    if not isinstance(result, Tensor):
        return result
    if any(result is dirty for dirty in node.dirty):
        result._bump()
        return result
    if any(result is each for each in args) or result._fn is not None:
        fresh = result._alias()
        if any(result is each for each in args):
            fresh._view = View(result, lambda base: base.view(base.shape), result._version_.number, "")
        node.plain = [fresh if each is result else each for each in node.plain]
        return fresh
    return result


class once_differentiable:
    """A backward that cannot itself be differentiated."""

    def __new__(cls, function: Any) -> Any:
        """The function, run without recording."""

        def inside(ctx: Any, *grads: Any) -> Any:
            before, state.grad = state.grad, False
            try:
                return function(ctx, *grads)
            finally:
                state.grad = before

        return inside


FunctionCtx = FunctionNode
