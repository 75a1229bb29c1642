"""Results that several test modules read: computed by the first process of a session that asks, and read by the others."""

from __future__ import annotations

import hashlib
import os
import pickle
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

FOLDER = "GRAPHLINT_SHARED_RESULTS"
"""The environment variable with the folder of the session (set in conftest.py). Without it, each process computes for itself."""
LONGEST_WAIT = 600.0
"""Seconds after which the process that computes a result is taken for dead."""

P = TypeVar("P")
T = TypeVar("T")


def shared(name: str, compute: Callable[[], T]) -> T:
    """Return a result, from the process of the session that has computed it, if there is one.

    Args:
        name: the name of a file.
        compute: what it returns must be the same in each process, and be pickled.
    """
    if FOLDER not in os.environ:
        return compute()
    path, lock = _files(name)
    _compute_unless_begun(name, compute)
    end = time.monotonic() + LONGEST_WAIT
    while lock.exists() and not path.exists() and time.monotonic() < end:
        time.sleep(0.1)
    return pickle.loads(path.read_bytes()) if path.exists() else compute()


def shared_parts(name: str, parts: Sequence[P], compute: Callable[[P], T]) -> list[T]:
    """Return the result of each part, as `shared` does; processes that ask at the same time compute different parts.

    Args:
        name: the name of a file.
        parts: the same in each process.
        compute: what it returns must be the same in each process, and be pickled.
    """
    names = [f"{name}-{number}" for number in range(len(parts))]
    if FOLDER in os.environ:
        for each, part in zip(names, parts, strict=True):
            _compute_unless_begun(each, partial(compute, part))
    return [shared(each, partial(compute, part)) for each, part in zip(names, parts, strict=True)]


def _compute_unless_begun(name: str, compute: Callable[[], object]) -> None:
    """Compute and store a result, unless it is there or another process computes it."""
    path, lock = _files(name)
    if not path.exists() and _created(lock):
        try:
            complete = path.with_suffix(".complete")
            complete.write_bytes(pickle.dumps(compute()))
            complete.replace(path)
        finally:
            lock.unlink()


def _files(name: str) -> tuple[Path, Path]:
    """Return the files of a result and of its lock."""
    # A test may run a script in a copy of the repository, whose results are others.
    repository = hashlib.sha256(bytes(Path(__file__))).hexdigest()[:16]
    path = Path(os.environ[FOLDER]) / f"{name}-{repository}.pickle"
    return path, path.with_suffix(".lock")


def _created(path: Path) -> bool:
    """Create a file; return False if it exists."""
    try:
        path.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True
