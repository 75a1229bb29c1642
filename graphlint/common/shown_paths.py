"""Paths for users and other programs: relative to a folder, with slashes on every system."""

from __future__ import annotations

import os


def relative(path: str, folder: str = os.curdir) -> str:
    """Return a path relative to a folder; the absolute path if there is none, as on another drive of Windows."""
    absolute = os.path.abspath(path)  # noqa: PTH100  Path.absolute does not tidy
    try:
        return os.path.relpath(absolute, folder)
    except ValueError:
        return absolute


def with_slashes(path: str) -> str:
    """Return a path for other programs, and for files that other systems read."""
    return path.replace(os.sep, "/")
