"""What is checked as one: a document, or a notebook with all its cells."""

from __future__ import annotations

from dataclasses import dataclass, field

from lsprotocol import types

from graphlint.server.documents import PYTHON, Document, Documents, Notebook
from graphlint.server.uris import NOTEBOOK_SUFFIX, path_of
from graphlint.server.workers import messages
from graphlint.source.source import Position


@dataclass(frozen=True)
class Open:
    """A program that is open, by the address of its document or notebook."""

    uri: str
    documents: Documents = field(compare=False, repr=False)

    @property
    def notebook(self) -> Notebook | None:
        """The notebook; None where it is a document, or closed."""
        return self.documents.notebook(self.uri)

    @property
    def path(self) -> str | None:
        """The file on this machine; None where there is none."""
        return path_of(self.uri)

    @property
    def parts(self) -> list[Document]:
        """The texts that it consists of: those in which diagnostics may stand."""
        notebook = self.notebook
        uris = [self.uri] if notebook is None else [cell.document for cell in notebook.cells]
        return [document for uri in uris if (document := self.documents.get(uri)) is not None]

    @property
    def uris(self) -> tuple[str, ...]:
        """The addresses of its texts, in order; of a notebook those of all cells."""
        notebook = self.notebook
        return (self.uri,) if notebook is None else tuple(cell.document for cell in notebook.cells)

    def part(self, place: Position) -> Document | None:
        """The text in which a place stands.

        Args:
            place: the place.
        """
        notebook = self.notebook
        if notebook is None:
            return self.documents.get(self.uri)
        cell = (place.cell or 0) - 1
        return self.documents.get(notebook.cells[cell].document) if 0 <= cell < len(notebook.cells) else None

    def content(self) -> messages.Program | None:
        """The program as a worker is sent it; None if it is closed, or none of Python."""
        notebook, path = self.notebook, self.path
        if notebook is not None:
            name = notebook.name if notebook.name.endswith(NOTEBOOK_SUFFIX) else notebook.name + NOTEBOOK_SUFFIX
            return messages.Program(name, "", tuple(self._cell(cell) for cell in notebook.cells), path is not None)
        document = self.documents.get(self.uri)
        if document is None or not document.is_python:
            return None
        # Python skips a byte order mark, and nothing but an import stands behind one.
        return messages.Program(document.name, document.text.removeprefix("\ufeff"), None, path is not None)

    def _cell(self, cell: types.NotebookCell) -> str | None:
        """The code of a cell; None where it is none, or not of Python."""
        document = self.documents.get(cell.document)
        is_code = cell.kind == types.NotebookCellKind.Code and document is not None and document.language in (PYTHON, "")
        return document.text if is_code and document is not None else None


def program_of(document: Document, documents: Documents) -> Open:
    """The program that a text belongs to.

    Args:
        document: the text.
        documents: all open texts.
    """
    return Open(document.notebook or document.uri, documents)
