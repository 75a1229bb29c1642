"""Programs that `confirm` and `explain --` run: they and all their processes end with graphlint, and a terminal works as without it."""

from __future__ import annotations

import contextlib
import ctypes
import os
import pty
import select
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from graphlint.common import supervisor, windows_job
from graphlint.common.supervised_program import SupervisedProgram

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals and terminals of POSIX")

TIMEOUT = 30
COMMANDS = {"confirm": ["confirm", "--shim", "endless.py"], "explain": ["explain", "--", sys.executable, "endless.py"]}
# The program, a child, and a grandchild that leaves its session and has no parent any more. Each has the pipe open, and says that it runs.
ENDLESS = """
import os, signal, sys, threading
pipe = os.open("pipe", os.O_WRONLY)

def run():
    os.write(pipe, b".")
    while True:
        threading.Event().wait()

if os.fork() == 0:
    run()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        run()
    os._exit(0)
run()
"""
PROCESSES = 3


def graphlint(*words: str) -> list[str]:
    return [sys.executable, "-I", "-m", "graphlint", *words]


@contextmanager
def running(folder: Path, command: Sequence[str]) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """A command in a process group of its own, when the endless program and its processes run; and the pipe that they hold."""
    (folder / "endless.py").write_text(ENDLESS)
    os.mkfifo(folder / "pipe")
    pipe = os.open(folder / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            graphlint(*command), cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
        )
    try:
        read_pipe(pipe, PROCESSES)
        yield process, pipe
    finally:
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(TIMEOUT)
        os.close(pipe)


def read_pipe(pipe: int, count: int) -> None:
    """Wait until so many processes run."""
    while count:
        assert select.select([pipe], [], [], TIMEOUT)[0], "the program does not run"
        count -= len(os.read(pipe, count))


def all_end(pipe: int) -> bool:
    """Wait until no process has the pipe open."""
    return bool(select.select([pipe], [], [], TIMEOUT)[0]) and os.read(pipe, 1) == b""


@pytest.fixture(autouse=True)
def default_signals() -> Iterator[None]:
    """Programs inherit which signals are ignored, as by `nohup` and by background jobs of a script."""
    numbers = (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT)
    before = [signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL) for number in numbers]
    yield
    for number, handler in zip(numbers, before, strict=True):
        signal.signal(number, handler)


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
@pytest.mark.parametrize(
    ("number", "status"),
    [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGKILL, -signal.SIGKILL)],
)
def test_a_program_and_its_processes_end_with_graphlint(
    tmp_path: Path, command: Sequence[str], number: signal.Signals, status: int
) -> None:
    with running(tmp_path, command) as (process, pipe):
        process.send_signal(number)
        assert all_end(pipe)
        assert process.wait(TIMEOUT) == status, (tmp_path / "log").read_text()


def test_they_end_when_the_whole_process_group_is_killed(tmp_path: Path) -> None:
    """As `timeout` and runners of jobs do."""
    with running(tmp_path, COMMANDS["explain"]) as (process, pipe):
        os.killpg(process.pid, signal.SIGKILL)
        assert all_end(pipe)


@pytest.mark.parametrize("command", [["confirm", "--shim", "--seconds", "1"], ["explain", "--seconds", "1", "--", sys.executable]])
def test_they_end_at_the_time_limit(tmp_path: Path, command: list[str]) -> None:
    with running(tmp_path, [*command, "endless.py"]) as (_, pipe):
        assert all_end(pipe)


@pytest.mark.parametrize("command", [["confirm", "--shim"], ["explain", "--", sys.executable]])
def test_processes_that_a_program_leaves_end_after_it(tmp_path: Path, command: list[str]) -> None:
    text = ENDLESS.removesuffix("run()\n") + "os.write(pipe, b'.')\n"
    (tmp_path / "leaves.py").write_text(text)
    os.mkfifo(tmp_path / "pipe")
    pipe = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    done = subprocess.run(graphlint(*command, "leaves.py"), cwd=tmp_path, capture_output=True, timeout=TIMEOUT, check=False)
    assert done.returncode == 0
    read_pipe(pipe, PROCESSES)
    assert all_end(pipe)
    os.close(pipe)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a process with its parent")
def test_the_program_ends_with_its_supervisor(tmp_path: Path) -> None:
    script = "import os, threading; print(os.getppid(), flush=True); threading.Event().wait()"
    read, write = os.pipe()
    with os.fdopen(write, "w") as output, os.fdopen(read) as lines:
        program = SupervisedProgram([sys.executable, "-c", script], output)
        output.close()
        with program:
            os.kill(int(lines.readline()), signal.SIGKILL)
            assert lines.read() == ""
            assert program.wait(TIMEOUT) == -signal.SIGKILL


@pytest.mark.parametrize(
    ("script", "status"),
    [("raise SystemExit(3)", 3), ("import os; os.kill(os.getpid(), 11)", -11), ("import os; os.kill(os.getpid(), 9)", -9), ("", 0)],
)
def test_the_status_is_that_of_the_program(script: str, status: int) -> None:
    with SupervisedProgram([sys.executable, "-c", script]) as program:
        assert program.wait(TIMEOUT) == status


def test_a_command_that_cannot_be_started_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        SupervisedProgram([str(tmp_path / "missing")])
    (tmp_path / "data").write_text("")
    with pytest.raises(PermissionError):
        SupervisedProgram([str(tmp_path / "data")])


def test_ignored_signals_stay_ignored() -> None:
    """As under `nohup`; others have their defaults."""
    shows = "import signal; raise SystemExit(sum(signal.getsignal(n) == signal.SIG_IGN for n in (1, 2, 3, 15, 20)))"
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    try:
        with SupervisedProgram([sys.executable, "-c", shows]) as program:
            assert program.wait(TIMEOUT) == 0
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        with SupervisedProgram([sys.executable, "-c", shows]) as program:
            assert program.wait(TIMEOUT) == 1
    finally:
        signal.signal(signal.SIGHUP, before)


# Terminals.

# A shell with job control: it runs a command in the foreground, and continues it after a signal if it is stopped.
SHELL = """
import os, signal, sys
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
job = os.fork()
if job == 0:
    os.setpgid(0, 0)
    os.tcsetpgrp(0, os.getpgrp())
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTSTP, signal.SIGTTOU):
        signal.signal(number, signal.SIG_DFL)
    os.execv(sys.argv[1], sys.argv[1:])
while os.WIFSTOPPED(status := os.waitpid(job, os.WUNTRACED)[1]):
    os.tcsetpgrp(0, os.getpgrp())
    print("job stopped", flush=True)
    signal.sigwait([signal.SIGUSR1])
    os.tcsetpgrp(0, job)
    os.kill(-job, signal.SIGCONT)
os.tcsetpgrp(0, os.getpgrp())
print("job status", os.waitstatus_to_exitcode(status), flush=True)
signal.sigwait([signal.SIGUSR1])
"""
READS = """
import os, sys
with open("/dev/tty", "w") as terminal:
    print("front", os.tcgetpgrp(0) == os.getpgrp(), sys.stdin.isatty(), file=terminal)
try:
    print("read", input(), flush=True)
    print("read", input(), flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
    sys.exit(1)
"""


@dataclass
class Terminal:
    """The other side of a terminal."""

    number: int
    shell: int
    shown: str = ""

    def type(self, text: str) -> None:
        os.write(self.number, text.encode())

    def wait_for(self, text: str) -> None:
        while text not in self.shown:
            assert select.select([self.number], [], [], TIMEOUT)[0], self.shown
            self.shown += os.read(self.number, 4096).decode()


@pytest.fixture(params=["confirm", "explain"])
def terminal(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Terminal]:
    """A terminal in which a command runs a program that reads from it, and has read a line."""
    (tmp_path / "reads.py").write_text(READS)
    words = ["confirm", "--shim", "reads.py"] if request.param == "confirm" else ["explain", "--", sys.executable, "reads.py"]
    shell, number = pty.fork()
    if shell == 0:
        os.chdir(tmp_path)
        os.execv(sys.executable, [sys.executable, "-c", SHELL, *graphlint(*words)])
    terminal = Terminal(number, shell)
    terminal.wait_for("front True True")
    terminal.type("first\n")
    terminal.wait_for("read first")
    yield terminal
    os.close(number)
    os.kill(shell, signal.SIGKILL)
    os.waitpid(shell, 0)


def test_a_program_reads_from_the_terminal(terminal: Terminal) -> None:
    terminal.type("second\n")
    terminal.wait_for("read second")
    terminal.wait_for("job status 0")


def test_ctrl_c_reaches_the_program(terminal: Terminal) -> None:
    """It ends by itself, and graphlint as it does for an interrupt."""
    terminal.type("\x03")
    terminal.wait_for("interrupted")
    terminal.wait_for("job status 130")


def test_ctrl_z_stops_the_program_and_graphlint(terminal: Terminal) -> None:
    """The shell has the terminal until it continues both."""
    terminal.type("\x1a")
    terminal.wait_for("job stopped")
    os.kill(terminal.shell, signal.SIGUSR1)
    terminal.type("second\n")
    terminal.wait_for("read second")
    terminal.wait_for("job status 0")


# Other systems.


@pytest.mark.skipif(sys.platform != "linux", reason="compares with /proc")
def test_ps_tells_the_same_of_processes_as_proc(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with_proc = supervisor.process_table()
    monkeypatch.setattr(supervisor, "PROC", tmp_path)
    with_ps = supervisor.process_table()
    own = os.getpid()
    assert with_ps[own][:2] == with_proc[own][:2] == (os.getppid(), os.getpgrp())
    assert with_ps[own].memory == pytest.approx(with_proc[own].memory, rel=0.1)


def test_the_limits_of_a_windows_job_have_the_size_of_the_api() -> None:
    """144 bytes with 64-bit pointers: SetInformationJobObject refuses another."""
    assert ctypes.sizeof(windows_job.ExtendedLimits) == (144 if ctypes.sizeof(ctypes.c_void_p) == 8 else 112)
    limits = windows_job.limits(5)
    assert (limits.BasicLimitInformation.LimitFlags, limits.JobMemoryLimit) == (0x2200, 5)
    assert windows_job.limits(0).BasicLimitInformation.LimitFlags == 0x2000
