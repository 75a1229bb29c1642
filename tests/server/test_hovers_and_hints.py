"""Hovers, inlay hints and code lenses, also for code without findings."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from lsprotocol import types

from graphlint.server.workers.worker import CRASH_WORD
from server.editor import Editor, editing
from server.sample_texts import GROWS, TWICE

pytestmark = [pytest.mark.asyncio, pytest.mark.filterwarnings("error::pytest_lsp.LspSpecificationWarning")]


async def test_a_hover_tells_the_life_of_a_graph(tmp_path: Path) -> None:
    """On the call that builds it, on a name that holds it, on the `backward()` that uses it."""
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("train.py", GROWS)
        call = await editor.hover(uri, 8, 13)
        assert "Linear" in call
        assert "saves `" in call
        assert "freed by `backward()` on line 11" in call
        assert "kept alive by `total` after the iteration (line 10)" in call
        assert "built on line 9" in await editor.hover(uri, 10, 6)
        assert "frees the tensors saved on line 9" in await editor.hover(uri, 10, 12)


async def test_a_hover_tells_of_a_walk_that_raises(tmp_path: Path) -> None:
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("train.py", TWICE)
        assert "`backward()` on line 8 raises: a saved tensor was freed or modified" in await editor.hover(uri, 4, 35)
        assert "raises" in await editor.hover(uri, 7, 8)


async def test_a_hover_on_a_suppression_shows_the_rule(tmp_path: Path) -> None:
    text = TWICE.replace("\n\nloss.backward()\n", "\n\nloss.backward()  # noqa: GL101, E501  graphlint: ignore[stored-graph]\n")
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("train.py", text)
        assert (await editor.hover(uri, 7, 27)).startswith("# double-backward (GL101)")


async def test_what_is_known_of_lines_that_have_not_changed_stays(tmp_path: Path) -> None:
    """While a new state is analysed, hovers are answered from the one before, lines moved along."""
    async with editing(tmp_path, "visual-studio-code", options={"run": "onSave"}) as editor:
        uri = editor.open("train.py", GROWS)
        assert await editor.hover(uri, 8, 13)
        editor.edit(uri, ((0, 0, 0, 0), "# one\n# two\n"))
        moved = await editor.hover(uri, 10, 13)
        assert "freed by `backward()` on line 13" in moved


async def hints(editor: Editor, uri: str) -> dict[int, str]:
    """The labels of the hints, by line from 1."""
    span = types.Range(types.Position(0, 0), types.Position(1000, 0))
    found = await editor.client.text_document_inlay_hint_async(types.InlayHintParams(types.TextDocumentIdentifier(uri), span))
    return {item.position.line + 1: str(item.label) for item in found or ()}


async def lenses(editor: Editor, uri: str) -> dict[int, list[str]]:
    """The titles of the lenses, by line from 1."""
    found = await editor.client.text_document_code_lens_async(types.CodeLensParams(types.TextDocumentIdentifier(uri)))
    told: dict[int, list[str]] = {}
    for lens in found or ():
        assert lens.command is not None
        told.setdefault(lens.range.start.line + 1, []).append(lens.command.title)
    return told


async def test_hints_and_lenses_stand_where_graphs_are_built_freed_and_kept(tmp_path: Path) -> None:
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("train.py", GROWS)
        await editor.hover(uri, 8, 13)
        assert await hints(editor, uri) == {9: "graph built", 10: "graph kept alive", 11: "graph freed"}
        told = await lenses(editor, uri)
        assert told[7] == ["graph carried to the next iteration by `total`"]
        assert told[9] == ["graph built here; used on line 11; freed on line 11; kept alive by `total`"]
        await editor.until(lambda: "workspace/inlayHint/refresh" in editor.refreshed and "workspace/codeLens/refresh" in editor.refreshed)


async def test_who_asks_before_anything_is_known_is_answered_when_it_is(tmp_path: Path) -> None:
    """Of the text as it is then. VS Code does not always ask again when it is told to: not where somebody has clicked elsewhere."""
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("train.py", GROWS)
        early = asyncio.gather(lenses(editor, uri), hints(editor, uri))
        await asyncio.sleep(0)
        editor.edit(uri, ((0, 0, 0, 0), "# one\n# two\n"))
        told, ends = await early
        assert told[9] == ["graph carried to the next iteration by `total`"]
        assert ends == {11: "graph built", 12: "graph kept alive", 13: "graph freed"}


async def test_who_asks_of_what_cannot_be_known_is_answered_too(tmp_path: Path) -> None:
    """The process that analyses the text dies of it; or nothing is to be checked at all; and who closes it waits for nothing more."""
    async with editing(tmp_path, "visual-studio-code", environment={CRASH_WORD: "dead_word"}, clean=False) as editor:
        assert await lenses(editor, editor.open("dead.py", "import torch\ndead_word = 1\n")) == {}
        assert await lenses(editor, editor.open("notes.md", "import torch\n", "markdown")) == {}
        uri = editor.open("train.py", GROWS)
        early = asyncio.ensure_future(lenses(editor, uri))
        await asyncio.sleep(0)
        editor.close(uri)
        assert await early == {}
    async with editing(tmp_path, "visual-studio-code", options={"enable": False}) as editor:
        assert await lenses(editor, editor.open("train.py", GROWS)) == {}


async def test_each_can_be_switched_off(tmp_path: Path) -> None:
    async with editing(tmp_path, "visual-studio-code", options={"inlayHints": False, "codeLens": {"enable": False}}) as editor:
        uri = editor.open("train.py", GROWS)
        assert await editor.hover(uri, 8, 13)
        assert await hints(editor, uri) == {}
        assert await lenses(editor, uri) == {}
