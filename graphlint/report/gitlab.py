"""GitLab's code quality report: a JSON array, an object a finding."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator

from graphlint.check.diagnostic import Diagnostic, Place
from graphlint.common.shown_paths import relative, with_slashes
from graphlint.report.fingerprints import fingerprints
from graphlint.report.report import Report
from graphlint.report.style import Style
from graphlint.report.terminal_text import visible
from graphlint.rule.base import Severity
from graphlint.source.source import Position

SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}
ROOT_VARIABLE = "CI_PROJECT_DIR"


def render(report: Report, style: Style) -> Iterator[str]:  # noqa: ARG001  JSON has no style
    """The report as one JSON array."""
    # GitLab reads paths relative to the root of the project, which is not always where a job runs.
    root = os.path.abspath(os.environ.get(ROOT_VARIABLE) or ".")  # noqa: PTH100  Path.absolute does not tidy
    marked = zip(report.diagnostics, fingerprints(report.diagnostics), strict=True)
    yield json.dumps([_finding(diagnostic, mark, root) for diagnostic, mark in marked], indent=2, ensure_ascii=True) + "\n"


def _finding(diagnostic: Diagnostic, fingerprint: str, root: str) -> dict[str, object]:
    """One finding."""
    cell = "" if diagnostic.place.start.cell is None else f" (cell {diagnostic.place.start.cell}, line {diagnostic.place.start.row})"
    notes = f" ({visible('; '.join(diagnostic.notes))})" if diagnostic.notes else ""
    return {
        "description": f"{diagnostic.code}[{diagnostic.name}]{cell} {visible(diagnostic.message)}{notes}",
        "check_name": diagnostic.code,
        "fingerprint": fingerprint,
        "severity": SEVERITIES[diagnostic.severity],
        "location": {"path": _path(diagnostic.place.path, root), "positions": _positions(diagnostic.place)},
    }


def _positions(place: Place) -> dict[str, object]:
    """The start and the end of a place in its file."""
    if place.start.cell is not None:
        row = Position(place.file_row, 1)
        return {"begin": _position(row), "end": _position(row)}
    return {"begin": _position(place.start), "end": _position(place.end)}


def _position(position: Position) -> dict[str, int]:
    """A position, from 1."""
    return {"line": position.row, "column": position.column}


def _path(path: str, root: str) -> str:
    """A path from the root of the project, with slashes; as it is where it lies elsewhere."""
    whole = os.path.abspath(path)  # noqa: PTH100  Path.absolute does not tidy
    below = whole.startswith(root.rstrip(os.sep) + os.sep)
    return visible(with_slashes(relative(whole, root) if below else whole))
