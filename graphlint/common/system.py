"""Differences of systems: files, processes, memory. Nothing else asks on which system it runs.

Signals are in `signals`. `supervisor` runs on POSIX only, `windows_job` on Windows only.
"""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path
from typing import IO, Any


def _of_posix(name: str) -> Any:
    """Return a module of the standard library, None on Windows."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


fcntl, resource = _of_posix("fcntl"), _of_posix("resource")
PLATFORM = sys.platform
IS_WINDOWS, IS_MACOS = os.name == "nt", sys.platform == "darwin"
HAS_CHANGE_TIME = not IS_WINDOWS
"""The time of a file's last change is noted, and no program can set it; Windows has the time of its creation in that place."""
HAS_LOCKS = fcntl is not None
HAS_ATTRIBUTES = hasattr(os, "listxattr")
"""Files have attributes beside their permissions; on Linux these contain access control lists."""
STARTS_THREADS = sys.platform not in ("emscripten", "wasi")
"""Not in a browser."""
READS_BYTES = getattr(os, "O_BINARY", 0)
"""The flag of `os.open` for the bytes of a file as they are: Windows would convert line ends."""


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def is_running(process: int) -> bool:
    """Return whether a process exists; False where that cannot be asked without ending it."""
    if IS_WINDOWS:
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True


def lock(stream: IO[Any], wait: bool = True) -> None:
    """Lock a file for this process, as long as the stream is open; nothing happens without `HAS_LOCKS`.

    Raises:
        OSError: if the file system has no locks, or another process has locked the file and this one does not wait.
    """
    if fcntl is not None:
        fcntl.flock(stream, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))


def is_of_this_user(path: Path) -> bool:
    """Return True if a file or folder is of this user; always where there are no users, and on Windows, whose user folders are private.

    Raises:
        OSError: if it is not there.
    """
    return not hasattr(os, "geteuid") or path.stat().st_uid == os.geteuid()


def is_private(path: Path) -> bool:
    """Return True if only the owner can read or replace a file; always on Windows.

    Raises:
        OSError: if it is not there.
    """
    return IS_WINDOWS or not (path.stat().st_mode & 0o077 or path.parent.stat().st_mode & 0o022)


def cache_folder() -> Path:
    """Return the folder for cache files of this user.

    Raises:
        RuntimeError: if the user has no home directory, as in a container.
    """
    if IS_WINDOWS:
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if IS_MACOS:
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def resident_bytes() -> int:
    """Return the peak of the process's resident memory in bytes, 0 where the system does not tell."""
    if resource is None:
        return 0
    peak: int = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if IS_MACOS else peak * 1024


def limit_writable_memory(memory: int, allowed: int) -> None:
    """Make Linux refuse this process memory beyond a limit of the resident one, which then raises an error; 0 lifts the limit.

    Linux limits the memory that is reserved for writing (RLIMIT_DATA). What is reserved now but not used is allowed in addition, and
    `allowed`. So the limit is never smaller than one of the resident memory. Other systems have no such limit.
    """
    if sys.platform != "linux" or resource is None:
        return
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    soft = hard
    if memory:
        fields, page = Path("/proc/self/statm").read_bytes().split(), os.sysconf("SC_PAGE_SIZE")
        resident, reserved = int(fields[1]) * page, int(fields[5]) * page
        soft = reserved + max(memory - resident, 0) + allowed
        if hard != resource.RLIM_INFINITY:
            soft = min(soft, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))
