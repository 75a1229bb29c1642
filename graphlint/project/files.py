"""Files on disk or in open editor buffers: folder listings and file contents."""

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
    """The disk, overlaid by open buffers. Paths are absolute."""

    def __init__(self, overlay: Mapping[str, bytes | str] | None = None) -> None:
        self._overlay = dict(overlay or {})
        self._listings: dict[str, Listing] = {}

    def set_overlay(self, path: str, data: bytes | str | None) -> None:
        """Overlay a file with a buffer; None removes it."""
        if data is None:
            self._overlay.pop(path, None)
        else:
            self._overlay[path] = data

    def forget(self, path: str) -> None:
        """Drop the listing of the folder of a file that was changed, added or deleted."""
        folder = os.path.dirname(path)
        while folder in self._listings or folder not in ("", os.path.dirname(folder)):
            self._listings.pop(folder, None)
            folder = os.path.dirname(folder)

    def read(self, path: str) -> bytes | None:
        """Return the bytes of a file, None if it cannot be read."""
        laid = self._overlay.get(path)
        if laid is not None:
            return laid.encode("utf-8", "replace") if isinstance(laid, str) else laid
        try:
            return read_regular(path)
        except (OSError, ValueError):
            return None

    def text(self, path: str) -> str | None:
        """Return the text of an editor's buffer, None if there is none."""
        laid = self._overlay.get(path)
        return laid if isinstance(laid, str) else None

    def listing(self, folder: str) -> Listing:
        """Return the names in a folder; empty if it cannot be listed."""
        found = self._listings.get(folder)
        if found is None:
            found = self._listings[folder] = self._scan(folder)
        return found

    def is_folder(self, path: str) -> bool:
        """Return True if a path is that of a folder."""
        return os.path.basename(path) in self.listing(os.path.dirname(path)).folders

    def _scan(self, folder: str) -> Listing:
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
    """Return True for a folder; False for a link to itself."""
    try:
        return entry.is_dir()
    except OSError:
        return False
