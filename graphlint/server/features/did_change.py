"""Synchronization of text documents: opened, changed, saved, closed."""

from __future__ import annotations

from collections.abc import Callable

from lsprotocol import types

from graphlint.server.check_scheduler import DEBOUNCE
from graphlint.server.client_options import RunOn
from graphlint.server.programs import OpenProgram
from graphlint.server.session import Session
from graphlint.server.uris import CELL_SCHEMES, scheme_of


class TextSync:
    """Keeps the documents as the client has them.

    Args:
        session: the connection.
        clear: removes the diagnostics of a closed document.
    """

    def __init__(self, session: Session, clear: Callable[[str], None]) -> None:
        self._session = session
        self._clear = clear

    def open(self, params: types.DidOpenTextDocumentParams) -> None:
        document = self._session.documents.open(params.text_document)
        if document.is_python:
            self._schedule(OpenProgram(document.uri, self._session.documents), 0)

    def change(self, params: types.DidChangeTextDocumentParams) -> None:
        document = self._session.documents.get(params.text_document.uri)
        if document is None:
            return
        document.change(params.content_changes, params.text_document.version)
        program = self._session.program(document.uri)
        if program is None or not (document.is_python or document.notebook):
            return
        if self._session.options(program).run is RunOn.TYPE:
            self._schedule(program, DEBOUNCE)
        else:
            self._session.scheduler.defer_until_save(program)

    def save(self, params: types.DidSaveTextDocumentParams) -> None:
        program = self._session.program(params.text_document.uri)
        if program is not None and self._session.options(program).run is RunOn.SAVE:
            self._schedule(program, 0)

    def close(self, params: types.DidCloseTextDocumentParams) -> None:
        """Close a document; the file on disk is used again."""
        uri = params.text_document.uri
        document = self._session.documents.close(uri)
        if document is None or scheme_of(uri) in CELL_SCHEMES:
            return
        self._session.scheduler.drop(uri)
        self._clear(uri)
        if document.path is not None and self._session.workspaces.set_overlay(document.path, None):
            self._session.scheduler.schedule_dependents(document.path)

    def _schedule(self, program: OpenProgram, delay: float) -> None:
        self._session.scheduler.schedule(program, delay)
