"""Analyses that the cache reuses after an edit of another file: one that concerns nothing which they have entered or asked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from support import Run

from graphlint.check import evaluate

LIBRARY = """import torch
from torch import nn


def describe(batch):
    size = len(batch)
    return size


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 1)

    def forward(self, x):
        return self.layer(x)

    def report(self, x):
        print(x.shape)


def finish(loss):
    loss.backward()
"""
SCRIPT = """import torch
from library import Net, finish

net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x in torch.ones(3, 2, 4):
    optimizer.zero_grad()
    finish(net(x).mean())
    optimizer.step()
"""
EVALUATION = """import torch


def predict(model, batches):
    model.eval()
    return [model(batch).argmax() for batch in batches]
"""
CALLER = """import torch
from evaluation import predict


def note(text):
    print(text)


def run(model, batches):
    with torch.no_grad():
        return predict(model, batches)
"""


@pytest.fixture
def analyzed(project: Path, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[], tuple[set[str], list[str]]]:
    """Check the project with the cache: the files that are analyzed, and the findings, which are those of a check without it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "home"))
    seen: set[str] = set()
    analyze = evaluate.analyze_with_config

    def noted(content: object, *rest: object) -> object:
        seen.add(content.path)  # type: ignore[attr-defined]
        return analyze(content, *rest)  # type: ignore[arg-type]

    def check() -> tuple[set[str], list[str]]:
        options = (".", "--isolated", "--jobs", "1", "--output-format", "json")
        with monkeypatch.context() as patch:
            patch.setattr(evaluate, "analyze_with_config", noted)
            seen.clear()
            found = run(*options).json
        assert found == run(*options, "--no-cache").json
        return set(seen), [f"{Path(item['filename']).name}:{item['location']['row']} {item['code']}" for item in found]

    return check


def rewritten(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


@pytest.fixture
def program(project: Path) -> Path:
    """A script and the library that it imports."""
    (project / "library.py").write_text(LIBRARY)
    (project / "script.py").write_text(SCRIPT)
    return project


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    size = len(batch)\n", "    size = 2 * len(batch)\n"),
        ("    size = len(batch)\n", "    size = len(batch)\n    margin = 1\n    size = size + margin\n"),
        ("        print(x.shape)\n", "        pass\n"),
    ],
    ids=["a value", "more lines", "a method"],
)
def test_edit_of_a_function_that_a_script_does_not_enter_keeps_its_analysis(
    program: Path, analyzed: Callable[[], tuple[set[str], list[str]]], old: str, new: str
) -> None:
    """One edit of a file that everything imports was an analysis of everything."""
    assert analyzed()[0] == {"library.py", "script.py"}
    rewritten(program / "library.py", old, new)
    assert analyzed()[0] == {"library.py"}
    # The functions that the script enters are known by the lines to which they have moved.
    rewritten(program / "library.py", "    loss.backward()\n", "    loss.backward()\n    loss.backward()\n")
    seen, found = analyzed()
    assert seen == {"library.py", "script.py"}
    assert [item.partition(" ")[2] for item in found] == ["GL101"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("        return self.layer(x)\n", "        return self.layer(x).detach()\n"),
        ("        print(x.shape)\n", "        self.layer = None\n"),
        ("    return size\n", "    finish(batch)\n    return size\n"),
        ("def finish(loss):", "def finish(loss, scale=1):"),
        ("        print(x.shape)\n", "        yield x.shape\n"),
        ("        print(x.shape)\n", "        x.detach_()\n"),
        ("import torch\n", "import torch\n\ntorch.set_grad_enabled(True)\n"),
    ],
    ids=["entered", "a stored attribute", "a new call", "a signature", "a generator", "an effect", "code of the module"],
)
def test_edit_that_may_concern_a_script_analyzes_it_again(
    program: Path, analyzed: Callable[[], tuple[set[str], list[str]]], old: str, new: str
) -> None:
    """It enters the function, or what the library states of its functions has changed."""
    analyzed()
    rewritten(program / "library.py", old, new)
    assert analyzed()[0] == {"library.py", "script.py"}


def test_edit_of_a_file_that_was_searched_for_a_name_keeps_the_analysis(
    project: Path, analyzed: Callable[[], tuple[set[str], list[str]]]
) -> None:
    """Any file may call `predict` where grad mode is off, but an edit elsewhere in it does not change that."""
    (project / "evaluation.py").write_text(EVALUATION)
    (project / "caller.py").write_text(CALLER)
    (project / "other.py").write_text("import torch\n\n\ndef show(x):\n    print(x)\n")
    assert analyzed()[1] == []
    rewritten(project / "other.py", "    print(x)\n", "    print(x, x.shape)\n")
    assert analyzed()[0] == {"other.py"}
    rewritten(project / "caller.py", "    print(text)\n", "    print(text, text)\n")
    assert analyzed()[0] == {"caller.py"}
    rewritten(project / "caller.py", "    with torch.no_grad():\n        return", "    if batches:\n        return")
    assert analyzed() == ({"caller.py", "evaluation.py"}, ["evaluation.py:6 GL301"])


def test_edit_that_adds_a_caller_of_a_name_analyzes_again(project: Path, analyzed: Callable[[], tuple[set[str], list[str]]]) -> None:
    """The finding is right until a caller disables grad mode."""
    (project / "evaluation.py").write_text(EVALUATION)
    (project / "caller.py").write_text("import torch\n\n\ndef run(model, batches):\n    return model\n")
    assert analyzed()[1] == ["evaluation.py:6 GL301"]
    (project / "caller.py").write_text(CALLER)
    assert analyzed()[1] == []
