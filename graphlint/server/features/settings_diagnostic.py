"""Diagnostics in settings files: the errors that their readers report."""

from __future__ import annotations

from collections.abc import Callable

from lsprotocol import types

from graphlint.common.errors import SettingsPlace
from graphlint.server.diagnostics import SOURCE
from graphlint.server.file_stamp import FileStamp
from graphlint.server.session import Session
from graphlint.server.uris import uri_of
from graphlint.server.workers.messages import SettingsProblem


class SettingsDiagnostics:
    """Diagnostics of settings files. They are pushed to every client: settings files are not open, so no client pulls them.

    Args:
        session: the connection.
        publish: sends diagnostics to the client.
    """

    def __init__(self, session: Session, publish: Callable[[types.PublishDiagnosticsParams], None]) -> None:
        self._session = session
        self._publish = publish
        self._published: dict[str, list[types.Diagnostic]] = {}
        session.notifier.on_settings_problem.append(self._report)
        session.notifier.on_settings_change.append(self._clear)

    def _report(self, problem: SettingsProblem) -> None:
        """Add the errors of files that have not changed since they were read."""
        for place, stamp in problem.places:
            if stamp is not None and stamp == FileStamp.of(place.path):
                found = self._published.setdefault(place.path, [])
                diagnostic = types.Diagnostic(self._range(place), place.message, types.DiagnosticSeverity.Error, source=SOURCE)
                if diagnostic not in found:
                    found.append(diagnostic)
                    self._publish(types.PublishDiagnosticsParams(uri_of(place.path), found))

    def _clear(self) -> None:
        for path in self._published:
            self._publish(types.PublishDiagnosticsParams(uri_of(path), []))
        self._published.clear()

    def _range(self, place: SettingsPlace) -> types.Range:
        """Return the span of a row without its indent."""
        try:
            with open(place.path, encoding="utf-8-sig", errors="replace") as file:
                line = next((line.rstrip() for row, line in enumerate(file, 1) if row == place.row), "")
        except OSError:
            line = ""
        indent, row = len(line) - len(line.lstrip()), place.row - 1
        return types.Range(types.Position(row, indent), types.Position(row, self._session.documents.encoding.width(line)))
