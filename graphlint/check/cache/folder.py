"""The cache folder: its markers, and a deletion that refuses any other folder."""

from __future__ import annotations

import re
from pathlib import Path

from graphlint.common.errors import GraphlintError
from graphlint.common.whole_files import write_file
from graphlint.source.regular_files import read_regular

MARK = "CACHEDIR.TAG"
# Backup and search tools recognize a cache by this line (bford.info/cachedir).
SIGNATURE = "Signature: 8a477f597d28d172789f06886806bc55"
IGNORE = ".gitignore"
# Names without a prefix are from an earlier version.
RESULTS = re.compile(r"(?:results-|snapshot-|summaries-)?[0-9a-f]{32}\.json|writing-\w+")
OWN_MARK = "# This directory is the cache of graphlint. It can be deleted at any time."


def mark(folder: Path) -> None:
    """Mark a folder as the cache, and exclude it from git.

    Raises:
        OSError: if it cannot be written to.
    """
    write_file(folder / IGNORE, b"*\n")
    write_file(folder / MARK, f"{SIGNATURE}\n{OWN_MARK}\n".encode())


def is_cache(folder: Path) -> bool:
    """Return True if a folder is marked as graphlint's cache."""
    try:
        lines = read_regular(folder / MARK).decode("utf-8", "replace").splitlines()
    except OSError:
        return False
    return lines[:1] == [SIGNATURE] and OWN_MARK in lines and not (folder / MARK).is_symlink()


def is_unfinished(folder: Path) -> bool:
    """Return True if a folder holds nothing, or only the empty markers of a cache that a full disk has interrupted."""
    return all(
        entry.name in (MARK, IGNORE) and not entry.is_symlink() and entry.is_file() and entry.stat().st_size == 0
        for entry in folder.iterdir()
    )


def is_own(name: str) -> bool:
    """Return True for the name of a file that graphlint writes to the cache."""
    return RESULTS.fullmatch(name) is not None


def delete(folder: Path) -> bool:
    """Delete the cache folder. Return False if there was none.

    Raises:
        GraphlintError: if the folder is not marked as the cache, holds anything else, or cannot be deleted.
    """
    if not folder.is_symlink() and not folder.exists():
        return False
    if folder.is_symlink() or not folder.is_dir() or not (is_cache(folder) or is_unfinished(folder)):
        raise GraphlintError(f"{folder}: is not marked as the cache of graphlint, and is left as it is; delete it by hand if it is one")
    try:
        entries = list(folder.iterdir())
        foreign = sorted(entry.name for entry in entries if not is_own(entry.name) and entry.name not in (MARK, IGNORE))
        if foreign:
            raise GraphlintError(f"{folder}: holds what is not of graphlint ({foreign[0]}), and is left as it is; delete it by hand")
        for entry in entries:
            entry.unlink()
        folder.rmdir()
    except OSError as error:
        raise GraphlintError(f"{folder}: cannot be deleted: {error.strerror}") from None
    return True
