"""graphlint is run over the programs in tests/programs: every marked line must have its finding, and no other line one."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import TypeAlias

import pytest
from support import exceptions

from graphlint.rule.registry import discover

HERE = Path(__file__).parent / "programs"
MARK = re.compile(r"# ! (GL\d+)")
PROGRAMS = sorted(HERE.rglob("*.py"))

# Rules that are off by default have their programs in a folder of their own, checked with these rules alone.
OFF_BY_DEFAULT = "off_by_default"
OFF_BY_DEFAULT_CODES = frozenset({"GL402", "GL903"})

KNOWN_WRONG = exceptions("analysis")

Findings: TypeAlias = "dict[Path, set[tuple[int, str]]]"


def name_of(program: Path) -> str:
    return program.relative_to(HERE).as_posix()


def check(paths: list[Path], *options: str) -> Findings:
    """The findings of one run of the command line over these paths, by file."""
    command = [sys.executable, "-m", "graphlint", "check", "--isolated", "--no-cache", "--output-format", "json", *options]
    # Run from elsewhere than the repository's root, so that the package which is installed is the one that is run.
    run = subprocess.run([*command, *map(str, paths)], capture_output=True, text=True, check=False, cwd=HERE)
    assert run.returncode in (0, 1), run.stderr[-2000:]
    found: Findings = {}
    for finding in json.loads(run.stdout):
        found.setdefault((HERE / finding["filename"]).resolve(), set()).add((finding["location"]["row"], finding["code"]))
    return found


@pytest.fixture(scope="session")
def codes() -> frozenset[str]:
    """The codes of the rules that there are."""
    return frozenset(rule.code for rule in discover().rules)


@pytest.fixture(scope="session")
def findings(codes: frozenset[str]) -> Findings:
    """What graphlint finds in all programs."""
    folders = sorted({HERE / path.relative_to(HERE).parts[0] for path in PROGRAMS})
    found = check([folder for folder in folders if folder.name != OFF_BY_DEFAULT])
    if codes >= OFF_BY_DEFAULT_CODES:
        found |= check([HERE / OFF_BY_DEFAULT], "--select", ",".join(sorted(OFF_BY_DEFAULT_CODES)))
    return found


def cases() -> list[object]:
    known = {name: pytest.mark.xfail(strict=True, reason=reason) for name, reason in KNOWN_WRONG.items()}
    return [pytest.param(path, id=name_of(path), marks=[known[name_of(path)]] if name_of(path) in known else []) for path in PROGRAMS]


@pytest.mark.parametrize("program", cases())
def test_findings_stand_where_they_are_marked(program: Path, findings: Findings, codes: frozenset[str]) -> None:
    """A missed mark is a mistake that the user runs into; a finding elsewhere is a false alarm that teaches him to look away."""
    lines = program.read_text(encoding="utf-8").splitlines()
    wanted = {(number, code) for number, line in enumerate(lines, 1) for code in MARK.findall(line)}
    needed = {code for _, code in wanted} | (OFF_BY_DEFAULT_CODES if OFF_BY_DEFAULT in program.parts else set())
    if not needed <= codes:
        pytest.skip(f"no rule yet: {', '.join(sorted(needed - codes))}")
    got = findings.get(program.resolve(), set())
    assert {"missed": sorted(wanted - got), "extra": sorted(got - wanted)} == {"missed": [], "extra": []}


def test_known_wrong_programs_exist() -> None:
    """An entry whose program was renamed would excuse nothing and mislead the reader."""
    assert set(KNOWN_WRONG) <= set(map(name_of, PROGRAMS))
