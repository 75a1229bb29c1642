"""The table of operations against real PyTorch: the script that made it finds no disagreement, and would find one."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from graphlint.autograd import operations

SCRIPT = Path(__file__).resolve().parents[1] / "scripts" / "probe_operations.py"
TABLES = Path(operations.__file__).parent

pytestmark = [
    pytest.mark.torch,
    pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="needs real PyTorch (torch==2.13.0), which is not installed"),
]


def probe(tables: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run the script on these tables; it finds its parts next to it, which a safe path would keep it from."""
    command = [sys.executable, str(SCRIPT), "--check", "--tables", str(tables), *options]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


def test_the_tables_are_what_pytorch_does() -> None:
    """Every line of both tables is probed anew; no public name of PyTorch is left without a line or a reason."""
    done = probe(TABLES)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "problems: 0" in done.stdout
    assert "not covered: 0" in done.stdout


@pytest.mark.parametrize(
    ("operation", "true", "false"),
    [
        ("mul", "input:other other:input", "input:other other:"),
        ("add", "input: other:", "input:other other:input"),
        ("exp", "input:result", "input:input"),
        ("dropout", "input:own\tinput:", "input:own\t="),
        ("reshape", "view?", "new"),
        ("tanh", "\tinput:result\n", "\tinput:input\n"),
    ],
)
def test_a_wrong_line_is_noticed(tmp_path: Path, operation: str, true: str, false: str) -> None:
    """A check that passes whatever the table says would be worth nothing: each fault here is one of another kind."""
    shutil.copy(TABLES / "modules.tsv", tmp_path)
    lines = (TABLES / "operations.tsv").read_text(encoding="utf-8").splitlines(keepends=True)
    faulty = [line.replace(true, false, 1) if line.startswith(f"{operation}\t") else line for line in lines]
    assert faulty != lines
    (tmp_path / "operations.tsv").write_text("".join(faulty), encoding="utf-8")
    done = probe(tmp_path, "--only", operation)
    assert done.returncode == 1
    assert f"operations.tsv: {operation}:" in done.stdout
