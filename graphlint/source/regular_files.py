"""Reading files of which nobody knows what they are: pipes and devices never end, and a repository may hold links to them."""

from __future__ import annotations

import errno
import os
import stat


def read_regular(path: str | os.PathLike[str], pipes: bool = False) -> bytes:
    """The content of a file that is one.

    Args:
        path: the file; links are followed.
        pipes: whether a pipe is read too, as where a shell gives one for a file.

    Raises:
        OSError: if it cannot be read, or is a device, a socket or a pipe.
        ValueError: if the path cannot be that of a file.
    """
    mode = os.stat(path).st_mode  # noqa: PTH116  asked of thousands of files
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or (pipes and stat.S_ISFIFO(mode))):
        raise OSError(errno.EINVAL, "it is no regular file")
    with open(path, "rb") as stream:  # noqa: PTH123  as above
        return stream.read()


def is_pipe(path: str | os.PathLike[str]) -> bool:
    """Whether a path is that of a pipe.

    Args:
        path: the path.
    """
    try:
        return stat.S_ISFIFO(os.stat(path).st_mode)  # noqa: PTH116  as above
    except (OSError, ValueError):
        return False
