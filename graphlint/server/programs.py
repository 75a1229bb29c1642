"""Open programs: a document, or a notebook with all its cells."""

from __future__ import annotations

from dataclasses import dataclass, field

from lsprotocol import types

from graphlint.server.documents import PYTHON, Document, Documents, Notebook
from graphlint.server.uris import NOTEBOOK_SUFFIX, path_of
from graphlint.server.workers import messages
from graphlint.source.source import Position


@dataclass(frozen=True)
class OpenProgram:
    """An open program, identified by the URI of its document or notebook."""

    uri: str
    documents: Documents = field(compare=False, repr=False)

    @property
    def notebook(self) -> Notebook | None:
        """The notebook; None if the program is a document, or closed."""
        return self.documents.notebook(self.uri)

    @property
    def path(self) -> str | None:
        """Path of the file, or None if it is not on this machine."""
        return path_of(self.uri)

    @property
    def parts(self) -> list[Document]:
        """Open texts of the program: the document, or the open cells of the notebook."""
        notebook = self.notebook
        uris = [self.uri] if notebook is None else [cell.document for cell in notebook.cells]
        return [document for uri in uris if (document := self.documents.get(uri)) is not None]

    @property
    def uris(self) -> tuple[str, ...]:
        """URIs of its texts in order, including cells that are not open."""
        notebook = self.notebook
        return (self.uri,) if notebook is None else tuple(cell.document for cell in notebook.cells)

    def part(self, place: Position) -> Document | None:
        """Return the text that contains a position, or None."""
        notebook = self.notebook
        if notebook is None:
            return self.documents.get(self.uri)
        cell = (place.cell or 0) - 1
        return self.documents.get(notebook.cells[cell].document) if 0 <= cell < len(notebook.cells) else None

    def content(self) -> messages.Program | None:
        """Return the program as sent to a worker; None if it is closed or not Python."""
        notebook, path = self.notebook, self.path
        if notebook is not None:
            name = notebook.name if notebook.name.endswith(NOTEBOOK_SUFFIX) else notebook.name + NOTEBOOK_SUFFIX
            return messages.Program(name, "", tuple(self._cell(cell) for cell in notebook.cells), path is not None)
        document = self.documents.get(self.uri)
        if document is None or not document.is_python:
            return None
        # Python skips a byte order mark at the start of a file.
        return messages.Program(document.name, document.text.removeprefix("\ufeff"), None, path is not None)

    def _cell(self, cell: types.NotebookCell) -> str | None:
        """Return the code of a cell; None if it is not a Python cell."""
        document = self.documents.get(cell.document)
        is_code = cell.kind == types.NotebookCellKind.Code and document is not None and document.language in (PYTHON, "")
        return document.text if is_code and document is not None else None


def program_of(document: Document, documents: Documents) -> OpenProgram:
    """Return the program that contains a document."""
    return OpenProgram(document.notebook or document.uri, documents)
