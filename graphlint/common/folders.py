"""Folders and the paths in them."""

from __future__ import annotations

import os


def is_below(path: str, folder: str) -> bool:
    """Return True if an absolute path is a folder or in it."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
