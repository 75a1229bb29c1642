"""File watcher for clients that cannot watch files."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import threading
from collections.abc import Callable, Sequence

from graphlint.config.files import NAMES
from graphlint.source.file_changes import changes_in

log = logging.getLogger("graphlint.server")


class FolderWatch:
    """Watches folders in a thread.

    Args:
        on_change: called in the event loop that started the watch with the changed, created and deleted paths; once with an empty list when
            watching has begun.
    """

    def __init__(self, on_change: Callable[[Sequence[str]], None]) -> None:
        self._on_change = on_change
        self._stopped = threading.Event()

    def start(self, folders: Sequence[str]) -> None:
        """Watch these folders instead of the previous ones."""
        self.stop()
        self._stopped = threading.Event()
        if folders:
            arguments = (tuple(folders), self._stopped, asyncio.get_running_loop())
            threading.Thread(target=self._watch, args=arguments, name="graphlint-watch", daemon=True).start()

    def stop(self) -> None:
        """Stop watching."""
        self._stopped.set()

    def _watch(self, folders: Sequence[str], stopped: threading.Event, loop: asyncio.AbstractEventLoop) -> None:
        client_folders = {os.path.realpath(folder): folder for folder in folders}
        # RuntimeError: the event loop is closed, so the server has ended.
        with contextlib.suppress(RuntimeError):
            try:
                for number, paths in enumerate(changes_in(folders, NAMES)):
                    if stopped.is_set():
                        return
                    if not number:
                        # Watching has begun; earlier changes are not reported.
                        loop.call_soon_threadsafe(self._on_change, [])
                    if paths:
                        loop.call_soon_threadsafe(self._on_change, [_client_path(path, client_folders) for path in paths])
            except (OSError, ValueError) as error:
                log.warning("the workspace cannot be watched for changes: %s", error)


def _client_path(path: str, client_folders: dict[str, str]) -> str:
    """Return a path as the client spells it: a folder may have been opened through a symbolic link."""
    for real, folder in client_folders.items():
        if path.startswith(real + os.sep):
            return folder + path[len(real) :]
    return path
