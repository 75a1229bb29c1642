"""--explain-silence: which runs reach a line, what they see there, and why each rule is silent."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import Run

LOOP = """\
import torch
from torch import nn
from elsewhere import log

def fit(model: nn.Module, data):
    losses = []
    for batch in data:
        loss = model(batch).mean()
        loss.backward()
        losses.append(loss)
        log(loss)
    return losses

def evaluate(model: nn.Module, data):
    model.eval()
    for batch in data:
        score = model(batch)
        log(score)

def scale(number):
    return number * 2

def stop(model: nn.Module, data):
    loss = model(data).mean()
    loss.detach().backward()
    loss.backward()

def outer():
    def inner(model, data):
        return model(data).mean()
    return None
"""


@pytest.fixture
def train(project: Path) -> Path:
    """A project with one file, several lines of which are silent."""
    path = project / "train.py"
    path.write_text(LOOP)
    return path


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (9, "run from `fit` (train.py), a root"),
        (9, "callee `backward` of a tensor that requires grad"),
        (9, "event: `backward`: reaches"),
        (10, "GL203: reported: `losses` keeps every iteration's autograd graph alive"),
        (17, "GL301: reported: Evaluation of `model` builds an autograd graph that is never used"),
        (
            17,
            "GL304: not reported: unresolved code received the graph and may backpropagate through it, detach it or keep it (train.py:18)",
        ),
        (17, "GL305: not reported: an optimizer owns parameters that are not resolved"),
        (21, "`scale` was never entered"),
        (21, "it is not a root: it neither trains, evaluates nor switches a mode"),
        (25, "GL107: reported"),
        (26, "`stop` was entered as a root, but no path reaches this line"),
        (26, "a path ends with an error at train.py:25"),
        (30, "it is a nested function: it is entered where `outer` calls it"),
    ],
)
def test_a_line_is_explained(run: Run, train: Path, line: int, expected: str) -> None:
    assert expected in run("--explain-silence", f"{train.name}:{line}").out


def test_suppressed_and_refuted_findings_are_explained(run: Run, train: Path) -> None:
    train.write_text(LOOP.replace("losses.append(loss)", "losses.append(loss)  # noqa: GL203"))
    assert "GL203: found, but suppressed by a comment or by the baseline" in run("--explain-silence", "train.py:10").out


def test_the_calls_that_lead_to_a_line_are_named_across_files(run: Run, train: Path) -> None:
    caller = "from torch import nn\nfrom train import fit\n\n\ndef main():\n    fit(nn.Linear(2, 2), [1])\n\n\nmain()\n"
    (train.parent / "main.py").write_text(caller)
    assert "run from the module code of main.py -> main.py:9 -> main.py:6" in run("--explain-silence", "train.py:9").out


def test_an_import_that_fails_is_named(run: Run, train: Path) -> None:
    (train.parent / "helpers.py").write_text("from collections import Iterable\n\n\ndef log(value):\n    pass\n")
    train.write_text(LOOP.replace("from elsewhere", "from helpers"))
    explained = run("--explain-silence", "train.py:10").out
    assert "GL203: found, but the code does not run: an import before it raises an error (train.py:3)" in explained


def test_json_holds_the_same(run: Run, train: Path) -> None:
    text = run("--explain-silence", "train.py:17,train.py:21", "--output-format", "json").out
    reached, unreached = json.loads(text)
    assert (reached["filename"], reached["row"], reached["function"]) == (train.name, 17, "evaluate")
    assert {rule["code"]: rule["reported"] for rule in reached["rules"] if rule["code"]}["GL301"] is True
    assert next(rule for rule in reached["rules"] if rule["code"] == "GL304")["causes"] == [{"filename": "train.py", "row": 18}]
    assert unreached["unreached"][0] == "`scale` was never entered"
    assert unreached["runs"] == []


@pytest.mark.parametrize("value", ["train.py", "train.py:x", "nowhere.py:3"])
def test_a_place_that_does_not_exist_is_a_usage_error(run: Run, train: Path, value: str) -> None:
    assert train.exists()
    result = run("--explain-silence", value)
    assert result.status == 2
    assert "--explain-silence" in result.err


def test_findings_do_not_depend_on_the_explanation(run: Run, train: Path) -> None:
    before = run(train.name, "--output-format", "json").out
    run("--explain-silence", f"{train.name}:10")
    assert run(train.name, "--output-format", "json").out == before
