"""Checking many files, in one process or in several: the same results in the same order for any number of jobs.

Each file is analysed with what it imports; when all are, what was found is joined, and each file is judged by that.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from graphlint.check.check_config import Plan
from graphlint.check.failure import Failure
from graphlint.check.file_analysis import Content, Examined
from graphlint.check.file_findings import silent, tells, verdicts
from graphlint.check.file_result import FileResult
from graphlint.check.garbage_collection import batch
from graphlint.check.resolve_callers import Verdict
from graphlint.common.big_stack import with_deep_stack
from graphlint.common.errors import GraphlintError
from graphlint.common.timing import Costs, Phase, Spent, Stopwatch

if TYPE_CHECKING:
    from multiprocessing.context import ForkContext, SpawnContext

    from graphlint.check.cache.file_results import Results
    from graphlint.common.processes import Processes
    from graphlint.project.project import Project

# Below so many bytes of source per process, starting it costs more than it saves.
BYTES_WORTH_A_PROCESS = 200_000
FILES_AT_A_TIME = 8


@dataclass(frozen=True, slots=True)
class Asked:
    """What is checked together: the files, the folders that were named, from which imports may start, and what those files hold that are
    not to be read from the disk."""

    paths: tuple[str, ...]
    folders: tuple[str, ...] = ()
    texts: Mapping[str, bytes | str] = field(default_factory=dict)

    def project(self, watch: Stopwatch) -> Project:
        """The project that they make.

        Args:
            watch: measures what is done for it.
        """
        from graphlint.project.project import Project  # noqa: PLC0415  what is remembered needs no analysis

        return Project(self.paths, self.folders, self.texts, watch)


def check_files(
    asked: Asked,
    plan: Plan,
    jobs: int,
    done: Callable[[int], None] | None = None,
    remembered: Results | None = None,
    costs: Costs | None = None,
) -> dict[str, FileResult]:
    """Check files, each with what it imports, and each function through those that call it. Nothing is written.

    Args:
        asked: the files, as they are to be displayed.
        plan: how to check them.
        jobs: the most processes to use; 0 for as many as there are cores.
        done: told how many files were checked, whenever some were.
        remembered: what is known of the files from an earlier run.
        costs: notes what this costs.

    Returns:
        The result of each file, by path, in the order of the paths.
    """
    tell = done or (lambda _: None)
    costs = costs or Costs()
    with costs.watch.phase(Phase.CACHE):
        known = {} if remembered is None else remembered.examined(path for path in asked.paths if path not in asked.texts)
    todo = [path for path in asked.paths if path not in known]
    tell(sum(not item.tells for item in known.values()))
    with working(asked, todo, jobs, costs) as workers:
        known.update((item.path, item) for item in workers.examine(todo, plan, lambda item: tell(not item.tells)))
        examined = [known[path] for path in asked.paths]
        with costs.watch.phase(Phase.RULES):
            found = verdicts(examined, plan)
        with costs.watch.phase(Phase.CACHE):
            told_before = {} if remembered is None else remembered.told((item, found[item.path]) for item in examined)
        again = [item for item in examined if item.path not in told_before and tells(item, found[item.path], plan)]
        left = {item.path for item in again}
        tell(sum(item.tells and item.path not in left for item in examined))
        told = {item.path: item.tells for item in examined}
        judged = workers.judge(again, found, plan, lambda result: tell(told[result.path]))
    results = told_before | {result.path: result for result in judged}
    return {item.path: replace(results.get(item.path) or silent(item, plan), examined=item, verdict=found[item.path]) for item in examined}


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


Payload = TypeVar("Payload")
Result = TypeVar("Result", Examined, FileResult)


@dataclass
class Here:
    """What a process remembers between one handful of files and the next."""

    asked: Asked
    watch: Stopwatch

    @cached_property
    def project(self) -> Project:
        """The project that it checks."""
        return self.asked.project(self.watch)

    def content(self, path: str) -> Content:
        """What a file holds.

        Args:
            path: the file.

        Raises:
            GraphlintError: if it cannot be read.
        """
        with self.watch.phase(Phase.READ):
            return Content.read(path, self.asked.texts)


@dataclass(frozen=True, slots=True)
class Done(Generic[Result]):
    """What came of a file, and what it has cost, if that is measured."""

    result: Result
    spent: Spent


Task: TypeAlias = Callable[[str, Payload, Plan, Here], Result]
"""What is done with each of many files."""


def _examine(path: str, _: None, plan: Plan, here: Here) -> Examined:
    """The first half of a check."""
    from graphlint.check.evaluate import examine_by  # noqa: PLC0415

    try:
        content = here.content(path)
    except GraphlintError as error:
        return Examined(path, failure=Failure(path, str(error), passing=True))
    return examine_by(content, plan, here.project)


def _judge(path: str, payload: tuple[Examined, Verdict], plan: Plan, here: Here) -> FileResult:
    """The second half of a check."""
    from graphlint.check.evaluate import judge  # noqa: PLC0415

    try:
        content = here.content(path)
    except GraphlintError as error:
        return FileResult(path, failure=Failure(path, str(error), passing=True))
    return judge(content, *payload, plan, here.project)


class Workers:
    """What does the work: this process, or others."""

    def __init__(self, asked: Asked, jobs: int, context: ForkContext | SpawnContext | None, costs: Costs) -> None:
        self._asked, self._jobs, self._context, self._costs = asked, jobs, context, costs
        self._here = Here(asked, costs.watch) if context is None else None
        self._processes: Processes[list[Done[Any]]] | None = None

    def examine(self, paths: Iterable[str], plan: Plan, tell: Callable[[Examined], None] = lambda _: None) -> list[Examined]:
        """The first half of a check, of many files.

        Args:
            paths: the files.
            plan: how to check them.
            tell: told of each.
        """
        return self._run(_examine, [(path, None) for path in paths], plan, Examined, tell)

    def judge(
        self, items: Iterable[Examined], found: Mapping[str, Verdict], plan: Plan, tell: Callable[[FileResult], None] = lambda _: None
    ) -> list[FileResult]:
        """The second half of a check, of many files.

        Args:
            items: what the analysis of each has come to.
            found: what was found in each file.
            plan: how to check them.
            tell: told of each.
        """
        return self._run(_judge, [(item.path, (item, found[item.path])) for item in items], plan, FileResult, tell)

    def _run(
        self,
        task: Task[Payload, Result],
        items: Sequence[tuple[str, Payload]],
        plan: Plan,
        failed: type[Result],
        tell: Callable[[Result], None],
    ) -> list[Result]:
        """Do something with each of many files; the files of a process that died are tried again, one process each.

        Args:
            task: what to do.
            items: the files, each with what there is to it.
            plan: how to check them.
            failed: makes the result of a file whose process died.
            tell: told of each result.

        Returns:
            The results in the order of the files.
        """
        if self._context is None:
            assert self._here is not None
            return self._noted(_do(task, items, plan, self._here, tell))
        chunks = [items[start : start + FILES_AT_A_TIME] for start in range(0, len(items), FILES_AT_A_TIME)]
        work = [partial(_work, task, chunk, plan.only([path for path, _ in chunk])) for chunk in chunks]
        found: dict[int, list[Result]] = {}
        for number, answer in self._started().run(work):
            died = answer is None
            found[number] = [self._alone(task, item, plan, failed) for item in chunks[number]] if died else self._noted(answer or ())
            for result in found[number]:
                tell(result)
        return [result for number in range(len(chunks)) for result in found[number]]

    def _noted(self, done: Iterable[Done[Result]]) -> list[Result]:
        """What was done, after it was noted what it has cost."""
        results = []
        for item in done:
            self._costs.add(item.result.path, item.spent, self._here is not None)
            results.append(item.result)
        return results

    def end(self) -> None:
        """End the other processes."""
        if self._processes is not None:
            self._processes.end()
        self._processes = None

    def _started(self) -> Processes[list[Done[Any]]]:
        """The other processes."""
        if self._processes is None:
            # What all of them need is imported once, where a process begins as a copy of this one.
            import graphlint.check.evaluate  # noqa: F401, PLC0415

            self._costs.processes = max(self._costs.processes, self._jobs)
            self._processes = self._new(self._jobs)
        return self._processes

    def _new(self, most: int) -> Processes[list[Done[Any]]]:
        """Some processes that check what is asked."""
        from graphlint.common.processes import Processes  # noqa: PLC0415  most runs need no second process

        assert self._context is not None
        return Processes(most, self._context, _begin, self._asked, self._costs.watch.running)

    def _alone(self, task: Task[Payload, Result], item: tuple[str, Payload], plan: Plan, failed: type[Result]) -> Result:
        """The result of one file, from a process of its own, which may die of it."""
        path = item[0]
        process = self._new(1)
        try:
            answer: list[Done[Result]] | None
            _, answer = next(process.run([partial(_work, task, [item], plan.only([path]))]))
        finally:
            process.end()
        if answer is not None:
            return self._noted(answer)[0]
        text = f"internal error in {path}: the process that checked it died; please report it with the file"
        return failed(path, failure=Failure(path, text, passing=True), analyzed=True)


@contextmanager
def working(asked: Asked, todo: Sequence[str], jobs: int, costs: Costs) -> Iterator[Workers]:
    """What does the work, as long as the block runs.

    Args:
        asked: what is checked.
        todo: the files that will be examined.
        jobs: the most processes to use; 0 for as many as there are cores.
    """
    wanted = min(jobs or cores(), len(todo))
    if wanted > 1:
        wanted = min(wanted, _total_size(todo) // BYTES_WORTH_A_PROCESS)
    made = Workers(asked, wanted, _context() if wanted > 1 else None, costs)
    with _safe_start():
        try:
            yield made
        finally:
            made.end()


_HERE: list[Here] = []
"""In a process of ours: what it remembers."""


def _begin(asked: Asked, measured: bool) -> None:
    """A process begins."""
    _HERE[:] = [Here(asked, Stopwatch(measured))]


def _work(task: Task[Payload, Result], items: Sequence[tuple[str, Payload]], plan: Plan) -> list[Done[Result]]:
    """What a process does with a handful of files."""
    return _do(task, items, plan, _HERE[0], lambda _: None)


def _do(
    task: Task[Payload, Result], items: Sequence[tuple[str, Payload]], plan: Plan, here: Here, tell: Callable[[Result], None]
) -> list[Done[Result]]:
    """Do something with files, one after the other, in this process."""

    def do_all() -> list[Done[Result]]:
        results = []
        with batch() as checked:
            for path, payload in items:
                with here.watch.lap() as spent:
                    result = task(path, payload, plan, here)
                    checked(result.size if result.analyzed else 0)
                results.append(Done(result, spent))
                tell(result)
        return results

    return with_deep_stack(do_all) if items else []


def _context() -> ForkContext | SpawnContext | None:
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
            total += os.stat(path).st_size
        except (OSError, ValueError):
            continue
    return total
