"""What came of a whole run, as the output formats read it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from graphlint.diagnostics import Diagnostic
from graphlint.rules_api import Severity
from graphlint.runner import FileResult


@dataclass(frozen=True)
class Report:
    """The diagnostics of a run in the order of path, position and code, and the number of files that it looked at.

    `summary` says whether to close with a line for people.
    """

    diagnostics: tuple[Diagnostic, ...]
    files: int
    summary: bool = True

    @classmethod
    def of(cls, results: Sequence[FileResult], summary: bool = True) -> Report:
        """The report of some results.

        Args:
            results: what came of each file.
            summary: whether to close with a line for people.
        """
        found = (diagnostic for result in results for diagnostic in result.diagnostics)
        checked = sum(result.failure is None for result in results)
        return cls(tuple(sorted(found, key=lambda diagnostic: diagnostic.order)), checked, summary)

    def summary_line(self) -> str:
        """How many were found, of which severity, in how many files."""
        if not self.diagnostics:
            return f"No findings in {_counted(self.files, 'file')}."
        severities = Counter(diagnostic.severity for diagnostic in self.diagnostics)
        words = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
        parts = ", ".join(_counted(severities[severity], word) for severity, word in words.items() if severities[severity])
        files = len({diagnostic.place.path for diagnostic in self.diagnostics})
        return f"Found {parts} in {files} of {_counted(self.files, 'file')}."


def _counted(number: int, word: str) -> str:
    """A number and its word, in the plural where it needs one."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
