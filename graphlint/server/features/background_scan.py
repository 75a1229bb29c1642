"""The workspace folders looked through in the background, so that what is told of an open file takes all into account that call it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from weakref import WeakKeyDictionary, WeakSet

from graphlint.server.check_scheduler import Outcome
from graphlint.server.features.work_done_progress import Progress
from graphlint.server.programs import Open
from graphlint.server.session import Session
from graphlint.server.workspaces import FILES_AT_A_TIME, Workspace

log = logging.getLogger("graphlint.server")

# Seconds without a change before the files are looked at again that rest on what has changed.
QUIET = 0.5
# Below so many files nobody wants to see progress.
WORTH_PROGRESS = 32


class Scanning:
    """Looks through each folder of which a file is open, and again at what a change has made stale.

    Args:
        session: the connection.
        progress: tells how far a scan has come.
    """

    def __init__(self, session: Session, progress: Progress) -> None:
        self._session = session
        self._progress = progress
        self._tasks: dict[Workspace, asyncio.Task[None]] = {}
        # What was forgotten is kept by nobody: it holds all that was known of a folder.
        self._changed: WeakKeyDictionary[Workspace, float] = WeakKeyDictionary()
        self._refused: WeakSet[Workspace] = WeakSet()
        session.checks.on_outcome.append(self._checked)
        session.workspaces.on_change.append(self._touched)

    @property
    def is_open(self) -> set[str]:
        """The files of open programs, which are looked at by themselves."""
        return {path for program in self._session.checks.programs if (path := program.path) is not None}

    def wake(self, workspace: Workspace) -> None:
        """Look through a folder, unless that is under way.

        Args:
            workspace: the folder.
        """
        self._tasks = {item: task for item, task in self._tasks.items() if not task.done()}
        if workspace not in self._tasks:
            self._tasks[workspace] = asyncio.get_running_loop().create_task(self._scan(workspace))

    async def rest(self, workspace: Workspace) -> None:
        """Leave a folder to somebody else.

        Args:
            workspace: the folder.
        """
        task = self._tasks.pop(workspace, None)
        if task is not None and not task.done():
            task.cancel()
            await asyncio.wait([task])

    async def scan(self, workspace: Workspace, report: Callable[[int, int], None]) -> None:
        """Look at all files of a folder of which nothing certain is known.

        Args:
            workspace: the folder.
            report: is told how many of how many files were looked at.
        """
        await self._look(workspace, report, False, _at_once)

    async def _look(
        self, workspace: Workspace, report: Callable[[int, int], None], known: bool, pause: Callable[[Workspace], Awaitable[None]]
    ) -> None:
        """Look at files, a handful at a time; where `known` is set only at those of which something is known that no longer holds."""
        done = 0
        # One that was forgotten is looked through anew, by whom it was replaced.
        while workspace in self._session.workspaces.all and (waiting := workspace.todo(self.is_open, known)):
            await pause(workspace)
            await workspace.survey(waiting[:FILES_AT_A_TIME])
            done += len(waiting[:FILES_AT_A_TIME])
            report(done, done + len(waiting) - FILES_AT_A_TIME)
            self._session.checks.reconsider()
        workspace.remember()

    def _checked(self, program: Open, outcome: Outcome) -> None:
        del outcome
        workspace = self._session.workspaces.of(program.path)
        if workspace is not None and self._is_wanted(workspace):
            self.wake(workspace)

    def _touched(self, workspace: Workspace) -> None:
        self._changed[workspace] = asyncio.get_running_loop().time()
        self.wake(workspace)

    async def _scan(self, workspace: Workspace) -> None:
        # Files may have come or changed while others were looked at, and as long as this runs, nobody else begins to look.
        while await self._pass(workspace) and self._is_wanted(workspace):
            pass

    def _is_wanted(self, workspace: Workspace) -> bool:
        """Whether there is something to look at in a folder."""
        return not workspace.is_current or bool(workspace.todo(self.is_open, workspace in self._refused))

    async def _pass(self, workspace: Workspace) -> bool:
        """Look once at what is not certain, and tell whether that came to its end."""
        await self._quiet(workspace)
        if workspace not in self._session.workspaces.all:
            return False
        if not workspace.is_current:
            await workspace.find(self.is_open)
            self._session.checks.reconsider()
        known = workspace in self._refused
        unknown = sum(workspace.index.get(path) is None for path in workspace.todo(self.is_open, known))
        try:
            async with self._progress.of("graphlint: looking through the workspace", None, unknown >= WORTH_PROGRESS) as report:
                await self._look(workspace, report, known, self._quiet)
        except asyncio.CancelledError:
            if self._tasks.get(workspace) is asyncio.current_task():
                # Whoever does not want the scan goes without what other files would tell.
                self._refused.add(workspace)
            raise
        except Exception:
            log.exception("%s cannot be looked through", workspace.rules.folder)
            return False
        return True

    async def _quiet(self, workspace: Workspace) -> None:
        """Wait until nothing has changed for a while."""
        loop = asyncio.get_running_loop()
        while (left := self._changed.get(workspace, -QUIET) + QUIET - loop.time()) > 0:
            await asyncio.sleep(left)


async def _at_once(_: Workspace) -> None:
    """No pause."""
