"""torch.cuda: there is no GPU."""

from __future__ import annotations

from typing import Any

from . import amp
from ._missing import guard

__all__ = ["amp"]


def is_available() -> bool:
    """False."""
    return False


def device_count() -> int:
    """None."""
    return 0


def nothing(*_: Any, **__: Any) -> None:
    """Taken, and without effect here."""


manual_seed = manual_seed_all = empty_cache = synchronize = reset_peak_memory_stats = set_device = nothing


def memory_allocated(device: Any = None) -> int:
    """None."""
    return 0


max_memory_allocated = memory_reserved = memory_allocated

__getattr__ = guard("torch.cuda")
