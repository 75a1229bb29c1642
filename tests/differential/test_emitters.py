"""The analysis, a run on the shim and a run on PyTorch emit the same events: the rules find the same in each, on generated programs."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from graphlint.confirm.order import Emitter

from .emitters import ANALYSIS, Disagreement, Findings, compare, disagreements
from .generator import generate
from .program_forms import write

COUNT = 25
pytestmark = pytest.mark.torch


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="needs real PyTorch (torch==2.13.0), which is not installed")
@pytest.mark.parametrize("form", ["plain", "files"])
def test_three_emitters_agree(form: str, tmp_path: Path) -> None:
    """A finding that only one of them shows would be confirmed by one library and refuted by the other, or be a false alarm."""
    folder = tmp_path / "programs"
    folder.mkdir()
    # Programs with numbers from 3000 on, which the other tests do not generate.
    found = compare(write([generate(number) for number in range(3000, 3000 + COUNT)], folder, form), tmp_path)
    assert not [each for each in found if Emitter.SHIM.value in each.emitters], found
    # The analysis may be silent where it cannot be certain. It never reports what PyTorch does not show.
    assert not [each for each in found if ANALYSIS in each.emitters and each.extra[1]], found
    assert len(found) * 10 <= COUNT, found


def test_a_finding_of_one_emitter_is_a_disagreement() -> None:
    finding: Findings = frozenset({("1.py", 3, "GL101")})
    found = disagreements({"torch": {"1": finding, "2": finding}, "shim": {"1": frozenset(), "2": finding}})
    assert found == [Disagreement("1", ("torch", "shim"), (finding, frozenset()))]
