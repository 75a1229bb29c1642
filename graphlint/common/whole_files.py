"""Write files whole or not at all: to a temporary file beside the target, which then replaces it.

The file keeps its owner, group, permissions, access control list and extended attributes. Where they cannot be kept, or the file has other
names (hard links), the content is written to the file itself, with the old content put back if that fails.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path

from graphlint.common.system import HAS_ATTRIBUTES, HAS_LOCKS, lock

FULL = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EFBIG))
REFUSED = frozenset((errno.EACCES, errno.EPERM, errno.EROFS))
UNFINISHED = ".graphlint-"
LEFTOVER = re.compile(rf"\..+{re.escape(UNFINISHED)}[a-z0-9_]{{8}}")
OLD = 86_400
"""Seconds after which a temporary file is a leftover where there are no locks to tell."""


class ContentChanged(Exception):
    """A file has another content than was expected."""


def write_file(path: str | os.PathLike[str], data: bytes, expected: bytes | None = None) -> None:
    """Replace a file's content in one step, or create the file; a link stays a link, and a device or a pipe is written to.

    Args:
        expected: the content that the file must have until it is replaced.

    Raises:
        OSError: if it cannot be written; its content is then what it was before.
        ContentChanged: if it has another content than the expected one.
    """
    target = Path(path).resolve()
    if target.exists() and not target.is_file():
        target.write_bytes(data)
        return
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "the file is not writable", str(target))
    before = _stamp(target)
    if expected is not None and target.read_bytes() != expected:
        raise ContentChanged
    with _temporary_file(target) as (stream, temporary):
        _write_from_start(stream.fileno(), data)
        replaceable = _takes_over(temporary, target)
        if expected is not None and _stamp(target) != before:
            raise ContentChanged
        if not replaceable:
            _overwrite(target, data)
            return
        if not HAS_LOCKS:
            stream.close()
        temporary.replace(target)


def remove_leftovers(folder: Path) -> None:
    """Delete the temporary files of runs that were killed while they wrote to a folder."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for path in [Path(entry.path) for entry in entries if LEFTOVER.fullmatch(entry.name) and entry.is_file(follow_symlinks=False)]:
            with contextlib.suppress(OSError):
                if not HAS_LOCKS:
                    if time.time() - path.stat().st_mtime > OLD:
                        path.unlink()
                    continue
                with path.open("rb") as stream:
                    lock(stream, wait=False)
                    path.unlink()


def describe_write_error(error: OSError) -> str:
    """Return the reason why a file could not be written, and the remedy."""
    reason = error.strerror or str(error)
    if error.errno in FULL:
        return f"{reason}; make room on the disk"
    if error.errno == errno.ENOENT:
        return f"{reason}; create the directory first"
    return f"{reason}; check the permissions of the file and of its directory" if error.errno in REFUSED else reason


@contextmanager
def _temporary_file(target: Path) -> Iterator[tuple[FileIO, Path]]:
    """Create a file beside the target, locked as long as this process runs; it is deleted at the end if it is still there."""
    while True:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}{UNFINISHED}", dir=target.parent)
        with os.fdopen(handle, "wb", buffering=0) as stream:
            if HAS_LOCKS:
                # Not all file systems have locks.
                with contextlib.suppress(OSError):
                    lock(stream)
                if os.fstat(handle).st_nlink == 0:
                    continue  # taken for a leftover before it was locked
            try:
                yield stream, Path(name)
            finally:
                stream.close()
                with contextlib.suppress(OSError):
                    Path(name).unlink()
            return


def _stamp(path: Path) -> tuple[int, ...] | None:
    """Return what changes with a file's content, None for a file that does not exist."""
    try:
        state = path.stat()
    except FileNotFoundError:
        return None
    return state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns


def _takes_over(temporary: Path, target: Path) -> bool:
    """Give a new file the owner, the permissions and the attributes of its target; return False if the target must not be replaced."""
    if not target.exists():
        temporary.chmod(0o666 & ~_umask())
        return True
    old, new = target.stat(), temporary.stat()
    try:
        if (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid):
            os.chown(temporary, old.st_uid, old.st_gid)
        if HAS_ATTRIBUTES:
            _copy_attributes(temporary, target)
        temporary.chmod(old.st_mode & 0o7777)
    except OSError:
        return False
    return old.st_nlink == 1


def _copy_attributes(temporary: Path, target: Path) -> None:
    """Make the extended attributes of a new file those of its target.

    Raises:
        OSError: if this user may not set one.
    """
    wanted, present = _attributes(target), _attributes(temporary)
    for name, value in wanted.items():
        if present.get(name) != value:
            os.setxattr(temporary, name, value)
    for name in present.keys() - wanted.keys():
        os.removexattr(temporary, name)


def _attributes(path: Path) -> dict[str, bytes]:
    try:
        return {name: os.getxattr(path, name) for name in os.listxattr(path)}
    except OSError as error:
        if error.errno == errno.ENOTSUP:
            return {}
        raise


def _overwrite(target: Path, data: bytes) -> None:
    """Write to the file itself.

    Raises:
        OSError: if that fails; its content is then what it was before.
    """
    with target.open("r+b", buffering=0) as stream:
        before = stream.read()
        try:
            _write_from_start(stream.fileno(), data)
        except BaseException:
            _write_from_start(stream.fileno(), before)
            raise


def _write_from_start(handle: int, data: bytes) -> None:
    os.lseek(handle, 0, os.SEEK_SET)
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]
    os.ftruncate(handle, len(data))
    # Without this, some file systems have an empty file after a power cut.
    os.fsync(handle)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
