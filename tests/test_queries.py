"""Answers to questions of rules: iterations of a message, and which files hold tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import Run

from graphlint.autograd.test_files import is_test_file


@pytest.mark.parametrize("path", ["test_model.py", "a/tests_of_models.py", "model_test.py", "a/conftest.py", "tests/policies.py"])
def test_files_of_tests(path: str) -> None:
    assert is_test_file(path)


@pytest.mark.parametrize("path", ["test.py", "tests.py", "testing.py", "a/contest.py", "tests/a/policies.py", "latest.py"])
def test_files_of_programs(path: str) -> None:
    """Scripts that evaluate are often named `test.py`."""
    assert not is_test_file(path)


LATE = """\
import torch

model = torch.nn.Linear(3, 1)
features = model(torch.ones(2, 3)).pow(2)
for index in range(9):
    if index >= {first}:
        features.mean().backward()
"""


@pytest.mark.parametrize(("first", "freed", "again"), [(0, "the first", "the second"), (3, "an earlier", "a later")])
def test_the_iterations_of_a_message(run: Run, project: Path, first: int, freed: str, again: str) -> None:
    """An executed iteration stands for others, whose numbers are not known."""
    (project / "late.py").write_text(LATE.format(first=first), encoding="utf-8")
    text = run("late.py", "--no-cache").out
    assert f"freed by {freed} iteration's" in text
    assert f"in {again} iteration" in text


HELPER = """\
from torch import nn


def test_scores(network: nn.Module, batches):
    positive = 0
    for batch in batches:
        scores = network(batch)
        positive += int((scores > 0).sum())
    return positive
"""


@pytest.mark.parametrize("folder", [".", "tests"])
def test_the_current_folder_does_not_matter(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch, folder: str) -> None:
    (project / "pyproject.toml").touch()
    (project / "tests").mkdir()
    (project / "tests" / "policies.py").write_text(HELPER, encoding="utf-8")
    monkeypatch.chdir(project / folder)
    assert "GL301" not in run(".", "--no-cache").out


def test_the_folders_around_a_project_do_not_matter(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = project / "tests"
    inner.mkdir()
    (inner / "pyproject.toml").touch()
    (inner / "policies.py").write_text(HELPER, encoding="utf-8")
    monkeypatch.chdir(project)
    assert "GL301" in run("tests", "--no-cache").out
