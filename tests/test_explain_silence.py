"""--explain-silence: which runs reach a line, what they see there, and why each rule is silent."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import Run

from graphlint.autograd.presumptions import Presumption
from graphlint.check.analyze import Analysis
from graphlint.explain.silence.presumed_findings import STEPS, PresumedEffect, PresumedFindings

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
        (9, "train.py:9: in `fit`, analyzed on its own, with unknown arguments"),
        (9, "seen: `backward()` computes gradients"),
        (8, "seen: `model` is called in an unknown mode with grad mode on: a graph is built"),
        (10, "reported: GL203[stored-graph]: `losses` keeps every iteration's autograd graph alive"),
        (11, "not followed: `log(loss)`: the source of `elsewhere.log` is not among the checked files (line 11)"),
        (11, '= help: state its effect in the settings, such as effects = { "elsewhere.log" = "no effect" }'),
        (17, "reported: GL301[eval-builds-graph]: Evaluation of `model` builds an autograd graph that is never used"),
        (17, "not followed: `log(score)`: the source of `elsewhere.log` is not among the checked files (line 18)"),
        (17, "not reported: GL304[built-then-detached]: code that is not followed receives the graph and may"),
        (17, "not reported: GL305[frozen-part-builds-graph]: no optimizer is known"),
        (21, "`scale` is followed where it is called, and on its own only if it trains, evaluates or switches a mode"),
        (21, "check the code that calls it in the same run"),
        (25, "reported: GL107"),
        (26, "`stop` is followed on its own, with unknown arguments, but not up to this line"),
        (26, "line 25 before it raises (GL107)"),
        (30, "`outer.inner` is followed where `outer` calls it or passes it to a function of the checked files"),
        (3, "nothing on this line builds, uses, frees or stores a graph"),
        (4, "the line is blank"),
        (300, "the file has 31 lines"),
    ],
)
def test_a_line_is_explained(run: Run, train: Path, line: int, expected: str) -> None:
    assert expected in run("--explain-silence", f"{train.name}:{line}").out


@pytest.mark.parametrize(
    ("signature", "call", "expected"),
    [
        ("score, model: nn.Module, x", "score(model(x))", "`score(model(x))`: the parameter `score` has no type"),
        ("score, model: nn.Module, x", "score(model(x))", "annotate it with its class, such as `score: nn.Module`"),
        ("meter: Meter, model: nn.Module, x", "meter.add(model(x))", "the source of `Meter`, the type of `meter`, is not among"),
        ("self, model: nn.Module, x", "self.log.add(model(x))", "annotate it in the class body, such as `log: nn.Module`"),
        ("model: nn.Module, x, names", "m = names['a']; m.add(model(x))", "the value of `m` is not known"),
    ],
)
def test_what_is_not_followed_is_named_with_its_remedy(run: Run, project: Path, signature: str, call: str, expected: str) -> None:
    text = f"from torch import nn\nfrom meters import Meter\n\n\ndef fit({signature}):\n    model(x).mean().backward()\n    {call}\n"
    (project / "train.py").write_text(text)
    assert expected in run("--explain-silence", "train.py:7").out


def test_a_value_is_named_once_however_often_it_is_used(run: Run, project: Path) -> None:
    text = LOOP.replace("        log(loss)\n", "        log(loss), log(loss.mean()), log(loss)\n")
    (project / "train.py").write_text(text)
    explained = run("--explain-silence", "train.py:11").out
    assert explained.count("= help: state its effect") == explained.count("not followed:") == 1
    assert "`log(loss)`, `log(loss.mean())`: the source of `elsewhere.log` is not among the checked files (line 11)\n" in explained


def test_a_call_after_a_line_that_raises_is_named(run: Run, train: Path) -> None:
    text = (
        LOOP
        + "\n\ndef smooth(model):\n    return model.weight.mean()\n\n\ndef main(model: nn.Module, data):\n    loss = model(data).mean()\n"
    )
    train.write_text(text + "    loss.backward()\n    loss.backward()\n    smooth(model)\n")
    explained = run("--explain-silence", "train.py:35").out
    assert "train.py:42 calls it after line 41, which raises (GL101)" in explained


def test_suppressed_and_refuted_findings_are_explained(run: Run, train: Path) -> None:
    train.write_text(LOOP.replace("losses.append(loss)", "losses.append(loss)  # noqa: GL203"))
    assert (
        "not reported: GL203[stored-graph]: found, but suppressed by a comment or by the baseline"
        in run("--explain-silence", "train.py:10").out
    )


def test_the_calls_that_lead_to_a_line_are_named_across_files(run: Run, train: Path) -> None:
    caller = "from torch import nn\nfrom train import fit\n\n\ndef main():\n    fit(nn.Linear(2, 2), [1])\n\n\nmain()\n"
    (train.parent / "main.py").write_text(caller)
    assert "from the code of main.py by the calls at main.py:9 and main.py:6" in run("--explain-silence", "train.py:9").out


def test_an_import_that_fails_is_named(run: Run, train: Path) -> None:
    (train.parent / "helpers.py").write_text("from collections import Iterable\n\n\ndef log(value):\n    pass\n")
    train.write_text(LOOP.replace("from elsewhere", "from helpers"))
    explained = run("--explain-silence", "train.py:10").out
    assert "GL203[stored-graph]: found, but the code does not run: an import before it raises an error (line 3)" in explained


def test_the_values_of_calls_are_shown_on_request(run: Run, train: Path) -> None:
    assert "call:" not in run("--explain-silence", f"{train.name}:9").out
    assert "callee `backward` of a tensor that requires grad" in run("--explain-silence", f"{train.name}:9", "--verbose").out


def test_json_holds_the_same(run: Run, train: Path) -> None:
    text = run("--explain-silence", "train.py:17,train.py:21", "--output-format", "json").out
    reached, unreached = json.loads(text)
    assert (reached["filename"], reached["row"], reached["function"]) == (train.name, 17, "evaluate")
    assert {rule["code"]: rule["reported"] for rule in reached["rules"] if rule["code"]}["GL301"] is True
    assert next(rule for rule in reached["rules"] if rule["code"] == "GL304")["causes"] == [{"filename": "train.py", "row": 18}]
    assert reached["not_followed"][0]["places"] == [{"filename": "train.py", "row": 18}]
    assert unreached["unreached"][0].startswith("`scale` is followed where it is called")
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


REGISTERED = """\
import torch
from registry import LOSSES


def scaled(scores, factor):
    return factor * scores


@LOSSES.register("mean")
class Mean(torch.nn.Module):
    def forward(self, scores):
        return scaled(scores, 2).mean()


def unused(scores):
    return scores + 1
"""


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (12, "`@LOSSES.register` on line 9 receives `Mean`, and no call of what is found there is followed"),
        (6, "no path reaches the call on line 12"),
        (16, "nothing in the checked files calls it"),
    ],
)
def test_a_line_that_a_registry_holds_is_explained(run: Run, project: Path, line: int, expected: str) -> None:
    """The program reaches it by a name that the analysis does not know."""
    (project / "losses.py").write_text(REGISTERED)
    assert expected in run("--explain-silence", f"losses.py:{line}").out


PROGRAMS = Path(__file__).resolve().parent / "programs"


@pytest.mark.parametrize(
    ("program", "statement", "presumption", "code", "effect"),
    [
        ("gl106/accumulator_scaled_if_asked_ok.py", "loss += terms.sum()", "UNLIKELY_PATHS", "GL106", "silences"),
        ("gl201/losses_weighted_by_settings.py", "backward(retain_graph=True)", "NUMBERS", "GL201", "reports"),
    ],
)
def test_presumptions_that_decide(run: Run, project: Path, program: str, statement: str, presumption: str, code: str, effect: str) -> None:
    """A presumption that reports a finding, and one that silences one, are named on the line of the finding."""
    text = (PROGRAMS / program).read_text(encoding="utf-8")
    (project / "train.py").write_text(text, encoding="utf-8")
    lines = [number for number, line in enumerate(text.splitlines(), 1) if statement in line]
    asked = [option for number in lines for option in ("--explain-silence", f"train.py:{number}")]
    found = json.loads(run("--output-format", "json", *asked).out)
    named = {(item["name"], item["code"], item["effect"]) for line in found for item in line["presumptions"]}
    assert (presumption, code, effect) in named
    assert any(line.startswith(f"  {code} ") and "presumption: " in line for line in run(*asked).out.splitlines())


def test_presumptions_of_a_file_that_takes_many_steps_are_not_examined() -> None:
    """The first analysis passes the bound: the second presumption is named, and the file is not analyzed for it."""
    asked: list[frozenset[Presumption]] = []

    def analyze_without(off: frozenset[Presumption]) -> Analysis:
        asked.append(off)
        return Analysis((), steps=STEPS + 1)

    findings = PresumedFindings((), analyze_without)
    found = list(findings.of_line([Presumption.DATA, Presumption.NUMBERS], lambda _: True))
    assert [(item.presumption, item.effect) for item in found] == [(Presumption.NUMBERS, PresumedEffect.UNKNOWN)]
    assert asked == [{Presumption.DATA}]
