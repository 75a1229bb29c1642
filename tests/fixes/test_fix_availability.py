"""The cost of reporting fixes: a format that shows only whether there is a fix proves one, a format without fixes proves none."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import Run

from graphlint.check import evaluate
from graphlint.check.analyze import Analysis, analyze
from graphlint.fixes import apply
from graphlint.source.source import Source

THREE = """import torch

model = torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
total = losses = weighted = 0
for x in torch.randn(100, 3):
    optimizer.zero_grad()
    loss = model(x).sum()
    loss.backward()
    optimizer.step()
    total += loss
    losses += loss * 2
    weighted += loss / 3
print(total, losses, weighted)
"""


@pytest.fixture
def proofs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A file with three findings, and the texts that are analysed to prove their fixes."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "three.py").write_text(THREE)
    seen: list[str] = []

    def counted(source: Source, *rest: object, **more: object) -> Analysis:
        seen.append(source.text)
        return analyze(source, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(evaluate, "analyze", counted)
    return seen


def marks(run: Run) -> int:
    """How many findings are marked as fixable."""
    return run("three.py", "--no-cache", "--output-format", "concise").out.count("GL202 [*]")


def test_one_proof_tells_of_all(run: Run, proofs: list[str]) -> None:
    """Three marks that say what --fix would do are as sure after one analysis of the file with all three fixes as --fix is."""
    assert marks(run) == 3
    assert len(proofs) == 1
    assert proofs[0].count(".detach()") == 3


def test_what_does_not_hold_together_is_proven_one_by_one(run: Run, proofs: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Fixes that are in each other's way are no less fixes."""
    monkeypatch.setattr(apply, "_hold", lambda chosen, prover: False)
    assert marks(run) == 3
    assert len(proofs) == 3


def test_a_format_that_carries_edits_has_each_proven(run: Run, proofs: list[str]) -> None:
    """Whoever takes one fix from the report makes that one and no other."""
    found = run("three.py", "--no-cache", "--output-format", "json").json
    assert [item["fix"] is not None for item in found] == [True] * 3
    assert len(proofs) == 3
    assert len(set(proofs)) == 3


@pytest.mark.parametrize("output_format", ["github", "gitlab", "junit"])
def test_a_format_without_fixes_proves_none(run: Run, proofs: list[str], output_format: str) -> None:
    """What is not told need not be known."""
    assert "GL202" in run("three.py", "--no-cache", "--output-format", output_format).out
    assert not proofs


def test_proofs_that_become_too_dear_end(run: Run, proofs: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A file whose analysis takes long is not analysed any number of times: what is left by then is proven all at once."""
    monkeypatch.setattr(evaluate, "PROOF_STEPS", 1)
    found = run("three.py", "--no-cache", "--output-format", "json").json
    assert [item["fix"] is not None for item in found] == [True] * 3
    assert [text.count(".detach()") for text in proofs] == [1, 2]
