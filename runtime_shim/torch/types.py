"""torch.types."""

from __future__ import annotations

from ._missing import guard
from ._types import device, dtype

Number = int | float | bool
Device = device | str | int | None

__all__ = ["Device", "Number", "dtype"]
__getattr__ = guard("torch.types")
