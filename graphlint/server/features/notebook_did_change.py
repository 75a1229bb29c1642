"""Notebooks that are opened, changed, saved and closed; their cells are one program."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from lsprotocol import types

from graphlint.server.check_scheduler import DEBOUNCE
from graphlint.server.client_options import RunOn
from graphlint.server.programs import Open
from graphlint.server.session import Session

PYTHON_CELLS = types.NotebookDocumentFilterWithNotebook(notebook="*", cells=[types.NotebookCellLanguage(language="python")])
OPTIONS = types.NotebookDocumentSyncOptions(notebook_selector=[PYTHON_CELLS], save=True)


class NotebookSyncing:
    """Keeps the notebooks as the client has them.

    Args:
        session: the connection.
        clear: takes the diagnostics of a cell away that is gone.
    """

    def __init__(self, session: Session, clear: Callable[[str], None]) -> None:
        self._session = session
        self._clear = clear

    def open(self, params: types.DidOpenNotebookDocumentParams) -> None:
        """A notebook was opened."""
        self._session.documents.open_notebook(params.notebook_document, params.cell_text_documents)
        self._changed(params.notebook_document.uri, 0)

    def change(self, params: types.DidChangeNotebookDocumentParams) -> None:
        """Cells were added, moved, taken away or edited."""
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
            self._forget(item.uri for item in cells.structure.did_close or ())
        for data in cells.data or ():
            notebook.cells = [data if cell.document == data.document else cell for cell in notebook.cells]
        for content in cells.text_content or ():
            document = self._session.documents.get(content.document.uri)
            if document is not None:
                document.change(content.changes, content.document.version)
        program = Open(uri, self._session.documents)
        if self._session.options(program).run is RunOn.TYPE:
            self._changed(uri, DEBOUNCE)
        else:
            self._session.checks.hold(program)

    def save(self, params: types.DidSaveNotebookDocumentParams) -> None:
        """A notebook was saved."""
        program = Open(params.notebook_document.uri, self._session.documents)
        if program.notebook is not None and self._session.options(program).run is RunOn.SAVE:
            self._changed(program.uri, 0)

    def close(self, params: types.DidCloseNotebookDocumentParams) -> None:
        """A notebook was closed."""
        uri = params.notebook_document.uri
        notebook = self._session.documents.notebook(uri)
        cells = {cell.uri for cell in params.cell_text_documents}
        if notebook is not None:
            cells.update(cell.document for cell in notebook.cells)
        self._session.checks.drop(uri)
        self._session.documents.close_notebook(uri, ())
        self._forget(cells)
        path = Open(uri, self._session.documents).path
        if path is not None:
            self._session.workspaces.forsake(path)

    def _changed(self, uri: str, delay: float) -> None:
        self._session.checks.touch(Open(uri, self._session.documents), delay)

    def _forget(self, cells: Iterable[str]) -> None:
        for cell in cells:
            self._session.documents.close(cell)
            self._clear(cell)
