"""`graphlint merge`: the reports of several repositories as one, in which nothing is lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import Run

TWICE = """import torch

w = torch.ones(2, requires_grad=True)
loss = w.exp().sum()
loss.backward()
loss.backward()
"""
RETAINED = "import torch\n\nw = torch.ones(2, requires_grad=True)\nw.exp().sum().backward(retain_graph=True)\n"


@pytest.fixture
def reports(project: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Reports of two repositories in both formats; in one, a file cannot be read."""
    for name in ("one", "two"):
        (project / name / ".git").mkdir(parents=True)
        (project / name / "train file.py").write_text(TWICE)
    (project / "two" / "other.py").write_text(RETAINED)
    for name in ("one", "two"):
        monkeypatch.chdir(project / name)
        for suffix in ("json", "sarif"):
            missing = ("missing.py",) if name == "two" else ()
            run(".", *missing, "--isolated", "--output-format", suffix, "--output-file", str(project / f"{name}.{suffix}"))
    monkeypatch.chdir(project)
    return project


def test_findings_name_their_repository(reports: Path, run: Run) -> None:
    told = run("merge", "one.json", "team/second=two.json")
    assert told.status == 0
    found = [(item["repository"], item["code"]) for item in told.json]
    assert found == [("one", "GL101"), ("team/second", "GL201"), ("team/second", "GL101")]


def test_logs_become_one_run(reports: Path, run: Run) -> None:
    """With rules, results, files and errors of all."""
    assert run("merge", "one.sarif", "team/second=two.sarif", "--output-file", "all.sarif").status == 0
    (whole,) = json.loads((reports / "all.sarif").read_text())["runs"]
    rules = whole["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["GL101", "GL201"]
    assert [rules[result["ruleIndex"]]["id"] for result in whole["results"]] == ["GL101", "GL201", "GL101"]
    places = [result["locations"][0]["physicalLocation"]["artifactLocation"] for result in whole["results"]]
    assert places == [{"uri": name} for name in ("one/train%20file.py", "team/second/other.py", "team/second/train%20file.py")]
    assert "uriBaseId" not in json.dumps(whole)
    (invocation,) = whole["invocations"]
    assert not invocation["executionSuccessful"]
    assert invocation["toolExecutionNotifications"][0]["message"]["text"].startswith("team/second: missing.py")


def test_errors_name_the_file_and_the_remedy(reports: Path, run: Run) -> None:
    (reports / "other.json").write_text('{"runs": [{}]}')
    (reports / "text.json").write_text("text")
    for words, error in {
        (): "expected reports",
        ("one.json", "two.sarif"): "two.sarif is a report in sarif, one.json one in json; merge reports of one format",
        ("one.json", "x=one.json", "x=two.json"): "two reports have the name x; name each repository: NAME=FILE",
        ("other.json",): "other.json is not a report of graphlint",
        ("text.json",): "text.json is not JSON",
        ("none.json",): "none.json: cannot be read",
    }.items():
        told = run("merge", *words)
        assert (told.status, told.out) == (2, "")
        assert told.err.startswith(f"error: {error}")
