"""Evaluate graphlint on a mutant: it must report the planted bug, and nothing at that place in the original."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from graphlint.check.analyze_file import analyze_file
from graphlint.check.file_analysis import FileAnalysis
from graphlint.check.resolve_callers import merge
from graphlint.libraries.assumptions import Assumptions
from graphlint.project.project import Project
from graphlint.rule.base import Finding, Rule
from graphlint.source.open import Content
from planting.mutants import Mutant


class Verdict(enum.Enum):
    """Result of a planted bug."""

    FOUND = "found"
    MISSED = "missed"
    NOISY = "the original is not silent"


@dataclass(frozen=True)
class Judged:
    """A mutant with its result; `notes` are those of the analysis, `others` the findings elsewhere that the original lacks."""

    mutant: Mutant
    verdict: Verdict
    notes: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


class Checkout:
    """A checkout as graphlint sees it: each file with its imports and its callers; one file is changed at a time."""

    def __init__(self, root: Path, paths: Iterable[Path], rules: Sequence[Rule]) -> None:
        """Analyze the files of a checkout.

        Args:
            root: the folder from which imports start, or a single file.
            paths: its files.
            rules: the rules to apply.
        """
        self._rules = rules
        self._codes = frozenset(rule.code for rule in rules)
        shown = [str(path) for path in paths]
        self._project = Project(shown, (str(root),) if root.is_dir() else ())
        self._examined = {path: self._examine(path, Path(path).read_bytes()) for path in shown}

    def failed(self, path: str) -> bool:
        """Return whether a file could not be analyzed."""
        return self._examined[path].failure is not None or self._examined[path].problem is not None

    def original(self, path: str) -> tuple[Finding, ...]:
        """Return the findings in a file as it is."""
        return self._found(path, {})

    def changed(self, path: str, text: str) -> tuple[tuple[Finding, ...], tuple[str, ...]]:
        """Return the findings in a file with another text, and the notes of its analysis."""
        data = text.encode()
        stale = self._project.overlay(path, data)
        mine = self._examine(path, data)
        new = {path: mine}
        for other in sorted(stale & self._examined.keys()):
            new[other] = self._examine(other, Path(other).read_bytes())
        found = self._found(path, new)
        self._project.overlay(path, None)
        return found, mine.notes

    def _examine(self, path: str, data: bytes) -> FileAnalysis:
        return analyze_file(Content(path, data), self._rules, Assumptions(), self._project)

    def _found(self, path: str, new: dict[str, FileAnalysis]) -> tuple[Finding, ...]:
        verdict = merge({**self._examined, **new}, lambda _: (self._codes, self._codes)).get(path)
        return verdict.findings if verdict is not None else ()


def judge(mutant: Mutant, checkout: Checkout) -> Judged:
    """Return the result of one mutant of a file of a checkout."""
    original = checkout.original(mutant.path)
    if any(item.code in mutant.codes and item.site.line in mutant.origin for item in original):
        return Judged(mutant, Verdict.NOISY)
    found, notes = checkout.changed(mutant.path, mutant.text)
    if any(item.code in mutant.codes and item.site.line in mutant.lines for item in found):
        return Judged(mutant, Verdict.FOUND)
    known = {item.code for item in original}
    others = tuple(f"{item.code}:{item.site.line}" for item in found if item.code not in known or item.code in mutant.codes)
    return Judged(mutant, Verdict.MISSED, notes, others)
