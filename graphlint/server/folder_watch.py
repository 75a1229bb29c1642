"""The workspace folders watched from here, for a client that cannot do it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import threading
from collections.abc import Callable, Sequence

from graphlint.check.file_changes import changes_in

log = logging.getLogger("graphlint.server")


class FolderWatch:
    """Watches folders from a thread of its own.

    Args:
        on_change: is told of the files that have changed, come or gone, in the loop that has started the watch; of none when that begins.
    """

    def __init__(self, on_change: Callable[[Sequence[str]], None]) -> None:
        self._on_change = on_change
        self._ended = threading.Event()

    def start(self, folders: Sequence[str]) -> None:
        """Watch these folders, and no others any more.

        Args:
            folders: the folders.
        """
        self.end()
        self._ended = threading.Event()
        if folders:
            arguments = (tuple(folders), self._ended, asyncio.get_running_loop())
            threading.Thread(target=self._watch, args=arguments, name="graphlint-watch", daemon=True).start()

    def end(self) -> None:
        """Watch nothing any more."""
        self._ended.set()

    def _watch(self, folders: Sequence[str], ended: threading.Event, loop: asyncio.AbstractEventLoop) -> None:
        named = {os.path.realpath(folder): folder for folder in folders}
        # A loop that is closed means that the server has ended.
        with contextlib.suppress(RuntimeError):
            try:
                for number, handful in enumerate(changes_in(folders)):
                    if ended.is_set():
                        return
                    if not number:
                        # Watching has begun, and whatever has changed before that is not told.
                        loop.call_soon_threadsafe(self._on_change, [])
                    if handful:
                        loop.call_soon_threadsafe(self._on_change, [_as_named(path, named) for path in handful])
            except (OSError, ValueError) as error:
                log.warning("the workspace cannot be watched for changes: %s", error)


def _as_named(path: str, named: dict[str, str]) -> str:
    """A path as the client would write it, who may have opened a folder by a link."""
    for real, folder in named.items():
        if path.startswith(real + os.sep):
            return folder + path[len(real) :]
    return path
