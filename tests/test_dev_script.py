"""`scripts/dev.py` where something is missing: one line says what, and a half-made environment is made again."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import dev as dev_script
import marked_programs
import pytest

PROJECT = '[build-system]\nrequires = ["no-index-has-this-package"]\n[project]\nname = "x"\nversion = "1"\n'
SCRIPT = Path(__file__).parent.parent / "scripts" / "dev.py"


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone without an environment; its project needs a package that no index has."""
    (tmp_path / "scripts").mkdir()
    shutil.copy(SCRIPT, tmp_path / "scripts")
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    return tmp_path


def dev(clone: Path, before: str = "") -> subprocess.CompletedProcess[str]:
    """Run the script after some statements, without a network."""
    script = str(clone / "scripts" / "dev.py")
    code = f"import sys, runpy; sys.argv = ['dev.py', 'check']; {before}\nrunpy.run_path({script!r}, run_name='__main__')"
    environment = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_RETRIES": "0", "PATH": ""}
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment)


def last_line(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    return done.stderr.splitlines()[-1]


def test_an_old_python_is_named(clone: Path) -> None:
    assert last_line(dev(clone, "sys.version_info = (3, 9, 1, 'final', 0)")).startswith("error: Python 3.10 or newer is needed")


def test_a_missing_network_is_named_and_a_half_made_environment_is_made_again(clone: Path) -> None:
    """An environment without pip is what an interrupted run leaves."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(clone / ".venv")], check=True)
    assert last_line(dev(clone)).startswith("error: the tools cannot be installed (see above): is there a network")
    assert list((clone / ".venv").glob("**/pip/__init__.py"))


def test_a_missing_venv_module_is_named(clone: Path) -> None:
    """Debian has it in a package of its own."""
    command = "[sys.executable, '-c', 'raise SystemExit(1)'] if 'venv' in given else given"
    missing = f"import subprocess; run = subprocess.run; subprocess.run = lambda given, **options: run({command}, **options)"
    assert "python3-venv" in last_line(dev(clone, missing))


def test_the_quick_run_leaves_out_what_takes_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders that exist, tests that are marked as slow, and most programs of the tests that read all of them; arguments run everything."""
    monkeypatch.setenv(dev_script.QUICK, "")
    monkeypatch.delenv(dev_script.QUICK)
    calls: list[tuple[str, ...]] = []
    monkeypatch.setattr(dev_script, "run", lambda *command: calls.append(command))
    dev_script.test(["tests"])
    assert dev_script.QUICK not in os.environ
    dev_script.test([])
    everything, quick = calls
    assert everything[-1] == "tests"
    assert quick[-len(dev_script.LONG_TESTS) - 2 :][:2] == ("-m", "not slow")
    assert all((SCRIPT.parent.parent / "tests" / name).is_dir() for name in dev_script.LONG_TESTS)
    assert dev_script.QUICK == marked_programs.QUICK
    counts = [len(marked_programs.sampled(marked_programs.PROGRAMS, 2, 8))]
    monkeypatch.delenv(dev_script.QUICK)
    counts.append(len(marked_programs.sampled(marked_programs.PROGRAMS, 2, 8)))
    assert counts[0] * 7 < len(marked_programs.PROGRAMS) < counts[1] * 2 < len(marked_programs.PROGRAMS) + 100
