"""Write a fixed file atomically."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from graphlint.common.errors import GraphlintError


def write_whole(path: str, before: bytes, after: bytes) -> None:
    """Replace a file's content in one step, with its permissions; a link stays a link.

    Raises:
        GraphlintError: if the file was changed meanwhile, or cannot be written.
    """
    target = Path(path).resolve()
    temporary: str | None = None
    try:
        if target.read_bytes() != before:
            raise GraphlintError(f"{path}: was changed while it was checked, and is left as it is; run again")
        if not os.access(target, os.W_OK):
            raise GraphlintError(f"{path}: cannot be fixed: the file is not writable; check its permissions")
        handle, temporary = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        with os.fdopen(handle, "wb") as stream:
            stream.write(after)
        Path(temporary).chmod(target.stat().st_mode & 0o7777)
        Path(temporary).replace(target)
        temporary = None
    except OSError as error:
        raise GraphlintError(f"{path}: cannot be fixed: {error.strerror}; check the permissions of the file and of its folder") from None
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()
