"""The pictures of 30 programs are those that were looked at: scripts/generate.py writes them, and a review sees each difference."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from .drawn import TOLD

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from generators import golden_pictures  # noqa: E402  the script's folder is not on the path of the tests


@pytest.fixture(scope="module")
def drawn() -> dict[str, str]:
    return golden_pictures.texts(ROOT)


def test_they_are_of_all_rules_with_stories(drawn: dict[str, str]) -> None:
    assert len(drawn) == len(golden_pictures.CHOSEN) == 30
    assert {name.partition("/")[0].upper() for name in golden_pictures.CHOSEN} == set(TOLD)


def test_they_are_current(drawn: dict[str, str]) -> None:
    stored = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in (ROOT / golden_pictures.FOLDER).glob("*.svg")}
    assert {name for name in {*stored, *drawn} if stored.get(name) != drawn.get(name)} == set()
