"""Changes of files on disk: programs, and the settings files that apply to them."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection

from lsprotocol import types

from graphlint.project.markers import ALL_MARKERS
from graphlint.server.folder_watch import FolderWatch
from graphlint.server.session import Session
from graphlint.server.uris import path_of
from graphlint.server.workers import messages

# Settings files may have any name: a file can extend another, and the client can name one.
SETTINGS_SUFFIX = ".toml"
IGNORE_FILE = ".gitignore"
PATTERNS = ("**/*.py", "**/*.pyw", "**/*.ipynb", f"**/*{SETTINGS_SUFFIX}", f"**/{IGNORE_FILE}")


class WatchedFiles:
    """Handles changes of files on disk.

    Args:
        session: the connection.
        on_settings: called after a settings file has changed.
        on_files: called after programs that are not open have changed.
    """

    def __init__(self, session: Session, on_settings: Callable[[], None], on_files: Callable[[], None]) -> None:
        self._session = session
        self._on_settings = on_settings
        self._on_files = on_files
        self._folder_watch = FolderWatch(lambda paths: self.handle(paths, True))

    def watch(self) -> None:
        """Watch the workspace folders if the client cannot."""
        if not self._session.client.watches:
            self._folder_watch.start([folder.path for folder in self._session.folders.all if folder.path is not None])

    def stop(self) -> None:
        """Stop watching."""
        self._folder_watch.stop()

    def registration(self) -> types.Registration:
        """Return the patterns that the client is asked to watch."""
        watchers = [types.FileSystemWatcher(pattern) for pattern in PATTERNS]
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        return types.Registration("graphlint.files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)

    def did_change(self, params: types.DidChangeWatchedFilesParams) -> None:
        """Handle the client's notification."""
        kinds = {path: change.type for change in params.changes if (path := path_of(change.uri)) is not None}
        self.handle(kinds, any(kind is not types.FileChangeType.Changed for kind in kinds.values()))

    def handle(self, paths: Collection[str], may_add_or_remove: bool) -> None:
        """Handle changes reported by the client or by the server's own watcher.

        Args:
            paths: the files; empty if they are unknown.
            may_add_or_remove: whether files may have been created or deleted.
        """
        open_paths = {document.path for document in self._session.documents}
        programs = tuple(path for path in paths if path not in open_paths and not path.endswith(SETTINGS_SUFFIX))
        if any(path.endswith(SETTINGS_SUFFIX) or self._changes_import_roots(path) for path in paths):
            self._session.notifier.settings_changed()
            self._session.pool.broadcast(messages.FilesChanged(programs, True))
            self._on_settings()
        elif programs or not paths:
            may_add_or_remove |= any(os.path.basename(path) == IGNORE_FILE for path in programs)
            self._session.workspaces.files_changed(programs, may_add_or_remove)
            for path in programs:
                self._session.scheduler.schedule_dependents(path)
            self._session.scheduler.schedule_outdated()
            self._on_files()

    def _changes_import_roots(self, path: str) -> bool:
        """Return whether the file is a project marker that was created or deleted, which changes the import roots."""
        return os.path.basename(path) in ALL_MARKERS and self._session.workspaces.contains(path) != os.path.exists(path)
