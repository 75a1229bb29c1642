"""torch.types."""

from __future__ import annotations

from typing import Union

from ._missing import guard
from ._types import device, dtype

Number = Union[int, float, bool]
Device = Union[device, str, int, None]

__all__ = ["Device", "Number", "dtype"]
__getattr__ = guard("torch.types")
