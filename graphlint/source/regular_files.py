"""Read regular files only: reading a pipe or a device may never end, and a repository may contain links to them."""

from __future__ import annotations

import errno
import os
import stat

DESCRIPTORS = ("/dev/fd/", "/proc/")
"""The folders of the pipes that a shell passes in place of files: `<(...)`."""
PIPE_SECONDS = 5.0
CHUNK = 65_536


def read_regular(path: str | os.PathLike[str], pipes: bool = False) -> bytes:
    """Read a file; links are followed.

    Args:
        pipes: read a pipe, too, as a shell passes one in place of a file.

    Raises:
        OSError: if it cannot be read, or is a device, a socket or a pipe.
        ValueError: if the path cannot be that of a file.
    """
    mode = os.stat(path).st_mode  # noqa: PTH116  called for thousands of files
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or (pipes and stat.S_ISFIFO(mode))):
        raise OSError(errno.EINVAL, "it is not a regular file")
    if stat.S_ISFIFO(mode) and not os.fspath(path).startswith(DESCRIPTORS):
        return _read_named_pipe(path)
    with open(path, "rb") as stream:  # noqa: PTH123  as above
        return stream.read()


def _read_named_pipe(path: str | os.PathLike[str]) -> bytes:
    """Read a pipe that has a name: unlike one of the shell, it may have no writer, or one that never ends.

    Raises:
        OSError: if nothing is written to it for some seconds, and it is not at its end.
    """
    import select  # noqa: PLC0415  few runs read a pipe

    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    received = bytearray()
    with os.fdopen(handle, "rb", buffering=0):
        while select.select([handle], [], [], PIPE_SECONDS)[0]:
            piece = os.read(handle, CHUNK)
            if not piece:
                return bytes(received)
            received += piece
    raise OSError(errno.ETIMEDOUT, f"it is a pipe to which nothing was written for {PIPE_SECONDS:g} seconds")


def is_pipe(path: str | os.PathLike[str]) -> bool:
    try:
        return stat.S_ISFIFO(os.stat(path).st_mode)  # noqa: PTH116  as above
    except (OSError, ValueError):
        return False
