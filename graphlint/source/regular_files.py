"""Read regular files only: reading a pipe or a device may never end, and a repository may contain links to them."""

from __future__ import annotations

import errno
import os
import stat

from graphlint.common.system import READS_BYTES

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
    if pipes and is_pipe(path):
        return _read_pipe(path) if os.fspath(path).startswith(DESCRIPTORS) else _read_named_pipe(path)
    return read_with_state(path)[0]


def read_with_state(path: str | os.PathLike[str]) -> tuple[bytes, os.stat_result]:
    """Read a file; links are followed. Return its content, and its state before.

    Raises:
        OSError: if it cannot be read, or is a device, a socket or a pipe.
        ValueError: if the path cannot be that of a file.
    """
    state = os.stat(path)  # noqa: PTH116  called for thousands of files
    if not (stat.S_ISREG(state.st_mode) or stat.S_ISDIR(state.st_mode)):
        raise OSError(errno.EINVAL, "it is not a regular file")
    # A stream would cost as much as all calls of the system.
    handle = os.open(path, os.O_RDONLY | READS_BYTES)
    try:
        content = piece = os.read(handle, state.st_size + 1)
        while piece and len(content) != state.st_size:
            piece = os.read(handle, CHUNK)
            content += piece
    finally:
        os.close(handle)
    return content, state


def _read_pipe(path: str | os.PathLike[str]) -> bytes:
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
