"""Texts that are opened, changed, saved and closed."""

from __future__ import annotations

from collections.abc import Callable

from lsprotocol import types

from graphlint.server.check_scheduler import DEBOUNCE
from graphlint.server.client_options import RunOn
from graphlint.server.programs import Open
from graphlint.server.session import Session
from graphlint.server.uris import CELL_SCHEMES, scheme_of


class Syncing:
    """Keeps the texts as the client has them.

    Args:
        session: the connection.
        clear: takes the diagnostics of a text away that is closed.
    """

    def __init__(self, session: Session, clear: Callable[[str], None]) -> None:
        self._session = session
        self._clear = clear

    def open(self, params: types.DidOpenTextDocumentParams) -> None:
        """A text was opened."""
        document = self._session.documents.open(params.text_document)
        if document.is_python:
            self._changed(Open(document.uri, self._session.documents), 0)

    def change(self, params: types.DidChangeTextDocumentParams) -> None:
        """A text was edited."""
        document = self._session.documents.get(params.text_document.uri)
        if document is None:
            return
        document.change(params.content_changes, params.text_document.version)
        program = self._session.program(document.uri)
        if program is None or not (document.is_python or document.notebook):
            return
        if self._session.options(program).run is RunOn.TYPE:
            self._changed(program, DEBOUNCE)
        else:
            self._session.checks.hold(program)

    def save(self, params: types.DidSaveTextDocumentParams) -> None:
        """A text was saved."""
        program = self._session.program(params.text_document.uri)
        if program is not None and self._session.options(program).run is RunOn.SAVE:
            self._changed(program, 0)

    def close(self, params: types.DidCloseTextDocumentParams) -> None:
        """A text was closed: what is on the disk counts again."""
        uri = params.text_document.uri
        document = self._session.documents.close(uri)
        if document is None or scheme_of(uri) in CELL_SCHEMES:
            return
        self._session.checks.drop(uri)
        self._clear(uri)
        if document.path is not None and self._session.workspaces.lay(document.path, None):
            self._session.checks.touch_dependents(document.path)

    def _changed(self, program: Open, delay: float) -> None:
        self._session.checks.touch(program, delay)
