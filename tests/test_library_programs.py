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
from typing import TypeAlias, cast

import pytest
from marked_programs import marks

from graphlint.check.check_config import CheckConfig
from graphlint.check.evaluate import check_file
from graphlint.libraries import tables
from graphlint.libraries.vocabulary import ModelEntry
from graphlint.rule.registry import discover

FOLDER = Path(__file__).parent / "library_programs"
PROGRAMS = sorted(FOLDER.rglob("*.py"))

Findings: TypeAlias = "dict[Path, set[tuple[int, str]]]"


@pytest.fixture(scope="module")
def findings() -> Findings:
    """The findings in all programs, from one run."""
    command = [sys.executable, "-m", "graphlint", "check", "--isolated", "--no-cache", "--unit-tests=all", "--output-format", "json", "."]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=FOLDER)
    assert run.returncode in (0, 1), run.stderr[-2000:]
    found: Findings = defaultdict(set)
    for item in json.loads(run.stdout):
        found[(FOLDER / item["filename"]).resolve()].add((item["location"]["row"], item["code"]))
    return found


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.relative_to(FOLDER).as_posix())
def test_findings_are_those_that_are_marked(findings: Findings, program: Path) -> None:
    assert findings.get(program, set()) == marks(program.read_text(encoding="utf-8"))


def test_every_entry_is_looked_up_by_a_program(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = {}
    for stem, content in tables.tables():
        table = tables._read(stem)
        known = [*table.names.items(), *((".".join(parts), entry) for parts, entry in table.patterns)]
        assert {name for name, _ in known} == set(cast("dict[str, object]", content["effects"]))
        entries.update({id(entry): f"{stem}: {name}" for name, entry in known})
    used: set[str] = set()
    find = tables.Table.find

    def recorded(table: tables.Table, parts: tuple[str, ...]) -> ModelEntry | None:
        found = find(table, parts)
        if found is not None:
            used.add(entries[id(found)])
        return found

    monkeypatch.setattr(tables.Table, "find", recorded)
    config = CheckConfig(tuple(rule() for rule in discover().rules if rule.default))
    for program in PROGRAMS:
        # A name that an earlier program looked up is remembered.
        for lookup in (tables.of_function, tables.of_package, tables.of_base, tables.of_method, tables.of_any_method, tables.is_known):
            lookup.cache_clear()
        check_file(str(program), config)
    assert set(entries.values()) - used == set()


def test_every_folder_is_a_library() -> None:
    assert {path.parent.name for path in PROGRAMS} <= {name for name, _ in tables.tables()}
