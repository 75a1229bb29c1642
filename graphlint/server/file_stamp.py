"""Stamps of files, to detect changes on disk."""

from __future__ import annotations

import os
from dataclasses import dataclass


@dataclass(frozen=True)
class FileStamp:
    """Modification time and size of a file, to detect changes on disk."""

    modified: int
    size: int

    @classmethod
    def of(cls, path: str) -> FileStamp | None:
        """Return the stamp of a file; None if it does not exist."""
        try:
            status = os.stat(path)
        except (OSError, ValueError):
            return None
        return cls(status.st_mtime_ns, status.st_size)
