"""Read regular files only: reading a pipe or a device may never end, and a repository may contain links to them."""

from __future__ import annotations

import errno
import os
import stat


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
        raise OSError(errno.EINVAL, "it is no regular file")
    with open(path, "rb") as stream:  # noqa: PTH123  as above
        return stream.read()


def is_pipe(path: str | os.PathLike[str]) -> bool:
    try:
        return stat.S_ISFIFO(os.stat(path).st_mode)  # noqa: PTH116  as above
    except (OSError, ValueError):
        return False
