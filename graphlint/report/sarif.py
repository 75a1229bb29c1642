"""SARIF 2.1.0, the format in which code scanning services take findings."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import quote

from graphlint.check.diagnostic import Diagnostic, Place, PlacedFix
from graphlint.common.shown_paths import with_slashes
from graphlint.common.system import IS_WINDOWS
from graphlint.common.version import __version__
from graphlint.report.fingerprints import fingerprints
from graphlint.report.report import Report
from graphlint.report.style import Style
from graphlint.report.terminal_text import visible
from graphlint.rule.base import Rule, Severity
from graphlint.rule.docs import HEADING, page_of
from graphlint.rule.fix import Applicability
from graphlint.rule.urls import address_of, project_address

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
ROOT = "%SRCROOT%"
LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
# GitHub's names for the severity of a rule.
PROBLEM = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "recommendation"}
Object: TypeAlias = "dict[str, Any]"


def render(report: Report, style: Style) -> Iterator[str]:  # noqa: ARG001  JSON has no style
    """The report as one log with one run."""
    root = _root()
    found = {diagnostic.code for diagnostic in report.diagnostics}
    rules = [rule for rule in report.rules if rule.code in found]
    numbers = {rule.code: number for number, rule in enumerate(rules)}
    marked = zip(report.diagnostics, fingerprints(report.diagnostics), strict=True)
    run: Object = {
        "tool": {"driver": _driver(rules)},
        "invocations": [_invocation(report.errors)],
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {ROOT: {"uri": _uri(root) + "/"}},
        "results": [_result(diagnostic, mark, numbers, root) for diagnostic, mark in marked],
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    yield json.dumps(log, indent=2, ensure_ascii=True) + "\n"


def _driver(rules: list[type[Rule]]) -> Object:
    """The tool, with the rules that have findings."""
    address = project_address()
    return {
        "name": "graphlint",
        "version": __version__,
        "semanticVersion": __version__,
        **({"informationUri": address} if address else {}),
        "rules": [_rule(rule) for rule in rules],
    }


def _invocation(errors: Sequence[str]) -> Object:
    """The run: if it succeeded, and what it could not check."""
    notifications = [{"level": "error", "message": {"text": visible(error)}} for error in errors]
    return {"executionSuccessful": not errors, **({"toolExecutionNotifications": notifications} if notifications else {})}


def _rule(rule: type[Rule]) -> Object:
    """A rule, with its page as help."""
    page = page_of(rule)
    sections = "\n\n".join(f"{HEADING}{section.title}\n\n{section.text}" for section in page.sections)
    text = "\n\n".join(part for part in (page.summary, page.introduction, sections) if part)
    address = address_of(rule.code, rule.name)
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": page.summary},
        "fullDescription": {"text": page.text("What it does") or page.summary},
        "help": {"text": text, "markdown": text},
        "defaultConfiguration": {"level": LEVELS[rule.severity], "enabled": rule.default},
        **({"helpUri": address} if address else {}),
        "properties": {"tags": ["pytorch", "autograd"], "problem.severity": PROBLEM[rule.severity], "precision": "high"},
    }


def _result(diagnostic: Diagnostic, fingerprint: str, numbers: dict[str, int], root: str) -> Object:
    """One finding."""
    related = enumerate(diagnostic.related, 1)
    result: Object = {
        "ruleId": diagnostic.code,
        "level": LEVELS[diagnostic.severity],
        "message": {"text": _message(diagnostic)},
        "locations": [_location(diagnostic.place, root)],
        "partialFingerprints": {"graphlint/v1": fingerprint},
    }
    if diagnostic.code in numbers:
        result["ruleIndex"] = numbers[diagnostic.code]
    if diagnostic.related:
        result["relatedLocations"] = [
            {"id": number, "message": {"text": _text(other.message, other.place)}, **_location(other.place, root)}
            for number, other in related
        ]
    fix = diagnostic.fix
    if fix is not None and fix.applicability is not Applicability.DISPLAY and all(edit.start.cell is None for edit in fix.edits):
        result["fixes"] = [_fix(fix, diagnostic.place.path, root)]
    return result


def _fix(fix: PlacedFix, path: str, root: str) -> Object:
    """A fix; SARIF does not know how far one can be trusted, so that its properties tell."""
    replacements = [
        {
            "deletedRegion": _region(edit.start.row, edit.start.column, edit.end.row, edit.end.column),
            "insertedContent": {"text": edit.text},
        }
        for edit in fix.edits
    ]
    return {
        "description": {"text": visible(fix.message)},
        "artifactChanges": [{"artifactLocation": _artifact(path, root), "replacements": replacements}],
        "properties": {"applicability": fix.applicability.value},
    }


def _location(place: Place, root: str) -> Object:
    """A place. In a notebook, whose text is JSON, the row that holds the line, and the cell as a logical location."""
    physical: Object = {"artifactLocation": _artifact(place.path, root)}
    if place.start.cell is not None:
        physical["region"] = {"startLine": place.file_row}
        cell = {"name": f"cell {place.start.cell}", "fullyQualifiedName": f"cell {place.start.cell}", "kind": "module"}
        return {"physicalLocation": physical, "logicalLocations": [cell]}
    physical["region"] = _region(place.start.row, place.start.column, place.end.row, place.end.column)
    return {"physicalLocation": physical}


def _region(row: int, column: int, end_row: int, end_column: int) -> Object:
    """A span of a file."""
    return {"startLine": row, "startColumn": column, "endLine": end_row, "endColumn": end_column}


def _message(diagnostic: Diagnostic) -> str:
    """The headline, then a line for each note and the help."""
    lines = (f"{label}: {_unlinked(visible(text))}" for label, text in diagnostic.explanation)
    return "\n".join((_text(diagnostic.message, diagnostic.place), *lines))


def _text(message: str, place: Place) -> str:
    """A message; in a notebook with the place in its cell."""
    cell = "" if place.start.cell is None else f"cell {place.start.cell}, line {place.start.row}: "
    return cell + _unlinked(visible(message))


def _unlinked(text: str) -> str:
    """A text in which no `[text](target)` is read as a link."""
    return text.replace("](", "]\\(")


def _artifact(path: str, root: str) -> Object:
    """A file: relative to the root where it lies below it."""
    whole = os.path.abspath(path)  # noqa: PTH100  Path.absolute does not tidy
    if whole.startswith(root.rstrip(os.sep) + os.sep):
        return {"uri": _quoted(os.path.relpath(whole, root)), "uriBaseId": ROOT}
    return {"uri": _uri(whole)}


def _root() -> str:
    """The root of the repository that the current folder lies in; the current folder where there is none."""
    here = Path.cwd()
    return str(next((folder for folder in (here, *here.parents) if (folder / ".git").exists()), here))


def _uri(path: str) -> str:
    """An absolute path as a URI."""
    quoted = _quoted(path.rstrip(os.sep))
    # The host of a network path is that of the URI.
    return "file:" + quoted if quoted.startswith("//") else "file://" + ("" if quoted.startswith("/") or not quoted else "/") + quoted


def _quoted(path: str) -> str:
    """A path with slashes, with all escaped that a URI cannot hold."""
    return quote(with_slashes(path).encode("utf-8", "surrogateescape"), safe="/:" if IS_WINDOWS else "/")
