"""Diagnostics as editors get them: by pull or push, in their own units, always those of the newest state."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types

from graphlint.check.check_config import ConfigResolver, FixMode
from graphlint.check.checker import Checker
from graphlint.config.settings import Settings
from graphlint.rule.registry import discover
from graphlint.rule.urls import address_of
from server.editor import PULLERS, PUSHING, editing
from server.sample_texts import ASTRAL, BROKEN, GROWS, ONCE, TWICE

pytestmark = [pytest.mark.asyncio, pytest.mark.filterwarnings("error::pytest_lsp.LspSpecificationWarning")]
EVERY = (*PULLERS, *PUSHING)


@pytest.mark.parametrize("name", EVERY)
async def test_every_editor_sees_what_the_command_finds(tmp_path: Path, name: str) -> None:
    """Opened, mended, broken again: after each edit the editor shows what a check of the same text finds."""
    checker = Checker(ConfigResolver(discover(), FixMode.NONE), Settings())
    async with editing(tmp_path, name) as editor:
        uri = editor.open("train.py", TWICE)
        for text in (TWICE, ONCE, GROWS, BROKEN, ONCE):
            if text != TWICE:
                editor.edit(uri, text)
            expected = checker.check(["train.py"], {"train.py": text})[0].diagnostics
            # While a text does not parse, the last findings of unchanged lines remain.
            found = await editor.codes(uri)
            assert (found[:1] if text == BROKEN else found) == [item.code for item in expected], text


async def test_a_diagnostic_says_all_there_is_to_say(tmp_path: Path) -> None:
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("train.py", TWICE)
        (found,) = await editor.diagnostics(uri)
        assert found.range == types.Range(types.Position(7, 0), types.Position(7, 15))
        assert (found.code, found.source, found.severity) == ("GL101", "graphlint", types.DiagnosticSeverity.Error)
        assert "a second time" in found.message
        assert found.related_information is not None
        places = [(item.location.uri, item.location.range.start.line) for item in found.related_information]
        assert places == [(uri, 4), (uri, 5)]
        assert isinstance(found.data, dict)
        assert found.data["version"] == 1
        address = address_of("GL101", "double-backward")
        assert address
        assert found.code_description == types.CodeDescription(address)


async def test_tags_say_what_is_unnecessary_and_what_deprecated(tmp_path: Path) -> None:
    text = ONCE.replace("loss.backward()", "loss.backward(retain_graph=True)\nold = torch.autograd.Variable(torch.ones(3), volatile=True)")
    async with editing(tmp_path, "visual-studio-code") as editor:
        found = {item.code: item.tags for item in await editor.diagnostics(editor.open("train.py", text))}
    assert list(found["GL201"] or ()) == [types.DiagnosticTag.Unnecessary]
    assert list(found["GL902"] or ()) == [types.DiagnosticTag.Deprecated]


@pytest.mark.parametrize(("encoding", "column"), [("utf-8", 17), ("utf-16", 14), ("utf-32", 13)])
@pytest.mark.parametrize("name", ["visual-studio-code", "neovim@v0.9.1"])
async def test_columns_are_counted_as_the_editor_counts_them(tmp_path: Path, name: str, encoding: str, column: int) -> None:
    """A character beyond the basic plane before the finding takes four, two or one units."""
    async with editing(tmp_path, name, encodings=[encoding]) as editor:
        assert editor.result is not None
        assert editor.result.capabilities.position_encoding == encoding
        uri = editor.open("train.py", ASTRAL)
        (found,) = await editor.diagnostics(uri)
        assert found.range == types.Range(types.Position(6, column), types.Position(6, column + 15))
        # An edit behind the character lands where the editor means it.
        editor.edit(uri, ((6, column, 6, column + 15), "pass"))
        assert await editor.codes(uri) == []
        editor.edit(uri, ((6, column, 6, column + 4), "loss.backward()"))
        assert await editor.codes(uri) == ["GL101"]


async def test_without_a_word_of_the_client_columns_are_utf_16(tmp_path: Path) -> None:
    async with editing(tmp_path, "neovim@v0.7.0") as editor:
        (found,) = await editor.diagnostics(editor.open("train.py", ASTRAL))
        assert found.range.start == types.Position(6, 14)


@pytest.mark.parametrize("end", ["\r\n", "\r"])
async def test_line_ends_are_those_of_the_protocol(tmp_path: Path, end: str) -> None:
    """A form feed or a line separator ends no line, a lone carriage return does."""
    text = TWICE.replace("model = ", "mark = '\x0c\u2028\x85'; model = ").replace("\n", end)
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("train.py", text)
        (found,) = await editor.diagnostics(uri)
        assert found.range.start == types.Position(7, 0)
        editor.edit(uri, ((7, 0, 7, 15), "pass"))
        assert await editor.codes(uri) == []


async def test_half_a_surrogate_pair_is_a_place(tmp_path: Path) -> None:
    """An editor may delete half of a character, and put it back."""
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("train.py", ASTRAL)
        editor.edit(uri, ((6, 8, 6, 9), ""))
        assert await editor.codes(uri) == ["GL000"]
        editor.edit(uri, ((6, 8, 6, 8), "\ud83d"))
        assert await editor.codes(uri) == ["GL101"]


async def test_a_newer_edit_wins(tmp_path: Path) -> None:
    """Of many edits in a row only the last state is told, under its version."""
    async with editing(tmp_path, "neovim@v0.9.1") as editor:
        uri = editor.open("train.py", ONCE)
        for text in [TWICE, GROWS] * 10 + [BROKEN, ONCE, TWICE]:
            editor.edit(uri, text)
        assert await editor.codes(uri) == ["GL101"]
        codes = {item.version: [found.code for found in item.diagnostics] for item in editor.published[uri]}
        # What was told at all is true of the version that it was told of.
        assert all(found == ([] if version == 1 else ["GL101"]) for version, found in codes.items())


async def test_what_has_not_changed_is_not_sent_again(tmp_path: Path) -> None:
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("train.py", TWICE)
        first = await editor.pull(uri)
        assert isinstance(first, types.RelatedFullDocumentDiagnosticReport)
        again = await editor.pull(uri, first.result_id)
        assert isinstance(again, types.RelatedUnchangedDocumentDiagnosticReport)
        editor.edit(uri, ONCE)
        assert isinstance(await editor.pull(uri, first.result_id), types.RelatedFullDocumentDiagnosticReport)


async def test_a_closed_text_has_no_diagnostics(tmp_path: Path) -> None:
    async with editing(tmp_path, "neovim@v0.9.1") as editor:
        uri = editor.open("train.py", TWICE)
        assert await editor.codes(uri) == ["GL101"]
        editor.close(uri)
        await editor.until(lambda: not editor.published[uri][-1].diagnostics)


@pytest.mark.parametrize("uri", ["untitled:Untitled-1", "vscode-remote://ssh-remote/home/me/train.py", "file:///c%3A/code/train.py"])
async def test_texts_that_are_no_files_here(tmp_path: Path, uri: str) -> None:
    async with editing(tmp_path, "visual-studio-code") as editor:
        editor.open(uri, TWICE)
        (found,) = await editor.diagnostics(uri)
        assert found.code == "GL101"
        assert {item.location.uri for item in found.related_information or ()} == {uri}


async def test_other_languages_and_stray_cells_are_left_alone(tmp_path: Path) -> None:
    async with editing(tmp_path, "visual-studio-code") as editor:
        assert await editor.codes(editor.open("notes.md", TWICE, "markdown")) == []
        assert await editor.codes(editor.open("vscode-notebook-cell:/a.ipynb#1", TWICE)) == []
