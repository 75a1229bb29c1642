"""Conversions: the type and the device that a tensor is asked to have, and whether it has them already.

A tensor that is moved to where it is comes back as the same tensor: a leaf stays the leaf that it was.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace

from graphlint.autograd.events import Certainty
from graphlint.interpreter.keys import key_of
from graphlint.interpreter.machine import Arguments
from graphlint.interpreter.values import MAYBE, NO, YES, Api, Constant, Tensor, Value

CASTS = frozenset(["double", "half", "bfloat16", "long", "int", "short", "bool", "byte", "char", "cfloat", "cdouble"])
ACCELERATORS = frozenset(("cuda", "npu", "xpu", "mps"))
TYPES = {"torch.float64": "double", "torch.float16": "half", "torch.float32": "", "torch.float": "", "float": "", "torch.FloatTensor": ""}
"""Names of types as methods spell them; "" is the one that tensors have unless they are told otherwise."""


def type_named(text: str) -> str:
    """A type by the name of the method that casts to it.

    Args:
        text: the type as the program names it.
    """
    return TYPES.get(text, text.removeprefix("torch."))


@dataclass(frozen=True, slots=True)
class Target:
    """What a conversion asks for: a type, a device by the key of its value, either of which may be left out."""

    dtype: str | None = None
    device: Hashable = None

    def differs_from(self, tensor: Tensor) -> Certainty:
        """Whether the tensor has to be made anew for it; a tensor of which nothing is known is on the CPU."""
        if self == Target():
            return MAYBE
        typed = self.dtype is None or self.dtype == tensor.dtype
        placed = self.device is None or self.device == (tensor.device or CPU)
        return NO if typed and placed else YES

    def applied(self, before: Tensor, made: Tensor) -> Tensor:
        """The tensor that was made by it from another."""
        dtype = before.dtype if self.dtype is None else self.dtype
        return replace(made, dtype=dtype, device=before.device if self.device is None else self.device)


CPU: Hashable = ("constant", repr("cpu"))


def device_of(value: Value | None) -> Hashable:
    """The device that a value names, None for none.

    Args:
        value: an argument.
    """
    if value is None or (isinstance(value, Constant) and value.value is None):
        return None
    if isinstance(value, Constant) and isinstance(value.value, str) and value.value.startswith("cpu"):
        return CPU
    return key_of(value)


def target(name: str, arguments: Arguments) -> Target:
    """What a conversion asks for.

    Args:
        name: the method.
        arguments: what it is given.
    """
    if name in CASTS or name == "float":
        return Target(type_named(name))
    if name in ACCELERATORS:
        return Target(None, key_of(arguments.positional[0]) if arguments.positional else ("constant", repr(name)))
    dtype, device = arguments.keywords.get("dtype"), arguments.keywords.get("device")
    for value in arguments.positional[:2]:
        if isinstance(value, Api) and value.name.startswith("torch."):
            dtype = value
        elif not (isinstance(value, Constant) and isinstance(value.value, bool)):
            device = device or value
    return Target(type_named(dtype.name) if isinstance(dtype, Api) else None, device_of(device))
