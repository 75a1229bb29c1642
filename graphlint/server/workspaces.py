"""The workspace folders as far as they were looked through: their files, and what is known of each."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from graphlint.check.failure import Failure
from graphlint.check.file_analysis import FileAnalysis
from graphlint.common.errors import GraphlintError
from graphlint.server.index import Index
from graphlint.server.notifications import Notices
from graphlint.server.workers import messages
from graphlint.server.workers.messages import Checked, Context, Rules, Survey
from graphlint.server.workers.pool import BACKGROUND, Pool, WorkerDied, WorkerFault
from graphlint.server.workspace_folders import Folder, Folders
from graphlint.source.source import decode

FILES_AT_A_TIME = 8
RECALLED_AT_A_TIME = 100


@dataclass(frozen=True)
class Mark:
    """What tells whether a file on the disk is still the one that was looked at."""

    modified: int
    size: int

    @classmethod
    def of(cls, path: str) -> Mark | None:
        """The mark of a file; None if it is gone.

        Args:
            path: the file.
        """
        try:
            found = os.stat(path)
        except (OSError, ValueError):
            return None
        return cls(found.st_mtime_ns, found.st_size)


class Workspace:
    """One workspace folder, under what the client says of rules.

    Args:
        rules: the folder, and what the client says.
        pool: the workers.
        notices: hears what goes wrong.
    """

    def __init__(self, rules: Rules, pool: Pool, notices: Notices) -> None:
        self.rules = rules
        self.index = Index()
        self.files: tuple[str, ...] | None = None
        self.is_current = False
        self._codes: tuple[str, ...] = ()
        self._is_news = False
        self._pool = pool
        self._notices = notices
        self._marks: dict[str, Mark | None] = {}
        self._checked: dict[str, tuple[FileAnalysis, Context, Checked]] = {}

    def holds(self, path: str) -> bool:
        """Whether a file is checked together with the others: one that was found, or that is not on the disk yet.

        Args:
            path: the file, below the folder.
        """
        return self.files is None or path in self._marks or not os.path.exists(path)

    def context(self, paths: Iterable[str]) -> Context:
        """Through what files are judged, as far as it is known.

        Args:
            paths: the files.
        """
        asked = frozenset(paths)
        others = (path for path in self.files or () if path not in asked)
        return Context(self.index.context(asked), self.files is not None and all(self.index.get(path) is not None for path in others))

    def todo(self, is_open: Iterable[str], known: bool = False) -> list[str]:
        """The files that have to be looked at, those first of which something is known that no longer holds.

        Args:
            is_open: files that are not looked at here, since they are open.
            known: whether only these are wanted.
        """
        left = set(is_open)
        waiting = [path for path in self.files or () if path not in left and not self.index.sound(path)]
        stale = [path for path in waiting if path in self.index.stale]
        return stale if known else stale + [path for path in waiting if path not in self.index.stale]

    async def find(self, is_open: Iterable[str]) -> None:
        """Look which files there are.

        Args:
            is_open: files that count also where they are not on the disk.
        """
        left, is_first = set(is_open), self.files is None
        # What comes while they are found may be found or not.
        self.is_current = True
        try:
            found = await self._pool.ask(messages.FindFiles(self.rules), messages.Files, BACKGROUND)
        except asyncio.CancelledError:
            self.is_current = False
            raise
        except (WorkerDied, WorkerFault) as error:
            self._notices.failure(self.rules.folder, f"{self.rules.folder} cannot be looked through", str(error))
            found = messages.Files()
        if found.problem:
            self._notices.problem(found.problem)
        if found.paths != self.files:
            if self.files is None or found.codes != self._codes:
                # What was analysed so far was alone, or looked at by other rules.
                self.index.stale.update(self.index)
            for path in set(found.paths).difference(self.files or found.paths):
                self.index.touch(path)
            self.files, self._codes = found.paths, found.codes
            # Noted before any worker reads them for one another, so that a change is seen, whenever somebody begins to watch.
            self._marks = {path: self._marks.get(path) or Mark.of(path) for path in found.paths}
            if is_first:
                # A file may have been read alone, with what it imports, and have changed since.
                self._pool.tell(messages.Changed(found.paths))
            self._pool.stand(("together", self.rules.folder), messages.Together(self.rules, found.paths))
            for path in self.index:
                if path not in self._marks and path not in left:
                    self.index.drop(path)
            self._checked = {path: known for path, known in self._checked.items() if path in self._marks}
        if is_first:
            waiting = self.todo(left)
            for start in range(0, len(waiting), RECALLED_AT_A_TIME):
                await self._recall(waiting[start : start + RECALLED_AT_A_TIME])

    def look(self) -> None:
        """Look which files are no longer as they were, whether or not anybody has told of it."""
        now = {path: Mark.of(path) for path, mark in self._marks.items() if mark is not None}
        self._touch([path for path, mark in now.items() if mark != self._marks[path]])
        self.is_current &= None not in now.values()

    def _touch(self, changed: Sequence[str]) -> None:
        if changed:
            self._pool.tell(messages.Changed(tuple(changed)))
        for path in changed:
            self.index.touch(path)

    def closed(self, path: str, is_same: bool) -> None:
        """A file is no longer open, and counts as it is on the disk.

        Args:
            path: the file.
            is_same: whether it was open as it is there.
        """
        if is_same and path in self._marks:
            self._marks[path] = Mark.of(path)
        elif not os.path.exists(path):
            self.index.drop(path)

    async def survey(self, paths: Sequence[str]) -> None:
        """Find out what the analyses of some files come to; those of a worker that dies are looked at one by one, so that one of them alone
        is to blame.

        Args:
            paths: the files.
        """
        asked, marks = self._asking(paths)
        try:
            found = await self._pool.ask(messages.SurveyFiles(tuple(paths), self.rules), messages.Surveyed, BACKGROUND)
        except (WorkerDied, WorkerFault) as error:
            if len(paths) > 1:
                for path in paths:
                    await self.survey([path])
                return
            found = messages.Surveyed((Survey(_failed(paths[0], error)),))
        for problem in found.problems:
            self._notices.problem(problem)
        # What is looked at again since it was edited may never have been saved, and is not worth writing everything anew.
        self._is_news |= any(self.index.get(path) is None for path in paths)
        self._take(found.surveys, asked, marks)

    async def _recall(self, paths: Sequence[str]) -> None:
        """Take over what the analyses of files have come to in an earlier session; without it they are looked at anew."""
        asked, marks = self._asking(paths)
        with contextlib.suppress(WorkerDied, WorkerFault):
            found = await self._pool.ask(messages.RecallFiles(tuple(paths), self.rules), messages.Surveyed, BACKGROUND)
            self._take(found.surveys, asked, marks)

    def remember(self) -> None:
        """Keep for the next session what was found out, if there is anything of which nothing was known."""
        if self._is_news:
            self._is_news = False
            self._pool.tell(messages.Remember(self.rules))

    def _asking(self, paths: Iterable[str]) -> tuple[int, dict[str, Mark | None]]:
        """The time at which something is asked of files, and what they are then: workers are told of those that have changed."""
        marks = {path: Mark.of(path) for path in paths}
        self._touch([path for path, mark in marks.items() if (before := self._marks.get(path)) is not None and before != mark])
        return self.index.now(), marks

    def _take(self, surveys: Iterable[Survey], asked: int, marks: dict[str, Mark | None]) -> None:
        """Take what the analyses of files have come to."""
        for item in surveys:
            path, failure = item.examined.path, item.examined.failure
            if failure is not None:
                self._notices.failure(path, failure.message, failure.detail)
            self._marks[path] = marks[path]
            self.index.take(item, asked)
        # What has changed meanwhile may have done so before anybody watched.
        self._touch([path for path, mark in marks.items() if Mark.of(path) != mark])

    async def checked(self, paths: Sequence[str]) -> list[Checked]:
        """What is told of files that are not open and were looked at.

        Args:
            paths: the files.
        """
        known = {path: (self.index.get(path), self.context([path])) for path in paths}
        asked = [
            examined
            for path, (examined, context) in known.items()
            if examined is not None and _tells(examined, context.examined) and self._checked.get(path, ())[:2] != (examined, context)
        ]
        for item in await self._check(asked):
            examined, context = known[item.name]
            if examined is not None:
                self._checked[item.name] = (examined, context, item)
        told = []
        for path, (examined, context) in known.items():
            before = self._checked.get(path)
            is_told = before is not None and before[:2] == (examined, context)
            told.append(before[2] if before is not None and is_told else Checked(path))
        return told

    async def _check(self, examined: Sequence[FileAnalysis]) -> Sequence[Checked]:
        if not examined:
            return ()
        context = self.context([item.path for item in examined])
        try:
            request = messages.CheckFiles(tuple(examined), self.rules, context)
            return (await self._pool.ask(request, messages.CheckedFiles, BACKGROUND)).results
        except (WorkerDied, WorkerFault) as error:
            if len(examined) > 1:
                return [checked for item in examined for checked in await self._check([item])]
            failure = _failed(examined[0].path, error).failure
            if failure is not None:
                self._notices.failure(failure.path, failure.message, failure.detail)
            return [Checked(examined[0].path, failure=failure.message if failure is not None else "")]


class Workspaces:
    """All of them, each known from the first file on that is asked about.

    Args:
        pool: the workers.
        folders: the workspace folders.
        notices: hears what goes wrong.
    """

    def __init__(self, pool: Pool, folders: Folders, notices: Notices) -> None:
        self._pool = pool
        self._folders = folders
        self._notices = notices
        self._known: dict[str, Workspace] = {}
        self._laid: dict[str, str] = {}
        self.on_change: list[Callable[[Workspace], None]] = []

    @property
    def all(self) -> list[Workspace]:
        """Those that are known."""
        return list(self._known.values())

    def of(self, path: str | None) -> Workspace | None:
        """That of a file; None for what is no file, or in no folder, or where nothing is checked.

        Args:
            path: the file.
        """
        return self.of_folder(self._folders.of_path(path)) if path is not None else None

    def of_folder(self, folder: Folder | None) -> Workspace | None:
        """That of a workspace folder; None where nothing is checked.

        Args:
            folder: the folder.
        """
        if folder is None or folder.path is None or not self._folders.options(folder).enabled:
            return None
        rules = self._folders.options(folder).rules(folder.path)
        known = self._known.get(folder.uri)
        if known is None or known.rules != rules:
            known = self._known[folder.uri] = Workspace(rules, self._pool, self._notices)
        return known

    def context(self, path: str | None) -> Context:
        """What is known of the files through which a file is judged.

        Args:
            path: the file; None for what is none.
        """
        workspace = self.of(path)
        return Context() if workspace is None or path is None else workspace.context([path])

    def knows(self, path: str) -> bool:
        """Whether a file is one of those that were found.

        Args:
            path: the file.
        """
        return any(path in (workspace.files or ()) for workspace in self.all)

    def forget(self, uri: str = "") -> None:
        """Forget a folder that is no longer one, or all of them, since settings have changed.

        Args:
            uri: the folder's address; all of them without it.
        """
        if uri:
            self._known.pop(uri, None)
        else:
            self._known.clear()

    def lay(self, path: str, text: str | None) -> bool:
        """An open text stands for a file.

        Args:
            path: the file.
            text: the text; None when it is closed, and the file itself counts again.

        Returns:
            Whether the file has another text by that.
        """
        before = self._laid[path] if path in self._laid else _on_disk(path)
        if text is None:
            self._laid.pop(path, None)
        else:
            self._laid[path] = text
        self._pool.lay(path, text)
        after = text if text is not None else _on_disk(path)
        for workspace in self.all if text is None else ():
            workspace.closed(path, before == after)
        if before == after:
            return False
        for workspace in self.all:
            workspace.index.move(path, before or "", after or "")
            workspace.index.touch(path)
            self._tell(workspace)
        return True

    def forsake(self, path: str) -> None:
        """A notebook was closed, which stood for a file.

        Args:
            path: the file.
        """
        for workspace in self.all:
            workspace.index.touch(path)
            workspace.closed(path, False)
            self._tell(workspace)

    def changed(self, paths: Sequence[str], anew: bool) -> None:
        """Files have changed on the disk, come or gone.

        Args:
            paths: the files; none where it is not known which.
            anew: whether there may be others now than there were.
        """
        self._pool.tell(messages.Changed(tuple(paths)))
        for workspace in self.all:
            if not paths:  # watching has begun just now, and nobody tells of what has changed before
                workspace.look()
            for path in paths:
                workspace.index.touch(path)
            workspace.is_current &= not anew
            self._tell(workspace)

    def _tell(self, workspace: Workspace) -> None:
        for listener in self.on_change:
            listener(workspace)


def _tells(examined: FileAnalysis, context: Iterable[FileAnalysis]) -> bool:
    """Whether there may be something to tell of a file."""
    return examined.has_output or any(item.finding.site.path == examined.path for other in context for item in other.findings.findings)


def _failed(path: str, error: Exception) -> FileAnalysis:
    message = f"internal error in {path}; please report it with the file"
    return FileAnalysis(path, failure=Failure(path, message, str(error) if isinstance(error, WorkerFault) else ""))


def _on_disk(path: str) -> str | None:
    """What a file holds."""
    try:
        return decode(path, Path(path).read_bytes()).removeprefix("\ufeff")
    except (OSError, ValueError, GraphlintError):
        return None
