"""Supervisor of a program: runs it, and ends it with everything that it has started when graphlint ends, however that ends.

`supervised_program` starts this file as a script, in a process of its own, so it imports only the standard library. A process that is
killed cannot end others; so the supervisor has a session of its own, which no signal to graphlint's group or terminal reaches.

    supervisor.py CONTROL REPORT PARENT MEMORY COMMAND...

It reads requests from the pipe CONTROL and writes JSON lines to the pipe REPORT.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

INTERRUPT, FINISH = b"i", b"f"
"""The requests: interrupt the program, and end everything."""
PROC = Path("/proc")
POLL, TABLE_POLL = 0.1, 1.0
"""Seconds between two looks at the parent and at the program's memory, and between two looks at those of all its processes."""
LEFTOVER, TERMINATE, KILL = 1.0, 2.0, 5.0
"""Seconds in which processes that outlive the program end by themselves, a terminated process ends, and a killed one is gone."""
OVER_MEMORY = 20.0
"""Seconds in which a program over its memory limit ends by itself: it writes its trace."""
OVER_MEMORY_SIGNAL = getattr(signal, "SIGVTALRM", None)
"""Programs rarely use it, and by default it ends them."""
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36


class Process(NamedTuple):
    """A process of the machine: its parent, its process group, its resident memory in bytes."""

    parent: int
    group: int
    memory: int


def process_table() -> dict[int, Process]:
    """Return all processes that are not zombies."""
    return dict(_read_proc()) if (PROC / "self" / "stat").exists() else dict(_ask_ps())


def _read_proc() -> Iterator[tuple[int, Process]]:
    """Read the processes from Linux's /proc."""
    page = os.sysconf("SC_PAGE_SIZE")
    for name in os.listdir(PROC):  # noqa: PTH208  names are what is needed
        if name.isdecimal():
            with contextlib.suppress(OSError):
                # The name in parentheses may contain anything.
                fields = (PROC / name / "stat").read_bytes().rpartition(b")")[2].split()
                if fields[0] not in (b"Z", b"X"):
                    yield int(name), Process(int(fields[1]), int(fields[2]), int(fields[21]) * page)


def _ask_ps() -> Iterator[tuple[int, Process]]:
    """Ask `ps` for the processes, on other systems."""
    try:
        asked = subprocess.Popen(["ps", "-A", "-o", "pid=,ppid=,pgid=,rss=,stat="], stdout=subprocess.PIPE, text=True)
    except OSError:
        return
    shown = asked.communicate()[0]
    for line in shown.splitlines():
        process, parent, group, memory, state = line.split()[:5]
        if not state.startswith("Z") and int(process) != asked.pid:
            yield int(process), Process(int(parent), int(group), int(memory) * 1024)


def has_terminal() -> bool:
    """Return whether this process has a controlling terminal."""
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
    except OSError:
        return False
    return True


def linux_prctl() -> Callable[[int, int], object]:
    """Return Linux's `prctl` of two numbers, elsewhere a function that does nothing."""
    if sys.platform == "linux":
        with contextlib.suppress(ImportError, OSError, AttributeError):
            import ctypes  # noqa: PLC0415  some builds of Python lack it

            prctl = ctypes.CDLL(None).prctl
            return lambda option, value: prctl(option, ctypes.c_ulong(value), 0, 0, 0)
    return lambda *_: None


class Supervisor:
    """The supervised program and all processes that descend from it.

    Linux makes the supervisor the parent of descendants that have lost theirs, so none escapes. Elsewhere those are found whose parents
    still run, and those in the program's process group, which it has unless it shares that of a terminal.
    """

    def __init__(self, control: int, report: int, parent: int, memory: int) -> None:
        self.control, self.report, self.parent, self.memory = control, report, parent, memory
        self.program = 0
        self.group = 0
        self.status: int | None = None
        self.over_memory_since: float | None = None
        self.next_table = 0.0
        self.wakeup, wakeup_end = os.pipe()
        os.set_blocking(wakeup_end, False)
        signal.set_wakeup_fd(wakeup_end, warn_on_full_buffer=False)

    def run(self, command: list[str]) -> None:
        """Run a command to its end, or until graphlint ends or asks for it."""
        try:
            self.start(command)
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            self.say(errno=getattr(error, "errno", None), message=getattr(error, "strerror", None) or str(error))
            return
        self.say(started=self.program)
        self.supervise()
        self.finish()
        self.say(status=self.status, over_memory=self.over_memory_since is not None)

    def start(self, command: list[str]) -> None:
        """Start the program in the process group of a terminal, so that its input and job control work, or without one in its own."""
        # A handler, unlike SIG_IGN, is not inherited; what graphlint was started with as ignored stays ignored.
        for number in (signal.SIGCHLD, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP, signal.SIGTSTP):
            if number == signal.SIGCHLD or signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, lambda *_: None)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
        prctl, own_group = linux_prctl(), not has_terminal()
        prctl(PR_SET_CHILD_SUBREAPER, 1)
        child = subprocess.Popen(
            command,
            start_new_session=own_group,
            preexec_fn=lambda: prctl(PR_SET_PDEATHSIG, signal.SIGKILL),  # noqa: PLW1509  the supervisor has no threads
        )
        child.returncode = 0  # `reap` waits for it
        self.program, self.group = child.pid, child.pid if own_group else 0
        os.setsid()

    def supervise(self) -> None:
        """Wait until the program has ended, or must be ended."""
        while True:
            ready = select.select([self.control, self.wakeup], [], [], POLL)[0]
            if self.wakeup in ready:
                os.read(self.wakeup, 4096)
            self.reap()
            if self.status is not None or os.getppid() != self.parent:
                return
            if self.control in ready:
                request = os.read(self.control, 1)
                if request != INTERRUPT:
                    return
                if self.group:  # a terminal interrupts its whole group
                    send(self.program, signal.SIGINT)
            if self.memory and self.is_over_memory():
                return

    def reap(self) -> None:
        """Collect the processes that have ended."""
        while True:
            try:
                process, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if process == 0:
                return
            if process == self.program:
                self.status = os.waitstatus_to_exitcode(status)

    def is_over_memory(self) -> bool:
        """Ask the program to end if one of its processes exceeds the limit; return True if it has not done so in time."""
        now = time.monotonic()
        if self.over_memory_since is not None:
            return now - self.over_memory_since > OVER_MEMORY
        if now >= self.next_table:
            self.next_table = now + TABLE_POLL
            used = max((process.memory for process in self.descendants().values()), default=0)
        else:
            used = self.resident_memory()
        if used > self.memory and OVER_MEMORY_SIGNAL is not None:
            self.over_memory_since = now
            send(self.program, OVER_MEMORY_SIGNAL)
        return False

    def resident_memory(self) -> int:
        """Return the resident memory of the program's process in bytes, 0 if that takes a look at all processes."""
        try:
            return int((PROC / str(self.program) / "statm").read_bytes().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        except (OSError, IndexError):
            return 0

    def descendants(self) -> dict[int, Process]:
        """Return the running processes that descend from the program."""
        table = process_table()
        found: set[int] = set()
        # A group outlives its leader. If the number of a leader that has ended is in use again, the group was empty.
        if self.group and (self.status is None or self.group not in table):
            found = {number for number, process in table.items() if process.group == self.group}
        reached = {os.getpid()}
        while reached:
            reached = {number for number, process in table.items() if process.parent in reached} - found
            found |= reached
        return {number: table[number] for number in found - {os.getpid()}}

    def finish(self) -> None:
        """End all descendants: those that the program leaves may end by themselves, others are terminated, and killed at last."""
        if self.status is not None and self.are_gone(LEFTOVER):
            return
        for number in self.descendants():
            send(number, signal.SIGTERM)
        if not self.are_gone(TERMINATE):
            until = time.monotonic() + KILL
            while self.kill_all() and time.monotonic() < until:
                self.are_gone(POLL)

    def kill_all(self) -> bool:
        """Kill all descendants; return False if there are none that this user may kill."""
        stopped: set[int] = set()
        # Processes that are stopped start no others.
        while True:
            running = self.descendants().keys() - stopped
            allowed = {number for number in running if send(number, signal.SIGSTOP)}
            stopped |= running
            if not allowed:
                break
        killed = [number for number in stopped if send(number, signal.SIGKILL)]
        return bool(killed)

    def are_gone(self, seconds: float) -> bool:
        """Wait until no descendant runs; return False after some seconds."""
        until = time.monotonic() + seconds
        while True:
            self.reap()
            if not self.descendants():
                self.reap()
                return True
            rest = until - time.monotonic()
            if rest <= 0:
                return False
            if select.select([self.wakeup], [], [], min(rest, POLL))[0]:
                os.read(self.wakeup, 4096)

    def say(self, **content: object) -> None:
        """Write a line of the report; graphlint may have ended."""
        with contextlib.suppress(OSError):
            os.write(self.report, json.dumps(content).encode() + b"\n")


def send(process: int, number: int) -> bool:
    """Send a signal to a process; return False if it is gone or another user's."""
    try:
        os.kill(process, number)
    except OSError:
        return False
    return True


def main() -> None:
    """Run the command that the arguments name."""
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    control, report, parent, memory = map(int, sys.argv[1:5])
    Supervisor(control, report, parent, memory).run(sys.argv[5:])


if __name__ == "__main__":
    main()
