"""Open documents: their texts as the client has them, changed by its edits, and the way between its places and the text's."""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from lsprotocol import types

from graphlint.server.positions import Column, Encoding, halves, joined
from graphlint.server.uris import CELL_SCHEMES, name_of, path_of, scheme_of
from graphlint.source.source import LINE_END, Position

PYTHON = "python"
SUFFIXES = (".py", ".pyi", ".pyw")


@dataclass
class Document:
    """One open text.

    `version` is the client's, `notebook` the address of the notebook whose cell it is.
    """

    uri: str
    language: str
    version: int | None
    text: str
    encoding: Encoding
    notebook: str | None = None
    _starts: list[int] | None = field(default=None, repr=False)

    @property
    def name(self) -> str:
        """How it is called in diagnostics."""
        return name_of(self.uri)

    @property
    def path(self) -> str | None:
        """The file that it is the text of; None where there is none on this machine."""
        return path_of(self.uri)

    @property
    def is_python(self) -> bool:
        """Whether it is a program of its own."""
        known = self.language == PYTHON or (not self.language and self.uri.endswith(SUFFIXES))
        return known and self.notebook is None and scheme_of(self.uri) not in CELL_SCHEMES

    def change(self, changes: Iterable[types.TextDocumentContentChangeEvent], version: int | None) -> None:
        """Make the client's edits, one after the other.

        Args:
            changes: the edits.
            version: the version that they lead to.
        """
        for change in changes:
            if isinstance(change, types.TextDocumentContentChangePartial):
                self._replace(change.range, change.text)
            else:
                self.text = joined(change.text)
            self._starts = None
        self.version = version

    def line(self, number: int) -> str:
        """A line without its end; an empty one beyond the last.

        Args:
            number: the line, from 0.
        """
        starts = self.starts
        if not 0 <= number < len(starts):
            return ""
        return self.text[starts[number] : starts[number + 1] if number + 1 < len(starts) else len(self.text)].rstrip("\r\n")

    @property
    def starts(self) -> list[int]:
        """Where each line begins."""
        if self._starts is None:
            self._starts = [0, *(found.end() for found in LINE_END.finditer(self.text))]
        return self._starts

    def position(self, place: types.Position) -> Position:
        """A place of the client's as people count.

        Args:
            place: the place.
        """
        if place.line >= len(self.starts):
            return Position(len(self.starts), len(self.line(len(self.starts) - 1)) + 1)
        return Position(place.line + 1, self.encoding.column(self.line(place.line), place.character).character + 1)

    def client_position(self, place: Position) -> types.Position:
        """A place as the client counts.

        Args:
            place: the place as people count.
        """
        return types.Position(place.row - 1, self.encoding.width(self.line(place.row - 1)[: place.column - 1]))

    def client_range(self, start: Position, end: Position) -> types.Range:
        """A span as the client counts.

        Args:
            start: its first place.
            end: the place behind its last.
        """
        return types.Range(self.client_position(start), self.client_position(end))

    def client_range_of(self, start: int, end: int) -> types.Range:
        """A span of the text as the client counts.

        Args:
            start: its first character, from 0.
            end: the one behind its last.
        """
        return types.Range(self._place_of(start), self._place_of(end))

    @property
    def whole(self) -> types.Range:
        """All of the text."""
        return self.client_range_of(0, len(self.text))

    def _place_of(self, offset: int) -> types.Position:
        row = bisect.bisect_right(self.starts, offset) - 1
        return types.Position(row, self.encoding.width(self.text[self.starts[row] : offset]))

    def _offset(self, place: types.Position) -> Column:
        """The character that a place means."""
        if place.line >= len(self.starts):
            return Column(len(self.text))
        column = self.encoding.column(self.line(place.line), place.character)
        return Column(self.starts[max(place.line, 0)] + column.character, column.inside)

    def _replace(self, span: types.Range, text: str) -> None:
        """Replace a span; halves of characters that are left over stay, and join what they meet."""
        start, end = sorted((self._offset(span.start), self._offset(span.end)))
        before, after = self.text[: start.character], self.text[end.character :]
        if start.inside:
            before += halves(self.text[start.character])[0]
        if end.inside:
            after = halves(self.text[end.character])[1] + self.text[end.character + 1 :]
        # Only at the seams can halves meet; the rest of a long text need not be looked at.
        seam = joined(before[-1:] + text + after[:1])
        self.text = before[:-1] + seam + after[1:]


@dataclass
class Notebook:
    """An open notebook: its cells in order, by their addresses; `stored` says of each cell whether it is code."""

    uri: str
    version: int
    kind: str
    cells: list[types.NotebookCell]

    @property
    def name(self) -> str:
        """How it is called in diagnostics."""
        return name_of(self.uri)


class Documents:
    """All open documents and notebooks of a connection."""

    def __init__(self) -> None:
        self.encoding = Encoding(types.PositionEncodingKind.Utf16)
        self._documents: dict[str, Document] = {}
        self._notebooks: dict[str, Notebook] = {}
        self._stamps = itertools.count(1)

    def __iter__(self) -> Iterator[Document]:
        return iter(list(self._documents.values()))

    @property
    def notebooks(self) -> Sequence[Notebook]:
        """The open notebooks."""
        return list(self._notebooks.values())

    def open(self, item: types.TextDocumentItem, notebook: str | None = None) -> Document:
        """Take a text that the client has opened.

        Args:
            item: the text.
            notebook: the notebook whose cell it is.
        """
        made = Document(item.uri, str(item.language_id), item.version, joined(item.text), self.encoding, notebook)
        self._documents[item.uri] = made
        return made

    def close(self, uri: str) -> Document | None:
        """Let go of a text.

        Args:
            uri: its address.
        """
        return self._documents.pop(uri, None)

    def get(self, uri: str) -> Document | None:
        """An open text; None where there is none.

        Args:
            uri: its address.
        """
        return self._documents.get(uri)

    def open_notebook(self, notebook: types.NotebookDocument, cells: Iterable[types.TextDocumentItem]) -> Notebook:
        """Take a notebook that the client has opened.

        Args:
            notebook: the notebook.
            cells: the texts of its cells.
        """
        made = Notebook(notebook.uri, notebook.version, notebook.notebook_type, list(notebook.cells))
        self._notebooks[notebook.uri] = made
        for cell in cells:
            self.open(cell, notebook.uri)
        return made

    def close_notebook(self, uri: str, cells: Iterable[str]) -> None:
        """Let go of a notebook.

        Args:
            uri: its address.
            cells: the addresses of its cells.
        """
        self._notebooks.pop(uri, None)
        for cell in cells:
            self.close(cell)

    def notebook(self, uri: str) -> Notebook | None:
        """An open notebook; None where there is none.

        Args:
            uri: its address.
        """
        return self._notebooks.get(uri)

    def at_path(self, path: str) -> Document | None:
        """The open text of a file; None where there is none.

        Args:
            path: the file.
        """
        return next((document for document in self._documents.values() if document.notebook is None and document.path == path), None)
