"""The list of special cases in the engine: at most 20, each with its place and a program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "internal" / "special-cases.md"
ROWS = re.findall(r"^\| (?!special case )(.+?) \| `(.+?)` \| `(.+?)` \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)


def test_list_is_short() -> None:
    assert 0 < len(ROWS) <= 20
    assert len(ROWS) == PAGE.read_text(encoding="utf-8").count("\n|") - 2


@pytest.mark.parametrize(("place", "program"), [row[1:] for row in ROWS], ids=[Path(row[2]).stem for row in ROWS])
def test_place_and_program_exist(place: str, program: str) -> None:
    assert (ROOT / "graphlint" / place).is_file()
    text = (ROOT / "tests" / "programs" / program).read_text(encoding="utf-8")
    assert Path(program).stem.endswith("_ok") or "# ! GL" in text
