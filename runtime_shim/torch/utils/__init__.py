"""torch.utils."""

from .._missing import guard
from . import _pytree, checkpoint, data, hooks

__all__ = ["_pytree", "checkpoint", "data", "hooks"]

__getattr__ = guard("torch.utils")
