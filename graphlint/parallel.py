"""Checking many files, in one process or in several: the same results in the same order for any number of jobs."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from graphlint.deep import with_deep_stack
from graphlint.merging import merge
from graphlint.project.project import Project
from graphlint.rules_api import Rule
from graphlint.runner import Failure, FileResult, batch, check_file

if TYPE_CHECKING:
    from multiprocessing.context import BaseContext

Asked: TypeAlias = "tuple[tuple[str, ...], tuple[str, ...]]"
"""The files that are checked together, and the folders that were named: what a project is made of."""

# Below so many bytes of source per process, starting it costs more than it saves.
BYTES_WORTH_A_PROCESS = 200_000
FILES_AT_A_TIME = 8


def check_files(paths: Sequence[str], rules: Sequence[Rule], jobs: int, folders: Sequence[str] = ()) -> list[FileResult]:
    """Check files, each with what it imports, and each function through those that call it.

    Args:
        paths: the files, as they are to be displayed.
        rules: the rules to hold against them.
        jobs: the most processes to use; 0 for as many as there are cores.
        folders: the folders that were named, from which imports may start.

    Returns:
        The result of each file, in the order of the paths.
    """
    return merge(_check_each(paths, rules, jobs, (tuple(paths), tuple(folders))))


def _check_each(paths: Sequence[str], rules: Sequence[Rule], jobs: int, asked: Asked) -> list[FileResult]:
    """What the analysis of each file comes to."""
    wanted = min(jobs or cores(), len(paths))
    if wanted > 1:
        wanted = min(wanted, _total_size(paths) // BYTES_WORTH_A_PROCESS)
    context = _context() if wanted > 1 else None
    if context is None:
        return _check_here(paths, rules, asked)
    return _check_apart(paths, rules, wanted, context, asked)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@lru_cache(maxsize=1)
def _project(asked: Asked) -> Project:
    """The project of this process, which remembers what it has read between one handful of files and the next."""
    return Project(*asked)


def _check_here(paths: Sequence[str], rules: Sequence[Rule], asked: Asked) -> list[FileResult]:
    """Check files one after the other in this process."""
    project = Project(*asked) if len(paths) == len(asked[0]) else _project(asked)

    def check_all() -> list[FileResult]:
        results = []
        with batch() as checked:
            for path in paths:
                result = check_file(path, rules, project)
                results.append(result)
                checked(result.size if result.analyzed else 0)
        return results

    return with_deep_stack(check_all)


def _check_apart(paths: Sequence[str], rules: Sequence[Rule], jobs: int, context: BaseContext, asked: Asked) -> list[FileResult]:
    """Check files in processes of their own; the files of a process that died are checked again, one process each."""
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415  slow to import, and most runs need no second process
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415

    chunks = [paths[start : start + FILES_AT_A_TIME] for start in range(0, len(paths), FILES_AT_A_TIME)]
    results: list[FileResult] = []
    with _safe_start(), ProcessPoolExecutor(jobs, mp_context=context) as pool:
        futures = [pool.submit(_check_here, chunk, rules, asked) for chunk in chunks]
        for chunk, future in zip(chunks, futures, strict=True):
            try:
                results.extend(future.result())
            except BrokenProcessPool:
                results.extend(_check_alone(path, rules, context, asked) for path in chunk)
    return results


def _check_alone(path: str, rules: Sequence[Rule], context: BaseContext, asked: Asked) -> FileResult:
    """Check one file in a process of its own, which may die of it."""
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415

    try:
        with ProcessPoolExecutor(1, mp_context=context) as pool:
            return pool.submit(_check_here, [path], rules, asked).result()[0]
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
