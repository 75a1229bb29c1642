"""JSON Lines: one object a finding and a line, for whoever reads them one by one."""

from __future__ import annotations

import json
from collections.abc import Iterator

from graphlint.report.json_format import finding_object
from graphlint.report.report import Report
from graphlint.report.style import Style


def render(report: Report, style: Style) -> Iterator[str]:  # noqa: ARG001  JSON has no style
    """The report, an object a line.

    Args:
        report: what was found.
        style: not used.
    """
    for diagnostic in report.diagnostics:
        yield json.dumps(finding_object(diagnostic), ensure_ascii=True) + "\n"
