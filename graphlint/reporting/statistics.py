"""How often each rule found something, the most frequent first."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

from graphlint.reporting.report import Report
from graphlint.reporting.style import Style


def render(report: Report, output_format: str, style: Style) -> Iterator[str]:
    """The counts by rule.

    Args:
        report: what was found.
        output_format: "json" for an array of objects, anything else for lines.
        style: colours and width.
    """
    counts = Counter((diagnostic.code, diagnostic.name, diagnostic.severity) for diagnostic in report.diagnostics)
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0][0]))
    if output_format == "json":
        yield json.dumps([{"code": code, "name": name, "count": count} for (code, name, _), count in ordered], indent=2) + "\n"
        return
    digits = max((len(str(count)) for _, count in ordered), default=0)
    for (code, name, severity), count in ordered:
        yield f"{count:>{digits}}  {style.severity(severity, code)}  {name}\n"
    if report.summary:
        yield from (line + "\n" for line in report.summary_lines())
