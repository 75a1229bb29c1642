"""What came of a whole run, as the output formats read it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphlint.rule.base import Severity
from graphlint.rule.fix import Applicability

if TYPE_CHECKING:
    from graphlint.check.diagnostic import Diagnostic
    from graphlint.check.file_result import FileResult
    from graphlint.rule.base import Rule

# What a finding is marked with that --fix takes away.
FIXABLE = "[*]"


@dataclass(frozen=True)
class Report:
    """The diagnostics of a run in the order of path, position and code, and the number of files that it looked at.

    `summary` says whether to close with a line for people. `fixed` counts the findings that were fixed, `unsafe` says whether unsafe fixes
    were asked for. `rules` are those that were checked, for formats that explain them.
    """

    diagnostics: tuple[Diagnostic, ...]
    files: int
    summary: bool = True
    fixed: int = 0
    unsafe: bool = False
    rules: tuple[type[Rule], ...] = ()

    @classmethod
    def of(cls, results: Sequence[FileResult], summary: bool = True, unsafe: bool = False, rules: Iterable[type[Rule]] = ()) -> Report:
        """The report of some results.

        Args:
            results: what came of each file.
            summary: whether to close with a line for people.
            unsafe: whether unsafe fixes were asked for.
            rules: the rules that were checked.
        """
        found = (diagnostic for result in results for diagnostic in result.diagnostics)
        checked = sum(result.failure is None for result in results)
        fixed = sum(len(result.applied) for result in results)
        return cls(tuple(sorted(found, key=lambda diagnostic: diagnostic.order)), checked, summary, fixed, unsafe, tuple(rules))

    def summary_lines(self) -> Iterator[str]:
        """How many were found, of which severity, in how many files; how many of them can be fixed."""
        fixed = f" {_counted(self.fixed, 'finding')} fixed." if self.fixed else ""
        yield f"{self._found()}{fixed}"
        trusted = Counter(diagnostic.fix.applicability for diagnostic in self.diagnostics if diagnostic.fix is not None)
        unsafe = trusted[Applicability.UNSAFE]
        fixable = trusted[Applicability.SAFE] + (unsafe if self.unsafe else 0)
        if fixable:
            yield f"{FIXABLE} {fixable} fixable with {'--fix --unsafe-fixes' if self.unsafe else '--fix'}" + (
                f" ({unsafe} more with --unsafe-fixes)." if unsafe and not self.unsafe else "."
            )
        elif unsafe:
            yield f"{unsafe} fixable with --fix --unsafe-fixes."

    def is_fixable(self, diagnostic: Diagnostic) -> bool:
        """Whether --fix, with what else was asked for, would fix a finding."""
        trusted = (Applicability.SAFE, Applicability.UNSAFE) if self.unsafe else (Applicability.SAFE,)
        return diagnostic.fix is not None and diagnostic.fix.applicability in trusted

    def _found(self) -> str:
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
