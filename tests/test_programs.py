"""The marked programs: graphlint reports a finding on every marked line, and on no other."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import TypeAlias

import pytest
from marked_programs import FOLDER, OK, PROGRAMS, exceptions, marks, name_of, rules_for

from graphlint.rule.registry import discover

KNOWN_WRONG = exceptions("analysis")
# Programs about several rules at once: idioms and training scripts, none of which has a finding.
GENERAL = "general"

Findings: TypeAlias = "dict[Path, set[tuple[int, str]]]"


def check(codes: tuple[str, ...], paths: list[Path]) -> Findings:
    """Run the command line with these rules over these paths; return the findings by file."""
    command = [
        sys.executable,
        "-m",
        "graphlint",
        "check",
        "--isolated",
        "--no-cache",
        "--output-format",
        "json",
        "--select",
        ",".join(codes),
    ]
    # With another working directory than the repository, so that the installed package is the one that is run.
    run = subprocess.run([*command, *map(str, paths)], capture_output=True, text=True, check=False, cwd=FOLDER)
    assert run.returncode in (0, 1), run.stderr[-2000:]
    found: Findings = {}
    for finding in json.loads(run.stdout):
        found.setdefault((FOLDER / finding["filename"]).resolve(), set()).add((finding["location"]["row"], finding["code"]))
    return found


@pytest.fixture(scope="session")
def findings() -> Findings:
    """The findings in all programs, from one run for each selection of rules."""
    folders: dict[tuple[str, ...], list[Path]] = defaultdict(list)
    for folder in sorted({path.parent for path in PROGRAMS}):
        folders[tuple(rule.code for rule in rules_for(f"{folder.name}/"))].append(folder)
    found: Findings = {}
    for codes, paths in folders.items():
        found |= check(codes, paths)
    return found


def cases() -> list[object]:
    known = {name: pytest.mark.xfail(strict=True, reason=reason) for name, reason in KNOWN_WRONG.items()}
    return [pytest.param(path, id=name_of(path), marks=[known[name_of(path)]] if name_of(path) in known else []) for path in PROGRAMS]


@pytest.mark.parametrize("program", cases())
def test_findings_are_on_the_marked_lines(program: Path, findings: Findings) -> None:
    """A missed mark is a mistake that the user runs into; a finding elsewhere is a false positive."""
    wanted = marks(program.read_text(encoding="utf-8"))
    got = findings.get(program.resolve(), set())
    assert {"missed": sorted(wanted - got), "extra": sorted(got - wanted)} == {"missed": [], "extra": []}


def test_known_wrong_programs_exist() -> None:
    """An entry whose program was renamed would excuse nothing and mislead the reader."""
    assert set(KNOWN_WRONG) <= set(map(name_of, PROGRAMS))


def test_every_program_is_in_the_folder_of_its_rule() -> None:
    """A program is found by the code of a finding; a folder other than a rule's is for programs without findings."""
    codes = {rule.code.lower() for rule in discover().rules}
    assert {path.parent.name for path in PROGRAMS} <= codes | {GENERAL}
    misplaced = []
    for path in PROGRAMS:
        marked = {code.lower() for _, code in marks(path.read_text(encoding="utf-8"))}
        if path.stem.endswith(OK) == bool(marked) or (marked and path.parent.name not in marked):
            misplaced.append(name_of(path))
    assert misplaced == []
