"""Files as they are on the disk, or as an editor holds them: what a folder lists, and the bytes of a file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import NamedTuple

from graphlint.source.regular_files import read_regular


class Listing(NamedTuple):
    """The names in a folder."""

    files: frozenset[str]
    folders: frozenset[str]


NO_LISTING = Listing(frozenset(), frozenset())


class Files:
    """The disk, with open buffers laid over it. Paths are absolute."""

    def __init__(self, overlay: Mapping[str, bytes | str] | None = None) -> None:
        """Read from the disk.

        Args:
            overlay: the contents of files that are not to be read from the disk, by path: bytes, or the text that an editor holds.
        """
        self._overlay = dict(overlay or {})
        self._listings: dict[str, Listing] = {}

    def lay(self, path: str, data: bytes | str | None) -> None:
        """Lay a buffer over a file.

        Args:
            path: the file, which need not be on the disk.
            data: its contents; None to take the buffer away.
        """
        if data is None:
            self._overlay.pop(path, None)
        else:
            self._overlay[path] = data

    def forget(self, path: str) -> None:
        """Look anew at the folder of a file that has changed, come or gone.

        Args:
            path: the file.
        """
        folder = os.path.dirname(path)
        while folder in self._listings or folder not in ("", os.path.dirname(folder)):
            self._listings.pop(folder, None)
            folder = os.path.dirname(folder)

    def read(self, path: str) -> bytes | None:
        """The bytes of a file, None if it cannot be read.

        Args:
            path: the file.
        """
        laid = self._overlay.get(path)
        if laid is not None:
            return laid.encode("utf-8", "replace") if isinstance(laid, str) else laid
        try:
            return read_regular(path)
        except (OSError, ValueError):
            return None

    def text(self, path: str) -> str | None:
        """The text of a buffer that an editor holds, None where there is none.

        Args:
            path: the file.
        """
        laid = self._overlay.get(path)
        return laid if isinstance(laid, str) else None

    def listing(self, folder: str) -> Listing:
        """What a folder lists; nothing if it is none.

        Args:
            folder: the folder.
        """
        found = self._listings.get(folder)
        if found is None:
            found = self._listings[folder] = self._listed(folder)
        return found

    def _listed(self, folder: str) -> Listing:
        files: set[str] = set()
        folders: set[str] = set()
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    (folders if _is_folder(entry) else files).add(entry.name)
        except (OSError, ValueError):
            files, folders = set(), set()
        prefix = folder.rstrip(os.sep) + os.sep
        for path in self._overlay:
            if path.startswith(prefix):
                first, _, rest = path[len(prefix) :].partition(os.sep)
                (folders if rest else files).add(first)
        return Listing(frozenset(files), frozenset(folders)) if files or folders else NO_LISTING


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Whether an entry is a folder; a link that leads to itself is none."""
    try:
        return entry.is_dir()
    except OSError:
        return False
