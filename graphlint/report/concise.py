"""One line a finding: `path:row:column: severity CODE message`."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.report.headline import headline
from graphlint.report.report import Report
from graphlint.report.style import Style


def render(report: Report, style: Style) -> Iterator[str]:
    """The report, line by line."""
    for diagnostic in report.diagnostics:
        yield from headline(diagnostic, diagnostic.code, style, report.is_fixable(diagnostic))
    if report.summary:
        yield from (line + "\n" for line in report.summary_lines())
