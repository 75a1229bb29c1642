"""The result of a run, as the output formats read it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphlint.common.counts import counted
from graphlint.rule.base import Severity
from graphlint.rule.fix import Applicability

if TYPE_CHECKING:
    from graphlint.check.diagnostic import Diagnostic
    from graphlint.check.file_result import FileResult
    from graphlint.pictures.record import Life
    from graphlint.rule.base import Rule
    from graphlint.source.snippets.assumed import Assumed

# The mark of a finding that --fix fixes.
FIXABLE = "[*]"


@dataclass(frozen=True)
class Report:
    """The diagnostics of a run, ordered by path, position and code, the number of checked files, and of those that do not use PyTorch.

    `summary` adds a last line with the totals. `fixed` counts the fixed findings, `unsafe` is true if unsafe fixes were requested.
    `rules` are the checked rules, for formats that describe them. `errors` are the messages of what could not be checked,
    `assumed` is what is assumed for snippets, `agent_variable` the variable of the environment by which the reader was recognized. `lives`
    are the pictures of the diagnostics, for formats that show them. The checked text was `piped` if it has no file.
    """

    diagnostics: tuple[Diagnostic, ...]
    files: int
    summary: bool = True
    fixed: int = 0
    unsafe: bool = False
    rules: tuple[type[Rule], ...] = ()
    unrelated: int = 0
    errors: tuple[str, ...] = ()
    assumed: tuple[Assumed, ...] = ()
    agent_variable: str = ""
    lives: tuple[Life | None, ...] = ()
    piped: bool = False

    @classmethod
    def of(
        cls,
        results: Sequence[FileResult],
        summary: bool = True,
        unsafe: bool = False,
        rules: Iterable[type[Rule]] = (),
        errors: Iterable[str] = (),
        agent_variable: str = "",
        piped: bool = False,
    ) -> Report:
        """The report of some results, and of errors that concern no result."""
        found = (diagnostic for result in results for diagnostic in result.diagnostics)
        # A file whose fix could not be written was checked all the same.
        checked = sum(result.failure is None or bool(result.diagnostics) for result in results)
        unrelated = sum(not result.analyzed and result.failure is None for result in results)
        fixed = sum(len(result.applied) for result in results)
        ordered = tuple(sorted(found, key=lambda diagnostic: diagnostic.order))
        assumed = tuple(result.assumed for result in results if result.assumed is not None)
        failures = (result.failure.message for result in results if result.failure is not None)
        problems = (*errors, *failures)
        return cls(ordered, checked, summary, fixed, unsafe, tuple(rules), unrelated, problems, assumed, agent_variable, piped=piped)

    def summary_lines(self) -> Iterator[str]:
        """The number of findings by severity, and of those that can be fixed; nothing if no file was checked."""
        if not self.files and not self.diagnostics:
            return
        fixed = f" {counted(self.fixed, 'finding')} fixed." if self.fixed else ""
        yield f"{self._found()}{fixed}"
        unsafe = self.unsafe_fixes
        fixable = sum(diagnostic.fix is not None for diagnostic in self.diagnostics) - (0 if self.unsafe else unsafe)
        if fixable:
            yield f"{FIXABLE} {fixable} fixable with {'--fix --unsafe-fixes' if self.unsafe else '--fix'}" + (
                f" ({unsafe} more with --unsafe-fixes)." if unsafe and not self.unsafe else "."
            )
        elif unsafe:
            yield f"{unsafe} fixable with --fix --unsafe-fixes."

    @property
    def unsafe_fixes(self) -> int:
        """The number of findings whose fix is unsafe."""
        return sum(each.fix is not None and each.fix.applicability is Applicability.UNSAFE for each in self.diagnostics)

    def count_from(self, least: Severity) -> int:
        """Return the number of findings that are at least as severe."""
        severities = tuple(Severity)
        return sum(severities.index(diagnostic.severity) <= severities.index(least) for diagnostic in self.diagnostics)

    def is_fixable(self, diagnostic: Diagnostic) -> bool:
        """Return True if --fix, with the other options, would fix a finding."""
        trusted = (Applicability.SAFE, Applicability.UNSAFE) if self.unsafe else (Applicability.SAFE,)
        return diagnostic.fix is not None and diagnostic.fix.applicability in trusted

    def _found(self) -> str:
        unrelated = f" ({self.unrelated} without PyTorch)" if self.unrelated else ""
        if not self.diagnostics:
            return f"No findings in {counted(self.files, 'file')}{unrelated}."
        severities = Counter(diagnostic.severity for diagnostic in self.diagnostics)
        counts = {
            Severity.ERROR: counted(severities[Severity.ERROR], "error"),
            Severity.WARNING: counted(severities[Severity.WARNING], "warning"),
            Severity.INFO: f"{severities[Severity.INFO]} info",
        }
        parts = ", ".join(text for severity, text in counts.items() if severities[severity])
        files = len({diagnostic.place.path for diagnostic in self.diagnostics})
        return f"Found {parts} in {files} of {counted(self.files, 'file')}{unrelated}."
