"""Background analysis of the workspace folders, so that checks of open files know all callers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from weakref import WeakKeyDictionary, WeakSet

from graphlint.server.check_scheduler import Outcome
from graphlint.server.features.work_done_progress import Progress
from graphlint.server.programs import OpenProgram
from graphlint.server.session import Session
from graphlint.server.workspaces import ANALYSIS_BATCH, Workspace

log = logging.getLogger("graphlint.server")

# Seconds without a change before stale files are analyzed again.
QUIET = 0.5
# Number of files from which progress is shown.
PROGRESS_MINIMUM = 32


class BackgroundScan:
    """Analyzes the files of each folder with an open file, and again after changes."""

    def __init__(self, session: Session, progress: Progress) -> None:
        self._session = session
        self._progress = progress
        self._tasks: dict[Workspace, asyncio.Task[None]] = {}
        # Weak keys: a discarded workspace holds the analyses of a whole folder.
        self._last_change: WeakKeyDictionary[Workspace, float] = WeakKeyDictionary()
        self._canceled: WeakSet[Workspace] = WeakSet()
        session.scheduler.on_outcome.append(self._on_outcome)
        session.workspaces.on_change.append(self._on_change)

    @property
    def open_paths(self) -> set[str]:
        """Files of open programs, which are checked separately."""
        return {path for program in self._session.scheduler.programs if (path := program.path) is not None}

    def start(self, workspace: Workspace) -> None:
        """Start a scan of a folder unless one is running."""
        self._tasks = {key: task for key, task in self._tasks.items() if not task.done()}
        if workspace not in self._tasks:
            self._tasks[workspace] = asyncio.get_running_loop().create_task(self._scan(workspace))

    async def cancel(self, workspace: Workspace) -> None:
        """Cancel the scan of a folder because another task analyzes its files."""
        task = self._tasks.pop(workspace, None)
        if task is not None and not task.done():
            task.cancel()
            await asyncio.wait([task])

    async def scan(self, workspace: Workspace, report: Callable[[int, int], None]) -> None:
        """Analyze all files of a folder without a current analysis; `report` receives the numbers of analyzed and of all files."""
        await self._analyze(workspace, report, False, _no_pause)

    async def _analyze(
        self, workspace: Workspace, report: Callable[[int, int], None], only_stale: bool, pause: Callable[[Workspace], Awaitable[None]]
    ) -> None:
        """Analyze files in batches; `only_stale` leaves out the files without any analysis."""
        done = 0
        # A workspace that was replaced meanwhile is scanned by its successor.
        while workspace in self._session.workspaces.all and (pending := workspace.files_to_analyze(self.open_paths, only_stale)):
            await pause(workspace)
            await workspace.analyze(pending[:ANALYSIS_BATCH])
            done += len(pending[:ANALYSIS_BATCH])
            report(done, done + len(pending) - ANALYSIS_BATCH)
            self._session.scheduler.schedule_outdated()
        workspace.save_analyses()

    def _on_outcome(self, program: OpenProgram, outcome: Outcome) -> None:
        del outcome
        workspace = self._session.workspaces.of_path(program.path)
        if workspace is not None and self._has_work(workspace):
            self.start(workspace)

    def _on_change(self, workspace: Workspace) -> None:
        self._last_change[workspace] = asyncio.get_running_loop().time()
        self.start(workspace)

    async def _scan(self, workspace: Workspace) -> None:
        # Files may change during a pass, and `start` does nothing while this task runs.
        while await self._scan_once(workspace) and self._has_work(workspace):
            pass

    def _has_work(self, workspace: Workspace) -> bool:
        """Return whether a folder has files to find or to analyze."""
        return not workspace.is_current or bool(workspace.files_to_analyze(self.open_paths, workspace in self._canceled))

    async def _scan_once(self, workspace: Workspace) -> bool:
        """Find and analyze the files once; return whether that succeeded."""
        await self._wait_until_quiet(workspace)
        if workspace not in self._session.workspaces.all:
            return False
        if not workspace.is_current:
            await workspace.find_files(self.open_paths)
            self._session.scheduler.schedule_outdated()
        only_stale = workspace in self._canceled
        missing = sum(workspace.index.get(path) is None for path in workspace.files_to_analyze(self.open_paths, only_stale))
        try:
            async with self._progress.show("graphlint: analyzing the workspace", None, missing >= PROGRESS_MINIMUM) as report:
                await self._analyze(workspace, report, only_stale, self._wait_until_quiet)
        except asyncio.CancelledError:
            if self._tasks.get(workspace) is asyncio.current_task():
                # The user has canceled the scan: from now on, only stale analyses are updated.
                self._canceled.add(workspace)
            raise
        except Exception:
            log.exception("analysis of %s failed", workspace.config.folder)
            return False
        return True

    async def _wait_until_quiet(self, workspace: Workspace) -> None:
        """Wait until nothing has changed for `QUIET` seconds."""
        loop = asyncio.get_running_loop()
        while (remaining := self._last_change.get(workspace, -QUIET) + QUIET - loop.time()) > 0:
            await asyncio.sleep(remaining)


async def _no_pause(_: Workspace) -> None:
    """Skip the pause between two batches."""
