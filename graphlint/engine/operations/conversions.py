"""Conversions of dtype and device: the requested properties, and whether a tensor already has them.

A conversion that changes nothing returns the same tensor, so that a leaf remains a leaf.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from graphlint.autograd.events import Certainty
from graphlint.engine.domain import terms
from graphlint.engine.domain.symbols import symbol_of
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.values import MAYBE, NO, YES, Api, Constant, Tensor, Unknown, Value
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.libraries import tensor_methods

CASTS: Final = tensor_methods.CASTS - {"float"}
INTEGERS: Final = tensor_methods.INTEGER_CASTS | {"int64", "int32", "int16", "int8", "uint8"}
"""Dtypes whose tensors have no gradient."""
TYPES: Final = {
    "torch.float64": "double",
    "torch.float16": "half",
    "torch.float32": "",
    "torch.float": "",
    "float": "",
    "torch.FloatTensor": "",
}
"""Dtypes by the names of conversion methods; "" is the default dtype."""


def type_named(text: str) -> str:
    """Return a dtype by the name of the method that casts to it."""
    return TYPES.get(text, text.removeprefix("torch."))


@dataclass(frozen=True, slots=True)
class Target:
    """The dtype and device that a conversion requests; None if it does not request one. A device is the key of its value."""

    dtype: str | None = None
    device: Symbol | None = None

    def differs_from(self, tensor: Tensor) -> Certainty:
        """Return YES if the conversion returns a new tensor. A device that the program computes may differ from a known one."""
        if self == Target():
            return MAYBE
        wanted = ((self.dtype, tensor.dtype), (self.device, tensor.device))
        differences = [NO if asked is None or asked == own else MAYBE if own is None else YES for asked, own in wanted]
        return YES if YES in differences else MAYBE if MAYBE in differences else NO

    def applied(self, before: Tensor, tensor: Tensor) -> Tensor:
        """Return the tensor that the conversion has made from another one, with its dtype and device."""
        dtype = before.dtype if self.dtype is None else self.dtype
        return replace(tensor, dtype=dtype, device=before.device if self.device is None else self.device)


CPU: Final = terms.constant("cpu")


def device_named(machine: Machine, arguments: Arguments) -> Value:
    """Return the value of a call of torch.device: equal for equal arguments."""
    given = arguments.positional
    text = str(given[0].value) if given and isinstance(given[0], Constant) else "device"
    if arguments.keywords or arguments.open:
        return Unknown(terms.Device((machine.graph.number(),)), NO, text)
    return Unknown(terms.Device(tuple(map(symbol_of, given))), NO, text)


def device_of(value: Value | None) -> Symbol | None:
    """Return the key of the device that an argument names, None if it names none."""
    if value is None or (isinstance(value, Constant) and value.value is None):
        return None
    if isinstance(value, Constant) and isinstance(value.value, str) and value.value.startswith("cpu"):
        return CPU
    key = symbol_of(value)
    if type(key) is terms.Device and len(key.arguments) == 1:
        return key.arguments[0]
    return key


def target(name: str, arguments: Arguments) -> Target:
    """Return the dtype and device that a conversion method requests."""
    if name in CASTS or name == "float":
        return Target(type_named(name))
    if name in tensor_methods.ACCELERATORS:
        return Target(None, symbol_of(arguments.positional[0]) if arguments.positional else terms.constant(name))
    dtype, device = arguments.keywords.get("dtype"), arguments.keywords.get("device")
    for value in arguments.positional[:2]:
        if isinstance(value, Api) and value.name.startswith("torch."):
            dtype = value
        elif not (isinstance(value, Constant) and isinstance(value.value, bool)):
            device = device or value
    return Target(type_named(dtype.name) if isinstance(dtype, Api) else None, device_of(device))
