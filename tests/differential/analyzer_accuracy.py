"""What the analyzer says of generated programs, held against what happens: what it says must raise, raises; else it is silent.

    python tests/differential/analyzer_accuracy.py --first 0 --count 2000

prints the figure for each kind of ending, and the numbers of the programs on which it disagrees. `--form` writes the programs in another
form (program_forms.py); what raises may stand in the second file then.
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
from typing import Any, TypeAlias

from graphlint import Settings, check_paths

Place: TypeAlias = "tuple[str, int]"
"""The name of a file, and a line."""

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

    def add(self, name: str, ending: str, place: Place, found: set[tuple[Place, str]]) -> None:
        """Count one program."""
        self.all[ending] += 1
        expected = {(place, code) for code in CODES.get(ending, ())}
        extra = found - expected
        if extra:
            self.wrong.append((name, f"{ending} at {place}, said {sorted(extra)}"))
        elif expected and not found & expected:
            self.missed.append((name, f"{ending} at {place}, said nothing"))
        else:
            self.right[ending] += 1

    def lines(self) -> Iterable[str]:
        """The figures as text."""
        for ending in self.all:
            yield f"{ending}: {self.right[ending]} of {self.all[ending]} ({self.right[ending] / self.all[ending]:.1%})"


def raising(folders: Iterable[Path]) -> dict[Path, set[tuple[Place, str]]]:
    """What the analyzer says must raise in the files of each folder."""
    found: dict[Path, set[tuple[Place, str]]] = {folder.resolve(): set() for folder in folders}
    # One call: each looks for settings, rules and distributions.
    result = check_paths(list(found), settings=Settings(select=("GL1",)), fixes=False)
    assert not result.failures, result.failures
    for each in result.diagnostics:
        path = Path(each.place.path).resolve()
        found[path.parent].add(((path.name, each.place.start.row), each.code))
    return found


def judge(written: Iterable[tuple[str, Path]], endings: dict[str, Any]) -> Figures:
    """Hold the analyzer against how the programs ended, each of which has a folder of its own."""
    kind = importlib.import_module(f"{__package__}.agreement" if __package__ else "agreement").kind
    figures = Figures()
    paths = dict(written)
    found = raising(path.parent for path in paths.values())
    for name, path in paths.items():
        ending = endings[name]
        if kind(ending) != "other":
            figures.add(name, kind(ending), ending["place"], found[path.parent.resolve()])
    return figures


def main() -> int:
    """Take the options, run the programs on the shim, and judge."""
    parser = argparse.ArgumentParser(description="Hold the analyzer against generated programs.")
    parser.add_argument("--first", type=int, default=0, help="the number of the first program")
    parser.add_argument("--count", type=int, default=2000, help="how many programs")
    parser.add_argument("--form", default="plain", choices=("plain", "class", "files"), help="how they are written")
    options = parser.parse_args()
    agreement, forms, generator = (importlib.import_module(name) for name in ("agreement", "program_forms", "generator"))
    programs = [generator.generate(number) for number in range(options.first, options.first + options.count)]
    with tempfile.TemporaryDirectory() as folder:
        written = forms.write(programs, Path(folder), options.form)
        figures = judge(written, agreement.run(written, Path(folder), True, "together"))
    print(*figures.lines(), sep="\n")
    for title, entries in (("missed", figures.missed), ("wrong", figures.wrong)):
        print(f"{title}: {len(entries)}", *(f"  program {name}: {words}" for name, words in entries[:40]), sep="\n")
    return 1 if figures.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
