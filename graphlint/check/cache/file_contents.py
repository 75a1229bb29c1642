"""What files hold, each looked at once a run; and how the disk tells that nobody has touched one since an earlier run."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable
from typing import NamedTuple

from graphlint.check.cache.identity import digest
from graphlint.source.regular_files import read_regular

# Where times are coarse, a file that is changed twice shows one time: what was changed so shortly before a look is not known by it.
SETTLED = 2_000_000_000
# Elsewhere the system notes when a file was made, in place of when it was changed.
NOTES_CHANGES = sys.platform != "win32"


class Stamp(NamedTuple):
    """What the disk notes of a file: its size, when its content was changed, when anything of it was (which no program can set), and
    its number. Times are in nanoseconds."""

    size: int
    modified: int
    changed: int
    inode: int


class Known(NamedTuple):
    """What a file held when this run looked: the digest of its content, whether it mentions what switches grad mode off, and its stamp,
    None where it cannot be known by that."""

    digest: str
    switches: bool
    size: int
    stamp: Stamp | None


class Contents:
    """What files hold, as one run sees them: what was looked at is what was checked, or is not found again."""

    def __init__(self) -> None:
        self._began = time.time_ns()
        self._known: dict[str, Known | None] = {}
        self._names: dict[str, frozenset[str]] = {}

    def look(self, path: str) -> Known | None:
        """What a file holds, None where it cannot be read.

        Args:
            path: the file, absolute.
        """
        if path not in self._known:
            from graphlint.project.text_search import switches_grad_mode  # noqa: PLC0415  what nobody has touched is not searched

            try:
                # Before it is read: what changes meanwhile has another stamp in the next run.
                stamp = stamp_of(path)
                data = read_regular(path)
            except (OSError, ValueError):
                self._known[path] = None
            else:
                self._known[path] = Known(digest(data), switches_grad_mode(data), len(data), stamp if self._is_settled(stamp) else None)
        return self._known[path]

    def digest(self, path: str) -> str | None:
        """The digest of a file's content; None where it cannot be read.

        Args:
            path: the file, absolute.
        """
        known = self.look(path)
        return known.digest if known is not None else None

    def recall(self, path: str, known: Known) -> None:
        """Take over what an earlier run saw in a file that has not been touched since.

        Args:
            path: the file, absolute.
            known: what it saw.
        """
        self._known.setdefault(path, known)

    def names(self, folder: str) -> frozenset[str]:
        """The names in a folder; none where there is no such folder, or it cannot be looked into.

        Args:
            folder: the folder, absolute.
        """
        if folder not in self._names:
            try:
                self._names[folder] = frozenset(os.listdir(folder))
            except (OSError, ValueError):
                self._names[folder] = frozenset()
        return self._names[folder]

    def _is_settled(self, stamp: Stamp) -> bool:
        """Whether a later change is sure to give a file another stamp."""
        return NOTES_CHANGES and max(stamp.modified, stamp.changed) < self._began - SETTLED


def stamp_of(path: str) -> Stamp:
    """The stamp of a file; links are followed.

    Args:
        path: the file.

    Raises:
        OSError: if it is not there.
        ValueError: if the path cannot be that of a file.
    """
    state = os.stat(path)
    return Stamp(state.st_size, state.st_mtime_ns, state.st_ctime_ns, state.st_ino)


def stamps_of(paths: Iterable[str]) -> list[Stamp | None]:
    """The stamps of files, None for each that is not there.

    Args:
        paths: the files.
    """
    found: list[Stamp | None] = []
    for path in paths:
        try:
            found.append(stamp_of(path))
        except (OSError, ValueError):
            found.append(None)
    return found
