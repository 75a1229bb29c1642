"""Synchronization of notebooks: opened, changed, saved, closed. The cells of a notebook are one program."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from lsprotocol import types

from graphlint.server.check_scheduler import DEBOUNCE
from graphlint.server.client_options import RunOn
from graphlint.server.programs import OpenProgram
from graphlint.server.session import Session

PYTHON_CELLS = types.NotebookDocumentFilterWithNotebook(notebook="*", cells=[types.NotebookCellLanguage(language="python")])
OPTIONS = types.NotebookDocumentSyncOptions(notebook_selector=[PYTHON_CELLS], save=True)


class NotebookSync:
    """Keeps the notebooks as the client has them.

    Args:
        session: the connection.
        clear: removes the diagnostics of a closed cell.
    """

    def __init__(self, session: Session, clear: Callable[[str], None]) -> None:
        self._session = session
        self._clear = clear

    def open(self, params: types.DidOpenNotebookDocumentParams) -> None:
        self._session.documents.open_notebook(params.notebook_document, params.cell_text_documents)
        self._schedule(params.notebook_document.uri, 0)

    def change(self, params: types.DidChangeNotebookDocumentParams) -> None:
        """Add, move, remove or edit cells."""
        uri = params.notebook_document.uri
        notebook = self._session.documents.notebook(uri)
        if notebook is None:
            return
        notebook.version = params.notebook_document.version
        cells = params.change.cells
        if cells is None:
            return
        if cells.structure is not None:
            array = cells.structure.array
            notebook.cells[array.start : array.start + array.delete_count] = list(array.cells or ())
            for item in cells.structure.did_open or ():
                self._session.documents.open(item, uri)
            self._close_cells(item.uri for item in cells.structure.did_close or ())
        for data in cells.data or ():
            notebook.cells = [data if cell.document == data.document else cell for cell in notebook.cells]
        for content in cells.text_content or ():
            document = self._session.documents.get(content.document.uri)
            if document is not None:
                document.change(content.changes, content.document.version)
        program = OpenProgram(uri, self._session.documents)
        if self._session.options(program).run is RunOn.TYPE:
            self._schedule(uri, DEBOUNCE)
        else:
            self._session.scheduler.defer_until_save(program)

    def save(self, params: types.DidSaveNotebookDocumentParams) -> None:
        program = OpenProgram(params.notebook_document.uri, self._session.documents)
        if program.notebook is not None and self._session.options(program).run is RunOn.SAVE:
            self._schedule(program.uri, 0)

    def close(self, params: types.DidCloseNotebookDocumentParams) -> None:
        uri = params.notebook_document.uri
        notebook = self._session.documents.notebook(uri)
        cells = {cell.uri for cell in params.cell_text_documents}
        if notebook is not None:
            cells.update(cell.document for cell in notebook.cells)
        self._session.scheduler.drop(uri)
        self._session.documents.close_notebook(uri, ())
        self._close_cells(cells)
        path = OpenProgram(uri, self._session.documents).path
        if path is not None:
            self._session.workspaces.close_notebook(path)

    def _schedule(self, uri: str, delay: float) -> None:
        self._session.scheduler.schedule(OpenProgram(uri, self._session.documents), delay)

    def _close_cells(self, cells: Iterable[str]) -> None:
        for cell in cells:
            self._session.documents.close(cell)
            self._clear(cell)
