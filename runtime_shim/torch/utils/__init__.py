"""torch.utils."""

from .._missing import guard
from . import hooks

__all__ = ["checkpoint", "data", "hooks"]

__getattr__ = guard("torch.utils")
