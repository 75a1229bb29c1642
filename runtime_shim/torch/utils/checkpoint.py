"""torch.utils.checkpoint: recompute a part in backward instead of storing its saved tensors."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from typing import Any

from .._graph import Node
from .._missing import guard
from .._state import observer
from .._tensor import Tensor
from ..autograd.function import Function
from ..autograd.graph import saved_tensors_hooks


class _Recompute:
    """The saved tensors of one checkpointed call: counted in the forward pass, recomputed in the backward pass."""

    def __init__(self, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self.function, self.args, self.kwargs = function, args, kwargs
        self.count = 0
        self.found: list[Tensor] = []
        self.taken = 0

    def pack(self, _: Tensor) -> int:
        """Keep a number in the tensor's place."""
        self.count += 1
        return self.count - 1

    def unpack(self, place: int) -> Tensor:
        """Return a saved tensor from a second run of the function; another backward pass runs it again."""
        from ..autograd import enable_grad

        if not self.found or place in getattr(self, "given", set()):
            self.found, self.given = [], set()
            keep = saved_tensors_hooks(lambda tensor: self.found.append(tensor) or len(self.found) - 1, lambda index: self.found[index])
            with enable_grad(), keep:
                self.function(*self.args, **self.kwargs)
        self.given.add(place)
        return self.found[place]


class _Reentrant(Function):
    """The reentrant checkpoint: forward records nothing, and backward runs the function again and backpropagates through it."""

    @staticmethod
    def forward(ctx: Any, function: Callable[..., Any], *args: Any) -> Any:
        """The function, unrecorded."""
        ctx.function = function
        ctx.places = [place for place, each in enumerate(args) if isinstance(each, Tensor)]
        ctx.rest = [None if isinstance(each, Tensor) else each for each in args]
        ctx.save_for_backward(*[args[place] for place in ctx.places])
        return function(*args)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        """Run the function again and backpropagate through it."""
        from ..autograd import backward, enable_grad

        args = list(ctx.rest)
        for place, each in zip(ctx.places, ctx.saved_tensors, strict=True):
            args[place] = each.detach().requires_grad_(each.requires_grad)
        with enable_grad():
            result = ctx.function(*args)
        results = result if isinstance(result, tuple) else (result,)
        pairs = [(each, grad) for each, grad in zip(results, grads, strict=True) if isinstance(each, Tensor) and each.requires_grad]
        backward([each for each, _ in pairs], [grad for _, grad in pairs])
        return (None, *[each._grad if isinstance(each, Tensor) else None for each in args])


def checkpoint(function: Callable[..., Any], *args: Any, use_reentrant: bool | None = None, **kwargs: Any) -> Any:
    """Call the function; its saved tensors are recomputed when a backward needs them. Reentrant checkpoints are the default."""
    for name in ("preserve_rng_state", "context_fn", "determinism_check", "debug", "early_stop"):
        kwargs.pop(name, None)
    if use_reentrant is None or use_reentrant:
        if kwargs:
            raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
        return _reentrant(function, args)
    again = _Recompute(function, args, kwargs)
    with saved_tensors_hooks(again.pack, again.unpack):
        return function(*args, **kwargs)


def _reentrant(function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    """Call the function in one operation, whose inputs are its arguments, but not tensors in them."""
    tracked = any(isinstance(each, Tensor) and each.requires_grad for each in args)
    if not tracked:
        warnings.warn("None of the inputs have requires_grad=True. Gradients will be None", stacklevel=3)
    if watcher := observer():
        watcher.checkpoint_begins(tracked)
    try:
        return _Reentrant.apply(function, *args)
    finally:
        if watcher:
            watcher.checkpoint_ends()


def checkpoint_sequential(functions: Any, segments: int, input: Any, use_reentrant: bool | None = None, **kwargs: Any) -> Any:
    """A sequence in that many segments, of which all but the last are checkpointed."""
    layers = list(functions.children()) if hasattr(functions, "children") else list(functions)
    size = len(layers) // segments

    def run(value: Any, part: Any) -> Any:
        for layer in part:
            value = layer(value)
        return value

    for begin in range(0, size * (segments - 1), size):
        part = layers[begin : begin + size]
        input = checkpoint(functools.partial(run, part=part), input, use_reentrant=use_reentrant, **kwargs)
    return run(input, layers[size * (segments - 1) :])


__getattr__ = guard("torch.utils.checkpoint")
NODE = Node
