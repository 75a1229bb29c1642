"""Platforms that lack a part of the usual ones, such as Python in a browser: no thread can start, and libcst has no native module there."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

import graphlint
from graphlint.common import big_stack

FREED_TWICE = """import torch

x = torch.ones(2, requires_grad=True)
loss = x.exp().sum()
loss.backward()
loss.backward()
"""
RETAINED = """import torch

x = torch.ones(2, requires_grad=True)
x.exp().sum().backward(retain_graph=True)
"""
# Beside libcst itself, its native module is what may be missing.
BLOCKED = """import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            raise ImportError(f"no module named {{name}} on this platform")

sys.meta_path.insert(0, Blocked())
from graphlint.cli.main import main
sys.exit(main({arguments!r}))
"""


def run_without(name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command where a module cannot be imported."""
    script = BLOCKED.format(name=name, arguments=list(arguments))
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("program", [FREED_TWICE, RETAINED])
def test_no_thread_is_needed(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Findings and fixes are those of a check in a thread with a big stack."""
    usual = graphlint.check_source(program).diagnostics

    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    monkeypatch.setattr(big_stack, "STARTS_THREADS", False)
    assert usual
    assert graphlint.check_source(program).diagnostics == usual


@pytest.mark.parametrize("missing", ["libcst", "libcst.native"])
@pytest.mark.parametrize("output_format", ["full", "json", "sarif"])
def test_without_libcst_only_the_fixes_are_missing(missing: str, output_format: str, tmp_path: Path) -> None:
    """Every finding is reported, with one warning that names the remedy."""
    (tmp_path / "train.py").write_text(RETAINED + FREED_TWICE)
    done = run_without(missing, str(tmp_path), "--isolated", "--no-cache", "--output-format", output_format)
    assert done.returncode == 1
    assert "GL101" in done.stdout
    assert "GL201" in done.stdout
    assert done.stderr.count("no fixes are offered") == 1
    assert "internal error" not in done.stdout + done.stderr


def test_a_text_of_a_newer_python_has_a_syntax_error_without_libcst(tmp_path: Path) -> None:
    """libcst parses what the running Python refuses; without it, that is told at its line."""
    (tmp_path / "train.py").write_text("import torch\nx = [*row for row in torch.ones(2, 2)]\n")
    done = run_without("libcst", str(tmp_path), "--isolated", "--no-cache", "--output-format", "concise")
    assert "train.py:2:" in done.stdout
    assert "GL000" in done.stdout


def test_fixing_without_libcst_leaves_the_file(tmp_path: Path) -> None:
    """Nothing is written, and the reason is told."""
    file = tmp_path / "train.py"
    file.write_text(RETAINED)
    done = run_without("libcst", str(tmp_path), "--isolated", "--no-cache", "--fix")
    assert file.read_text() == RETAINED
    assert done.returncode == 1
    assert "libcst cannot be imported" in done.stderr


# The playground's libcst is an older one.
WITHOUT_TEMPLATES = """import libcst, sys

for name in [name for name in dir(libcst) if "Templated" in name]:
    delattr(libcst, name)
from graphlint.cli.main import main
sys.exit(main({arguments!r}))
"""


@pytest.mark.parametrize(
    ("program", "code"),
    [
        ("import torch\nx = (\n", "GL000"),
        ("import torch\nprint(f'{torch.ones(2)!r:>{10}}'\n", "GL000"),
        (FREED_TWICE + "print('a' f'{loss=}' \"b\")\n", "GL101"),
    ],
)
def test_a_libcst_without_template_strings_parses_the_others(program: str, code: str, tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(program)
    arguments = [str(tmp_path), "--isolated", "--no-cache", "--output-format", "concise", "--config", "parser = 'libcst'"]
    script = WITHOUT_TEMPLATES.format(arguments=arguments)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert code in done.stdout
    assert "internal error" not in done.stdout + done.stderr
