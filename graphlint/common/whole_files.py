"""Write files whole or not at all: to a temporary file beside the target, which then replaces it."""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from pathlib import Path

FULL = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EFBIG))
REFUSED = frozenset((errno.EACCES, errno.EPERM, errno.EROFS))


def write_file(path: str | os.PathLike[str], data: bytes) -> None:
    """Replace a file's content in one step, or create the file; a link stays a link, and a device or a pipe is written to.

    Raises:
        OSError: if it cannot be written; its content is then what it was before.
    """
    target = Path(path).resolve()
    if target.exists() and not target.is_file():
        target.write_bytes(data)
        return
    mode = target.stat().st_mode & 0o7777 if target.exists() else 0o666 & ~_umask()
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "the file is not writable", str(target))
    handle, temporary = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        Path(temporary).chmod(mode)
        Path(temporary).replace(target)
    except OSError:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        raise


def describe_write_error(error: OSError) -> str:
    """Return the reason why a file could not be written, and the remedy."""
    reason = error.strerror or str(error)
    if error.errno in FULL:
        return f"{reason}; make room on the disk"
    if error.errno == errno.ENOENT:
        return f"{reason}; create the directory first"
    return f"{reason}; check the permissions of the file and of its directory" if error.errno in REFUSED else reason


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
