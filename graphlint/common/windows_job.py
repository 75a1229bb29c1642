"""Job object of Windows: its processes, and all that they start, end when its last handle is closed, however this process ends."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from collections.abc import Sequence
from ctypes import wintypes
from typing import Any

CREATE_SUSPENDED = 0x4
KILL_ON_JOB_CLOSE, JOB_MEMORY = 0x2000, 0x200
EXTENDED_LIMIT_INFORMATION = 9


class BasicLimits(ctypes.Structure):
    """JOBOBJECT_BASIC_LIMIT_INFORMATION of the Windows API."""

    _fields_ = (
        ("PerProcessUserTimeLimit", ctypes.c_int64),
        ("PerJobUserTimeLimit", ctypes.c_int64),
        ("LimitFlags", ctypes.c_uint32),
        ("MinimumWorkingSetSize", ctypes.c_size_t),
        ("MaximumWorkingSetSize", ctypes.c_size_t),
        ("ActiveProcessLimit", ctypes.c_uint32),
        ("Affinity", ctypes.c_size_t),
        ("PriorityClass", ctypes.c_uint32),
        ("SchedulingClass", ctypes.c_uint32),
    )


class ExtendedLimits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION of the Windows API; `IoInfo` are six counters."""

    _fields_ = (
        ("BasicLimitInformation", BasicLimits),
        ("IoInfo", ctypes.c_uint64 * 6),
        ("ProcessMemoryLimit", ctypes.c_size_t),
        ("JobMemoryLimit", ctypes.c_size_t),
        ("PeakProcessMemoryUsed", ctypes.c_size_t),
        ("PeakJobMemoryUsed", ctypes.c_size_t),
    )


def limits(memory: int) -> ExtendedLimits:
    """Return the limits of a job that ends with its handle, and whose processes commit at most `memory` bytes (0 for no limit)."""
    found = ExtendedLimits()
    found.BasicLimitInformation.LimitFlags = KILL_ON_JOB_CLOSE | (JOB_MEMORY if memory else 0)
    found.JobMemoryLimit = memory
    return found


if sys.platform == "win32":

    class Job:
        """A job with one program."""

        def __init__(self, memory: int) -> None:
            self.report: dict[str, Any] = {}
            self.api = ctypes.WinDLL("kernel32", use_last_error=True)
            self.api.CreateJobObjectW.restype = wintypes.HANDLE
            self.handle = wintypes.HANDLE(self.api.CreateJobObjectW(None, None))
            values = limits(memory)
            self._check(self.handle.value)
            self._check(
                self.api.SetInformationJobObject(self.handle, EXTENDED_LIMIT_INFORMATION, ctypes.byref(values), ctypes.sizeof(values))
            )

        def start(self, command: Sequence[str], **streams: Any) -> subprocess.Popen[bytes]:
            """Start a program in the job, before its first instruction.

            Raises:
                OSError: if it cannot be started.
            """
            process = subprocess.Popen(command, creationflags=CREATE_SUSPENDED, **streams)
            handle = wintypes.HANDLE(int(process._handle))
            try:
                self._check(self.api.AssignProcessToJobObject(self.handle, handle))
            except OSError:
                process.kill()
                raise
            # `subprocess` has closed the handle of the thread, which ResumeThread would need.
            ctypes.WinDLL("ntdll").NtResumeProcess(handle)
            return process

        def read_report(self) -> None:
            """Do nothing: the process that was started is the program itself."""

        def interrupt(self) -> None:
            """Do nothing: Ctrl-C reaches all processes of a console."""

        def end(self) -> None:
            """End all processes of the job."""
            self.api.TerminateJobObject(self.handle, 1)

        def close(self) -> None:
            """Close the job; processes that are still in it end."""
            self.api.CloseHandle(self.handle)

        def _check(self, result: object) -> None:
            if not result:
                raise ctypes.WinError(ctypes.get_last_error())
