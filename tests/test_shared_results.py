"""A result that several processes read is computed by one of them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from shared_results import FOLDER, shared, shared_parts

HERE = Path(__file__).parent
PROCESS = """
import pathlib, time
from shared_results import shared

def compute():
    with pathlib.Path("computed").open("a") as stream:
        stream.write("once ")
    time.sleep(0.5)
    return {1, 2}

print(shared("numbers", compute))
"""


def test_one_of_two_processes_computes(tmp_path: Path) -> None:
    """The other waits for it."""
    environment = {**os.environ, FOLDER: str(tmp_path), "PYTHONPATH": str(HERE)}
    command = [sys.executable, "-c", PROCESS]
    processes = [subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert [process.communicate(timeout=60)[0] for process in processes] == ["{1, 2}\n"] * 2
    assert (tmp_path / "computed").read_text(encoding="utf-8") == "once "


PROCESS_WITH_PARTS = """
import os, sys
from shared_results import shared_parts

computed = []

def compute(part):
    computed.append(part)
    if len(computed) == 1:
        # Opened when the other process opens it, too.
        os.close(os.open("meeting", int(sys.argv[1])))
    return part * part

print(shared_parts("squares", range(8), compute), len(computed))
"""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the processes meet at a named pipe")
def test_processes_compute_different_parts_at_the_same_time(tmp_path: Path) -> None:
    """Each has one part while the other has one, and all of them in the end."""
    environment = {**os.environ, FOLDER: str(tmp_path / "results"), "PYTHONPATH": str(HERE)}
    (tmp_path / "results").mkdir()
    os.mkfifo(tmp_path / "meeting")
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", PROCESS_WITH_PARTS, str(end)], cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True
        )
        for end in (os.O_RDONLY, os.O_WRONLY)
    ]
    printed = [process.communicate(timeout=60)[0].rpartition(" ") for process in processes]
    assert [results for results, _, _ in printed] == [str([part * part for part in range(8)])] * 2
    assert sum(int(count) for _, _, count in printed) == 8


def test_an_error_is_raised_in_each_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It leaves no lock for which another would wait."""
    monkeypatch.setenv(FOLDER, str(tmp_path))
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            shared("quotient", lambda: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            shared_parts("quotients", (1, 0), lambda part: 1 // part)
    assert [path.name.partition("-0-")[0] for path in tmp_path.iterdir()] == ["quotients"]


def test_without_a_folder_each_process_computes(monkeypatch: pytest.MonkeyPatch) -> None:
    """As scripts do."""
    monkeypatch.delenv(FOLDER)
    assert [shared("number", lambda number=number: number) for number in range(2)] == [0, 1]  # type: ignore[misc]
    assert [shared_parts("numbers", (number,), lambda part: part) for number in range(2)] == [[0], [1]]
