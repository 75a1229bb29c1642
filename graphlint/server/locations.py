"""Places of diagnostics and graphs as the client's locations, in open texts and in files that are not open."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types

from graphlint.common.errors import GraphlintError
from graphlint.server.documents import Document, Documents
from graphlint.server.programs import Open
from graphlint.server.uris import uri_of
from graphlint.source.source import Position, decode


class Places:
    """Turns places into locations, for as long as no text changes: one is made for each answer.

    Args:
        documents: the open texts.
    """

    def __init__(self, documents: Documents) -> None:
        self._documents = documents
        self._read: dict[str, Document | None] = {}

    def location(self, program: Open, name: str, path: str, start: Position, end: Position) -> types.Location | None:
        """The location of a span; None where it stands in what is no longer there.

        Args:
            program: the program that speaks of it.
            name: what the program is called.
            path: the file that it stands in.
            start: its first place.
            end: the place behind its last.
        """
        document = program.part(start) if path == name else self._other(path)
        if document is None:
            return None
        return types.Location(document.uri, document.client_range(start, end))

    def _other(self, path: str) -> Document | None:
        """Another file's text: as it is open, or as it is on the disk."""
        document = self._documents.at_path(path)
        if document is not None:
            return document
        if path not in self._read:
            try:
                text = decode(path, Path(path).read_bytes())
            except (OSError, ValueError, GraphlintError):
                self._read[path] = None
            else:
                self._read[path] = Document(uri_of(path), "", None, text, self._documents.encoding)
        return self._read[path]
