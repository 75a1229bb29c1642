"""Conversion of spans in programs and files to client locations."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types

from graphlint.common.errors import GraphlintError
from graphlint.server.documents import Document, Documents
from graphlint.server.programs import OpenProgram
from graphlint.server.uris import uri_of
from graphlint.source.source import Position, decode


class Places:
    """Converts spans to locations and caches the files it reads; create a new instance for each answer, because texts change."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents
        self._files: dict[str, Document | None] = {}

    def location(self, program: OpenProgram, name: str, path: str, start: Position, end: Position) -> types.Location | None:
        """Return the location of a span; None if its text is gone.

        Args:
            program: the program that refers to the span.
            name: the program's name.
            path: the file that contains the span.
            start: inclusive.
            end: exclusive.
        """
        document = program.part(start) if path == name else self._other_document(path)
        if document is None:
            return None
        return types.Location(document.uri, document.client_range(start, end))

    def _other_document(self, path: str) -> Document | None:
        """Return another file's text, open or from disk."""
        document = self._documents.at_path(path)
        if document is not None:
            return document
        if path not in self._files:
            try:
                text = decode(path, Path(path).read_bytes())
            except (OSError, ValueError, GraphlintError):
                self._files[path] = None
            else:
                self._files[path] = Document(uri=uri_of(path), language="", version=None, text=text, encoding=self._documents.encoding)
        return self._files[path]
