"""The early end of a run, by Ctrl-C, by the signals that end a process, or without any warning: nothing is left running or said."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")

# What waits for the end of something that never ends by itself gives up after so long.
TIMEOUT = 20
# The command, with an analysis that says where it runs and never ends.
ENDLESS = """
import multiprocessing, os, sys
from graphlint.check import analyze_file, workers
from graphlint.cli.main import main

def endless(*_, **__):
    os.write(1, f"{os.getpid()}\\n".encode())
    while True:
        pass

analyze_file.analyze = endless
if __name__ == "__main__":
    workers.BYTES_WORTH_A_PROCESS = 1
    workers._context = lambda: multiprocessing.get_context(sys.argv[1])
    sys.exit(main(sys.argv[2:]))
"""
# A server's worker, on a request that is never answered.
ENDLESS_REQUEST = """
import asyncio, os, sys
from graphlint.server.workers import engine, pool

def endless(*_, **__):
    os.write(1, f"{os.getpid()}\\n".encode())
    while True:
        pass

engine.Engine.answer = endless
if __name__ == "__main__":
    asyncio.run(pool.Pool(1).request("anything", pool.Urgency.CHECK))
"""
HOW = ["fork", pytest.param("spawn", marks=pytest.mark.skipif(sys.version_info < (3, 11), reason="there, none are started"))]


def ends_alone(process: subprocess.Popen[str], number: int) -> None:
    process.send_signal(number)


def ends_all(process: subprocess.Popen[str], number: int) -> None:
    os.killpg(process.pid, number)


@pytest.fixture
def slow(project: Path) -> Path:
    """More files than one process is given at a time."""
    for number in range(40):
        (project / f"f{number:02}.py").write_text("import torch\nx = torch.ones(3)\nx.sum().backward()\n")
    return project


@contextmanager
def running(folder: Path, script: str, *arguments: str, processes: int, ignored: bool = False) -> Iterator[subprocess.Popen[str]]:
    """A program in a process group of its own, as soon as some processes work for it.

    Args:
        folder: where it runs.
        script: what it runs.
        arguments: what it is called with.
        processes: how many processes there must be.
        ignored: whether it is started as a shell without job control starts a job in the background: with interrupts ignored.
    """

    def prepare() -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN if ignored else signal.SIG_DFL)
        # Tests that are started by nohup inherit that it is ignored, and so would the command.
        signal.signal(signal.SIGHUP, signal.SIG_DFL)

    path = folder.parent / "program.py"
    path.write_text(script)
    process = subprocess.Popen(
        [sys.executable, str(path), *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=prepare,  # noqa: PLW1509  the tests have no threads
        start_new_session=True,
    )
    at_work: list[str] = []
    try:
        assert process.stdout is not None
        at_work += [process.stdout.readline() for _ in range(processes)]
        assert len(set(at_work)) == processes
        assert all(at_work)
        yield process
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()


def ended(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """The exit status and what was said, when all who hold the pipes have ended; who is left running never ends."""
    out, err = process.communicate(timeout=TIMEOUT)
    return process.returncode, out, err


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("end", [ends_alone, ends_all])
@pytest.mark.parametrize(
    ("number", "status"),
    [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGKILL, -signal.SIGKILL)],
)
def test_no_process_is_left(
    slow: Path, how: str, end: Callable[[subprocess.Popen[str], int], None], number: signal.Signals, status: int
) -> None:
    """All of them end, whoever has received the signal, and whoever reads the output sees its end."""
    with running(slow, ENDLESS, how, ".", "--jobs", "2", "--no-cache", processes=2) as process:
        before = time.monotonic()
        end(process, number)
        assert ended(process) == (status, "", "")
        sys.stdout.write(f"ended after {time.monotonic() - before:.3f} s\n")


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_one_process_ends_at_once(slow: Path, number: signal.Signals, status: int) -> None:
    """Where no others are started, the analysis runs in a thread."""
    with running(slow, ENDLESS, "fork", "f00.py", "--no-cache", processes=1) as process:
        process.send_signal(number)
        assert ended(process) == (status, "", "")


def test_an_interrupt_that_is_ignored_stays_ignored(slow: Path) -> None:
    """As of a job that a script has put into the background: the interrupt is meant for what runs in front. Of two signals that have
    come, the status would tell the interrupt."""
    with running(slow, ENDLESS, "fork", ".", "--jobs", "2", "--no-cache", processes=2, ignored=True) as process:
        os.killpg(process.pid, signal.SIGINT)
        process.terminate()
        assert ended(process) == (143, "", "")


def test_the_workers_of_a_server_end_with_it(project: Path) -> None:
    """Also one that is in the middle of an analysis, and sees no request for long."""
    with running(project, ENDLESS_REQUEST, processes=1) as process:
        process.kill()
        assert ended(process) == (-signal.SIGKILL, "", "")


def test_what_a_signal_ends_is_cleaned_up(slow: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder in which a watching run without a cache keeps its results."""
    kept = tmp_path / "temporary"
    kept.mkdir()
    monkeypatch.setenv("TMPDIR", str(kept))
    with running(slow, ENDLESS, "fork", ".", "--watch", "--no-cache", "--jobs", "2", processes=2) as process:
        assert list(kept.iterdir())
        process.terminate()
        assert process.wait(TIMEOUT) == 143
        assert not list(kept.iterdir())
