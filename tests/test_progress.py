"""A bar for people who wait, and nothing for anybody else."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

from graphlint.report.progress import PATIENCE, progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    """Tells a time that only tests move."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bar_appears_when_a_run_takes_longer() -> None:
    """And is gone when it ends, so that nothing of it stands among the findings."""
    stream, clock = Terminal(), Clock()
    with progress(100, stream, clock) as done:
        done(10)
        assert stream.getvalue() == ""
        clock.now = PATIENCE + 0.1
        done(30)
    assert "40/100" in stream.getvalue()
    assert stream.getvalue().endswith("\x1b[2K")


def test_a_short_run_shows_nothing() -> None:
    """A bar that flashes up is only unrest."""
    stream, clock = Terminal(), Clock()
    with progress(2, stream, clock) as done:
        done(1)
        clock.now = PATIENCE - 0.1
        done(1)
    assert stream.getvalue() == ""


def test_what_is_no_terminal_is_never_written_to() -> None:
    """A log is read later, and by programs."""
    stream, clock = io.StringIO(), Clock()
    for target in (stream, None):
        with progress(2, target, clock) as done:
            clock.now += 100
            done(1)
    assert stream.getvalue() == ""


def test_a_short_run_does_not_import_what_draws_the_bar(project: Path) -> None:
    """rich alone would double its time."""
    (project / "a.py").write_text("import torch\n")
    script = "import sys; from graphlint.cli.main import main; main(['a.py']); print(sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-I", "-c", script], capture_output=True, text=True, check=True, cwd=project)
    for module in ("rich", "watchfiles", "graphlint.report.sarif", "graphlint.source.notebooks"):
        assert f"'{module}'" not in done.stdout
