"""Open documents: their texts with the client's edits applied, and conversion between client positions and positions in the text."""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from lsprotocol import types

from graphlint.server.positions import Column, Encoding, join_surrogates, surrogates
from graphlint.server.uris import CELL_SCHEMES, name_of, path_of, scheme_of
from graphlint.source.source import LINE_END, Position

PYTHON = "python"
SUFFIXES = (".py", ".pyi", ".pyw")


@dataclass
class Document:
    """An open text.

    `version` is the client's; `notebook` is the URI of the notebook that contains the cell.
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
        """Path or display name in diagnostics."""
        return name_of(self.uri)

    @property
    def path(self) -> str | None:
        """Path of the file; None if it is not on this machine."""
        return path_of(self.uri)

    @property
    def is_python(self) -> bool:
        """True if it is a Python program of its own, not a notebook cell."""
        is_python = self.language == PYTHON or (not self.language and self.uri.endswith(SUFFIXES))
        return is_python and self.notebook is None and scheme_of(self.uri) not in CELL_SCHEMES

    def change(self, changes: Iterable[types.TextDocumentContentChangeEvent], version: int | None) -> None:
        """Apply the client's edits in order."""
        for change in changes:
            if isinstance(change, types.TextDocumentContentChangePartial):
                self._replace(change.range, change.text)
            else:
                self.text = join_surrogates(change.text)
            self._starts = None
        self.version = version

    def line(self, number: int) -> str:
        """Return a line, counted from 0, without its end; an empty string past the last line."""
        starts = self.starts
        if not 0 <= number < len(starts):
            return ""
        return self.text[starts[number] : starts[number + 1] if number + 1 < len(starts) else len(self.text)].rstrip("\r\n")

    @property
    def starts(self) -> list[int]:
        """Offset of each line."""
        if self._starts is None:
            self._starts = [0, *(match.end() for match in LINE_END.finditer(self.text))]
        return self._starts

    def position(self, place: types.Position) -> Position:
        """Convert a client position; past the end of the text it is clipped."""
        if place.line >= len(self.starts):
            return Position(len(self.starts), len(self.line(len(self.starts) - 1)) + 1)
        return Position(place.line + 1, self.encoding.column(self.line(place.line), place.character).character + 1)

    def client_position(self, place: Position) -> types.Position:
        return types.Position(place.row - 1, self.encoding.width(self.line(place.row - 1)[: place.column - 1]))

    def client_range(self, start: Position, end: Position) -> types.Range:
        """Convert a span to a client range; `end` is exclusive."""
        return types.Range(self.client_position(start), self.client_position(end))

    def client_range_of(self, start: int, end: int) -> types.Range:
        """Convert a span of offsets to a client range; `end` is exclusive."""
        return types.Range(self._place_of(start), self._place_of(end))

    @property
    def whole(self) -> types.Range:
        """Range of the whole text."""
        return self.client_range_of(0, len(self.text))

    def _place_of(self, offset: int) -> types.Position:
        row = bisect.bisect_right(self.starts, offset) - 1
        return types.Position(row, self.encoding.width(self.text[self.starts[row] : offset]))

    def _offset(self, place: types.Position) -> Column:
        """Return the offset of a client position."""
        if place.line >= len(self.starts):
            return Column(len(self.text))
        column = self.encoding.column(self.line(place.line), place.character)
        return Column(self.starts[max(place.line, 0)] + column.character, column.inside)

    def _replace(self, span: types.Range, text: str) -> None:
        """Replace a range. A range boundary inside a surrogate pair keeps the other half, which joins with an adjacent half."""
        start, end = sorted((self._offset(span.start), self._offset(span.end)))
        before, after = self.text[: start.character], self.text[end.character :]
        if start.inside:
            before += surrogates(self.text[start.character])[0]
        if end.inside:
            after = surrogates(self.text[end.character])[1] + self.text[end.character + 1 :]
        # Halves can only join at the two boundaries, so the rest of the text is not scanned.
        seam = join_surrogates(before[-1:] + text + after[:1])
        self.text = before[:-1] + seam + after[1:]


@dataclass
class Notebook:
    """An open notebook with its cells in order."""

    uri: str
    version: int
    kind: str
    cells: list[types.NotebookCell]

    @property
    def name(self) -> str:
        """Path or display name in diagnostics."""
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
        return list(self._notebooks.values())

    def open(self, item: types.TextDocumentItem, notebook: str | None = None) -> Document:
        """Add a document that the client has opened; `notebook` is the URI of the notebook that contains the cell."""
        document = Document(
            uri=item.uri,
            language=str(item.language_id),
            version=item.version,
            text=join_surrogates(item.text),
            encoding=self.encoding,
            notebook=notebook,
        )
        self._documents[item.uri] = document
        return document

    def close(self, uri: str) -> Document | None:
        """Remove a document and return it."""
        return self._documents.pop(uri, None)

    def get(self, uri: str) -> Document | None:
        return self._documents.get(uri)

    def open_notebook(self, notebook: types.NotebookDocument, cells: Iterable[types.TextDocumentItem]) -> Notebook:
        """Add a notebook that the client has opened."""
        opened = Notebook(notebook.uri, notebook.version, notebook.notebook_type, list(notebook.cells))
        self._notebooks[notebook.uri] = opened
        for cell in cells:
            self.open(cell, notebook.uri)
        return opened

    def close_notebook(self, uri: str, cells: Iterable[str]) -> None:
        """Remove a notebook and the cells with these URIs."""
        self._notebooks.pop(uri, None)
        for cell in cells:
            self.close(cell)

    def notebook(self, uri: str) -> Notebook | None:
        return self._notebooks.get(uri)

    def at_path(self, path: str) -> Document | None:
        """Return the open document of a file, or None."""
        return next((document for document in self._documents.values() if document.notebook is None and document.path == path), None)
