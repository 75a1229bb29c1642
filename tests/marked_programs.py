"""The marked programs in tests/programs: their marks, the rules that check them, their counts by rule, and the known exceptions."""

from __future__ import annotations

import csv
import hashlib
import os
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from graphlint.rule.base import Rule
from graphlint.rule.registry import discover

FOLDER = Path(__file__).parent / "programs"
PROGRAMS = sorted(FOLDER.rglob("*.py"))
MARK = re.compile(r"# ! (GL\d+)")
OK = "_ok"
QUICK = "GRAPHLINT_QUICK_TESTS"
"""The variable with which `scripts/dev.py test` takes smaller samples."""
EVERY = "GRAPHLINT_EVERY_PROGRAM"
"""The variable with which `.ci/nightly` takes all programs where other runs take a sample."""


@dataclass(frozen=True)
class Count:
    """The number of programs of one rule: with its mark, of these with a corrected twin, and of these confirmed by a run on the shim."""

    bad: int
    good: int
    traced: int


def sampled(paths: Iterable[Path], step: int, quick: int) -> list[Path]:
    """Return a sample of programs for a test of what does not depend on the program, sorted; mark such a test as `sampled`.

    Some of each folder are chosen by a hash of their names: a new program changes the choice of few others, and a twin comes with its
    program.

    Args:
        paths: the programs.
        step: one of so many is taken, rounded up; 1 for all.
        quick: the same for `scripts/dev.py test`.
    """
    if EVERY in os.environ:
        return sorted(paths)
    by_folder: dict[Path, list[Path]] = defaultdict(list)
    for path in paths:
        by_folder[path.parent].append(path)
    share = quick if QUICK in os.environ else step
    return sorted(path for some in by_folder.values() for path in sorted(some, key=_order)[: -(-len(some) // share)])


def _order(path: Path) -> tuple[bytes, str]:
    """Return a key that puts programs in an order which depends on nothing but their names, a twin after its program."""
    return hashlib.sha256(path.stem.removesuffix(OK).encode()).digest(), path.stem


def name_of(program: Path) -> str:
    """Return the path of a program below tests/programs."""
    return program.relative_to(FOLDER).as_posix()


def marks(text: str) -> set[tuple[int, str]]:
    """Return the line and the code of each mark."""
    return {(number, code) for number, line in enumerate(text.splitlines(), 1) for code in MARK.findall(line)}


def rules_for(program: str) -> tuple[type[Rule], ...]:
    """Return the rules that check a program: those on by default, and the rule whose folder it is in.

    Args:
        program: its path below tests/programs.
    """
    code = program.partition("/")[0].upper()
    return tuple(rule for rule in discover().rules if rule.default or rule.code == code)


def counts() -> dict[str, Count]:
    """Return the number of programs of each rule, by code."""
    names = set(map(name_of, PROGRAMS))
    bad: dict[str, list[str]] = defaultdict(list)
    for path in PROGRAMS:
        for code in sorted({code for _, code in marks(path.read_text(encoding="utf-8"))}):
            bad[code].append(name_of(path))
    untraced = exceptions("trace") | exceptions("shim")
    found = {}
    for code, programs in bad.items():
        good = sum(name.replace(".py", f"{OK}.py") in names for name in programs)
        found[code] = Count(len(programs), good, sum(name not in untraced for name in programs))
    return found


def exceptions(differing: str) -> dict[str, str]:
    """Return the programs that exceptions.tsv lists for a kind of difference, with the reason of each.

    Args:
        differing: "analysis", "trace", "torch trace" or "shim".
    """
    with (FOLDER / "exceptions.tsv").open(encoding="utf-8", newline="") as stream:
        return {row["program"]: row["why"] for row in csv.DictReader(stream, delimiter="\t") if row["what differs"] == differing}
