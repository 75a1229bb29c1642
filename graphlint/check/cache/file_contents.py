"""The content of files, read once per run, and the file stamps by which a later run knows that a file is unchanged."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterable
from typing import NamedTuple

from graphlint.common.system import HAS_CHANGE_TIME
from graphlint.source.regular_files import read_regular, read_with_state

# With coarse time stamps, two changes in quick succession have the same time. A stamp younger than this (in nanoseconds) does not identify
# content.
MIN_AGE = 2_000_000_000


class Stamp(NamedTuple):
    """Size, modification time, change time (which no program can set) and inode of a file. Times are in nanoseconds."""

    size: int
    modified: int
    changed: int
    inode: int


class FileState(NamedTuple):
    """The content of a file as this run read it: digest, size, and its stamp, None if the stamp does not identify the content."""

    digest: str
    size: int
    stamp: Stamp | None


class FileContents:
    """The contents of files as one run sees them. Each file is read once, so that a digest belongs to the content that was checked."""

    def __init__(self) -> None:
        self._start = time.time_ns()
        self._known: dict[str, FileState | None] = {}
        self._names: dict[str, frozenset[str]] = {}

    def state(self, path: str) -> FileState | None:
        """Return the state of a file by its absolute path, None if it cannot be read."""
        if path not in self._known:
            try:
                data, state = read_with_state(path)
            except (OSError, ValueError):
                self._known[path] = None
            else:
                # That before reading: a later change then has another stamp in the next run.
                stamp = stamp_of_state(state)
                self._known[path] = FileState(digest(data), len(data), stamp if self._identifies_content(stamp) else None)
        return self._known[path]

    def digest(self, path: str) -> str | None:
        """Return the digest of a file's content, None if it cannot be read."""
        known = self.state(path)
        return known.digest if known is not None else None

    def data(self, path: str) -> bytes | None:
        """Return the content of a file, read once more; None if it is not the one that this run has read."""
        try:
            data = read_regular(path)
        except (OSError, ValueError):
            return None
        return data if digest(data) == self.digest(path) else None

    def add(self, path: str, known: FileState) -> None:
        """Reuse the state of a file that is unchanged since an earlier run."""
        self._known.setdefault(path, known)

    def names(self, folder: str) -> frozenset[str]:
        """Return the names in a folder; empty if it cannot be listed."""
        if folder not in self._names:
            try:
                self._names[folder] = frozenset(os.listdir(folder))
            except (OSError, ValueError):
                self._names[folder] = frozenset()
        return self._names[folder]

    def _identifies_content(self, stamp: Stamp) -> bool:
        """Return True if any later change is sure to change the stamp."""
        return HAS_CHANGE_TIME and max(stamp.modified, stamp.changed) < self._start - MIN_AGE


def stamp_of(path: str) -> Stamp:
    """Return the stamp of a file; links are followed.

    Raises:
        OSError: if it is not there.
        ValueError: if the path cannot be that of a file.
    """
    return stamp_of_state(os.stat(path))


def stamp_of_state(state: os.stat_result) -> Stamp:
    return Stamp(state.st_size, state.st_mtime_ns, state.st_ctime_ns, state.st_ino)


def stamps_of(paths: Iterable[str]) -> list[Stamp | None]:
    """Return the stamps of files, None for each that does not exist."""
    stamps: list[Stamp | None] = []
    for path in paths:
        try:
            stamps.append(stamp_of(path))
        except (OSError, ValueError):
            stamps.append(None)
    return stamps


def digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def text_digest(text: str) -> str:
    """Return the hash of a text, which may contain undecodable parts of paths."""
    return digest(text.encode("utf-8", "surrogatepass"))
