"""Diagnostics of open texts: published when a check is done, or handed out when the client asks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lsprotocol import types

from graphlint.server.check_scheduler import Outcome
from graphlint.server.diagnostics import reports, result_id
from graphlint.server.programs import Open
from graphlint.server.session import Session

OPTIONS = types.DiagnosticOptions(inter_file_dependencies=True, workspace_diagnostics=True, identifier="graphlint")


@dataclass(frozen=True)
class Report:
    """The diagnostics of one text, the version of it that was checked, and what tells them from others."""

    items: list[types.Diagnostic]
    version: int | None
    result_id: str


class Diagnostics:
    """The diagnostics of all open texts.

    Args:
        session: the connection.
        publish: sends diagnostics to the client.
        refresh: has the client ask again.
    """

    def __init__(self, session: Session, publish: Callable[[types.PublishDiagnosticsParams], None], refresh: Callable[[], None]) -> None:
        self._session = session
        self._publish = publish
        self._refresh = refresh
        self._reports: dict[str, Report] = {}
        self._by_program: dict[str, tuple[int, frozenset[str]]] = {}
        session.checks.on_outcome.append(self._done)

    async def pull(self, params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
        """The diagnostics of a text, as it is when the answer is given."""
        uri = params.text_document.uri
        program = self._session.program(uri)
        if program is not None:
            outcome = await self._session.checks.outcome(program)
            self._take(program, outcome)
        report = self._reports.get(uri, Report([], None, result_id([])))
        if params.previous_result_id == report.result_id:
            return types.RelatedUnchangedDocumentDiagnosticReport(report.result_id)
        return types.RelatedFullDocumentDiagnosticReport(report.items, result_id=report.result_id)

    def report(self, uri: str) -> Report | None:
        """The last diagnostics of a text.

        Args:
            uri: its address.
        """
        return self._reports.get(uri)

    def clear(self, uri: str) -> None:
        """Take the diagnostics of a text away that was closed.

        Args:
            uri: its address.
        """
        if self._reports.pop(uri, None) is not None and not self._session.client.pulls:
            self._publish(types.PublishDiagnosticsParams(uri, []))

    def _take(self, program: Open, outcome: Outcome) -> frozenset[str]:
        """Keep what a check came to; the texts whose diagnostics it has told."""
        stamp, _ = self._by_program.get(program.uri, (0, frozenset()))
        if stamp != outcome.stamp:
            found = reports(self._session, program, outcome)
            for uri, items in found.items():
                self._reports[uri] = Report(items, outcome.versions.get(uri), result_id(items))
            self._by_program[program.uri] = (outcome.stamp, frozenset(found))
        return self._by_program[program.uri][1]

    def _done(self, program: Open, outcome: Outcome) -> None:
        before = dict(self._reports)
        told = self._take(program, outcome)
        if self._session.checks.was_unasked(program.uri):
            # Nobody has edited the program: the client knows of this check only if it is told.
            told = frozenset(uri for uri in told if not _same(self._reports[uri], before.get(uri)))
            if told and self._session.client.pulls:
                self._refresh()
        if self._session.client.pulls:
            return
        for uri in sorted(told):
            report = self._reports[uri]
            version = report.version if self._session.client.versions else None
            self._publish(types.PublishDiagnosticsParams(uri, report.items, version))


def _same(one: Report, two: Report | None) -> bool:
    return two is not None and (one.result_id, one.version) == (two.result_id, two.version)
