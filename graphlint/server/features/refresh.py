"""Requests to the client to pull diagnostics, hints and lenses again after changes outside of its own edits."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from graphlint.server.programs import OpenProgram
from graphlint.server.protocol import Connection
from graphlint.server.session import Session


class RefreshRequests:
    """Sends refresh requests to a client that supports them."""

    def __init__(self, session: Session, connection: Connection) -> None:
        self._session = session
        self._connection = connection
        session.scheduler.on_graphs.append(self._on_graphs)

    def diagnostics(self) -> None:
        """Refresh diagnostics."""
        if self._session.client.pulls and self._session.client.refreshes:
            _send(self._connection.workspace_diagnostic_refresh)

    def all(self) -> None:
        """Refresh diagnostics, hints and lenses."""
        self.diagnostics()
        self._hints_and_lenses()

    def _on_graphs(self, program: OpenProgram) -> None:
        """Refresh hints and lenses, which the client may have requested before the graphs were known."""
        options = self._session.options(program)
        if options.inlay_hints or options.code_lens:
            self._hints_and_lenses()

    def _hints_and_lenses(self) -> None:
        if self._session.client.refreshes_hints:
            _send(self._connection.workspace_inlay_hint_refresh)
        if self._session.client.refreshes_lenses:
            _send(self._connection.workspace_code_lens_refresh)


def _send(request: Callable[[None], Future[Any]]) -> None:
    """Send a request and ignore the answer."""
    request(None)
