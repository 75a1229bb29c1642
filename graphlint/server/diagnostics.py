"""Conversion of diagnostics to the client's diagnostics."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from lsprotocol import types

from graphlint.check.diagnostic import Diagnostic
from graphlint.rule.base import Severity, Tag
from graphlint.rule.urls import address_of
from graphlint.server.check_scheduler import Outcome
from graphlint.server.documents import Document
from graphlint.server.locations import Places
from graphlint.server.programs import OpenProgram
from graphlint.server.session import Session
from graphlint.server.uris import uri_of
from graphlint.server.workers.messages import CheckResult, Identity

SOURCE = "graphlint"
SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFO: types.DiagnosticSeverity.Information,
}
TAGS = {Tag.UNNECESSARY: types.DiagnosticTag.Unnecessary, Tag.DEPRECATED: types.DiagnosticTag.Deprecated}


@dataclass(frozen=True)
class Data:
    """Data attached to a diagnostic for its code actions: the finding, and the version of the text that was checked."""

    identity: Identity
    version: int | None

    def packed(self) -> dict[str, object]:
        """Return the data as JSON."""
        item = self.identity
        return {"code": item.code, "row": item.row, "column": item.column, "cell": item.cell, "version": self.version}


def reports(session: Session, program: OpenProgram, outcome: Outcome) -> dict[str, list[types.Diagnostic]]:
    """Return the diagnostics of a program by the URI of their text; a text without diagnostics has an empty list."""
    converted: dict[str, list[types.Diagnostic]] = {part.uri: [] for part in program.parts}
    places = Places(session.documents)
    for item in outcome.result.diagnostics:
        part = program.part(item.place.start)
        if part is not None and part.uri in converted:
            converted[part.uri].append(_report(session, program, outcome, item, part, places))
    return converted


def reports_of_file(session: Session, result: CheckResult) -> list[types.Diagnostic]:
    """Return the diagnostics of a file that is not open."""
    places = Places(session.documents)
    program = OpenProgram(uri_of(result.name), session.documents)
    outcome = Outcome(0, None, result, {})
    converted = []
    for item in result.diagnostics:
        here = places.location(program, "", item.place.path, item.place.start, item.place.end)
        if here is not None:
            document = Document(uri=here.uri, language="", version=None, text="", encoding=session.documents.encoding)
            report = _report(session, program, outcome, item, document, places)
            report.range = here.range
            converted.append(report)
    return converted


def result_id(diagnostics: Iterable[types.Diagnostic]) -> str:
    """Return an id of a list of diagnostics that changes with its content."""
    return hashlib.sha256(repr([_key(item) for item in diagnostics]).encode("utf-8", "backslashreplace")).hexdigest()[:16]


def _key(item: types.Diagnostic) -> object:
    # The document version in a diagnostic's data is not part of its content.
    return (item.range, item.code, item.severity, item.message, item.tags, item.related_information)


def _report(session: Session, program: OpenProgram, outcome: Outcome, item: Diagnostic, part: Document, places: Places) -> types.Diagnostic:
    client = session.client
    address = address_of(item.code, item.name) if client.code_description else None
    name = outcome.program.name if outcome.program is not None else ""
    related = []
    for other in item.related if client.related else ():
        location = places.location(program, name, other.place.path, other.place.start, other.place.end)
        if location is not None:
            related.append(types.DiagnosticRelatedInformation(location, other.message))
    tags = [TAGS[tag] for tag in TAGS if tag in item.tags and TAGS[tag] in client.tags]
    return types.Diagnostic(
        range=part.client_range(item.place.start, item.place.end),
        message="\n".join((item.message, *(f"{label}: {text}" for label, text in item.explanation))),
        severity=SEVERITIES[item.severity],
        code=item.code,
        code_description=types.CodeDescription(address) if address else None,
        source=SOURCE,
        tags=tags or None,
        related_information=related or None,
        data=Data(Identity.of(item), part.version).packed() if client.data else None,
    )
