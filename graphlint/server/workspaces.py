"""Workspace folders: the files of each, and what the server knows of them."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from graphlint.check.file_analysis import FileAnalysis
from graphlint.common.errors import GraphlintError
from graphlint.common.failure import Failure
from graphlint.server.file_stamp import FileStamp
from graphlint.server.index import Index
from graphlint.server.notifications import Notifier
from graphlint.server.workers import messages
from graphlint.server.workers.messages import Analysis, CheckResult, Context, FolderConfig
from graphlint.server.workers.pool import Pool, Urgency, WorkerDied, WorkerFault
from graphlint.server.workspace_folders import Folder, Folders
from graphlint.source.source import decode

# Batch sizes of requests to a worker: analyses take long, cached ones are read quickly.
ANALYSIS_BATCH = 8
CACHE_BATCH = 100


class Workspace:
    """A workspace folder under the client's rule settings.

    `files` is None until `find_files` has run; `is_current` is false when files may have been created or deleted since.

    Args:
        config: the folder and the client's rule settings.
        pool: the workers.
        notifier: reports failures.
    """

    def __init__(self, config: FolderConfig, pool: Pool, notifier: Notifier) -> None:
        self.config = config
        self.index = Index()
        self.files: tuple[str, ...] | None = None
        self.is_current = False
        self._codes: tuple[str, ...] = ()
        self._has_new_analyses = False
        self._pool = pool
        self._notifier = notifier
        self._stamps: dict[str, FileStamp | None] = {}
        self._results: dict[str, tuple[FileAnalysis, Context, CheckResult]] = {}

    def includes(self, path: str) -> bool:
        """Return whether a file below the folder is checked with the others: it was found, or is not on disk yet."""
        return self.files is None or path in self._stamps or not os.path.exists(path)

    def context(self, paths: Iterable[str]) -> Context:
        """Return the known analyses of the callers of some files."""
        targets = frozenset(paths)
        others = (path for path in self.files or () if path not in targets)
        return Context(self.index.context(targets), self.files is not None and all(self.index.get(path) is not None for path in others))

    def files_to_analyze(self, open_paths: Iterable[str], only_stale: bool = False) -> list[str]:
        """Return the files without a current analysis, stale analyses first.

        Args:
            open_paths: open files, which are checked separately.
            only_stale: leave out the files without any analysis.
        """
        excluded = set(open_paths)
        outdated = [path for path in self.files or () if path not in excluded and not self.index.is_current(path)]
        stale = [path for path in outdated if path in self.index.stale]
        return stale if only_stale else stale + [path for path in outdated if path not in self.index.stale]

    async def find_files(self, open_paths: Iterable[str]) -> None:
        """Update the list of files; `open_paths` stay in the index even if they are not on disk."""
        kept_paths, is_first = set(open_paths), self.files is None
        # Set before the search: a file created during the search resets it.
        self.is_current = True
        try:
            answer = await self._pool.request(messages.FindFiles(self.config), Urgency.BACKGROUND)
        except asyncio.CancelledError:
            self.is_current = False
            raise
        except (WorkerDied, WorkerFault) as error:
            self._notifier.failure(self.config.folder, f"files of {self.config.folder} cannot be listed", str(error))
            answer = messages.FolderFiles()
        if answer.problem:
            self._notifier.settings_problem(answer.problem)
        if answer.paths != self.files:
            if self.files is None or answer.codes != self._codes:
                # Earlier analyses were done without the other files, or with other rules.
                self.index.stale.update(self.index)
            for path in set(answer.paths).difference(self.files or answer.paths):
                self.index.mark_changed(path)
            self.files, self._codes = answer.paths, answer.codes
            # Stamps are taken before a worker reads the files, so that no change in between is missed.
            self._stamps = {path: self._stamps.get(path) or FileStamp.of(path) for path in answer.paths}
            if is_first:
                # Workers may have read a file as an import of an open program, and it may have changed since.
                self._pool.broadcast(messages.FilesChanged(answer.paths))
            self._pool.broadcast_persistent(("files", self.config.folder), messages.SetFolderFiles(self.config, answer.paths))
            for path in self.index:
                if path not in self._stamps and path not in kept_paths:
                    self.index.drop(path)
            self._results = {path: entry for path, entry in self._results.items() if path in self._stamps}
        if is_first:
            pending = self.files_to_analyze(kept_paths)
            for start in range(0, len(pending), CACHE_BATCH):
                await self._load_analyses(pending[start : start + CACHE_BATCH])

    def detect_changes(self) -> None:
        """Compare the files on disk with their stamps, for changes that no watcher has reported."""
        stamps = {path: FileStamp.of(path) for path, stamp in self._stamps.items() if stamp is not None}
        self._mark_changed([path for path, stamp in stamps.items() if stamp != self._stamps[path]])
        self.is_current &= None not in stamps.values()

    def close_file(self, path: str, is_unmodified: bool) -> None:
        """Use the file on disk after its document was closed; `is_unmodified` if the document had the same text."""
        if is_unmodified and path in self._stamps:
            self._stamps[path] = FileStamp.of(path)
        elif not os.path.exists(path):
            self.index.drop(path)

    async def analyze(self, paths: Sequence[str]) -> None:
        """Analyze files. If the worker dies, each file is analyzed separately, so that only the file that causes it fails."""
        requested_at, stamps = self._begin_request(paths)
        try:
            answer = await self._pool.request(messages.AnalyzeFiles(tuple(paths), self.config), Urgency.BACKGROUND)
        except (WorkerDied, WorkerFault) as error:
            if len(paths) > 1:
                for path in paths:
                    await self.analyze([path])
                return
            answer = messages.AnalyzedFiles((Analysis(_failed(paths[0], error)),))
        for problem in answer.problems:
            self._notifier.settings_problem(problem)
        # An analysis of an edited file alone does not justify rewriting the cache: the edit may never be saved.
        self._has_new_analyses |= any(self.index.get(path) is None for path in paths)
        self._update_index(answer.analyses, requested_at, stamps)

    async def _load_analyses(self, paths: Sequence[str]) -> None:
        """Load analyses from the cache; errors are ignored, since the files are then analyzed."""
        requested_at, stamps = self._begin_request(paths)
        with contextlib.suppress(WorkerDied, WorkerFault):
            answer = await self._pool.request(messages.LoadAnalyses(tuple(paths), self.config), Urgency.BACKGROUND)
            self._update_index(answer.analyses, requested_at, stamps)

    def save_analyses(self) -> None:
        """Write the analyses to the cache if a file was analyzed for the first time."""
        if self._has_new_analyses:
            self._has_new_analyses = False
            self._pool.broadcast(messages.SaveAnalyses(self.config))

    async def check_files(self, paths: Sequence[str]) -> list[CheckResult]:
        """Return the results of analyzed files that are not open."""
        inputs = {path: (self.index.get(path), self.context([path])) for path in paths}
        to_check = [
            file_analysis
            for path, (file_analysis, context) in inputs.items()
            if file_analysis is not None
            and _may_have_findings(file_analysis, context.callers)
            and self._results.get(path, ())[:2] != (file_analysis, context)
        ]
        for result in await self._request_checks(to_check):
            file_analysis, context = inputs[result.name]
            if file_analysis is not None:
                self._results[result.name] = (file_analysis, context, result)
        results = []
        for path, (file_analysis, context) in inputs.items():
            entry = self._results.get(path)
            is_valid = entry is not None and entry[:2] == (file_analysis, context)
            results.append(entry[2] if entry is not None and is_valid else CheckResult(path))
        return results

    async def _request_checks(self, file_analysis: Sequence[FileAnalysis]) -> Sequence[CheckResult]:
        if not file_analysis:
            return ()
        context = self.context([file.path for file in file_analysis])
        try:
            return (await self._pool.request(messages.CheckFiles(tuple(file_analysis), self.config, context), Urgency.BACKGROUND)).results
        except (WorkerDied, WorkerFault) as error:
            if len(file_analysis) > 1:
                return [result for file in file_analysis for result in await self._request_checks([file])]
            failure = _failed(file_analysis[0].path, error).failure
            if failure is not None:
                self._notifier.failure(failure.path, failure.message, failure.detail)
            return [CheckResult(file_analysis[0].path, failure=failure.message if failure is not None else "")]

    def _begin_request(self, paths: Iterable[str]) -> tuple[int, dict[str, FileStamp | None]]:
        """Return the time of a request and the current stamps of its files; workers discard the files that have changed."""
        stamps = {path: FileStamp.of(path) for path in paths}
        self._mark_changed([path for path, stamp in stamps.items() if (old := self._stamps.get(path)) is not None and old != stamp])
        return self.index.now(), stamps

    def _update_index(self, analyses: Iterable[Analysis], requested_at: int, stamps: dict[str, FileStamp | None]) -> None:
        for analysis in analyses:
            path, failure = analysis.file_analysis.path, analysis.file_analysis.failure
            if failure is not None:
                self._notifier.failure(path, failure.message, failure.detail)
            self._stamps[path] = stamps[path]
            self.index.update(analysis, requested_at)
        # A change during the request may not be reported if the watcher has not started yet.
        self._mark_changed([path for path, stamp in stamps.items() if FileStamp.of(path) != stamp])

    def _mark_changed(self, paths: Sequence[str]) -> None:
        if paths:
            self._pool.broadcast(messages.FilesChanged(tuple(paths)))
        for path in paths:
            self.index.mark_changed(path)


class Workspaces:
    """Workspaces of all folders, created on first use; `on_change` listeners are called when files of one have changed.

    Args:
        pool: the workers.
        folders: the workspace folders.
        notifier: reports failures.
    """

    def __init__(self, pool: Pool, folders: Folders, notifier: Notifier) -> None:
        self._pool = pool
        self._folders = folders
        self._notifier = notifier
        self._workspaces: dict[str, Workspace] = {}
        self._overlays: dict[str, str] = {}
        self.on_change: list[Callable[[Workspace], None]] = []

    @property
    def all(self) -> list[Workspace]:
        """Workspaces created so far."""
        return list(self._workspaces.values())

    def of_path(self, path: str | None) -> Workspace | None:
        """Return the workspace of a file; None without a file, outside of all folders, or in a folder with checks disabled."""
        return self.of_folder(self._folders.of_path(path)) if path is not None else None

    def of_folder(self, folder: Folder | None) -> Workspace | None:
        """Return the workspace of a folder; None if checks are disabled."""
        if folder is None or folder.path is None or not self._folders.options(folder).enabled:
            return None
        config = self._folders.options(folder).folder_config(folder.path)
        workspace = self._workspaces.get(folder.uri)
        if workspace is None or workspace.config != config:
            workspace = self._workspaces[folder.uri] = Workspace(config, self._pool, self._notifier)
        return workspace

    def context(self, path: str | None) -> Context:
        """Return the known analyses of the callers of a file; None for a program without a file."""
        workspace = self.of_path(path)
        return Context() if workspace is None or path is None else workspace.context([path])

    def contains(self, path: str) -> bool:
        """Return whether a file is among the files of a workspace."""
        return any(path in (workspace.files or ()) for workspace in self.all)

    def discard(self, uri: str = "") -> None:
        """Discard the workspace of a removed folder, or all workspaces after a change of settings."""
        if uri:
            self._workspaces.pop(uri, None)
        else:
            self._workspaces.clear()

    def set_overlay(self, path: str, text: str | None) -> bool:
        """Use an open text in place of a file (None: use the file); return whether the effective text has changed."""
        before = self._overlays[path] if path in self._overlays else _disk_text(path)
        if text is None:
            self._overlays.pop(path, None)
        else:
            self._overlays[path] = text
        self._pool.set_overlay(path, text)
        after = text if text is not None else _disk_text(path)
        for workspace in self.all if text is None else ():
            workspace.close_file(path, before == after)
        if before == after:
            return False
        for workspace in self.all:
            workspace.index.shift_lines(path, before or "", after or "")
            workspace.index.mark_changed(path)
            self._notify(workspace)
        return True

    def close_notebook(self, path: str) -> None:
        """Use the notebook file on disk after its document was closed."""
        for workspace in self.all:
            workspace.index.mark_changed(path)
            workspace.close_file(path, False)
            self._notify(workspace)

    def files_changed(self, paths: Sequence[str], may_add_or_remove: bool) -> None:
        """Handle changes on disk.

        Args:
            paths: the changed files; empty if they are unknown.
            may_add_or_remove: whether files may have been created or deleted.
        """
        self._pool.broadcast(messages.FilesChanged(tuple(paths)))
        for workspace in self.all:
            if not paths:  # a watcher has just started, and earlier changes are not reported
                workspace.detect_changes()
            for path in paths:
                workspace.index.mark_changed(path)
            workspace.is_current &= not may_add_or_remove
            self._notify(workspace)

    def _notify(self, workspace: Workspace) -> None:
        for listener in self.on_change:
            listener(workspace)


def _may_have_findings(file_analysis: FileAnalysis, callers: Iterable[FileAnalysis]) -> bool:
    return file_analysis.has_output or any(item.finding.site.path == file_analysis.path for caller in callers for item in caller.findings)


def _failed(path: str, error: Exception) -> FileAnalysis:
    message = f"internal error in {path}; please report it with the file"
    return FileAnalysis(path, failure=Failure(path, message, str(error) if isinstance(error, WorkerFault) else ""))


def _disk_text(path: str) -> str | None:
    try:
        return decode(path, Path(path).read_bytes()).removeprefix("\ufeff")
    except (OSError, ValueError, GraphlintError):
        return None
