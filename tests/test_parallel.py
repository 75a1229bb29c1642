"""The same results in the same order, whatever the number of processes, and whatever becomes of one of them."""

from __future__ import annotations

import json
import multiprocessing
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from support import Run

from graphlint.check import analyze_file, workers
from graphlint.check.analyze import Analysis, analyze
from graphlint.rule.base import Rule
from graphlint.source.source import Source

FORKS = "fork" in multiprocessing.get_all_start_methods()
needs_fork = pytest.mark.skipif(not FORKS, reason="a patched function only reaches forked processes")


@pytest.fixture
def many(project: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Many files, and processes that are thought to pay for themselves at once."""
    monkeypatch.setattr(workers, "BYTES_WORTH_A_PROCESS", 1)
    for number in range(40):
        lines = ["import torch\n", f"x = {number}\n", "\n" * number, "y = (\n" if number % 3 else ""]
        (project / f"f{number:02}.py").write_text("".join(lines))
    return project


@pytest.mark.parametrize("output_format", ["full", "concise", "json"])
def test_any_number_of_jobs_prints_the_same(run: Run, many: Path, output_format: str) -> None:
    """Nobody should have to know how many cores a machine has to read a report."""
    first, *others = (run(".", "--jobs", jobs, "--output-format", output_format) for jobs in ("1", "2", "5"))
    assert first.status == 1
    assert all(other == first for other in others)


def test_failures_and_notes_come_back_too(run: Run, many: Path) -> None:
    """What a process could not check is told as if it had been tried here."""
    (many / "f05.py").write_bytes(b"# torch \xff")
    first, second = (run(".", "--jobs", jobs, "--verbose") for jobs in ("1", "2"))
    assert first.out == second.out
    told, told_by_others = (outcome.err.partition(" s of CPU time")[0].rpartition("\n")[0] for outcome in (first, second))
    assert told == told_by_others
    assert "f05.py: is not valid UTF-8" in first.err
    assert first.status == 2


@needs_fork
def test_a_process_that_dies_costs_one_file(run: Run, many: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A crash of the interpreter itself cannot be caught, but it can be kept to the file that causes it."""
    here = os.getpid()

    def die(source: Source, rules: Sequence[Rule], *more: Any, **named: Any) -> Analysis:
        if source.path == "f10.py":
            assert os.getpid() != here
            os._exit(9)
        return analyze(source, rules, *more, **named)

    expected = run(".", "--jobs", "1", "--exclude", "f10.py", "--output-format", "json").json
    monkeypatch.setattr(analyze_file, "analyze", die)
    outcome = run(".", "--jobs", "2", "--output-format", "json", "--no-cache")
    assert outcome.json == expected
    assert outcome.err == "error: internal error in f10.py: the process that checked it died; please report it with the file\n"
    assert outcome.status == 2


def test_little_work_stays_in_one_process(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that is started for one small file makes it slower."""
    (project / "a.py").write_text("import torch\n")
    (project / "b.py").write_text("import torch\n")

    def refuse(*_: object) -> None:
        raise AssertionError("a process was started")

    monkeypatch.setattr(workers, "_initialize_worker", refuse)
    assert run(".", "--jobs", "8").status == 0


def test_the_environment_is_left_as_it_was(run: Run, many: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The variable that keeps the current folder off a child's path is set for its start only."""
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    run(".", "--jobs", "2")
    assert "PYTHONSAFEPATH" not in os.environ
    monkeypatch.setenv("PYTHONSAFEPATH", "x")
    run(".", "--jobs", "2")
    assert os.environ["PYTHONSAFEPATH"] == "x"


def test_without_a_safe_way_to_start_processes_there_are_none(run: Run, many: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Slower is better than importing from the folder that is checked."""
    expected = run(".", "--jobs", "2")
    monkeypatch.setattr(workers, "_context", lambda: None)
    assert run(".", "--jobs", "2") == expected


STARTED_AFRESH = """
import multiprocessing, sys
from graphlint.check import workers
from graphlint.cli.main import main
if __name__ == "__main__":
    workers.BYTES_WORTH_A_PROCESS = 1
    workers._context = lambda: multiprocessing.get_context("spawn")
    sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.skipif(sys.version_info < (3, 11), reason="before Python 3.11 no process is started where fork is missing")
def test_processes_that_start_afresh_import_nothing_from_the_current_folder(project: Path, tmp_path: Path) -> None:
    """Where there is no fork, a process begins as `python -c`, which would import `random` from the folder that is checked."""
    script = tmp_path / "graphlint_script.py"
    script.write_text(STARTED_AFRESH)
    for name in ("random", "multiprocessing", "tempfile", "pickle", "site", "graphlint"):
        (project / f"{name}.py").write_text("import torch\nopen('executed', 'w')\nx = (\n")
    command = [sys.executable, str(script), ".", "--jobs", "2", "--output-format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=project, timeout=120)
    assert (done.stderr, done.returncode) == ("", 1)
    assert len(json.loads(done.stdout)) == 6
    assert not (project / "executed").exists()
