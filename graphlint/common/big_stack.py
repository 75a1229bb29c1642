"""Room for deep recursion: what Python parses may nest some thousand levels deep, and each level is a few calls of the analysis.

Python's own limit of recursion is there to keep the C stack from overflowing. In a thread whose stack is large, it can be high.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

Result = TypeVar("Result")

# Python's default, under which it parses about 3,000 levels. The same everywhere, so that the same file parses everywhere.
PARSE_LIMIT = 1_000
ANALYSIS_LIMIT = 60_000
STACK_BYTES = 512 * 1024 * 1024


def with_deep_stack(work: Callable[[], Result]) -> Result:
    """Run a function where it may recurse deeply.

    Args:
        work: the function; what it raises is raised here.

    Returns:
        What it returns.
    """
    results: list[Result] = []
    failures: list[BaseException] = []

    def run() -> None:
        try:
            with recursion_limit(ANALYSIS_LIMIT):
                results.append(work())
        except BaseException as error:  # noqa: BLE001  handed over to the thread that waits
            failures.append(error)

    # A daemon, so that an interrupt ends the process at once.
    thread = threading.Thread(target=run, daemon=True)
    before = threading.stack_size(STACK_BYTES)
    try:
        thread.start()
    finally:
        threading.stack_size(before)
    thread.join()
    if failures:
        raise failures[0]
    return results[0]


@contextmanager
def recursion_limit(limit: int) -> Iterator[None]:
    """Another limit of recursion for a while.

    Args:
        limit: how many calls may nest, those that are nested already included.
    """
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(limit)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
