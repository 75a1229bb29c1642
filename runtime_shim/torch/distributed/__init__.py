"""torch.distributed with one process."""

from __future__ import annotations

from typing import Any

from .._missing import guard

_groups: list[str] = []


class HashStore:
    """The store of a process group of one process, in its memory."""


def is_available() -> bool:
    """Return True."""
    return True


def is_initialized() -> bool:
    """Return True if the process group exists."""
    return bool(_groups)


def init_process_group(backend: str = "gloo", **options: Any) -> None:
    """Begin a process group of this process alone."""
    _groups.append(backend)


def destroy_process_group(group: Any = None) -> None:
    """End the process group."""
    _groups.clear()


def get_rank(group: Any = None) -> int:
    """Return the number of this process."""
    return 0


def get_world_size(group: Any = None) -> int:
    """Return the number of processes."""
    return 1


def barrier(*arguments: Any, **options: Any) -> None:
    """Wait for the other processes: there are none."""


def all_reduce(tensor: Any, *arguments: Any, **options: Any) -> None:
    """Reduce a tensor over all processes, in place: with one process it is the same."""


__getattr__ = guard("torch.distributed")
