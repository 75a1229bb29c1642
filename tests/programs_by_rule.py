"""How many marked programs each rule has, and what is known of them: read by the index of the rules and by the tests."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from support import exceptions

PROGRAMS = Path(__file__).parent / "programs"
MARK = re.compile(r"# ! (GL\d+)")
TWIN = "_ok"


@dataclass(frozen=True)
class Count:
    """The programs of one rule: those that make its mistake, those that are put right by one edit, and of how many of the former a run on
    the shim shows what is marked."""

    bad: int
    good: int
    traced: int


def counts() -> dict[str, Count]:
    """The programs of each rule, by its code."""
    paths = {path.relative_to(PROGRAMS).as_posix(): path for path in PROGRAMS.rglob("*.py")}
    bad: dict[str, list[str]] = defaultdict(list)
    for name, path in sorted(paths.items()):
        for code in sorted(set(MARK.findall(path.read_text(encoding="utf-8")))):
            bad[code].append(name)
    untraced = exceptions("trace")
    found = {}
    for code, names in bad.items():
        good = sum(name.replace(".py", f"{TWIN}.py") in paths for name in names)
        found[code] = Count(len(names), good, sum(name not in untraced for name in names))
    return found
