"""Programs that end with graphlint: with all processes that they have started, however graphlint itself ends.

On POSIX a supervisor runs the program (`supervisor`), on Windows a job object holds it (`windows_job`).
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from graphlint.common.errors import Terminated
from graphlint.common.signals import signals_deferred
from graphlint.common.supervisor import FINISH, INTERRUPT

SUPERVISOR = str(Path(__file__).with_name("supervisor.py"))
INTERRUPTED = 5.0
"""Seconds in which an interrupted program ends by itself: it may write what it has computed."""
FINISHED = 15.0
"""Seconds in which all processes are ended; longer than it takes the supervisor even if it has to kill them."""


class SupervisedProgram:
    """A running program. As a context manager, it ends the program and all its processes at the end of the block.

    The program has the standard input of this process, and its terminal, if any. `memory` is the most resident memory of each of its
    processes in bytes, on Windows the most that they commit together; 0 means no limit.

    Raises:
        OSError: if it cannot be started.
    """

    def __init__(
        self,
        command: Sequence[str],
        output: IO[str] | int | None = None,
        errors: IO[str] | int | None = None,
        environment: Mapping[str, str] | None = None,
        memory: int = 0,
    ) -> None:
        streams: Any = {"stdout": output, "stderr": errors, "env": environment}
        if sys.platform == "win32":
            from graphlint.common.windows_job import Job  # noqa: PLC0415  not on POSIX

            self._keeper: Any = Job(memory)
        else:
            self._keeper = _Supervisor(memory)
        try:
            self._process: subprocess.Popen[bytes] = self._keeper.start(command, **streams)
        except BaseException:
            self._keeper.close()
            raise

    @property
    def errors(self) -> IO[bytes]:
        """The standard error of the program, if it is a pipe."""
        assert self._process.stderr is not None
        return self._process.stderr

    @property
    def status(self) -> int:
        """The exit status, or the negative number of the signal that ended the program; after its end."""
        status = self._keeper.report.get("status")
        return int(self._process.returncode if status is None else status)

    @property
    def is_over_memory(self) -> bool:
        """True if the program was asked to end as it used too much memory."""
        return bool(self._keeper.report.get("over_memory"))

    def wait(self, seconds: float | None) -> int:
        """Wait for the end of the program and of all its processes, and return its status.

        Raises:
            subprocess.TimeoutExpired: if it takes longer.
        """
        self._process.wait(seconds)
        self._keeper.read_report()
        return self.status

    def communicate(self, seconds: float | None) -> bytes:
        """Wait as `wait` does, and return what the program wrote to its standard error if that is a pipe.

        Raises:
            subprocess.TimeoutExpired: if it takes longer; nothing of the output is lost.
        """
        written = self._process.communicate(timeout=seconds)[1]
        self._keeper.read_report()
        return written or b""

    def __enter__(self) -> SupervisedProgram:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        try:
            if kind is not None and issubclass(kind, KeyboardInterrupt) and not issubclass(kind, Terminated):
                self._keeper.interrupt()
                self._wait_for_process(INTERRUPTED)
            self._keeper.end()
            self._wait_for_process(FINISHED)
        finally:
            self._keeper.close()

    def _wait_for_process(self, seconds: float) -> None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)


class _Supervisor:
    """The supervisor of a program: a pipe to it for requests, and one from it for its report."""

    def __init__(self, memory: int) -> None:
        self.memory = memory
        self.report: dict[str, Any] = {}
        control, self.requests = os.pipe()
        lines, report = os.pipe()
        self.its_ends = (control, report)
        self.lines = os.fdopen(lines, "rb")

    def start(self, command: Sequence[str], **streams: Any) -> subprocess.Popen[bytes]:
        """Start the supervisor, and wait until it has started the program.

        Raises:
            OSError: if one of both cannot be started.
        """
        numbers = map(str, (*self.its_ends, os.getpid(), self.memory))
        try:
            with signals_deferred():
                # Isolated: the modules in the current directory and in PYTHONPATH are the program's.
                words = [sys.executable, "-I", "-S", SUPERVISOR, *numbers, *command]
                process = subprocess.Popen(words, pass_fds=self.its_ends, **streams)
        finally:
            for end in self.its_ends:
                os.close(end)
        self.read_report()
        if "started" not in self.report:
            process.communicate()
            raise OSError(self.report.get("errno"), self.report.get("message", "its supervisor could not be started"), command[0])
        return process

    def read_report(self) -> None:
        """Read the next line of the report; there is none from a supervisor that was killed."""
        self.report |= json.loads(self.lines.readline() or b"{}")

    def interrupt(self) -> None:
        """Ask for an interrupt of the program, as by Ctrl-C, unless its terminal does that."""
        self._request(INTERRUPT)

    def end(self) -> None:
        """Ask for the end of all processes."""
        self._request(FINISH)

    def close(self) -> None:
        """Close the pipes; a supervisor that still runs ends all processes."""
        os.close(self.requests)
        self.lines.close()

    def _request(self, request: bytes) -> None:
        # The supervisor may have ended.
        with contextlib.suppress(OSError):
            os.write(self.requests, request)
