"""Printing: one module an output format, each with a `render` that turns a report into lines of text."""

from __future__ import annotations

import importlib
from collections.abc import Iterable

from graphlint.report.report import Report
from graphlint.report.style import Style

# What --output-format takes, and the module that writes it; only the one that is used is imported.
FORMATS = {
    "full": "graphlint.report.full",
    "concise": "graphlint.report.concise",
    "agent": "graphlint.report.agent",
    "json": "graphlint.report.json_format",
    "json-lines": "graphlint.report.json_lines",
    "sarif": "graphlint.report.sarif",
    "html": "graphlint.report.html",
    "github": "graphlint.report.github",
    "gitlab": "graphlint.report.gitlab",
    "junit": "graphlint.report.junit",
    "rdjson": "graphlint.report.rdjson",
}


# The formats that contain the edits of fixes, and those that only state if there is one; the others do not mention fixes.
CARRYING = frozenset(("agent", "json", "json-lines", "sarif", "html", "rdjson"))
TELLING = frozenset(("full", "concise"))
# The formats that show the lifetime of graphs.
DRAWING = frozenset(("html",))
# The formats that say themselves what is assumed for a snippet.
STATING = frozenset(("agent",))
# The formats that explain the rules that were checked.
EXPLAINING = frozenset(("sarif",))


def render(report: Report, output_format: str, style: Style) -> Iterable[str]:
    """The text of a report in one of the formats, piece by piece."""
    lines: Iterable[str] = importlib.import_module(FORMATS[output_format]).render(report, style)
    return lines


def render_statistics(report: Report, output_format: str, style: Style) -> Iterable[str]:
    """The text of a report's counts by rule, in the spirit of one of the formats."""
    statistics = importlib.import_module("graphlint.report.statistics")
    lines: Iterable[str] = statistics.render(report, output_format, style)
    return lines
