"""The marks of the programs in tests/programs are held against real PyTorch, so that the analysis is measured by what happens."""

from __future__ import annotations

import importlib.metadata
import json
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PROGRAMS = sorted((HERE / "programs").rglob("*.py"))


def torch_is_installed() -> bool:
    # The distribution is asked for, as the runtime shim is a package of the same name.
    try:
        importlib.metadata.distribution("torch")
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


pytestmark = [
    pytest.mark.torch,
    pytest.mark.skipif(not torch_is_installed(), reason="PyTorch is not installed, so the marks cannot be held against it"),
]


@pytest.fixture(scope="session")
def disagreements() -> dict[str, list[str]]:
    """What truth.py says of each program, from one run over all of them."""
    command = [sys.executable, str(HERE / "truth.py"), "--json", str(HERE / "programs")]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode in (0, 1), run.stderr[-2000:]
    said: dict[str, list[str]] = json.loads(run.stdout)
    return said


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: str(path.relative_to(HERE / "programs")))
def test_program_does_what_its_marks_say(program: Path, disagreements: dict[str, list[str]]) -> None:
    """A mark that PyTorch does not bear out would teach the analysis something false."""
    assert disagreements[str(program.resolve())] == []
