"""Hold graphlint against a mutant: the original has to be silent where the mutant has to have a finding."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from graphlint.autograd.assumptions import Assumptions
from graphlint.check.analyze_file import analyze_file
from graphlint.check.file_analysis import Content, FileAnalysis
from graphlint.check.resolve_callers import FileFindings, merge
from graphlint.project.project import Project
from graphlint.rule.base import Finding, Rule
from planting.mutants import Mutant


class Verdict(enum.Enum):
    """What came of a planted bug."""

    FOUND = "found"
    MISSED = "missed"
    NOISY = "the original is not silent"


@dataclass(frozen=True)
class Judged:
    """A mutant with its verdict; `notes` are what the analysis says of itself, `others` the findings elsewhere that the original lacks."""

    mutant: Mutant
    verdict: Verdict
    notes: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


class Checkout:
    """A checkout as graphlint sees it: each file with what it imports and with those that call it, one of them changed at a time."""

    def __init__(self, root: Path, paths: Iterable[Path], rules: Sequence[Rule]) -> None:
        """Analyse the files of a checkout.

        Args:
            root: the folder from which imports may start, or a file that stands alone.
            paths: its files.
            rules: the rules to apply.
        """
        self._rules = rules
        self._codes = frozenset(rule.code for rule in rules)
        shown = [str(path) for path in paths]
        self._project = Project(shown, (str(root),) if root.is_dir() else ())
        self._examined = {path: self._examine(path, Path(path).read_bytes()) for path in shown}
        self._judged = {path: item.findings for path, item in self._examined.items()}

    def failed(self, path: str) -> bool:
        """Whether a file could not be analysed.

        Args:
            path: the file.
        """
        return self._examined[path].failure is not None or self._examined[path].problem is not None

    def original(self, path: str) -> tuple[Finding, ...]:
        """What is found in a file as it is.

        Args:
            path: the file.
        """
        return self._found(path, {})

    def changed(self, path: str, text: str) -> tuple[tuple[Finding, ...], tuple[str, ...]]:
        """What is found in a file with another text, and the notes on its analysis.

        Args:
            path: the file.
            text: what is to stand in it.
        """
        data = text.encode()
        stale = self._project.overlay(path, data)
        mine = self._examine(path, data)
        new = {path: mine.findings}
        for other in sorted(stale & self._judged.keys()):
            new[other] = self._examine(other, Path(other).read_bytes()).findings
        found = self._found(path, new)
        self._project.overlay(path, None)
        return found, mine.notes

    def _examine(self, path: str, data: bytes) -> FileAnalysis:
        return analyze_file(Content(path, data), self._rules, Assumptions(), self._project)

    def _found(self, path: str, new: dict[str, FileFindings]) -> tuple[Finding, ...]:
        verdict = merge({**self._judged, **new}, lambda _: self._codes).get(path)
        return verdict.findings if verdict is not None else ()


def judge(mutant: Mutant, checkout: Checkout) -> Judged:
    """The verdict on one mutant of a file of a checkout."""
    original = checkout.original(mutant.path)
    if any(item.code in mutant.codes and item.site.line in mutant.origin for item in original):
        return Judged(mutant, Verdict.NOISY)
    found, notes = checkout.changed(mutant.path, mutant.text)
    if any(item.code in mutant.codes and item.site.line in mutant.lines for item in found):
        return Judged(mutant, Verdict.FOUND)
    known = {item.code for item in original}
    others = tuple(f"{item.code}:{item.site.line}" for item in found if item.code not in known or item.code in mutant.codes)
    return Judged(mutant, Verdict.MISSED, notes, others)
