"""Parameters: leaves that a module registers when they are assigned to it."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._tensor import Tensor, wrap


class Parameter(Tensor):
    """A tensor that requires grad and belongs to a module."""

    def __new__(cls, data: Any = None, requires_grad: bool = True) -> Any:
        """A leaf over the data's storage."""
        source = wrap(np.zeros(0, np.float32)) if data is None else data
        result = wrap(source._a, cls)
        result._version_, result._inference = source._version_, source._inference
        if requires_grad:
            result.requires_grad_(True)
        return result

    def __init__(self, data: Any = None, requires_grad: bool = True) -> None:
        """Everything is done by __new__."""

    def __repr__(self) -> str:
        return "Parameter containing:\n" + Tensor.__repr__(self)

    __str__ = __repr__


class Buffer(Tensor):
    """A tensor of a module that is not a parameter."""

    def __new__(cls, data: Any = None, *, persistent: bool = True) -> Any:
        """The data, marked."""
        result = wrap(data._a, cls)
        result._version_ = data._version_
        result.__dict__["persistent"] = persistent
        return result

    def __init__(self, data: Any = None, *, persistent: bool = True) -> None:
        """Everything is done by __new__."""


class UninitializedParameter(Parameter):
    """Only named: lazy modules are not here."""
