"""One line a finding: `path:row:column: CODE message`."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.report.report import FIXABLE, Report
from graphlint.report.style import Style
from graphlint.report.terminal_text import location, visible
from graphlint.rule.urls import address_of


def render(report: Report, style: Style) -> Iterator[str]:
    """The report, line by line."""
    for diagnostic in report.diagnostics:
        code = style.linked(
            style.severity(diagnostic.severity, diagnostic.code), address_of(diagnostic.code, diagnostic.name) if style.links else None
        )
        mark = f" {FIXABLE}" if report.is_fixable(diagnostic) else ""
        yield f"{style.bold(location(diagnostic.place))}: {code}{mark} {visible(diagnostic.message)}\n"
    if report.summary:
        yield from (line + "\n" for line in report.summary_lines())
