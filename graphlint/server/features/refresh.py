"""Requests to the client to ask again: for diagnostics, hints and lenses that something else than its edits has made stale."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from graphlint.server.programs import Open
from graphlint.server.protocol import Connection
from graphlint.server.session import Session


class Refreshing:
    """Asks the client to ask again, where it can be asked.

    Args:
        session: the connection's state.
        connection: the connection.
    """

    def __init__(self, session: Session, connection: Connection) -> None:
        self._session = session
        self._connection = connection
        session.checks.on_known.append(self._known)

    def diagnostics(self) -> None:
        """Diagnostics are stale."""
        if self._session.client.pulls and self._session.client.refreshes:
            _send(self._connection.workspace_diagnostic_refresh)

    def everything(self) -> None:
        """All that was told is stale."""
        self.diagnostics()
        self._graphs()

    def _known(self, program: Open) -> None:
        """Hints and lenses were asked for before anything was known of the text as it is."""
        options = self._session.options(program)
        if options.inlay_hints or options.code_lens:
            self._graphs()

    def _graphs(self) -> None:
        if self._session.client.refreshes_hints:
            _send(self._connection.workspace_inlay_hint_refresh)
        if self._session.client.refreshes_lenses:
            _send(self._connection.workspace_code_lens_refresh)


def _send(request: Callable[[None], Future[Any]]) -> None:
    """Send a request whose answer means nothing."""
    request(None)
