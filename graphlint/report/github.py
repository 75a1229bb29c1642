"""Workflow commands of GitHub Actions: each finding becomes an annotation of its line."""

from __future__ import annotations

import os
from collections.abc import Iterator

from graphlint.check.diagnostic import Diagnostic
from graphlint.report.report import Report
from graphlint.report.style import Style
from graphlint.report.terminal_text import location, visible
from graphlint.rule.base import Severity

LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def render(report: Report, style: Style) -> Iterator[str]:  # noqa: ARG001  a command has no style
    """The report, a command a line."""
    for diagnostic in report.diagnostics:
        properties = ",".join(f"{name}={_property(value)}" for name, value in _properties(diagnostic))
        headline = f"{location(diagnostic.place)}: {diagnostic.code} {visible(diagnostic.message)}"
        text = "\n".join((headline, *(f"{label}: {visible(text)}" for label, text in diagnostic.explanation)))
        yield f"::{LEVELS[diagnostic.severity]} {properties}::{_data(text)}\n"


def _properties(diagnostic: Diagnostic) -> Iterator[tuple[str, str]]:
    """The properties of a command. A notebook has only the row in the file: GitHub does not support cells."""
    place = diagnostic.place
    yield "title", f"graphlint ({diagnostic.code} {diagnostic.name})"
    # Absolute, for a job may run in a folder within the repository; GitHub finds the root itself.
    yield "file", visible(os.path.abspath(place.path))  # noqa: PTH100  Path.absolute does not tidy
    yield "line", str(place.file_row)
    if place.start.cell is None:
        yield "col", str(place.start.column)
        yield "endLine", str(place.end.row)
        yield "endColumn", str(place.end.column)


def _data(text: str) -> str:
    """Escape the text of a command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """Escape the value of a property."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")
