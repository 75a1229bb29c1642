"""A big stack for deep recursion: Python parses code nested some thousand levels deep, and each level takes a few calls of the analysis.

Python's recursion limit protects the C stack from an overflow. In a thread with a big stack it can be high.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from graphlint.common.system import STARTS_THREADS

Result = TypeVar("Result")

# Python's default, which admits about 3,000 levels. It is the same everywhere, so that the same files parse everywhere.
PARSE_LIMIT = 1_000
ANALYSIS_LIMIT = 60_000
STACK_BYTES = 512 * 1024 * 1024
# The size of new stacks belongs to the process: a thread that starts another one may run before its own starter has restored it.
_STACK_SIZE = threading.Lock()
# Python allocates the frames of calls in chunks of 16 KB and frees a chunk when the first call in it returns: a loop whose calls begin a
# chunk maps and unmaps memory in each iteration. A frame that is bigger gets a chunk of the next power of two, shared with later calls.
FRAME_SLOTS = 2**18 + 1
"""The size of a frame in slots of eight bytes whose chunk has room for thousands of further calls."""


def run_with_big_stack(work: Callable[[], Result]) -> Result:
    """Call a function in a thread with a big stack and a high recursion limit; where no thread can start, as in a browser, in this one."""
    if not STARTS_THREADS:
        return work()
    results: list[Result] = []
    failures: list[BaseException] = []

    def run() -> None:
        try:
            with recursion_limit(ANALYSIS_LIMIT):
                results.append(in_big_frame(work))
        except BaseException as error:  # noqa: BLE001  raised again in the waiting thread
            failures.append(error)

    # A daemon thread, so that an interrupt ends the process at once.
    thread = threading.Thread(target=run, daemon=True)
    with _STACK_SIZE:
        before = threading.stack_size(STACK_BYTES)
        try:
            thread.start()
        finally:
            threading.stack_size(before)
    thread.join()
    if failures:
        raise failures[0]
    return results[0]


def in_big_frame(work: Callable[[], Result]) -> Result:
    """Call a function, with room for the frames of its calls in one chunk of memory."""
    return work()


in_big_frame.__code__ = in_big_frame.__code__.replace(co_stacksize=FRAME_SLOTS)


@contextmanager
def recursion_limit(limit: int) -> Iterator[None]:
    """Change the recursion limit within a block."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(limit)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
