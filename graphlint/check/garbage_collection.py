"""Many checks in one process: without the cyclic garbage collector getting in between."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

# Objects of one file seldom hang together in cycles, so the collector finds little while it costs much; every so many bytes of source it
# runs all the same, so that what does hang together does not add up.
COLLECT_EVERY = 3_000_000


@contextmanager
def batch() -> Iterator[Callable[[int], None]]:
    """Run many checks without Python's cyclic garbage collector getting in between.

    Yields:
        A function to call after each file with its size: it collects now and then.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    gc.freeze()
    pending = 0

    def checked(size: int) -> None:
        nonlocal pending
        pending += size
        if pending > COLLECT_EVERY:
            pending = 0
            gc.collect()
            # What is left is what a project keeps: the next time it need not be looked through again.
            gc.freeze()

    try:
        yield checked
    finally:
        gc.unfreeze()
        if was_enabled:
            gc.enable()
