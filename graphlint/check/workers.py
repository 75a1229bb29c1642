"""Runs each half of a check on many files, in one process or in several, with the same results in the same order for any number of jobs."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from graphlint.check.check_config import CheckConfig
from graphlint.check.file_analysis import FileAnalysis
from graphlint.check.file_result import FileResult
from graphlint.check.resolve_callers import MergedFindings
from graphlint.common.big_stack import run_with_big_stack
from graphlint.common.errors import GraphlintError
from graphlint.common.failure import Failure, catch_failures
from graphlint.common.garbage_collection import batch
from graphlint.common.system import cores
from graphlint.common.timing import Costs, Phase, PhaseTimes, Stopwatch
from graphlint.source.open import Content
from graphlint.source.parsers import Parser

if TYPE_CHECKING:
    from multiprocessing.context import ForkContext, SpawnContext

    from graphlint.check.cache.summary_cache import SummaryCache
    from graphlint.common.processes import Processes
    from graphlint.project.project import Project

# Below this many bytes of source per process, starting it costs more than it saves.
BYTES_WORTH_A_PROCESS = 200_000
FILES_AT_A_TIME = 8
MOST_AT_A_TIME = 64
TURNS = 100
"""How many times each process gets files at least, if there are many: a turn costs as much as a short file."""


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """A set of files to check together.

    `folders` are those on the command line (import roots), `texts` the contents that replace those on disk, `named` the files that were
    named themselves. `cache` is the cache folder, None for no cache. `reported` are the files whose results are wanted, None for all: of
    the others, only those are analyzed that can lead to findings in these.
    """

    paths: tuple[str, ...]
    folders: tuple[str, ...] = ()
    texts: Mapping[str, bytes | str] = field(default_factory=dict)
    named: frozenset[str] = frozenset()
    parser: Parser = Parser.AUTO
    cache: str | None = None
    reported: frozenset[str] | None = None

    def reports(self, path: str) -> bool:
        """Return True if the result of a file is wanted."""
        return self.reported is None or path in self.reported

    def requests(self, path: str) -> bool:
        """Return True for a file that was named, piped or opened, and not only found in a folder."""
        return path in self.named or path in self.texts

    def project(self, watch: Stopwatch, summaries: SummaryCache | None = None) -> Project:
        from graphlint.project.project import Project  # noqa: PLC0415  a cached run needs no analysis

        return Project(self.paths, self.folders, self.texts, watch, self.parser, summaries)

    def summaries(self, watch: Stopwatch) -> SummaryCache | None:
        """Return the summaries of earlier runs; None without a cache."""
        if self.cache is None:
            return None
        from graphlint.check.cache.summary_cache import SummaryCache  # noqa: PLC0415  a run without a cache needs none

        return SummaryCache(self.cache, self.parser, watch)


Payload = TypeVar("Payload")
Result = TypeVar("Result", FileAnalysis, FileResult)


@dataclass
class WorkerState:
    """The state that a process keeps between two chunks of files."""

    request: CheckRequest
    watch: Stopwatch

    @cached_property
    def project(self) -> Project:
        return self.request.project(self.watch, self.summaries)

    @cached_property
    def summaries(self) -> SummaryCache | None:
        return self.request.summaries(self.watch)

    def content(self, path: str) -> Content:
        """Read a file.

        Raises:
            GraphlintError: if it cannot be read.
        """
        with self.watch.phase(Phase.READ):
            return Content.read(path, self.request.texts, self.request.requests(path))


@dataclass(frozen=True, slots=True)
class TimedResult(Generic[Result]):
    """The result of a file, its CPU time if that is measured, and the summaries that were computed for it, by digest."""

    result: Result
    cost: PhaseTimes
    summaries: Mapping[str, bytes]


Task: TypeAlias = Callable[[str, Payload, CheckConfig, WorkerState], Result]
"""The function that is applied to each of many files."""


def _analyze_task(path: str, _: None, config: CheckConfig, state: WorkerState) -> FileAnalysis:
    from graphlint.check.evaluate import analyze_with_config  # noqa: PLC0415

    try:
        content = state.content(path)
    except GraphlintError as error:
        return FileAnalysis(path, failure=Failure(path, str(error), transient=True))
    return analyze_with_config(content, config, state.project)


def _evaluate_task(path: str, payload: tuple[FileAnalysis, MergedFindings], config: CheckConfig, state: WorkerState) -> FileResult:
    from graphlint.check.evaluate import evaluate  # noqa: PLC0415

    try:
        content = state.content(path)
    except GraphlintError as error:
        return FileResult(path, failure=Failure(path, str(error), transient=True))
    return evaluate(content, *payload, config, state.project)


class Workers:
    """The executor of tasks: this process, or worker processes."""

    def __init__(self, request: CheckRequest, jobs: int, context: ForkContext | SpawnContext | None, costs: Costs) -> None:
        self._request, self._jobs, self._context, self._costs = request, jobs, context, costs
        self._state = WorkerState(request, costs.watch) if context is None else None
        self._processes: Processes[list[TimedResult[Any]]] | None = None
        self._computed: dict[str, bytes] = {}

    def analyze(
        self, paths: Iterable[str], config: CheckConfig, on_result: Callable[[FileAnalysis], None] = lambda _: None
    ) -> list[FileAnalysis]:
        """Run the first half of a check on many files."""
        return self._run(_analyze_task, [(path, None) for path in paths], config, FileAnalysis, on_result)

    def evaluate(
        self,
        items: Iterable[FileAnalysis],
        merged_findings: Mapping[str, MergedFindings],
        config: CheckConfig,
        on_result: Callable[[FileResult], None] = lambda _: None,
    ) -> list[FileResult]:
        """Run the second half of a check on many files."""
        return self._run(
            _evaluate_task,
            [(analysis.path, (analysis, merged_findings[analysis.path])) for analysis in items],
            config,
            FileResult,
            on_result,
        )

    def _run(
        self,
        task: Task[Payload, Result],
        items: Sequence[tuple[str, Payload]],
        config: CheckConfig,
        failed: type[Result],
        on_result: Callable[[Result], None],
    ) -> list[Result]:
        """Run a task on many files. The files of a process that died are retried, each in a process of its own.

        Args:
            items: the files, each with the payload of the task.
            failed: creates the result of a file that failed, or whose process died.

        Returns:
            The results in the order of the files.
        """
        if self._context is None:
            assert self._state is not None
            return self._record_costs(_run_here(task, items, config, failed, self._state, on_result))
        size = max(FILES_AT_A_TIME, min(MOST_AT_A_TIME, len(items) // (self._jobs * TURNS)))
        chunks = [items[start : start + size] for start in range(0, len(items), size)]
        work = [partial(_run_in_worker, task, chunk, config.subset(_files_of(chunk)), failed) for chunk in chunks]
        results_by_chunk: dict[int, list[Result]] = {}
        for number, results in self._start().run(work):
            died = results is None
            results_by_chunk[number] = (
                [self._run_alone(task, item, config, failed) for item in chunks[number]] if died else self._record_costs(results or ())
            )
            for result in results_by_chunk[number]:
                on_result(result)
        return [result for number in range(len(chunks)) for result in results_by_chunk[number]]

    def _record_costs(self, timed: Iterable[TimedResult[Result]]) -> list[Result]:
        """Record the cost of each result and the summaries that were computed, and return the results."""
        results = []
        for item in timed:
            self._costs.add(item.result.path, item.cost, self._state is not None)
            self._computed.update(item.summaries)
            results.append(item.result)
        return results

    def save_summaries(self) -> None:
        """Save the summaries that were computed, for later runs."""
        cache = self._request.summaries(self._costs.watch) if self._computed else None
        if cache is not None:
            with self._costs.watch.phase(Phase.CACHE):
                cache.save(self._computed)

    def end(self) -> None:
        """End the worker processes."""
        if self._processes is not None:
            self._processes.end()
        self._processes = None

    def _start(self) -> Processes[list[TimedResult[Any]]]:
        if self._processes is None:
            # A forked process starts as a copy of this one: import shared modules once, here.
            import graphlint.check.evaluate  # noqa: F401, PLC0415

            self._costs.processes = max(self._costs.processes, self._jobs)
            self._processes = self._new_processes(self._jobs)
        return self._processes

    def _new_processes(self, most: int) -> Processes[list[TimedResult[Any]]]:
        from graphlint.common.processes import Processes  # noqa: PLC0415  most runs need no second process

        assert self._context is not None
        return Processes(most, self._context, _initialize_worker, self._request, self._costs.watch.running)

    def _run_alone(self, task: Task[Payload, Result], item: tuple[str, Payload], config: CheckConfig, failed: type[Result]) -> Result:
        """Run a task on one file in a process of its own, which may die."""
        path = item[0]
        process = self._new_processes(1)
        try:
            results: list[TimedResult[Result]] | None
            _, results = next(process.run([partial(_run_in_worker, task, [item], config.subset(_files_of([item])), failed)]))
        finally:
            process.end()
        if results is not None:
            return self._record_costs(results)[0]
        text = f"internal error in {path}: the process that checked it died; please report it with the file"
        return failed(path, failure=Failure(path, text, transient=True), analyzed=True)


def _files_of(items: Sequence[tuple[str, object]]) -> list[str]:
    """Return the files that some tasks check, and those that they analyze again to prove fixes."""
    merged = (part for _, payload in items if isinstance(payload, tuple) for part in payload if isinstance(part, MergedFindings))
    return [*(path for path, _ in items), *(run.path for part in merged for run in part.callers)]


@contextmanager
def start_workers(request: CheckRequest, to_analyze: Sequence[str], jobs: int, costs: Costs) -> Iterator[Workers]:
    """Provide workers, and end them with the block.

    Args:
        to_analyze: the files that will be analyzed, for the number of processes.
        jobs: the maximum number of processes; 0 for the number of cores.
    """
    wanted = min(jobs or cores(), len(to_analyze))
    if wanted > 1:
        wanted = min(wanted, _total_size(to_analyze) // BYTES_WORTH_A_PROCESS)
    workers = Workers(request, wanted, _context() if wanted > 1 else None, costs)
    with _safe_start():
        try:
            yield workers
        finally:
            workers.end()


_STATE: list[WorkerState] = []
"""In a worker process: its state."""


def _initialize_worker(request: CheckRequest, measured: bool) -> None:
    _STATE[:] = [WorkerState(request, Stopwatch(measured))]


def _run_in_worker(
    task: Task[Payload, Result], items: Sequence[tuple[str, Payload]], config: CheckConfig, failed: type[Result]
) -> list[TimedResult[Result]]:
    return _run_here(task, items, config, failed, _STATE[0], lambda _: None)


def _run_here(
    task: Task[Payload, Result],
    items: Sequence[tuple[str, Payload]],
    config: CheckConfig,
    failed: type[Result],
    state: WorkerState,
    on_result: Callable[[Result], None],
) -> list[TimedResult[Result]]:
    """Run a task on files, one after the other, in this process. An error in one file does not end the others."""

    def do_one(path: str, payload: Payload) -> Result:
        return catch_failures(
            path, lambda: task(path, payload, config, state), lambda failure: failed(path, failure=failure, analyzed=True)
        )

    def do_all() -> list[TimedResult[Result]]:
        results = []
        with batch() as checked:
            for path, payload in items:
                with state.watch.isolated() as cost:
                    result = do_one(path, payload)
                    checked(result.size if result.analyzed else 0)
                summaries = {} if state.summaries is None else state.summaries.take_added()
                results.append(TimedResult(result, cost, summaries))
                on_result(result)
        return results

    return run_with_big_stack(do_all) if items else []


def _context() -> ForkContext | SpawnContext | None:
    """Return the start method, or None if processes cannot be started without importing from the checked folder.

    A forked process has everything already. A spawned one starts as `python -c`, which puts the current folder first on its path unless
    PYTHONSAFEPATH is set, which Python 3.10 does not support.
    """
    import multiprocessing  # noqa: PLC0415

    if "fork" in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("fork")
    return multiprocessing.get_context("spawn") if sys.version_info >= (3, 11) else None


@contextmanager
def _safe_start() -> Iterator[None]:
    """Keep the current folder off the path of spawned processes."""
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
    """Return the total size of the files in bytes; unreadable files count 0."""
    total = 0
    for path in paths:
        try:
            total += os.stat(path).st_size
        except (OSError, ValueError):
            continue
    return total
