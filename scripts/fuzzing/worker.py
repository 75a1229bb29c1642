"""Worker processes: one runs inputs, and a hang or a crash ends only this process."""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import os
import pickle
import shutil
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import IO, cast

from fuzzing import run_check, run_data, run_fault, run_fix, run_server
from fuzzing.input import Input
from fuzzing.problems import Problem, Reply, raised_here
from fuzzing.session import Session

try:
    import resource
except ImportError:  # pragma: no cover
    resource = None  # type: ignore[assignment]

SCRIPTS = Path(__file__).resolve().parents[1]
# Not by PYTHONPATH: at its start, Python would take scripts/site.py for its own module of that name.
START = f"import sys; sys.path[:] = [{str(SCRIPTS)!r}, *filter(None, sys.path)]; import fuzz; sys.exit(fuzz.main())"
COMMAND = (sys.executable, "-c", START, "--worker")
CPU_SECONDS = 20
"""The limit for one check or command of an input. Most take some milliseconds."""
LARGEST_MEMORY = 2 << 30
ADDRESS_SPACE = 12 << 30
"""In bytes. The stack for deep recursion is only reserved."""
TRACE = "trace.txt"
MOST_INPUTS = 1_000
"""A process is replaced after this number, so that a leak does not count as the memory of one input."""

RUNNERS: Mapping[str, Callable[[Input, Session], Iterator[Problem]]] = {
    "check": run_check.run,
    "fix": run_fix.run,
    "data": run_data.run,
    "fault": run_fault.run,
    "server": run_server.run,
}


class WorkerProcess:
    """A worker process, as its parent sees it: started when it is needed, and replaced after a hang or a crash.

    Args:
        folder: a folder for its files.
        hash_seed: the seed of Python's hashes, which determines the order of sets.
    """

    def __init__(self, folder: Path, hash_seed: int = 0, command: Sequence[str] = COMMAND) -> None:
        self.folder, self._hash_seed, self._command = folder, hash_seed, command
        self._process: subprocess.Popen[bytes] | None = None
        self._served = 0

    def ask(self, item: Input) -> Reply:
        """Run an input."""
        self.send(item)
        return self.receive()

    def send(self, item: Input) -> None:
        """Start an input."""
        if self._process is None or self._served >= MOST_INPUTS:
            self.end()
            self._start()
        self._served += 1
        process = self._running()
        with contextlib.suppress(BrokenPipeError):
            pickle.dump(item, _stream(process.stdin))
            _stream(process.stdin).flush()

    def receive(self) -> Reply:
        """Wait for the result of the input that was started."""
        process = self._running()
        try:
            return cast(Reply, pickle.load(_stream(process.stdout)))
        except (EOFError, pickle.UnpicklingError):
            problem = self._death(process.wait())
        self.end()
        return Reply((problem,))

    def give_up(self) -> Reply:
        """End a process that waits for something that does not happen."""
        process = self._running()
        process.send_signal(getattr(signal, "SIGABRT", signal.SIGTERM))
        problem = self._death(process.wait())
        self.end()
        return Reply((Problem("deadlock", "", problem.detail),))

    @property
    def descriptor(self) -> int:
        """The descriptor that can be read when there is a result."""
        return _stream(self._running().stdout).fileno()

    def end(self) -> None:
        """End the process and delete its files."""
        if self._process is not None:
            for stream in (self._process.stdin, self._process.stdout):
                with contextlib.suppress(BrokenPipeError):
                    _stream(stream).close()
            self._process.wait()
            self._process = None
        shutil.rmtree(self.folder, ignore_errors=True)

    def _running(self) -> subprocess.Popen[bytes]:
        assert self._process is not None
        return self._process

    def _start(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        environment = {
            **os.environ,
            "PYTHONHASHSEED": str(self._hash_seed),
            "XDG_CACHE_HOME": str(self.folder / "home"),
            "HOME": str(self.folder),
        }
        command = [*self._command, str(self.folder)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        self._served = 0

    def _death(self, status: int) -> Problem:
        """Return the problem of a process that has ended."""
        trace = self.folder / TRACE
        text = trace.read_text(encoding="utf-8", errors="replace") if trace.is_file() else ""
        if status == -getattr(signal, "SIGXCPU", 0):
            return Problem("hang", f"more than {CPU_SECONDS} s of CPU time", text)
        name = signal.Signals(-status).name if -status in set(signal.Signals) else f"exit status {status}"
        return Problem("crash", name, text)


def serve(folder: Path) -> None:
    """Run the inputs that arrive on the standard input, until it ends."""
    warnings.simplefilter("ignore")
    # Nothing that is printed may come between the results.
    results = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    _limit(folder)
    session = Session(folder, before_operation=partial(_allow, CPU_SECONDS))
    try:
        while True:
            try:
                item = cast(Input, pickle.load(sys.stdin.buffer))
            except EOFError:
                return
            session.before_operation()
            pickle.dump(reply_to(item, session), results)
            results.flush()
    finally:
        session.close()


def reply_to(item: Input, session: Session) -> Reply:
    """Run one input in this process."""
    start = time.process_time()
    problems: list[Problem] = []
    result: object = None
    session.counts.clear()
    try:
        if item.kind == "summary":
            result = run_check.summary_of(item, session)
        else:
            problems.extend(RUNNERS[item.kind](item, session))
    except Exception as error:  # noqa: BLE001  whatever an input raises is what is searched for
        problems.append(raised_here("exception", error))
    if resource is not None and resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 > LARGEST_MEMORY:
        problems.append(Problem("memory", f"more than {LARGEST_MEMORY >> 20} MiB"))
    gc.collect(0)
    return Reply(tuple(problems), time.process_time() - start, dict(session.counts), result)


def _limit(folder: Path) -> None:
    """Write the stacks of all threads when the process is ended by a signal, and limit its memory."""
    trace = (folder / TRACE).open("w")
    faulthandler.enable(trace)
    if resource is not None:
        faulthandler.register(signal.SIGXCPU, trace, chain=True)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))


def _allow(seconds: int) -> None:
    """Let the system end this process after some more seconds of CPU time."""
    if resource is not None:
        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + 1 + seconds, most))


def _stream(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream
