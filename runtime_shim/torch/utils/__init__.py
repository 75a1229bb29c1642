"""torch.utils."""

from .._missing import guard
from . import checkpoint, data, hooks

__all__ = ["checkpoint", "data", "hooks"]

__getattr__ = guard("torch.utils")
