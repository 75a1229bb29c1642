"""Fixes in several files of one project: each holds in the project as the others leave it, and what is reported is what is left."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support import Run

# GL301 in this file, and in the other by way of this one: an evaluation with grad mode on.
EVALUATING = """\
import torch
from engine import measure


def test(model):
    model.eval()
    total = 0.0
    for _ in range(3):
        output = model(torch.randn(2, 3))
        total += float((output > 0).sum())
        total += measure(model)
    return total


test(torch.nn.Linear(3, 1))
"""
ENGINE = """\
import torch


def measure(model):
    model.eval()
    output = model(torch.randn(2, 3))
    return float((output > 0).sum())
"""
# GL201, as far as this file tells.
KEPT = """\
import torch

model = torch.nn.Linear(2, 1)
kept = model(torch.ones(1, 2)).exp().sum()
kept.backward(retain_graph=True)
"""
RETAINED = """\
import torch

x = torch.ones(2, requires_grad=True)
x.exp().sum().backward(retain_graph=True)
"""


@pytest.fixture
def evaluating(project: Path) -> Path:
    """A project with two findings and one cause, which is fixed in one of its files."""
    (project / "main.py").write_text(EVALUATING)
    (project / "engine.py").write_text(ENGINE)
    return project


def test_a_finding_whose_cause_was_fixed_in_another_file_is_gone(run: Run, evaluating: Path) -> None:
    """The other file is judged through the one that was changed."""
    assert run(".", "--isolated").out.count("GL301") == 2
    done = run(".", "--isolated", "--fix", "--unsafe-fixes")
    assert (done.status, done.out, done.err) == (0, "No findings in 2 files. 1 finding fixed.\n", "")
    assert (evaluating / "main.py").read_text() == EVALUATING.replace("def test", "@torch.no_grad()\ndef test")
    assert (evaluating / "engine.py").read_text() == ENGINE
    assert run(".", "--isolated") == run(".", "--isolated", "--no-cache")


def test_a_suppression_that_a_fix_elsewhere_makes_needless_goes_too(run: Run, evaluating: Path) -> None:
    """As a second run would have it."""
    (evaluating / "engine.py").write_text(ENGINE.replace("(2, 3))", "(2, 3))  # noqa: GL301"))
    done = run(".", "--isolated", "--fix", "--unsafe-fixes")
    assert (done.status, done.out) == (0, "No findings in 2 files. 2 findings fixed.\n")
    assert (evaluating / "engine.py").read_text() == ENGINE


def test_a_diff_says_what_fix_would_do(run: Run, evaluating: Path) -> None:
    """And leaves everything as it is, the cache included."""
    (evaluating / "engine.py").write_text(ENGINE.replace("(2, 3))", "(2, 3))  # noqa: GL301"))
    before = run(".", "--isolated", "--no-cache")
    done = run(".", "--isolated", "--diff", "--unsafe-fixes")
    assert (done.status, done.err) == (1, "note: 2 findings would be fixed\n")
    assert "\n+@torch.no_grad()\n" in done.out
    assert "\n-    output = model(torch.randn(2, 3))  # noqa: GL301\n" in done.out
    assert run(".", "--isolated") == before


def test_a_fix_that_would_break_another_file_is_not_made(run: Run, project: Path) -> None:
    """Nobody in this file walks the graph again; somebody else does, and would get an error."""
    (project / "helper.py").write_text(KEPT)
    (project / "main.py").write_text("import torch\nfrom helper import kept\n\nprint(torch.__version__)\nkept.backward()\n")
    done = run(".", "--isolated", "--fix")
    assert (done.status, done.err) == (1, "")
    assert (done.out.count("GL201"), done.out.count("GL101")) == (1, 0)
    assert "fixable" not in done.out
    assert (project / "helper.py").read_text() == KEPT
    assert run(".", "--isolated", "--diff").out == ""
    assert run("helper.py", "--isolated", "--diff").status == 1


def test_files_that_rest_on_one_another_are_fixed_in_one_run(run: Run, project: Path) -> None:
    """One after the other, so that each fix is proven in what the one before has left."""
    (project / "helper.py").write_text(RETAINED)
    (project / "main.py").write_text(RETAINED.replace("import torch\n", "import torch\nfrom helper import x as start\n"))
    (project / "third.py").write_text(RETAINED.replace("import torch\n", "import torch\nfrom main import start\n"))
    done = run(".", "--isolated", "--fix")
    assert (done.status, done.out) == (0, "No findings in 3 files. 3 findings fixed.\n")
    assert not any("retain_graph" in path.read_text() for path in project.glob("*.py"))


@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="the superuser may write everywhere")
def test_what_hangs_on_a_file_that_could_not_be_written_is_still_reported(run: Run, evaluating: Path) -> None:
    """Nothing was fixed, whatever was meant to be."""
    (evaluating / "main.py").chmod(0o440)
    done = run(".", "--isolated", "--fix", "--unsafe-fixes")
    assert done.status == 2
    assert "engine.py:6:14: warning GL301" in done.out


def test_what_hangs_on_a_file_that_changed_meanwhile_is_still_reported(run: Run, evaluating: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was fixed, whatever was meant to be."""
    from graphlint.check import evaluate  # noqa: PLC0415
    from graphlint.common.errors import GraphlintError  # noqa: PLC0415

    def refuse(path: str, before: bytes, after: bytes) -> None:
        raise GraphlintError(f"{path}: was changed")

    monkeypatch.setattr(evaluate, "write_whole", refuse)
    done = run(".", "--isolated", "--fix", "--unsafe-fixes")
    assert (done.status, done.err) == (2, "error: engine.py: was changed\nerror: main.py: was changed\n")
    assert "engine.py:6:14: warning GL301" in done.out
    assert "fixed" not in done.out
