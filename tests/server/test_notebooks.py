"""Notebooks: the cells are one program, and each finding stands in its cell, whatever is done to the cells."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from lsprotocol import types

from server.apply_edits import applied, edits_of
from server.editor import Editor, editing

pytestmark = [pytest.mark.asyncio, pytest.mark.filterwarnings("error::pytest_lsp.LspSpecificationWarning")]

IMPORTS = "%matplotlib inline\nimport torch\nfrom torch import nn"
MODEL = "model = nn.Linear(3, 1)\nloss = model(torch.randn(8, 3)).exp().mean()"
WALK = "!ls\nloss.backward()"
LOOP = """\
total = 0
for step in range(10):
    value = model(torch.randn(8, 3)).exp().mean()
    total += value
    value.backward()
print(total)"""


class Book:
    """A notebook that is open."""

    def __init__(self, editor: Editor, name: str = "train.ipynb") -> None:
        self.editor = editor
        self.uri = editor.uri(name)
        self.cells: list[str] = []
        self.version = 1
        self._made = 0

    def cell(self) -> str:
        self._made += 1
        return f"vscode-notebook-cell:{self.uri.removeprefix('file:')}#W{self._made}"

    def open(self, texts: Sequence[str | None]) -> None:
        """Open it with these cells; None for one of Markdown."""
        self.cells = [self.cell() for _ in texts]
        cells = [notebook_cell(uri, text) for uri, text in zip(self.cells, texts, strict=True)]
        notebook = types.NotebookDocument(self.uri, "jupyter-notebook", self.version, cells)
        items = [item(uri, text) for uri, text in zip(self.cells, texts, strict=True) if text is not None]
        self.editor.client.notebook_document_did_open(types.DidOpenNotebookDocumentParams(notebook, items))

    def change(self, start: int, delete: int, texts: Sequence[str] = (), known: Sequence[str] = ()) -> None:
        """Replace cells by new ones, or by some that are known."""
        gone = self.cells[start : start + delete]
        new = list(known) or [self.cell() for _ in texts]
        self.cells[start : start + delete] = new
        cells = [notebook_cell(uri, "") for uri in new]
        structure = types.NotebookDocumentCellChangeStructure(
            types.NotebookCellArrayChange(start, delete, cells),
            did_open=[item(uri, text) for uri, text in zip(new, texts, strict=False)],
            did_close=[types.TextDocumentIdentifier(uri) for uri in gone if uri not in self.cells and not known],
        )
        self._send(types.NotebookDocumentCellChanges(structure=structure))

    def edit(self, index: int, text: str) -> None:
        uri = self.cells[index]
        self.editor.versions[uri] = self.editor.versions.get(uri, 1) + 1
        identifier = types.VersionedTextDocumentIdentifier(uri=uri, version=self.editor.versions[uri])
        content = types.NotebookDocumentCellContentChanges(identifier, [types.TextDocumentContentChangeWholeDocument(text)])
        self._send(types.NotebookDocumentCellChanges(text_content=[content]))

    async def findings(self) -> list[list[tuple[str, int]]]:
        """The codes and lines in each cell."""
        found = []
        for uri in self.cells:
            report = await self.editor.pull(uri)
            assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
            found.append([(str(one.code), one.range.start.line) for one in report.items])
        return found

    def _send(self, cells: types.NotebookDocumentCellChanges) -> None:
        self.version += 1
        identifier = types.VersionedNotebookDocumentIdentifier(version=self.version, uri=self.uri)
        change = types.NotebookDocumentChangeEvent(cells=cells)
        self.editor.client.notebook_document_did_change(types.DidChangeNotebookDocumentParams(identifier, change))


def notebook_cell(uri: str, text: str | None) -> types.NotebookCell:
    return types.NotebookCell(types.NotebookCellKind.Markup if text is None else types.NotebookCellKind.Code, uri)


def item(uri: str, text: str) -> types.TextDocumentItem:
    return types.TextDocumentItem(uri=uri, language_id="python", version=1, text=text)


async def test_findings_stand_in_their_cells_whatever_is_done_to_them(tmp_path: Path) -> None:
    async with editing(tmp_path, "visual-studio-code") as editor:
        book = Book(editor)
        book.open([IMPORTS, None, MODEL, WALK, WALK])
        assert await book.findings() == [[], [], [], [], [("GL101", 1)]]
        book.change(4, 1)
        assert await book.findings() == [[], [], [], []]
        book.change(4, 0, [WALK, LOOP])
        assert [one[:1] for one in await book.findings()] == [[], [], [], [], [("GL101", 1)], []]
        # The first walk becomes the only one: what the raise hid comes to light.
        book.edit(3, "pass")
        assert await book.findings() == [[], [], [], [], [], [("GL202", 3)]]
        book.change(0, 0, ["# a new first cell"])
        assert await book.findings() == [[], [], [], [], [], [], [("GL202", 3)]]
        # The loop is moved to the front of the walks.
        loop = book.cells[6]
        book.change(4, 3, known=[loop, book.cells[4], book.cells[5]])
        assert await book.findings() == [[], [], [], [], [("GL202", 3)], [], []]


async def test_a_fix_is_made_in_its_cell(tmp_path: Path) -> None:
    async with editing(tmp_path, "visual-studio-code") as editor:
        book = Book(editor)
        book.open([IMPORTS, MODEL, LOOP])
        assert await book.findings() == [[], [], [("GL202", 3)]]
        uri = book.cells[2]
        (found,) = await editor.diagnostics(uri)
        assert {one.location.uri for one in found.related_information or ()} == {uri}
        for wanted in ("GL202: ", "Ignore GL202", "graphlint: fix all"):
            actions = await editor.actions(book.cells[2], (await editor.diagnostics(book.cells[2]))[0].range)
            action = next(one for one in actions if one.title.startswith(wanted))
            mended = applied(LOOP, edits_of(action.edit, book.cells[2], 1))
            assert mended != LOOP
            book.edit(2, mended)
            assert await book.findings() == [[], [], []], action.title
            book.change(2, 1, [LOOP])


async def test_a_notebook_is_fixed_as_a_whole(tmp_path: Path) -> None:
    """As an editor asks for it when it saves one; a text that is not a notebook has no such action."""
    async with editing(tmp_path, "visual-studio-code") as editor:
        book = Book(editor)
        book.open([IMPORTS, MODEL, LOOP, LOOP])
        assert [one[:1] for one in (await book.findings())[2:]] == [[("GL202", 3)], [("GL202", 3)]]
        start = types.Range(types.Position(0, 0), types.Position(0, 0))
        (action,) = await editor.actions(book.cells[0], start, ["notebook.source.fixAll"])
        assert action.kind == "notebook.source.fixAll.graphlint"
        for index in (2, 3):
            book.edit(index, applied(LOOP, edits_of(action.edit, book.cells[index], 1)))
        assert await book.findings() == [[], [], [], []]
        assert await editor.actions(editor.open("train.py", LOOP), start, ["notebook.source.fixAll"]) == []


async def test_a_hover_names_the_cell(tmp_path: Path) -> None:
    async with editing(tmp_path, "visual-studio-code") as editor:
        book = Book(editor)
        book.open([IMPORTS, MODEL, WALK])
        await book.findings()
        assert "`backward()` on [line 2 of cell 3](" in await editor.hover(book.cells[1], 1, 9)


async def test_a_closed_notebook_leaves_nothing(tmp_path: Path) -> None:
    async with editing(tmp_path, "visual-studio-code") as editor:
        book = Book(editor)
        book.open([IMPORTS, MODEL, WALK, WALK])
        assert (await book.findings())[3]
        cells = [types.TextDocumentIdentifier(uri) for uri in book.cells]
        closed = types.DidCloseNotebookDocumentParams(types.NotebookDocumentIdentifier(book.uri), cells)
        editor.client.notebook_document_did_close(closed)
        assert await book.findings() == [[], [], [], []]
