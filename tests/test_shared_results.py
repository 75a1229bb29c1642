"""A result that several processes read is computed by one of them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from shared_results import FOLDER, shared

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


def test_an_error_is_raised_in_each_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It leaves no lock for which another would wait."""
    monkeypatch.setenv(FOLDER, str(tmp_path))
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            shared("quotient", lambda: 1 // 0)
    assert list(tmp_path.iterdir()) == []


def test_without_a_folder_each_process_computes(monkeypatch: pytest.MonkeyPatch) -> None:
    """As scripts do."""
    monkeypatch.delenv(FOLDER)
    assert [shared("number", lambda number=number: number) for number in range(2)] == [0, 1]  # type: ignore[misc]
