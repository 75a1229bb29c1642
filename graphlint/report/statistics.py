"""Findings per rule, the most frequent first."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

from graphlint.report.report import FIXABLE, Report
from graphlint.report.style import Style

# The formats of services have no place for counts.
COUNTED = ("full", "concise", "json", "json-lines")


def render(report: Report, output_format: str, style: Style) -> Iterator[str]:
    """The counts by rule."""
    counts = Counter((diagnostic.code, diagnostic.name, diagnostic.severity) for diagnostic in report.diagnostics)
    fixable = Counter(diagnostic.code for diagnostic in report.diagnostics if report.is_fixable(diagnostic))
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0][0]))
    objects = [{"code": code, "name": name, "count": count, "fixable": fixable[code]} for (code, name, _), count in ordered]
    if output_format == "json":
        yield json.dumps(objects, indent=2) + "\n"
        return
    if output_format == "json-lines":
        yield from (json.dumps(each) + "\n" for each in objects)
        return
    digits = max((len(str(count)) for _, count in ordered), default=0)
    for (code, name, severity), count in ordered:
        mark = f" {FIXABLE}" if fixable[code] == count else f" [{fixable[code]} fixable]" if fixable[code] else ""
        yield f"{count:>{digits}}  {style.severity(severity, code)}  {name}{mark}\n"
    if report.summary:
        yield from (line + "\n" for line in report.summary_lines())
