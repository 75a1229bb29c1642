"""Checking many files, in one process or in several: the same results in the same order for any number of jobs."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from graphlint.deep import with_deep_stack
from graphlint.runner import Failure, FileResult, Plan, batch, check_file

if TYPE_CHECKING:
    from multiprocessing.context import BaseContext

# Below so many bytes of source per process, starting it costs more than it saves.
BYTES_WORTH_A_PROCESS = 200_000
FILES_AT_A_TIME = 8


def check_files(paths: Sequence[str], plan: Plan, jobs: int, done: Callable[[int], None] | None = None) -> list[FileResult]:
    """Check files.

    Args:
        paths: the files, as they are to be displayed.
        plan: how to check them.
        jobs: the most processes to use; 0 for as many as there are cores.
        done: told how many files were checked, whenever some were.

    Returns:
        The result of each file, in the order of the paths.
    """
    wanted = min(jobs or cores(), len(paths))
    if wanted > 1:
        wanted = min(wanted, _total_size(paths) // BYTES_WORTH_A_PROCESS)
    context = _context() if wanted > 1 else None
    if context is None:
        return _check_here(paths, plan, done)
    return _check_apart(paths, plan, wanted, context, done)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _check_here(paths: Sequence[str], plan: Plan, done: Callable[[int], None] | None = None) -> list[FileResult]:
    """Check files one after the other in this process."""

    def check_all() -> list[FileResult]:
        results = []
        with batch() as checked:
            for path in paths:
                result = check_file(path, plan)
                results.append(result)
                checked(result.size if result.analyzed else 0)
                if done is not None:
                    done(1)
        return results

    return with_deep_stack(check_all)


def _check_apart(paths: Sequence[str], plan: Plan, jobs: int, context: BaseContext, done: Callable[[int], None] | None) -> list[FileResult]:
    """Check files in processes of their own; the files of a process that died are checked again, one process each."""
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415  slow to import, and most runs need no second process
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415

    chunks = [paths[start : start + FILES_AT_A_TIME] for start in range(0, len(paths), FILES_AT_A_TIME)]
    results: list[FileResult] = []
    with _safe_start(), ProcessPoolExecutor(jobs, mp_context=context) as pool:
        futures = [pool.submit(_check_here, chunk, plan.only(chunk)) for chunk in chunks]
        for chunk, future in zip(chunks, futures, strict=True):
            try:
                results.extend(future.result())
            except BrokenProcessPool:
                results.extend(_check_alone(path, plan, context) for path in chunk)
            if done is not None:
                done(len(chunk))
    return results


def _check_alone(path: str, plan: Plan, context: BaseContext) -> FileResult:
    """Check one file in a process of its own, which may die of it."""
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415

    try:
        with ProcessPoolExecutor(1, mp_context=context) as pool:
            return pool.submit(_check_here, [path], plan.only([path])).result()[0]
    except BrokenProcessPool:
        text = f"internal error in {path}: the process that checked it died; please report it with the file"
        return FileResult(path, failure=Failure(path, text), analyzed=True)


def _context() -> BaseContext | None:
    """How to start processes; None where it cannot be done without importing from the folder that is checked.

    A forked process has everything already. A spawned one begins as `python -c`, which puts the current folder first on its path, unless
    it is told not to, which Python 3.10 cannot be.
    """
    import multiprocessing  # noqa: PLC0415

    if "fork" in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("fork")
    return multiprocessing.get_context("spawn") if sys.version_info >= (3, 11) else None


@contextmanager
def _safe_start() -> Iterator[None]:
    """Let spawned processes leave the current folder off their path."""
    before = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONSAFEPATH"]
        else:
            os.environ["PYTHONSAFEPATH"] = before


def _total_size(paths: Sequence[str]) -> int:
    """The size of the files together; what cannot be read counts nothing."""
    total = 0
    for path in paths:
        try:
            total += os.stat(path).st_size  # noqa: PTH116  a Path for each of thousands of files costs more than the call
        except (OSError, ValueError):
            continue
    return total
