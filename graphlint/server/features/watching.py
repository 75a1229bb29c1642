"""Files that change outside of the editor: programs, and the settings files that they are checked by."""

from __future__ import annotations

import os
from collections.abc import Callable

from lsprotocol import types

from graphlint.server.session import Session
from graphlint.server.uris import path_of
from graphlint.server.workers import records

SETTINGS_FILES = frozenset(("pyproject.toml", "graphlint.toml", ".graphlint.toml"))
PATTERNS = ("**/*.py", "**/*.ipynb", *(f"**/{name}" for name in sorted(SETTINGS_FILES)), "**/.gitignore")


class Watching:
    """Takes note of files that were changed by others.

    Args:
        session: the connection.
        on_settings: is called when a settings file has changed.
        on_file: is called when a program has changed that is not open.
        on_files: is called when all of them were told.
    """

    def __init__(
        self, session: Session, on_settings: Callable[[], None], on_file: Callable[[str], None], on_files: Callable[[], None]
    ) -> None:
        self._session = session
        self._on_file = on_file
        self._on_settings = on_settings
        self._on_files = on_files

    def registration(self) -> types.Registration:
        """What the client is asked to watch."""
        watchers = [types.FileSystemWatcher(pattern) for pattern in PATTERNS]
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        return types.Registration("graphlint.files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)

    def changed(self, params: types.DidChangeWatchedFilesParams) -> None:
        """Files have changed, come or gone."""
        paths = [path for change in params.changes if (path := path_of(change.uri)) is not None]
        settings = any(os.path.basename(path) in SETTINGS_FILES for path in paths)
        is_open = {document.path for document in self._session.documents}
        programs = tuple(path for path in paths if path not in is_open and os.path.basename(path) not in SETTINGS_FILES)
        if settings or programs:
            self._session.pool.tell(records.Changed(programs, settings))
        if settings:
            self._session.notices.settings_changed()
            self._on_settings()
        elif programs:
            for path in programs:
                self._session.checks.touch_dependents(path)
                self._on_file(path)
            self._on_files()
