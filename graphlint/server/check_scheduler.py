"""When what is checked: a little after the last edit, away from the loop that talks to the client, and only the newest state counts."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from graphlint.check.file_analysis import FileAnalysis
from graphlint.server.notifications import Notices
from graphlint.server.programs import Open
from graphlint.server.workers import messages
from graphlint.server.workers.messages import Checked, Context, Facts, Program
from graphlint.server.workers.pool import Pool, WorkerDied, WorkerFault
from graphlint.server.workspace_folders import Folders
from graphlint.server.workspaces import Workspace, Workspaces

log = logging.getLogger("graphlint.server")

Answer = TypeVar("Answer")

# Seconds without an edit before a check begins.
DEBOUNCE = 0.15
# What waits for a worker goes in this order.
CHECKING, ASKED, TELLING = range(3)


@dataclass(frozen=True)
class Outcome:
    """What a check came to. `stamp` is the state of the program that was checked, `versions` those of its texts, `context` what was known
    of the files through which it is judged."""

    stamp: int
    program: Program | None
    checked: Checked
    versions: dict[str, int | None]
    context: Context = field(default_factory=Context)


@dataclass(frozen=True)
class Known:
    """What is known of the graphs of a program, as it was when that was found out; `uris` are those of its texts, in order, `examined` is
    what its analysis had come to."""

    program: Program
    facts: Facts
    uris: tuple[str, ...]
    examined: FileAnalysis | None = None

    def holds(self, outcome: Outcome) -> bool:
        """Whether it would be the same after another check.

        Args:
            outcome: what that has come to.
        """
        survey = outcome.checked.survey
        return self.program == outcome.program and survey is not None and self.examined == survey.examined


@dataclass
class State:
    """Where an open program stands. `stamp` grows with every change of anything that its diagnostics rest on; `is_laid` says whether its
    text has become another for those that import it, who do not know yet; `is_held` whether what counts is the text that was checked last.
    `waiting` are those who ask what the check comes to, `asking` those who ask what is known when it is over.
    """

    program: Open
    stamp: int
    outcome: Outcome | None = None
    known: Known | None = None
    task: asyncio.Task[None] | None = None
    waiting: list[asyncio.Future[Outcome]] = field(default_factory=list)
    asking: list[asyncio.Future[None]] = field(default_factory=list)
    unasked: bool = False
    is_laid: bool = False
    is_held: bool = False


class Checks:
    """The checks of all open programs.

    Args:
        pool: the workers.
        folders: tells the options of a program.
        workspaces: know the files around it.
        notices: hears what goes wrong.
    """

    def __init__(self, pool: Pool, folders: Folders, workspaces: Workspaces, notices: Notices) -> None:
        self._pool = pool
        self._folders = folders
        self._workspaces = workspaces
        self._notices = notices
        self._states: dict[str, State] = {}
        self._stamps = itertools.count(1)
        self.on_outcome: list[Callable[[Open, Outcome], None]] = []
        self.on_known: list[Callable[[Open], None]] = []

    @property
    def programs(self) -> list[Open]:
        """The programs that are checked."""
        return [state.program for state in self._states.values()]

    def touch(self, program: Open, delay: float = DEBOUNCE, unasked: bool = False) -> None:
        """A program was opened or has changed: what was found out is stale, and a check begins after a while.

        Args:
            program: the program.
            delay: how many seconds to wait for another change.
            unasked: whether the client, which has not changed it, does not know.
        """
        state = self._states.get(program.uri)
        if state is None:
            state = self._states[program.uri] = State(program, 0)
        state.stamp, state.unasked = next(self._stamps), unasked
        state.is_held &= unasked
        if state.task is not None:
            state.task.cancel()
        state.task = asyncio.get_running_loop().create_task(self._check(state, state.stamp, delay))

    def hold(self, program: Open) -> None:
        """A program has changed that is checked only when it is saved: what was found out stays until then.

        Args:
            program: the program.
        """
        state = self._states.get(program.uri)
        if state is None or state.outcome is None:
            self.touch(program)
        else:
            state.is_held = True

    def touch_dependents(self, path: str) -> bool:
        """A file has changed: check those programs again whose result rests on it.

        Args:
            path: the file.

        Returns:
            Whether there are any.
        """
        found = [
            state.program
            for state in self._states.values()
            if state.program.path != path and state.outcome is not None and state.outcome.checked.rests_on(path)
        ]
        for program in found:
            self.touch(program, unasked=True)
        return bool(found)

    def reconsider(self) -> None:
        """More is known of other files: check those programs again of which it may change the judgement."""
        for state in list(self._states.values()):
            path, outcome = state.program.path, state.outcome
            workspace = self._workspaces.of(path)
            if path is None or workspace is None or outcome is None or outcome.stamp != state.stamp or outcome.checked.survey is None:
                continue
            if path in workspace.index.stale or workspace.context([path]) != outcome.context:
                self.touch(state.program, 0, unasked=True)

    def touch_all(self) -> None:
        """Something has changed on which every result rests."""
        for program in self.programs:
            self.touch(program, 0)

    def was_unasked(self, uri: str) -> bool:
        """Whether the last check of a program was begun without an edit of it.

        Args:
            uri: its address.
        """
        state = self._states.get(uri)
        return state is not None and state.unasked

    def drop(self, uri: str) -> None:
        """Forget a program that was closed.

        Args:
            uri: its address.
        """
        state = self._states.pop(uri, None)
        if state is not None:
            if state.task is not None:
                state.task.cancel()
            for waiter in state.waiting:
                waiter.cancel()
            _end_of_check(state)

    def latest(self, uri: str) -> Outcome | None:
        """What the last check of a program came to, if the program is still as it was then.

        Args:
            uri: its address.
        """
        state = self._states.get(uri)
        if state is None or state.outcome is None or state.outcome.stamp != state.stamp:
            return None
        return state.outcome

    def known(self, uri: str) -> Known | None:
        """What is known of the graphs of a program, be it of an earlier state.

        Args:
            uri: its address.
        """
        state = self._states.get(uri)
        return None if state is None else state.known

    async def first_known(self, uri: str) -> None:
        """Wait until something is known of the graphs of a program, as long as a check of it is under way.

        Args:
            uri: its address.
        """
        state = self._states.get(uri)
        if state is not None and state.known is None and state.task is not None and not state.task.done():
            future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            state.asking.append(future)
            await future

    async def outcome(self, program: Open) -> Outcome:
        """What the check of a program comes to, as it is when the answer is given.

        Args:
            program: the program.
        """
        found = self.latest(program.uri)
        if found is not None:
            return found
        if program.uri not in self._states:
            self.touch(program, 0)
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._states[program.uri].waiting.append(future)
        return await future

    def close(self) -> None:
        """Give up all checks."""
        for uri in list(self._states):
            self.drop(uri)

    # Inside.

    async def _check(self, state: State, stamp: int, delay: float) -> None:
        try:
            await asyncio.sleep(delay)
            await self._find_out(state, stamp)
        except Exception:
            log.exception("the check of %s has failed", state.program.uri)
            for waiter in state.waiting:
                waiter.cancel()
        # A check that was cancelled has made room for another, which those who ask wait for.
        _end_of_check(state)

    async def _find_out(self, state: State, stamp: int) -> None:
        """Check a program as it is, tell what comes of it, and find out what is known of its graphs."""
        content, versions = _content(state)
        self._lay(state, content)
        checked, context = await self._checked(state, content)
        if state.stamp != stamp:
            return
        outcome = state.outcome = Outcome(stamp, content, checked, versions, context)
        waiting, state.waiting = state.waiting, []
        for future in waiting:
            _answer(future, outcome)
        for listener in self.on_outcome:
            listener(state.program, outcome)
        path = state.program.path
        if path is not None and state.is_laid:
            state.is_laid = False
            self.touch_dependents(path)
        self.reconsider()
        if state.known is None or not state.known.holds(outcome):
            await self._tell(state, outcome, state.program.uris)

    def _lay(self, state: State, content: Program | None) -> None:
        """Let a text stand for its file, also where other files import that."""
        path = state.program.path
        if path is not None and content is not None and content.cells is None:
            state.is_laid |= self._workspaces.lay(path, content.text)

    async def _checked(self, state: State, content: Program | None) -> tuple[Checked, Context]:
        """What a worker finds in a program, and through what it was judged."""
        program = state.program
        if content is None or not self._is_enabled(program):
            return Checked(program.uri), Context()
        workspace, path = self._workspaces.of(program.path), program.path
        if workspace is None or path is None or not workspace.holds(path):
            return await self._asked(program, messages.Check(content, self._folders.rules(path))), Context()
        asked, context = workspace.index.now(), workspace.context([path])
        request = messages.Check(content, workspace.rules, context, self._examined(state, content, workspace))
        checked = await self._asked(program, request)
        if checked.survey is not None and workspace is self._workspaces.of(path):
            workspace.index.take(checked.survey, asked)
        return checked, context

    def _examined(self, state: State, content: Program, workspace: Workspace) -> FileAnalysis | None:
        """What the analysis of a program has come to, if that still holds."""
        known = state.outcome.checked.survey if state.outcome is not None and state.outcome.program == content else None
        if known is None or not workspace.index.sound(known.examined.path):
            return None
        return known.examined if workspace.index.get(known.examined.path) is known.examined else None

    async def _asked(self, program: Open, request: messages.Check) -> Checked:
        """What a worker finds in a program."""
        content = request.program
        try:
            checked = await self._pool.ask(request, Checked, CHECKING, ("check", program.uri))
        except WorkerDied:
            message = f"internal error in {content.name}: the process that checked it died; please report it with the file"
            checked = Checked(content.name, failure=message)
        except WorkerFault as fault:
            message = f"internal error in {content.name}; please report it with the file"
            checked = Checked(content.name, failure=message, detail=str(fault))
        if checked.failure:
            self._notices.failure(checked.name, checked.failure, checked.detail)
        if checked.problem:
            self._notices.problem(checked.problem)
        return checked

    def _is_enabled(self, program: Open) -> bool:
        return self._folders.options(self._folders.of_path(program.path)).enabled

    async def _tell(self, state: State, outcome: Outcome, uris: tuple[str, ...]) -> None:
        """Find out what is known of the graphs of a program that was just checked."""
        content, survey = outcome.program, outcome.checked.survey
        if content is None or not self._is_enabled(state.program):
            state.known = None
            return
        request = messages.Tell(content, self._folders.rules(state.program.path))
        try:
            facts = await self._pool.ask(request, Facts, TELLING, ("tell", state.program.uri))
        except WorkerDied:
            return
        except WorkerFault as fault:
            self._notices.failure(content.name, f"internal error in {content.name}: its graphs cannot be told", str(fault))
            return
        state.known = Known(content, facts, uris, survey.examined if survey is not None else None)
        for listener in self.on_known:
            listener(state.program)


def _answer(future: asyncio.Future[Answer], answer: Answer) -> None:
    """Answer somebody who may not wait any more."""
    if not future.done():
        future.set_result(answer)


def _end_of_check(state: State) -> None:
    """Whatever is known of a program now is what those are told who ask."""
    asking, state.asking = state.asking, []
    for future in asking:
        _answer(future, None)


def _content(state: State) -> tuple[Program | None, dict[str, int | None]]:
    """What is to be checked, and the versions of its texts."""
    if state.is_held and state.outcome is not None:
        return state.outcome.program, state.outcome.versions
    return state.program.content(), {part.uri: part.version for part in state.program.parts}
