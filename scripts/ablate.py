"""Switch off one presumption after another, and report the findings that a check then loses and gains.

    python scripts/ablate.py [--only NAME ...] [--write FILE] [--json FILE]          the marked programs and projects of the tests
    python scripts/ablate.py --answers TABLE --checkouts FOLDER [--write FILE] ...   checkouts of public code with answered findings

A presumption is switched off in the files in which it has decided something; the results of the others stay. In a marked program a finding
is right if its line has the mark, and in public code if the table, which has the columns of `docs/internal/precision-unseen.tsv`, says so
for its line; FOLDER/owner+name@commit is then the checkout. A finding without an answer is unread: it is counted, and listed in the JSON
file. Nothing is executed.
"""

from __future__ import annotations

import argparse
import collections
import csv
import json
import math
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from graphlint.autograd.presumptions import Presumption
from graphlint.check.analyze import Analysis, analyze
from graphlint.check.file_analysis import FileAnalysis
from graphlint.check.resolve_callers import merge
from graphlint.common.big_stack import run_with_big_stack
from graphlint.common.errors import GraphlintError
from graphlint.common.garbage_collection import batch
from graphlint.libraries.assumptions import Assumptions
from graphlint.project.project import Project
from graphlint.rule.registry import discover
from graphlint.source.prefilter import can_hold_finding

ROOT = Path(__file__).resolve().parent.parent
MARK = re.compile(r"# ! (GL\d+(?:, ?GL\d+)*)")
RULES = tuple(rule() for rule in discover().rules)
DEFAULT = frozenset(rule.code for rule in RULES if rule.default)

Line = tuple[str, int, str]
"""A line with a finding: the file, relative to the folder, the number and the code."""


@dataclass(frozen=True, slots=True)
class Unit:
    """Files that are analyzed together, and what is known of their lines: True for a right finding, False for a wrong one. A `closed` unit
    has no other right findings. Only the files `checked` are checked, the others are read where these import them."""

    name: str
    root: Path
    paths: tuple[str, ...]
    checked: tuple[str, ...]
    answers: Mapping[Line, bool]
    closed: bool

    def answer(self, line: Line) -> bool | None:
        """Return True for a right finding, False for a wrong one, None for an unread one."""
        return self.answers.get(line, False if self.closed else None)


@dataclass(slots=True)
class Effect:
    """The effect of one presumption: in how many files it decided something, and the lines lost and gained without it, by their answer."""

    files: int = 0
    lost: dict[bool | None, list[str]] = field(default_factory=lambda: {True: [], False: [], None: []})
    gained: dict[bool | None, list[str]] = field(default_factory=lambda: {True: [], False: [], None: []})

    def counts(self) -> tuple[int, ...]:
        """Return the files, and the right, wrong and unread lines that are lost and gained."""
        return self.files, *(len(found[key]) for found in (self.lost, self.gained) for key in (True, False, None))


class Ablation:
    """The analyses of one unit by the default rules and those of its answers, with all presumptions and without one."""

    def __init__(self, unit: Unit) -> None:
        self._unit = unit
        self._codes = DEFAULT | {code for _, _, code in unit.answers}
        self._rules = tuple(rule for rule in RULES if rule.code in self._codes)
        self._project = Project(unit.paths, (str(unit.root),) if unit.root.is_dir() else ())
        self._analyses = {path: found for path in unit.checked if (found := self._analyze(path)) is not None}
        self._findings = {path: FileAnalysis.of(path, found.roots, found.notes) for path, found in self._analyses.items()}
        self.lines = self._merged(self._findings)

    def deciding(self, presumption: Presumption) -> list[str]:
        """Return the files in which a presumption has decided something."""
        return [path for path, found in self._analyses.items() if presumption in found.presumptions]

    def decided(self) -> frozenset[Presumption]:
        """Return the presumptions that have decided something in the unit."""
        return frozenset[Presumption]().union(*(found.presumptions for found in self._analyses.values()))

    def without(self, presumption: Presumption) -> frozenset[Line]:
        """Return the lines with findings if a presumption is switched off."""
        found = dict(self._findings)
        for path in self.deciding(presumption):
            analysis = self._analyze(path, presumption)
            found[path] = FileAnalysis.of(path, analysis.roots, analysis.notes) if analysis is not None else FileAnalysis(path)
        return self._merged(found)

    def _analyze(self, path: str, *without: Presumption) -> Analysis | None:
        try:
            source = self._project.source(path)
            if source is None or not can_hold_finding(Path(path).read_bytes()):
                return None
            return analyze(source, self._rules, Assumptions(without=frozenset(without)), self._project)
        except GraphlintError:
            return None

    def _merged(self, found: Mapping[str, FileAnalysis]) -> frozenset[Line]:
        verdicts = merge(dict(found), lambda _: (self._codes, self._codes))
        return frozenset(
            (
                Path(path).relative_to(self._unit.root if self._unit.root.is_dir() else self._unit.root.parent).as_posix(),
                item.site.line,
                item.code,
            )
            for path, verdict in verdicts.items()
            for item in verdict.findings
        )


def units_of_tests(copies: Path) -> Iterator[Unit]:
    """Yield the marked programs, each on its own, and the projects, as copies: a folder of tests has another meaning."""
    for kind in ("programs", "projects"):
        shutil.copytree(ROOT / "tests" / kind, copies / kind)
    for path in sorted((copies / "programs").rglob("*.py")):
        yield Unit(path.relative_to(copies / "programs").as_posix(), path, (str(path),), (str(path),), marks(path, path.name), True)
    for folder in sorted(item for item in (copies / "projects").iterdir() if item.is_dir()):
        paths = sorted(folder.rglob("*.py"))
        known = {line: truth for path in paths for line, truth in marks(path, path.relative_to(folder).as_posix()).items()}
        yield Unit(f"projects/{folder.name}", folder, tuple(map(str, paths)), tuple(map(str, paths)), known, True)


def marks(path: Path, name: str) -> dict[Line, bool]:
    """Return the marked lines of a program."""
    lines = enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1)
    return {
        (name, number, code): True for number, line in lines for found in MARK.finditer(line) for code in re.split(", ?", found.group(1))
    }


def units_of_answers(table: Path, checkouts: Path, only: str) -> Iterator[Unit]:
    """Yield the checkouts with answered findings, those with the least text to check first; the files that have one are checked."""
    answers: dict[str, dict[Line, bool]] = collections.defaultdict(dict)
    with table.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if row["answer"] in ("right", "wrong") and row["file"].endswith(".py"):
                answers[row["repository"].replace("/", "+")][row["file"], int(row["line"]), row["code"]] = row["answer"] == "right"
    found: list[Unit] = []
    for name, known in sorted(answers.items()):
        folder = checkouts / name
        if folder.is_dir() and only in name:
            files = {line[0] for line in known}
            checked = tuple(str(folder / item) for item in sorted(files) if (folder / item).is_file())
            found.append(Unit(name, folder, tuple(map(str, sorted(folder.rglob("*.py")))), checked, known, False))
    yield from sorted(found, key=lambda unit: sum(Path(path).stat().st_size for path in unit.checked))


@dataclass(slots=True)
class Measurement:
    """The findings with all presumptions by their answer, the effect of each presumption, and the units that it changes."""

    chosen: frozenset[Presumption]
    findings: collections.Counter[bool | None] = field(default_factory=collections.Counter)
    effects: dict[Presumption, Effect] = field(default_factory=lambda: collections.defaultdict(Effect))
    changed: dict[str, list[str]] = field(default_factory=dict)

    def add_all(self, units: Iterable[Unit], seconds: float) -> None:
        """Add some units, as long as they have taken less CPU time than this."""
        with batch() as checked:
            for unit in units:
                began = time.process_time()
                if began > seconds:
                    break
                self._add(unit)
                checked(len(unit.paths))
                if not unit.closed:
                    print(f"{unit.name}: {time.process_time() - began:.0f} s", file=sys.stderr, flush=True)

    def _add(self, unit: Unit) -> None:
        base = Ablation(unit)
        self.findings.update(unit.answer(line) for line in base.lines)
        for presumption in sorted(base.decided() & self.chosen, key=lambda item: item.name):
            effect = self.effects[presumption]
            effect.files += len(base.deciding(presumption))
            found = base.without(presumption)
            for lines, result in ((base.lines - found, effect.lost), (found - base.lines, effect.gained)):
                for line in sorted(lines):
                    result[unit.answer(line)].append(f"{unit.name}:{line[0]}:{line[1]}: {line[2]}")
            if found != base.lines:
                self.changed.setdefault(presumption.name, []).append(unit.name)


COLUMNS = ("files", *(f"{answer} {change}" for change in ("lost", "gained") for answer in ("right", "wrong", "unread")))


def rows(measured: Measurement) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table, those of presumptions that have decided nothing included."""
    yield "presumption", *COLUMNS
    for presumption in measured.chosen:
        yield presumption.name, *map(str, measured.effects[presumption].counts())


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--answers", type=Path)
    parser.add_argument("--checkouts", type=Path)
    parser.add_argument("--only", nargs="*", default=[], choices=Presumption.__members__, metavar="NAME")
    parser.add_argument("--matching", default="", metavar="TEXT", help="only the checkouts with this text in their name")
    parser.add_argument("--json", type=Path, help="a file for the lines that change")
    parser.add_argument("--write", type=Path, help="a file for the table, with tabs: docs/internal/presumptions-*.tsv")
    parser.add_argument("--seconds", type=float, default=math.inf, help="the CPU time after which no more units are begun")
    options = parser.parse_args()
    measured = Measurement(frozenset(Presumption[name] for name in options.only) or frozenset(Presumption))
    with tempfile.TemporaryDirectory() as copies:
        units = (
            units_of_tests(Path(copies))
            if options.answers is None
            else units_of_answers(options.answers, options.checkouts, options.matching)
        )
        run_with_big_stack(lambda: measured.add_all(units, options.seconds))
    found = measured.findings
    print(f"findings: {found[True]} right, {found[False]} wrong, {found[None]} unread")
    table = sorted(rows(measured), key=lambda row: "" if row[0] == "presumption" else row[0])
    for row in table:
        print(f"{row[0]:24}", *(f"{cell:>13}" for cell in row[1:]))
    if options.write is not None:
        options.write.write_text("".join("\t".join(row) + "\n" for row in table), encoding="utf-8")
    if options.json is not None:
        lines = {item.name: {"lost": named(one.lost), "gained": named(one.gained)} for item, one in measured.effects.items()}
        options.json.write_text(json.dumps({"changed": measured.changed, "lines": lines}, indent=1), encoding="utf-8")


def named(lines: Mapping[bool | None, list[str]]) -> Mapping[str, list[str]]:
    """Return lines by the words for their answer."""
    return {word: lines[answer] for answer, word in ((True, "right"), (False, "wrong"), (None, "unread"))}


if __name__ == "__main__":
    main()
