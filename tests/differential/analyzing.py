"""What the analyzer says of generated programs, held against what happens: what it says must raise, raises; else it is silent.

    python tests/differential/analyzing.py --first 0 --count 2000

prints the figure for each kind of ending, and the numbers of the programs on which it disagrees.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from graphlint.analysis import analyze
from graphlint.discover_rules import discover
from graphlint.source import Source

# The codes with which each ending may be reported.
CODES = {
    "freed": frozenset(("GL101", "GL102", "GL103")),
    "in-place": frozenset(("GL104", "GL105")),
    "leaf": frozenset(("GL106",)),
    "no graph": frozenset(("GL107",)),
}


@dataclass
class Figures:
    """How often the analyzer was right, by the way in which programs end, and the programs on which it was not."""

    right: Counter[str] = field(default_factory=Counter)
    all: Counter[str] = field(default_factory=Counter)
    missed: list[tuple[str, str]] = field(default_factory=list)
    wrong: list[tuple[str, str]] = field(default_factory=list)

    def add(self, name: str, ending: str, line: int, found: set[tuple[int, str]]) -> None:
        """Count one program."""
        self.all[ending] += 1
        expected = {(line, code) for code in CODES.get(ending, ())}
        extra = found - expected
        if extra:
            self.wrong.append((name, f"{ending} on line {line}, said {sorted(extra)}"))
        elif expected and not found & expected:
            self.missed.append((name, f"{ending} on line {line}, said nothing"))
        else:
            self.right[ending] += 1

    def lines(self) -> Iterable[str]:
        """The figures as text."""
        for ending in self.all:
            yield f"{ending}: {self.right[ending]} of {self.all[ending]} ({self.right[ending] / self.all[ending]:.1%})"


def raising(text: str, name: str) -> set[tuple[int, str]]:
    """What the analyzer says must raise: lines and codes."""
    rules = [rule() for rule in discover().rules if rule.code.startswith("GL1")]
    found = analyze(Source.from_bytes(name, text.encode()), rules)
    return {(each.site.line, each.code) for each in found.findings}


def judge(programs: Iterable[Any], endings: dict[str, Any]) -> Figures:
    """Hold the analyzer against how the programs ended."""
    kind = importlib.import_module(f"{__package__}.agreement" if __package__ else "agreement").kind
    figures = Figures()
    for each in programs:
        ending = endings[str(each.number)]
        if kind(ending) != "other":
            figures.add(str(each.number), kind(ending), ending["line"], raising(each.text, f"{each.number}.py"))
    return figures


def main() -> int:
    """Take the options, run the programs on the shim, and judge."""
    parser = argparse.ArgumentParser(description="Hold the analyzer against generated programs.")
    parser.add_argument("--first", type=int, default=0, help="the number of the first program")
    parser.add_argument("--count", type=int, default=2000, help="how many programs")
    options = parser.parse_args()
    agreement, generator = importlib.import_module("agreement"), importlib.import_module("generator")
    programs = [generator.generate(number) for number in range(options.first, options.first + options.count)]
    with tempfile.TemporaryDirectory() as folder:
        written = [(str(each.number), Path(folder) / f"{each.number}.py") for each in programs]
        for each, (_, path) in zip(programs, written, strict=True):
            path.write_text(each.text, encoding="utf-8")
        figures = judge(programs, agreement.run(written, Path(folder), True, "together"))
    print(*figures.lines(), sep="\n")
    for title, entries in (("missed", figures.missed), ("wrong", figures.wrong)):
        print(f"{title}: {len(entries)}", *(f"  program {name}: {words}" for name, words in entries[:40]), sep="\n")
    return 1 if figures.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
