"""Reviewdog's Diagnostic Format (rdjson), which comments findings on pull requests of several hosts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from graphlint.check.diagnostic import Diagnostic, Place, PlacedFix
from graphlint.common.shown_paths import relative, with_slashes
from graphlint.report.report import Report
from graphlint.report.style import Style
from graphlint.report.terminal_text import visible
from graphlint.rule.base import Severity
from graphlint.rule.fix import Applicability
from graphlint.rule.urls import address_of, project_address
from graphlint.source.source import Position

SEVERITIES = {Severity.ERROR: "ERROR", Severity.WARNING: "WARNING", Severity.INFO: "INFO"}
Object: TypeAlias = "dict[str, Any]"


def render(report: Report, style: Style) -> Iterator[str]:  # noqa: ARG001  JSON has no style
    """The report as one JSON object."""
    address = project_address()
    result = {
        "source": {"name": "graphlint", **({"url": address} if address else {})},
        "diagnostics": [_finding(diagnostic) for diagnostic in report.diagnostics],
    }
    yield json.dumps(result, indent=2, ensure_ascii=True) + "\n"


def _finding(diagnostic: Diagnostic) -> Object:
    """One finding."""
    address = address_of(diagnostic.code, diagnostic.name)
    lines = (diagnostic.message, *(f"{label}: {text}" for label, text in diagnostic.explanation))
    finding: Object = {
        "message": "\n".join(map(visible, lines)),
        "severity": SEVERITIES[diagnostic.severity],
        "code": {"value": diagnostic.code, **({"url": address} if address else {})},
        "location": _location(diagnostic.place),
    }
    if diagnostic.related:
        finding["relatedLocations"] = [
            {"message": visible(related.message), "location": _location(related.place)} for related in diagnostic.related
        ]
    suggestions = _suggestions(diagnostic)
    return {**finding, "suggestions": suggestions} if suggestions else finding


def _location(place: Place) -> Object:
    """A place; in a notebook, whose text is JSON, the row that holds the line."""
    path = visible(with_slashes(relative(place.path)))
    if place.start.cell is not None:
        return {"path": path, "range": {"start": {"line": place.file_row}}}
    lines = {} if place.line is None else {place.start.row: place.line}
    start, end = (_position(position, lines) or {"line": position.row} for position in (place.start, place.end))
    return {"path": path, "range": {"start": start, "end": end}}


def _position(position: Position, lines: Mapping[int, str]) -> dict[str, int] | None:
    """A position with its column in bytes of UTF-8, as the format counts; None if that needs a line that is unavailable."""
    if position.column == 1:
        return {"line": position.row, "column": 1}
    line = lines.get(position.row)
    if line is None:
        return None
    return {"line": position.row, "column": len(line[: position.column - 1].encode("utf-8", "surrogatepass")) + 1}


def _suggestions(diagnostic: Diagnostic) -> list[Object]:
    """The edits of the fix; none if it is not to be applied, or if the column of one of them is unknown."""
    fix: PlacedFix | None = diagnostic.fix
    if fix is None or fix.applicability is Applicability.DISPLAY or diagnostic.place.start.cell is not None:
        return []
    places = (diagnostic.place, *(related.place for related in diagnostic.related if related.place.path == diagnostic.place.path))
    lines = {place.start.row: place.line for place in places if place.line is not None}
    suggestions = []
    for edit in fix.edits:
        start, end = _position(edit.start, lines), _position(edit.end, lines)
        if start is None or end is None:
            return []
        suggestions.append({"range": {"start": start, "end": end}, "text": edit.text})
    return suggestions
