"""`graphlint graph`: the picture of a finding, in each format, and errors that name the place and the remedy."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from support import Run

from graphlint.cli import graph
from graphlint.report.graph import GRAPH_FORMATS
from graphlint.rule.registry import discover

from .drawn import TOLD

TEXT = """\
import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
total = 0
for batch in torch.randn(4, 2, 3):
    optimizer.zero_grad()
    loss = model(batch).pow(2).mean()
    loss.backward(retain_graph=True)
    optimizer.step()
    total += loss
print(total)
"""


@pytest.fixture
def program(project: Path) -> str:
    (project / "train.py").write_text(TEXT)
    return "train.py"


def test_formats_of_the_command_are_those_of_the_report() -> None:
    assert list(graph.FORMATS) == list(GRAPH_FORMATS)


def test_text_shows_all_findings_of_a_file(run: Run, program: str) -> None:
    outcome = run("graph", program)
    assert (outcome.status, outcome.err) == (0, "")
    first, second = outcome.out.split("\n\nGL")
    assert first.startswith("GL201 train.py:10: ")
    assert second.startswith("202 train.py:12: ")
    assert re.search(r"^12 > total \+= loss +total keeps the graph of loss alive$", second, re.MULTILINE)


@pytest.mark.parametrize("chosen", [["train.py:12"], ["train.py", "--finding", "GL202"], ["train.py", "--finding", "accumulated-graph"]])
def test_one_finding_is_chosen(run: Run, program: str, chosen: list[str]) -> None:
    drawn = run("graph", *chosen, "--output-format", "svg")
    assert drawn.status == 0, program
    assert ElementTree.fromstring(drawn.out).tag.endswith("svg")
    assert "GL202" in drawn.out
    assert run("graph", *chosen, "--output-format", "mermaid").out.startswith("sequenceDiagram\n")


def test_json_is_the_record(run: Run, program: str) -> None:
    record = json.loads(run("graph", program, "--output-format", "json").out)
    assert record["format"] == "graph/1"
    retained, summed = record["graphs"]
    assert [(item["code"], item["line"]) for item in (retained, summed)] == [("GL201", 10), ("GL202", 12)]
    assert {row["line"] for row in summed["rows"] if row["is_place"]} == {9, 12}
    assert [lane["name"] for lane in summed["lanes"]] == ["loss", "loss"]
    marks = [(summed["rows"][mark["row"]]["line"], mark["lane"], mark["kind"]) for mark in summed["marks"]]
    assert marks == [(line, lane, kind) for lane in (0, 1) for line, kind in ((9, "built"), (10, "used"), (12, "kept"))]


def test_every_field_of_the_record_is_documented(run: Run, program: str) -> None:
    page = (Path(__file__).parents[2] / "docs" / "pictures.md").read_text(encoding="utf-8")
    (picture, *_) = json.loads(run("graph", program, "--output-format", "json").out)["graphs"]
    names = {*picture, *(name for part in ("rows", "lanes", "marks") for item in picture[part] for name in item)}
    assert [name for name in sorted(names) if f"`{name}`" not in page] == []


def test_the_extension_knows_the_rules_with_pictures() -> None:
    """Its hovers link to pictures without asking the server."""
    text = (Path(__file__).parents[2] / "vscode-extension" / "src" / "graphPage.ts").read_text(encoding="utf-8")
    pattern = re.search(r"DRAWN = /(.*)/;", text)
    assert pattern
    assert {rule.code for rule in discover().rules if re.match(pattern[1], rule.code)} == set(TOLD)


def test_a_page_holds_all_pictures(run: Run, program: str, project: Path) -> None:
    assert run("graph", program, "--output-format", "html", "--output-file", "graphs.html").out == ""
    page = (project / "graphs.html").read_text(encoding="utf-8")
    assert page.count("<svg ") == 2
    assert run("graph", program, "--output-format", "html", "--output-file", "graphs.html").status == 0, "an earlier page is replaced"


def test_errors_name_the_place_and_the_remedy(run: Run, program: str, project: Path) -> None:
    (project / "broken.py").write_text("def f(:\n")
    for arguments, message in {
        (): "expected one FILE or FILE:LINE, got none",
        (program, program): "expected one FILE or FILE:LINE, got train.py train.py",
        ("absent.py:3",): "absent.py is not a file; expected FILE or FILE:LINE",
        (f"{program}:3",): "train.py:3: there is no finding on this line, and it builds, uses or frees no graph",
        (f"{program}:9", "--finding", "GL202"): "train.py:9: there is no finding",
        (program, "--finding", "GL101"): "train.py has no finding of GL101, but of GL201, GL202",
        (program, "--output-format", "svg"): "train.py has 2 findings (GL201 on line 10, GL202 on line 12): svg shows one; "
        "name its FILE:LINE or --finding",
        ("broken.py",): "broken.py: no run of the analysis shows GL000 on line 1; there is nothing to draw",
        (
            program,
            "--output-file",
            program,
        ): "--output-file: train.py exists and is Python code, so it is not replaced; choose another file",
    }.items():
        outcome = run("graph", *arguments)
        assert (outcome.status, outcome.out, outcome.err) == (2, "", f"error: {message}\n")


def test_a_finding_of_a_run_that_begins_in_another_file(run: Run, project: Path) -> None:
    """The caller decides; the picture is in the function of the finding."""
    (project / "pyproject.toml").write_text("[tool.graphlint]\n")
    (project / "steps.py").write_text("def step(first, second):\n    first.backward()\n    second.backward()\n")
    (project / "main.py").write_text(
        "import torch\nfrom steps import step\n\nw = torch.ones(2, requires_grad=True)\nx = w.exp()\nstep(x.sum(), x.mean())\n"
    )
    outcome = run("graph", "steps.py:3")
    assert outcome.status == 0, outcome.err
    rows = re.findall(r"^(\d+) ", outcome.out, re.MULTILINE)
    assert rows == ["5", "6", "2", "3"], "the arguments are computed before the call"
    assert "3 > second.backward()        error: needs the graph of x again, freed by line 2\n" in outcome.out


def test_a_line_without_a_finding(run: Run, project: Path) -> None:
    """A line without a finding has what the run knows of the graph that its statement builds, or backpropagates through."""
    (project / "train.py").write_text(
        "import torch\n\nw = torch.ones(2, requires_grad=True)\nx = w.exp()\nloss = (\n    x\n    .sum()\n)\nloss.backward()\nprint(w)\n"
    )
    built = run("graph", "train.py:4")
    assert (built.status, built.err) == (0, "")
    assert built.out.splitlines() == [
        "train.py:4: the graph of line 4",
        "",
        "4 > x = w.exp()          builds the graph of x, saves tensors for backward()",
        "5   loss = ( x .sum() )  computes from x",
        "9   loss.backward()      backward() frees the graph of x",
    ]
    freed = run("graph", "train.py:9").out
    assert "9 > loss.backward()" in freed
    assert "builds the graph of loss" in freed
    assert run("graph", "train.py:7").out == run("graph", "train.py:5").out, "all lines of a statement are one"
    page = run("graph", "train.py:4", "--output-format", "html").out
    assert page.count("<svg ") == 1
    assert "the graph of line 4" in page
    (record,) = json.loads(run("graph", "train.py:4", "--output-format", "json").out)["graphs"]
    assert (record["code"], record["line"]) == ("", 4)
    for line in ("1", "10"):
        assert run("graph", f"train.py:{line}").status == 2


def test_a_graph_that_no_backward_uses(run: Run, project: Path) -> None:
    (project / "train.py").write_text(
        "import torch\n\nw = torch.ones(2, requires_grad=True)\nkept = []\nfor _ in range(3):\n    x = w.exp()\n    y = x.detach()\n"
    )
    drawn = run("graph", "train.py:6").out
    assert "cut off here" in drawn
    assert "= no backward() in the analyzed code runs through the graph of x" in drawn
