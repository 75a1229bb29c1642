"""An internal error in one file: it is named once, the other files are checked, and what was found without the error is reported."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support import Run

from graphlint.check import analyze_file, evaluate, resolve_callers, workers
from graphlint.check.file_analysis import FileAnalysis
from graphlint.fixes.prove import Prover
from graphlint.source.open import Content
from graphlint.source.source import Source

STORED = """import torch

model = torch.nn.Linear(4, 1)
total = 0
for batch in torch.randn(9, 6, 4):
    loss = model(batch).mean()
    loss.backward()
    total += loss
print(total)
"""


@pytest.fixture
def two(project: Path) -> Path:
    """Two files with a finding each."""
    (project / "good.py").write_text(STORED)
    (project / "strange.py").write_text(STORED)
    return project


def fail_in(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, is_strange: Callable[..., bool]) -> None:
    """Let a function raise where the condition on its arguments holds."""
    original = getattr(owner, name)

    def failing(*arguments: Any, **named: Any) -> Any:
        if is_strange(*arguments):
            raise KeyError("no such node")
        return original(*arguments, **named)

    monkeypatch.setattr(owner, name, failing)


def in_strange(source: Source, *_: object) -> bool:
    return "strange" in source.path


def of_strange(_: object, source: Source, *__: object) -> bool:
    return "strange" in source.path


def merges_strange(by_file: dict[str, object], *_: object) -> bool:
    return any("strange" in path for path in by_file)


def evaluates_strange(content: Any, analysis: FileAnalysis, *_: object) -> bool:
    return "strange" in analysis.path


def proves_strange(prover: Prover, *_: object) -> bool:
    return "strange" in prover.source.path


@pytest.mark.parametrize(
    ("owner", "name", "is_strange", "found"),
    [
        (analyze_file, "analyze", in_strange, 1),
        (evaluate._FileEvaluator, "_diagnostics", lambda *arguments: "strange" in arguments[-1].path, 1),
        (evaluate, "evaluate", evaluates_strange, 1),
        (resolve_callers, "merge", merges_strange, 1),
        (Prover, "holds", proves_strange, 2),
    ],
    ids=["analysis", "diagnostics", "evaluation", "callers", "proof"],
)
def test_the_file_is_named_and_the_others_are_checked(
    run: Run, two: Path, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, is_strange: Callable[..., bool], found: int
) -> None:
    """Whatever part of the check fails. Without a proof of a fix, the finding is reported without it."""
    fail_in(monkeypatch, owner, name, is_strange)
    outcome = run(two, "--output-format", "json")
    assert len(outcome.json) == found
    assert {item["code"] for item in outcome.json} == {"GL202"}
    assert [bool(item["fix"]) for item in outcome.json] == [True, False][:found]
    assert outcome.err.startswith("error: internal error in strange.py: KeyError")
    assert outcome.err.count("\n") == 1
    assert outcome.status == 2


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_task_that_raises_ends_no_other(run: Run, two: Path, monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    """Also in worker processes, and for errors before the analysis begins."""
    monkeypatch.setattr(workers, "BYTES_WORTH_A_PROCESS", 1)
    original = workers.WorkerState.content

    def content(state: workers.WorkerState, path: str) -> Content:
        if "strange" in path:
            raise AttributeError("no content")
        return original(state, path)

    monkeypatch.setattr(workers.WorkerState, "content", content)
    outcome = run(two, "--output-format", "concise", "--jobs", str(jobs))
    assert outcome.out.startswith("good.py:8:5: warning GL202 ")
    assert outcome.err.startswith("error: internal error in strange.py: AttributeError: no content; please report it with the file")
    assert outcome.err.count("\n") == 1
    assert outcome.status == 2


def test_a_fix_whose_proof_fails_is_not_made(run: Run, two: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fixes of the other file are made."""
    fail_in(monkeypatch, Prover, "holds", proves_strange)
    outcome = run(two, "--fix", "--output-format", "concise")
    assert outcome.err.startswith("error: internal error in strange.py: KeyError")
    assert outcome.out.startswith("strange.py:8:5: warning GL202 ")
    assert (two / "strange.py").read_text() == STORED
    assert "total += loss.detach()" in (two / "good.py").read_text()
    assert outcome.status == 2


def test_a_fix_that_leads_to_an_error_in_another_file_is_not_made(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A project with the fix cannot be checked: nothing says that the fix causes no finding."""
    (project / "losses.py").write_text(STORED.replace("print(total)", "def read():\n    return total"))
    (project / "report.py").write_text("import torch\nfrom losses import read\n\ntorch.save(read(), 'total.pt')\n")
    fixed: list[bool] = []

    def analyzes_report_after_fix(source: Source, *arguments: Any) -> bool:
        imported = arguments[2].source(str(Path("losses.py").absolute())) if "report" in source.path else None
        fixed.append(imported is not None and "loss.detach()" in imported.text)
        return fixed[-1]

    fail_in(monkeypatch, analyze_file, "analyze", analyzes_report_after_fix)
    outcome = run(project, "--fix", "--output-format", "concise")
    assert any(fixed)
    assert outcome.out.startswith("losses.py:8:5: warning GL202 ")
    assert "loss.detach()" not in (project / "losses.py").read_text()
