"""The setting `effects`: what functions do to the graph of their arguments, held against PyTorch."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from support import Run

# What the settings say of it is what it does.
LIBRARY = """\
import torch

log = []


def detach_all(loss):
    return loss.detach()


def number(loss):
    return loss.item()


def twice(loss):
    return loss * 2


def step(loss):
    loss.backward()


def step_kept(loss):
    loss.backward(retain_graph=True)


def show(loss):
    print(float(loss))


class Trainer:
    def step(self, loss):
        loss.backward()
"""
EFFECTS = """\
"mylib.detach_all" = "detaches"
"mylib.number" = "returns a float"
"mylib.twice" = "keeps"
"mylib.step" = "walks"
"mylib.step_kept" = "walks and retains"
"mylib.show" = "no effect"
"""
HEAD = """\
import torch
import mylib

w = torch.randn(3, requires_grad=True)
loss = (w * w).sum()
"""


def findings(run: Run, project: Path, text: str, effects: str = EFFECTS) -> list[tuple[int, str]]:
    """Row and code of each finding, the settings being as given."""
    (project / "graphlint.toml").write_text(f"[effects]\n{effects}")
    (project / "a.py").write_text(text)
    outcome = run("a.py", "--output-format", "json")
    assert outcome.err == ""
    return [(item["location"]["row"], item["code"]) for item in outcome.json]


# Programs, and what is found in them: of GL1, the row on which PyTorch raises.
PROGRAMS = [
    ("mylib.step(loss)\nloss.backward()\n", [(7, "GL101")]),
    ("mylib.step(loss)\nmylib.step(loss)\n", [(7, "GL101")]),
    ("from mylib import step as go\ngo(loss)\nloss.backward()\n", [(8, "GL101")]),
    ("mylib.step_kept(loss)\nloss.backward()\n", []),
    ("mylib.step_kept(loss)\nloss.backward()\nloss.backward()\n", [(8, "GL101")]),
    ("for _ in range(3):\n    mylib.step(loss)\n", [(7, "GL102")]),
    ("for _ in range(3):\n    loss = (w * w).sum()\n    mylib.step(loss)\n", []),
    ("mylib.detach_all(loss).backward()\n", [(6, "GL107")]),
    ("with torch.no_grad():\n    loss = (w * w).sum()\nmylib.step(loss)\n", [(8, "GL107")]),
    ("more = mylib.twice(loss)\nloss.backward()\nmore.backward()\n", [(8, "GL101")]),
    ("mylib.twice(loss).backward()\n", []),
    ("mylib.show(loss)\nloss.backward()\n", []),
]
# What is kept in a loop: PyTorch raises nothing.
LOOP = "kept, total = [], 0\nfor _ in range(3):\n    loss = (w * w).sum()\n    loss.backward()\n"
KEEPING = [
    (f"{LOOP}    kept.append(mylib.detach_all(loss))\nprint(kept)\n", []),
    (f"{LOOP}    total += mylib.number(loss)\nprint(total)\n", []),
    (f"{LOOP}    total += mylib.twice(loss)\nprint(total)\n", [(10, "GL202")]),
]


@pytest.mark.parametrize(("text", "found"), PROGRAMS + KEEPING, ids=lambda value: value if isinstance(value, str) else "")
def test_a_function_does_what_is_said_of_it(run: Run, project: Path, text: str, found: list[tuple[int, str]]) -> None:
    """Whether its code is at hand or not."""
    assert findings(run, project, HEAD + text) == found
    (project / "mylib.py").write_text(LIBRARY)
    assert findings(run, project, HEAD + text) == found


@pytest.mark.torch
@pytest.mark.parametrize(("text", "found"), PROGRAMS, ids=lambda value: value if isinstance(value, str) else "")
def test_pytorch_raises_where_it_is_found(project: Path, text: str, found: list[tuple[int, str]]) -> None:
    """The words of the setting are those of what runs."""
    (project / "mylib.py").write_text(LIBRARY)
    (project / "a.py").write_text(HEAD + text)
    script = "import runpy, sys; sys.path.insert(0, '.'); runpy.run_path('a.py', run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, cwd=project)
    assert bool(done.returncode) == bool(found), done.stderr
    for row, _ in found:
        assert f'a.py", line {row}, in <module>' in done.stderr


def test_without_the_setting_it_is_not_known(run: Run, project: Path) -> None:
    """What is not at hand may do anything, and nothing is claimed of it."""
    for text, _ in PROGRAMS[:4] + PROGRAMS[5:8]:
        assert findings(run, project, HEAD + text, "") == []


def test_functions_of_the_file_itself_are_named_by_its_path(run: Run, project: Path) -> None:
    """Their own code is looked into all the same, but not where they are called."""
    text = """\
import torch


def helper(loss):
    loss.backward()
    loss.backward()


class Trainer:
    def step(self, loss):
        return loss.backward()


w = torch.randn(3, requires_grad=True)
loss = (w * w).sum()
helper(loss)
Trainer().step(loss)
loss.backward()
"""
    assert (18, "GL101") in findings(run, project, text, '"a.helper" = "no effect"\n')
    assert (18, "GL101") not in findings(run, project, text, '"a.helper" = "no effect"\n"a.Trainer.step" = "no effect"\n')
    assert (6, "GL101") in findings(run, project, text, '"a.helper" = "no effect"\n')
    assert (11, "GL101") in findings(run, project, text, '"a.helper" = "walks"\n')
    doubted = text.replace("    loss.backward()\n    loss.backward()\n", "    loss.backward()\n").replace("Trainer().step(loss)\n", "")
    assert findings(run, project, doubted, "") == [(16, "GL101")]
    assert findings(run, project, doubted, '"a.helper" = "unknown"\n') == []


def test_relative_imports_are_known_by_the_end_of_the_name(run: Run, project: Path) -> None:
    """A package imports its own modules by dots."""
    text = HEAD.replace("import mylib", "from .mylib import step") + "step(loss)\nloss.backward()\n"
    assert findings(run, project, text, '"pack.mylib.step" = "walks"\n') == [(7, "GL101")]
    assert findings(run, project, text, '"pack.other.step" = "walks"\n') == []


def test_functions_of_torch_can_be_named_too(run: Run, project: Path) -> None:
    """Of a version that the model does not know."""
    text = HEAD.replace("import mylib\n", "") + "torch.ops.mine.step(loss)\nloss.backward()\n"
    assert findings(run, project, text, '"torch.ops.mine.step" = "walks"\n') == [(6, "GL101")]
