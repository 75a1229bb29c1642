"""The end of a run that nothing expected: every command names it, asks for a report, and ends with status 2."""

from __future__ import annotations

import errno
import importlib
import os
import pathlib
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from support import Run

from graphlint.cli.commands import COMMANDS
from graphlint.common.numbers import read_number

BAD = "import torch\nw = torch.ones(1, requires_grad=True)\nloss = w.exp()\nloss.backward()\nloss.backward()\n"
TRACEBACK = """Traceback (most recent call last):
  File "{path}", line {line}, in <module>
    loss.backward()
RuntimeError: {message}
"""
SECOND_TIME = "Trying to backward through the graph a second time"
DIGITS = "9" * 5000
SHOWN = f"----> {DIGITS} x\n      {DIGITS} y\nRuntimeError: {SECOND_TIME}\n"
FULL = Path("/dev/full")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    "error", [ValueError("boom"), RecursionError(), KeyError(181), OSError(errno.EMFILE, "Too many open files")], ids=repr
)
def test_an_unexpected_error_is_named_as_one(run: Run, monkeypatch: pytest.MonkeyPatch, command: str, error: Exception) -> None:
    """A traceback with status 1 looks like findings to a script, and tells nobody what to do."""

    def fail(_: object) -> int:
        raise error

    monkeypatch.setattr(importlib.import_module(COMMANDS[command]), "run", fail)
    outcome = run(command)
    name = type(error).__name__
    assert outcome.status == 2
    assert outcome.err.startswith(f"error: internal error: {name}")
    assert "(test_last_errors.py, line " in outcome.err
    assert outcome.err.endswith("please report it with the command line and its input\n")
    assert "Traceback" not in outcome.err
    assert "Traceback (most recent call last):" in run(command, "--verbose").err


def test_a_lack_of_memory_is_no_internal_error(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object) -> int:
        raise MemoryError

    monkeypatch.setattr(importlib.import_module(COMMANDS["rule"]), "run", fail)
    assert run("rule", "GL101").err == "error: out of memory\n"


@pytest.mark.parametrize(
    "text",
    [
        TRACEBACK.format(path="t.py", line=DIGITS, message=SECOND_TIME),
        TRACEBACK.format(path=f"/tmp/ipykernel_{DIGITS}/1.py", line=DIGITS, message=SECOND_TIME),
        TRACEBACK.format(path=f"<ipython-input-{DIGITS}-abc>", line=4, message=SECOND_TIME),
        TRACEBACK.format(path="a" * 5000 + ".py", line=4, message=SECOND_TIME),
        TRACEBACK.format(path="a\0b.py", line=4, message=SECOND_TIME),
        f"Traceback (most recent call last)\nCell In[{DIGITS}], line {DIGITS}\n{SHOWN}",
        f"Traceback (most recent call last)\nt.py:{DIGITS} in f\n{SHOWN}",
        TRACEBACK.format(
            path="t.py",
            line=5,
            message="one of the variables needed for gradient computation has been modified by an inplace operation: "
            f"[torch.FloatTensor [{DIGITS}]], which is output {DIGITS} of ExpBackward0, is at version {DIGITS}; expected version {DIGITS}",
        ),
    ],
    ids=["line", "kernel", "old cell", "path of 5000 letters", "null byte in the path", "cell", "IPython", "versions"],
)
def test_a_damaged_traceback_is_explained_as_far_as_it_can_be_read(run: Run, project: Path, text: str) -> None:
    """Python refuses to convert a number of thousands of digits, and the system to look for such a path."""
    (project / "t.py").write_text(BAD)
    (project / "log.txt").write_text(text)
    outcome = run("explain", "log.txt")
    assert outcome.status in (0, 1, 2)
    assert "internal error" not in outcome.err
    assert len(outcome.err) < 500
    if "second time" in text and outcome.status != 2:
        assert SECOND_TIME in outcome.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["t.py", "--explain-silence", f"t.py:{DIGITS}"], " is not FILE:LINE\n"),
        (["t.py", "--explain-silence", "t.py:²"], "error: --explain-silence: t.py:² is not FILE:LINE\n"),
        (["t.py", "--jobs", DIGITS], " for --jobs: expected an integer from 1 to 1000000000\n"),
        (["server", "--tcp", f"127.0.0.1:{DIGITS}"], ": expected HOST:PORT, such as 127.0.0.1:2087\n"),
        (["server", "--tcp", "127.0.0.1:65536"], ": expected HOST:PORT, such as 127.0.0.1:2087\n"),
        (["explain", "--seconds", DIGITS, "--", "true"], " for --seconds: expected an integer from 1 to 1000000000\n"),
        (["confirm", "--steps", DIGITS, "t.py"], " for --steps: expected an integer from 1 to 1000000000\n"),
        (["a" * 5000], ": there is no such file or directory\n"),
    ],
    ids=["line to explain", "a digit that is no number", "jobs", "port", "port too high", "seconds", "steps", "path"],
)
def test_an_argument_of_thousands_of_letters_is_named_in_a_short_error(run: Run, project: Path, arguments: list[str], message: str) -> None:
    (project / "t.py").write_text(BAD)
    outcome = run(*arguments)
    assert outcome.status == 2
    assert "internal error" not in outcome.err
    assert len(outcome.err) < 1200
    assert outcome.err.endswith(message)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("7", 7),
        ("10", 10),
        ("11", None),
        ("010", 10),
        (DIGITS, None),
        ("0" * 5000 + "7", 7),
        ("", None),
        ("-1", None),
        ("²", None),
    ],
)
def test_a_number_is_read_up_to_a_limit(text: str, number: int | None) -> None:
    """5000 zeros before a digit are still within Python's own limit if they are not converted."""
    assert read_number(text, 10) == number


def test_half_a_surrogate_pair_in_an_argument_is_named(run: Run, project: Path) -> None:
    """Windows passes such arguments; names and texts on other systems cannot hold them."""
    (project / "t.py").write_text(BAD)
    for words in (
        ["t.py", "--config", "\ud800"],
        ["t.py", "--output-file", "\ud800"],
        ["explain", "--", "\ud800"],
        ["confirm", "-m", "\ud800"],
    ):
        outcome = run(*words)
        assert (outcome.status, outcome.out) == (2, "")
        assert outcome.err == "error: the argument '\\ud800' is not valid Unicode: it contains half of a surrogate pair\n"


def test_a_user_without_a_home_directory_checks_without_a_cache(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a container, a process may run as a user that no file knows."""

    def unknown() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pathlib.Path, "home", unknown)
    (project / "t.py").write_text(BAD)
    first = run("t.py")
    assert (first.status, first.err) == (1, "")
    assert "GL101" in first.out
    assert not (project / ".graphlint_cache").exists()
    remedy = "set HOME, XDG_CACHE_HOME or GRAPHLINT_CACHE_KEY"
    note = f"note: nothing is cached: this user has no home directory for the key that signs it; {remedy}\n"
    assert run("t.py", "--verbose").err.count(note) == 1
    assert note not in run("t.py", "--verbose", "--no-cache").err


@pytest.mark.skipif(not FULL.exists(), reason="there is no device that is always full")
@pytest.mark.parametrize(
    ("words", "stream"),
    [
        (["t.py"], "stdout"),
        (["t.py", "--output-format", "json"], "stdout"),
        (["t.py", "missing.py"], "stderr"),
        (["rule", "--all"], "stdout"),
        (["rule", "no-such-rule"], "stderr"),
        (["config"], "stdout"),
        (["config", "missing"], "stderr"),
        (["explain", "log.txt"], "stdout"),
        (["explain", "t.py"], "stderr"),
        (["explain", "--", sys.executable, "-c", "raise ValueError"], "stderr"),
        (["clean"], "stderr"),
        (["--help"], "stdout"),
        (["--version"], "stdout"),
    ],
    ids=lambda value: " ".join(value[:2]) if isinstance(value, list) else value,
)
def test_a_report_that_is_lost_is_an_error(project: Path, words: list[str], stream: str) -> None:
    """A full disk under the log of a CI job: status 0 or 1 would say that the report was written."""
    (project / "t.py").write_text(BAD)
    (project / "log.txt").write_text(TRACEBACK.format(path="t.py", line=5, message=SECOND_TIME))
    (project / ".graphlint_cache").mkdir()
    with FULL.open("w") as full:
        out, err = (full, subprocess.PIPE) if stream == "stdout" else (subprocess.PIPE, full)
        command = [sys.executable, "-I", "-m", "graphlint", *words]
        done = subprocess.run(command, cwd=project, check=False, text=True, stdout=out, stderr=err)
    assert done.returncode == 2
    if stream == "stdout":
        assert done.stderr == "error: the output cannot be written: No space left on device\n"


@pytest.mark.skipif(not FULL.exists(), reason="there is no device that is always full")
def test_both_streams_may_be_lost(project: Path) -> None:
    (project / "t.py").write_text(BAD)
    with FULL.open("w") as full:
        done = subprocess.run(
            [sys.executable, "-I", "-m", "graphlint", "t.py", "missing.py"], stdout=full, stderr=full, cwd=project, check=False
        )
    assert done.returncode == 2


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of that system cannot close a stream")
@pytest.mark.parametrize(("closed", "words"), [(0, ["-"]), (0, ["explain"]), (1, ["t.py"]), (2, ["t.py", "missing.py"])])
def test_a_closed_stream_is_no_internal_error(project: Path, closed: int, words: list[str]) -> None:
    """Daemons start their children so."""
    (project / "t.py").write_text(BAD)
    done = subprocess.run(
        [sys.executable, "-I", "-m", "graphlint", *words],
        cwd=project,
        check=False,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        preexec_fn=lambda: os.close(closed),
    )
    assert done.returncode in (0, 1, 2)
    assert "internal error" not in done.stderr
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


def test_a_port_in_use_is_named(project: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        command = [sys.executable, "-I", "-m", "graphlint", "server", "--tcp", address]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert (
        done.stderr.casefold()
        == f"error: --tcp: cannot listen on {address}: address already in use; choose another port, or 0\n".casefold()
    )
