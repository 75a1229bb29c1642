"""Diagnostics of open documents: pushed after a check, or returned when the client pulls them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lsprotocol import types

from graphlint.server.check_scheduler import Outcome
from graphlint.server.diagnostics import reports, result_id
from graphlint.server.programs import OpenProgram
from graphlint.server.session import Session

OPTIONS = types.DiagnosticOptions(inter_file_dependencies=True, workspace_diagnostics=True, identifier="graphlint")


@dataclass(frozen=True)
class Report:
    """Diagnostics of one document, the version that was checked, and an id that changes with them."""

    items: list[types.Diagnostic]
    version: int | None
    result_id: str


class Diagnostics:
    """Diagnostics of all open documents.

    Args:
        session: the connection.
        publish: sends diagnostics to the client.
        refresh: requests the client to pull again.
    """

    def __init__(self, session: Session, publish: Callable[[types.PublishDiagnosticsParams], None], refresh: Callable[[], None]) -> None:
        self._session = session
        self._publish = publish
        self._refresh = refresh
        self._reports: dict[str, Report] = {}
        self._by_program: dict[str, tuple[int, frozenset[str]]] = {}
        session.scheduler.on_outcome.append(self._on_outcome)

    async def pull(self, params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
        """Return the diagnostics of a document in its current state."""
        uri = params.text_document.uri
        program = self._session.program(uri)
        if program is not None:
            outcome = await self._session.scheduler.outcome(program)
            self._update(program, outcome)
        report = self._reports.get(uri, Report([], None, result_id([])))
        if params.previous_result_id == report.result_id:
            return types.RelatedUnchangedDocumentDiagnosticReport(report.result_id)
        return types.RelatedFullDocumentDiagnosticReport(report.items, result_id=report.result_id)

    def report(self, uri: str) -> Report | None:
        """Return the last diagnostics of a document."""
        return self._reports.get(uri)

    def clear(self, uri: str) -> None:
        """Remove the diagnostics of a closed document."""
        if self._reports.pop(uri, None) is not None and not self._session.client.pulls:
            self._publish(types.PublishDiagnosticsParams(uri, []))

    def _update(self, program: OpenProgram, outcome: Outcome) -> frozenset[str]:
        """Update the reports from an outcome, and return the URIs of its documents."""
        revision, _ = self._by_program.get(program.uri, (0, frozenset()))
        if revision != outcome.revision:
            by_uri = reports(self._session, program, outcome)
            for uri, items in by_uri.items():
                self._reports[uri] = Report(items, outcome.versions.get(uri), result_id(items))
            self._by_program[program.uri] = (outcome.revision, frozenset(by_uri))
        return self._by_program[program.uri][1]

    def _on_outcome(self, program: OpenProgram, outcome: Outcome) -> None:
        previous = dict(self._reports)
        uris = self._update(program, outcome)
        if self._session.scheduler.was_indirect(program.uri):
            # The client expects no result: the check was triggered by another file.
            uris = frozenset(uri for uri in uris if not _is_same(self._reports[uri], previous.get(uri)))
            if uris and self._session.client.pulls:
                self._refresh()
        if self._session.client.pulls:
            return
        for uri in sorted(uris):
            report = self._reports[uri]
            version = report.version if self._session.client.versions else None
            self._publish(types.PublishDiagnosticsParams(uri, report.items, version))


def _is_same(report: Report, previous: Report | None) -> bool:
    return previous is not None and (report.result_id, report.version) == (previous.result_id, previous.version)
