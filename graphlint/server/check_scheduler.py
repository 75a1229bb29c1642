"""Scheduling of checks: each starts shortly after the last edit, runs in a worker, and is discarded if the program changes meanwhile."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from graphlint.check.file_analysis import FileAnalysis
from graphlint.server.last_findings import findings_on_unchanged_lines
from graphlint.server.notifications import Notifier
from graphlint.server.programs import OpenProgram
from graphlint.server.workers import graph_messages, messages
from graphlint.server.workers.graph_messages import GraphInfo
from graphlint.server.workers.messages import CheckResult, Context, Program
from graphlint.server.workers.pool import Pool, Urgency, WorkerDied, WorkerFault
from graphlint.server.workspace_folders import Folders
from graphlint.server.workspaces import Workspace, Workspaces

log = logging.getLogger("graphlint.server")

Value = TypeVar("Value")

# Seconds without an edit before a check starts.
DEBOUNCE = 0.15


@dataclass(frozen=True)
class Outcome:
    """Result of checking an open program.

    `revision` is the revision that was checked, `versions` are the versions of its texts by URI, `context` the analyses of its callers at
    that time.
    """

    revision: int
    program: Program | None
    result: CheckResult
    versions: dict[str, int | None]
    context: Context = field(default_factory=Context)


@dataclass(frozen=True)
class GraphSnapshot:
    """Graphs of a program at one revision; `uris` are its texts in order, `examined` is the analysis that they come from."""

    program: Program
    graph_info: GraphInfo
    uris: tuple[str, ...]
    file_analysis: FileAnalysis | None = None

    def is_current(self, outcome: Outcome) -> bool:
        """Return whether the snapshot is also valid for the program that `outcome` is the result of."""
        analysis = outcome.result.analysis
        return self.program == outcome.program and analysis is not None and self.file_analysis == analysis.file_analysis


@dataclass
class CheckState:
    """Check state of an open program.

    `revision` changes with everything that can affect its diagnostics. `last_complete` is the last outcome of a text that parsed and was
    checked without an internal error.
    `is_indirect`: the last check was triggered by another file. `dependents_stale`: open programs that import this one must be checked
    again. `is_frozen`: the last result is kept until the program is saved.
    """

    program: OpenProgram
    revision: int
    outcome: Outcome | None = None
    last_complete: Outcome | None = None
    graphs: GraphSnapshot | None = None
    task: asyncio.Task[None] | None = None
    outcome_waiters: list[asyncio.Future[Outcome]] = field(default_factory=list)
    graph_waiters: list[asyncio.Future[None]] = field(default_factory=list)
    is_indirect: bool = False
    dependents_stale: bool = False
    is_frozen: bool = False


class CheckScheduler:
    """Schedules the checks of all open programs.

    Args:
        pool: the workers.
        folders: the options of each program.
        workspaces: the files around each program.
        notifier: reports failures.

    `on_outcome` listeners are called after each check, `on_graphs` listeners after the graphs of a program have changed.
    """

    def __init__(self, pool: Pool, folders: Folders, workspaces: Workspaces, notifier: Notifier) -> None:
        self._pool = pool
        self._folders = folders
        self._workspaces = workspaces
        self._notifier = notifier
        self._states: dict[str, CheckState] = {}
        self._revisions = itertools.count(1)
        self.on_outcome: list[Callable[[OpenProgram, Outcome], None]] = []
        self.on_graphs: list[Callable[[OpenProgram], None]] = []

    @property
    def programs(self) -> list[OpenProgram]:
        """Programs with a check state."""
        return [state.program for state in self._states.values()]

    def schedule(self, program: OpenProgram, delay: float = DEBOUNCE, is_indirect: bool = False) -> None:
        """Schedule a check of a program that was opened or has changed.

        Args:
            program: the program.
            delay: seconds to wait for further changes.
            is_indirect: the change is in another file, so the client does not expect new diagnostics.
        """
        state = self._states.get(program.uri)
        if state is None:
            state = self._states[program.uri] = CheckState(program, 0)
        state.revision, state.is_indirect = next(self._revisions), is_indirect
        state.is_frozen &= is_indirect
        if state.task is not None:
            state.task.cancel()
        state.task = asyncio.get_running_loop().create_task(self._run_check(state, state.revision, delay))

    def defer_until_save(self, program: OpenProgram) -> None:
        """Keep the last result of an edited program until it is saved."""
        state = self._states.get(program.uri)
        if state is None or state.outcome is None:
            self.schedule(program)
        else:
            state.is_frozen = True

    def schedule_dependents(self, path: str) -> bool:
        """Schedule the programs whose result depends on a changed file; return whether there are any."""
        dependents = [
            state.program
            for state in self._states.values()
            if state.program.path != path and state.outcome is not None and state.outcome.result.depends_on(path)
        ]
        for program in dependents:
            self.schedule(program, is_indirect=True)
        return bool(dependents)

    def schedule_outdated(self) -> None:
        """Schedule the programs whose callers' analyses have changed since their last check."""
        for state in list(self._states.values()):
            path, outcome = state.program.path, state.outcome
            workspace = self._workspaces.of_path(path)
            if (
                path is None
                or workspace is None
                or outcome is None
                or outcome.revision != state.revision
                or outcome.result.analysis is None
            ):
                continue
            if path in workspace.index.stale or workspace.context([path]) != outcome.context:
                self.schedule(state.program, 0, is_indirect=True)

    def schedule_all(self) -> None:
        """Schedule all programs, after a change that affects every result."""
        for program in self.programs:
            self.schedule(program, 0)

    def was_indirect(self, uri: str) -> bool:
        """Return whether the last check of a program was triggered by another file."""
        state = self._states.get(uri)
        return state is not None and state.is_indirect

    def drop(self, uri: str) -> None:
        """Cancel the check of a closed program and discard its state."""
        state = self._states.pop(uri, None)
        if state is not None:
            if state.task is not None:
                state.task.cancel()
            for waiter in state.outcome_waiters:
                waiter.cancel()
            _release_graph_waiters(state)

    def latest(self, uri: str) -> Outcome | None:
        """Return the outcome of the last check if the program has not changed since."""
        state = self._states.get(uri)
        if state is None or state.outcome is None or state.outcome.revision != state.revision:
            return None
        return state.outcome

    def graphs(self, uri: str) -> GraphSnapshot | None:
        """Return the graphs of a program, possibly of an earlier revision."""
        state = self._states.get(uri)
        return None if state is None else state.graphs

    async def wait_for_graphs(self, uri: str) -> None:
        """Wait for the first snapshot of a program's graphs, or for the end of the current check."""
        state = self._states.get(uri)
        if state is not None and state.graphs is None and state.task is not None and not state.task.done():
            future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            state.graph_waiters.append(future)
            await future

    async def outcome(self, program: OpenProgram) -> Outcome:
        """Return the outcome for the current revision of a program, checking it if necessary."""
        outcome = self.latest(program.uri)
        if outcome is not None:
            return outcome
        if program.uri not in self._states:
            self.schedule(program, 0)
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._states[program.uri].outcome_waiters.append(future)
        return await future

    def close(self) -> None:
        """Cancel all checks."""
        for uri in list(self._states):
            self.drop(uri)

    async def _run_check(self, state: CheckState, revision: int, delay: float) -> None:
        try:
            await asyncio.sleep(delay)
            await self._check(state, revision)
        except Exception:
            log.exception("check of %s failed", state.program.uri)
            for waiter in state.outcome_waiters:
                waiter.cancel()
        # Not reached after cancellation: the waiters then wait for the check that replaced this one.
        _release_graph_waiters(state)

    async def _check(self, state: CheckState, revision: int) -> None:
        """Check a program, notify the waiters and listeners, then describe its graphs."""
        content, versions = _content(state)
        self._set_overlay(state, content)
        result, context = await self._check_in_context(state, content)
        if state.revision != revision:
            return
        outcome = state.outcome = Outcome(
            revision=revision,
            program=content,
            result=_with_last_findings(result, content, state.last_complete),
            versions=versions,
            context=context,
        )
        if result.is_complete:
            state.last_complete = outcome
        waiters, state.outcome_waiters = state.outcome_waiters, []
        for future in waiters:
            _resolve(future, outcome)
        for listener in self.on_outcome:
            listener(state.program, outcome)
        path = state.program.path
        if path is not None and state.dependents_stale:
            state.dependents_stale = False
            self.schedule_dependents(path)
        self.schedule_outdated()
        if state.graphs is None or not state.graphs.is_current(outcome):
            await self._update_graphs(state, outcome, state.program.uris)

    def _set_overlay(self, state: CheckState, content: Program | None) -> None:
        """Use the open text in place of the file for other programs that import it."""
        path = state.program.path
        if path is not None and content is not None and content.cells is None:
            state.dependents_stale |= self._workspaces.set_overlay(path, content.text)

    async def _check_in_context(self, state: CheckState, content: Program | None) -> tuple[CheckResult, Context]:
        """Check a program with the analyses of its callers, and return both."""
        program = state.program
        if content is None or not self._is_enabled(program):
            return CheckResult(program.uri), Context()
        workspace, path = self._workspaces.of_path(program.path), program.path
        if workspace is None or path is None or not workspace.includes(path):
            return await self._request_check(program, messages.Check(content, self._folders.config(path))), Context()
        requested_at, context = workspace.index.now(), workspace.context([path])
        request = messages.Check(content, workspace.config, context, self._valid_analysis(state, content, workspace))
        result = await self._request_check(program, request)
        if result.analysis is not None and workspace is self._workspaces.of_path(path):
            workspace.index.update(result.analysis, requested_at)
        return result, context

    def _valid_analysis(self, state: CheckState, content: Program, workspace: Workspace) -> FileAnalysis | None:
        """Return the analysis of the last check if it is still valid."""
        analysis = state.outcome.result.analysis if state.outcome is not None and state.outcome.program == content else None
        if analysis is None or not workspace.index.is_current(analysis.file_analysis.path):
            return None
        return analysis.file_analysis if workspace.index.get(analysis.file_analysis.path) is analysis.file_analysis else None

    async def _request_check(self, program: OpenProgram, request: messages.Check) -> CheckResult:
        content = request.program
        try:
            result = await self._pool.request(request, Urgency.CHECK, ("check", program.uri))
        except WorkerDied:
            message = f"internal error in {content.name}: the process that checked it died; please report it with the file"
            result = CheckResult(content.name, failure=message)
        except WorkerFault as fault:
            message = f"internal error in {content.name}; please report it with the file"
            result = CheckResult(content.name, failure=message, detail=str(fault))
        if result.failure:
            self._notifier.failure(result.name, result.failure, result.detail)
        if result.problem:
            self._notifier.settings_problem(result.problem)
        return result

    def _is_enabled(self, program: OpenProgram) -> bool:
        return self._folders.options(self._folders.of_path(program.path)).enabled

    async def _update_graphs(self, state: CheckState, outcome: Outcome, uris: tuple[str, ...]) -> None:
        """Fetch the graphs of a program after its check."""
        content, analysis = outcome.program, outcome.result.analysis
        if content is None or not self._is_enabled(state.program):
            state.graphs = None
            return
        if not outcome.result.was_analyzed or (not outcome.result.parses and state.graphs is not None):
            # Those of the last text that could be analyzed remain, on the lines that have not changed.
            return
        request = graph_messages.DescribeGraphs(content, self._folders.config(state.program.path))
        try:
            graph_info = await self._pool.request(request, Urgency.GRAPHS, ("graphs", state.program.uri))
        except WorkerDied:
            return
        except WorkerFault as fault:
            self._notifier.failure(content.name, f"internal error in {content.name}: its graphs cannot be described", str(fault))
            return
        state.graphs = GraphSnapshot(content, graph_info, uris, analysis.file_analysis if analysis is not None else None)
        for listener in self.on_graphs:
            listener(state.program)


def _with_last_findings(result: CheckResult, content: Program | None, last: Outcome | None) -> CheckResult:
    """Add the findings of the last complete result to one without findings: the text does not parse, or its check failed."""
    if result.is_complete or content is None or last is None or last.program is None:
        return result
    found = tuple(findings_on_unchanged_lines(last.result.diagnostics, last.program, content))
    return replace(result, diagnostics=(*result.diagnostics, *found))


def _resolve(future: asyncio.Future[Value], value: Value) -> None:
    """Set the result of a future unless its request was canceled."""
    if not future.done():
        future.set_result(value)


def _release_graph_waiters(state: CheckState) -> None:
    """Wake the waiters for graphs, whether there are any graphs or not."""
    waiters, state.graph_waiters = state.graph_waiters, []
    for future in waiters:
        _resolve(future, None)


def _content(state: CheckState) -> tuple[Program | None, dict[str, int | None]]:
    """Return the program to check and the versions of its texts."""
    if state.is_frozen and state.outcome is not None:
        return state.outcome.program, state.outcome.versions
    return state.program.content(), {part.uri: part.version for part in state.program.parts}
