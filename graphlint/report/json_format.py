"""JSON in the shape that tools for ruff read: one object a finding."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator

from graphlint.check.diagnostic import Diagnostic, Place, PlacedFix, RelatedPlace
from graphlint.report.report import Report
from graphlint.report.style import Style
from graphlint.rule.urls import address_of
from graphlint.source.source import Position


def render(report: Report, style: Style) -> Iterator[str]:  # noqa: ARG001  JSON has no style
    """The report as one JSON array."""
    # Everything beyond ASCII is escaped: no encoding of the output can fail, and no character of a name can steer a terminal.
    yield json.dumps([finding_object(diagnostic) for diagnostic in report.diagnostics], indent=2, ensure_ascii=True) + "\n"


def finding_object(diagnostic: Diagnostic) -> dict[str, object]:
    """One finding as an object that JSON can hold."""
    place = diagnostic.place
    return {
        "cell": place.start.cell,
        "code": diagnostic.code,
        "name": diagnostic.name,
        "message": diagnostic.message,
        "notes": list(diagnostic.notes),
        "help": diagnostic.help or None,
        "severity": diagnostic.severity.value,
        **_place(place),
        "noqa_row": diagnostic.noqa_row,
        "url": address_of(diagnostic.code, diagnostic.name),
        "fix": None if diagnostic.fix is None else fix_object(diagnostic.fix),
        "related": [related_object(related) for related in diagnostic.related],
    }


def related_object(related: RelatedPlace) -> dict[str, object]:
    """A related place; it names its cell where it stands in a notebook."""
    cell = {} if related.place.start.cell is None else {"cell": related.place.start.cell}
    return {"message": related.message, **cell, **_place(related.place)}


def fix_object(fix: PlacedFix) -> dict[str, object]:
    """A fix with its edits."""
    edits = [{"content": edit.text, "location": _position(edit.start), "end_location": _position(edit.end)} for edit in fix.edits]
    return {"applicability": fix.applicability.value, "message": fix.message, "edits": edits}


def _place(place: Place) -> dict[str, object]:
    """A place: its absolute path and both its ends."""
    return {
        "filename": os.path.abspath(place.path),  # noqa: PTH100  Path.absolute does not tidy
        "location": _position(place.start),
        "end_location": _position(place.end),
    }


def _position(position: Position) -> dict[str, int]:
    """A position, from 1."""
    return {"row": position.row, "column": position.column}
