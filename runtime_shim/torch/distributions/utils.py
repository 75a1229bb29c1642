"""torch.distributions.utils: lazy properties."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Any

from .._missing import guard
from ..autograd.grad_mode import enable_grad


class lazy_property:
    """A property that is computed in grad mode when it is first read, and then stored in the instance."""

    def __init__(self, wrapped: Callable[[Any], Any]) -> None:
        self.wrapped = wrapped
        update_wrapper(self, wrapped)

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        if instance is None:
            return self
        with enable_grad():
            value = self.wrapped(instance)
        setattr(instance, self.wrapped.__name__, value)
        return value


__getattr__ = guard("torch.distributions.utils")
