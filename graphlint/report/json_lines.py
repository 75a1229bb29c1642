"""JSON Lines: one object per finding and line."""

from __future__ import annotations

import json
from collections.abc import Iterator

from graphlint.report.json_format import finding_object
from graphlint.report.report import Report
from graphlint.report.style import Style


def render(report: Report, style: Style) -> Iterator[str]:  # noqa: ARG001  JSON has no style
    """The report, an object a line."""
    for diagnostic in report.diagnostics:
        yield json.dumps(finding_object(diagnostic), ensure_ascii=True) + "\n"
