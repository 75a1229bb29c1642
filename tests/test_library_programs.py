"""Programs that use a library which is not installed: graphlint reports a finding on every marked line of them, and on no other.

Each folder of tests/library_programs is a library. What its entries say was found by running or reading the library's code; the versions
are in the files of models.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import TypeAlias

import pytest
from marked_programs import marks

from graphlint.libraries import tables

FOLDER = Path(__file__).parent / "library_programs"
PROGRAMS = sorted(FOLDER.rglob("*.py"))

Findings: TypeAlias = "dict[Path, set[tuple[int, str]]]"


@pytest.fixture(scope="module")
def findings() -> Findings:
    """The findings in all programs, from one run."""
    command = [sys.executable, "-m", "graphlint", "check", "--isolated", "--no-cache", "--output-format", "json", "."]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=FOLDER)
    assert run.returncode in (0, 1), run.stderr[-2000:]
    found: Findings = defaultdict(set)
    for item in json.loads(run.stdout):
        found[(FOLDER / item["filename"]).resolve()].add((item["location"]["row"], item["code"]))
    return found


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.relative_to(FOLDER).as_posix())
def test_findings_are_those_that_are_marked(findings: Findings, program: Path) -> None:
    assert findings.get(program, set()) == marks(program.read_text(encoding="utf-8"))


def test_every_folder_is_a_library() -> None:
    assert {path.parent.name for path in PROGRAMS} <= {name for name, _ in tables.tables()}
