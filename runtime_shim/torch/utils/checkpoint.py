"""torch.utils.checkpoint: run a part again in the backward rather than keep what it saves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._graph import Node
from .._missing import guard
from .._tensor import Tensor
from ..autograd.graph import saved_tensors_hooks


class _Recompute:
    """What one checkpointed call saves: counted on the way in, computed again on the way out."""

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
        """The tensor, from a second run of the function; a second walk makes a third one."""
        from ..autograd import enable_grad

        if not self.found or place in getattr(self, "given", set()):
            self.found, self.given = [], set()
            keep = saved_tensors_hooks(lambda tensor: self.found.append(tensor) or len(self.found) - 1, lambda index: self.found[index])
            with enable_grad(), keep:
                self.function(*self.args, **self.kwargs)
        self.given.add(place)
        return self.found[place]


def checkpoint(function: Callable[..., Any], *args: Any, use_reentrant: bool | None = None, **kwargs: Any) -> Any:
    """Call the function; what it saves is computed again when a backward needs it."""
    for name in ("preserve_rng_state", "context_fn", "determinism_check", "debug"):
        kwargs.pop(name, None)
    again = _Recompute(function, args, kwargs)
    with saved_tensors_hooks(again.pack, again.unpack):
        return function(*args, **kwargs)


def checkpoint_sequential(functions: Any, segments: int, input: Any, use_reentrant: bool | None = None, **kwargs: Any) -> Any:
    """A sequence in that many checkpointed pieces."""
    layers = list(functions.children()) if hasattr(functions, "children") else list(functions)
    size = max(1, len(layers) // segments)
    for begin in range(0, len(layers), size):
        part = layers[begin : begin + size]

        def run(value: Any, part: Any = part) -> Any:
            for layer in part:
                value = layer(value)
            return value

        input = checkpoint(run, input)
    return input


__getattr__ = guard("torch.utils.checkpoint")
NODE = Node
