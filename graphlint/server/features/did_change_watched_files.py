"""Files that change outside of the editor: programs, and the settings files that they are checked by."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection

from lsprotocol import types

from graphlint.project.markers import ALL_MARKERS
from graphlint.server.folder_watch import FolderWatch
from graphlint.server.session import Session
from graphlint.server.uris import path_of
from graphlint.server.workers import messages

# Settings may stand under any name, which others extend or the client has set.
SETTINGS_SUFFIX = ".toml"
IGNORE_FILE = ".gitignore"
PATTERNS = ("**/*.py", "**/*.pyw", "**/*.ipynb", f"**/*{SETTINGS_SUFFIX}", f"**/{IGNORE_FILE}")


class Watching:
    """Takes note of files that were changed by others.

    Args:
        session: the connection.
        on_settings: is called when a settings file has changed.
        on_files: is called when programs have changed that are not open.
    """

    def __init__(self, session: Session, on_settings: Callable[[], None], on_files: Callable[[], None]) -> None:
        self._session = session
        self._on_settings = on_settings
        self._on_files = on_files
        self._own = FolderWatch(lambda paths: self.noticed(paths, True))

    def watch(self) -> None:
        """Watch the workspace folders, where the client cannot."""
        if not self._session.client.watches:
            self._own.start([folder.path for folder in self._session.folders.all if folder.path is not None])

    def end(self) -> None:
        """Watch nothing any more."""
        self._own.end()

    def registration(self) -> types.Registration:
        """What the client is asked to watch."""
        watchers = [types.FileSystemWatcher(pattern) for pattern in PATTERNS]
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        return types.Registration("graphlint.files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)

    def changed(self, params: types.DidChangeWatchedFilesParams) -> None:
        """Files have changed, come or gone."""
        found = {path: change.type for change in params.changes if (path := path_of(change.uri)) is not None}
        self.noticed(found, any(kind is not types.FileChangeType.Changed for kind in found.values()))

    def noticed(self, paths: Collection[str], anew: bool) -> None:
        """Files have changed, come or gone, whoever has noticed it.

        Args:
            paths: the files.
            anew: whether some of them may have come or gone.
        """
        is_open = {document.path for document in self._session.documents}
        programs = tuple(path for path in paths if path not in is_open and not path.endswith(SETTINGS_SUFFIX))
        if any(path.endswith(SETTINGS_SUFFIX) or self._moves_imports(path) for path in paths):
            self._session.notices.settings_changed()
            self._session.pool.tell(messages.Changed(programs, True))
            self._on_settings()
        elif programs or not paths:
            anew |= any(os.path.basename(path) == IGNORE_FILE for path in programs)
            self._session.workspaces.changed(programs, anew)
            for path in programs:
                self._session.checks.touch_dependents(path)
            self._session.checks.reconsider()
            self._on_files()

    def _moves_imports(self, path: str) -> bool:
        """Whether a file has come or gone by which folders are known that imports start from."""
        return os.path.basename(path) in ALL_MARKERS and self._session.workspaces.knows(path) != os.path.exists(path)
