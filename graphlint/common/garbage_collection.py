"""Check many files in one process without Python's cyclic garbage collector."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

# The objects of one file seldom form cycles, so frequent collections cost much and free little. Collect once per this many bytes of source,
# so that the cycles there are do not accumulate.
COLLECT_EVERY = 12_000_000


@contextmanager
def batch() -> Iterator[Callable[[int], None]]:
    """Disable the cyclic garbage collector while many files are checked.

    Yields:
        A function to call after each file with its size in bytes: it collects now and then.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    gc.freeze()
    pending = 0

    def collect_if_due(size: int) -> None:
        nonlocal pending
        pending += size
        if pending > COLLECT_EVERY:
            pending = 0
            gc.collect()
            # Survivors belong to the project: do not traverse them in the next collection.
            gc.freeze()

    try:
        yield collect_if_due
    finally:
        # Into the oldest generation: the first young collection would traverse everything that was made in the block.
        gc.freeze()
        gc.unfreeze()
        if was_enabled:
            gc.enable()
