"""Pictures of findings in editors without a view for them: documents of the server, temporary files, answers of a command."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.uris import to_fs_path

from server.editor import Editor, editing
from server.sample_texts import GROWS

pytestmark = [pytest.mark.asyncio]

READING = {"workspace": {"textDocumentContent": {}}, "window": {"showDocument": {"support": True}}}
SHOWING = {"window": {"showDocument": {"support": True}}}
SILENT = {"window": {"showDocument": {"support": False}}}
OPEN, DRAW = "graphlint.openGraph", "graphlint.showGraph"


async def offered(editor: Editor, uri: str) -> types.Command:
    """The command of the action that shows the picture."""
    (found,) = await editor.diagnostics(uri)
    actions = {action.title: action for action in await editor.actions(uri, found.range)}
    command = actions["Show the lifetime of this graph (GL202)"].command
    assert command is not None
    # pytest-lsp reads the action as a command, whose name is the text of the command's fields.
    return types.Command(**ast.literal_eval(command.command))


async def answer(editor: Editor, command: types.Command) -> Any:
    return await editor.client.workspace_execute_command_async(types.ExecuteCommandParams(command.command, command.arguments))


async def read(editor: Editor, address: str) -> str:
    found: types.TextDocumentContentResult = await editor.client.protocol.send_request_async(  # type: ignore[no-untyped-call]
        types.WORKSPACE_TEXT_DOCUMENT_CONTENT, types.TextDocumentContentParams(address)
    )
    return found.text


async def test_the_server_has_the_document(tmp_path: Path) -> None:
    """Nothing is written: the client asks for the content of the address that it is told to show."""
    async with editing(tmp_path, "visual-studio-code", changes=READING) as editor:
        assert editor.result is not None
        assert editor.result.capabilities.workspace is not None
        announced = editor.result.capabilities.workspace.text_document_content
        assert announced is not None
        assert list(announced.schemes) == ["graphlint-graph"]
        uri = editor.open("a train.py", GROWS)
        command = await offered(editor, uri)
        drawn = await answer(editor, command)
        assert (command.command, editor.shown) == (OPEN, [drawn["uri"]])
        assert drawn["uri"].startswith("graphlint-graph:/GL202%20a%20train.py%20")
        assert await read(editor, drawn["uri"]) == drawn["text"]
        assert "keeps the graph of" in drawn["text"]


async def test_a_document_of_a_finding_that_is_gone_is_refused(tmp_path: Path) -> None:
    async with editing(tmp_path, "visual-studio-code", changes=READING) as editor:
        uri = editor.open("train.py", GROWS)
        address = (await answer(editor, await offered(editor, uri)))["uri"]
        editor.edit(uri, "\n" + GROWS)
        with pytest.raises(JsonRpcException, match="the finding has no picture"):
            await read(editor, address)
        for wrong in ("graphlint-graph:/x.txt", "file:///x?uri=a&code=GL202&row=1&column=1", address.replace("row=", "row=x")):
            with pytest.raises(JsonRpcException, match="not the address of a picture"):
                await read(editor, wrong)


async def test_a_file_for_a_client_that_shows_only_files(tmp_path: Path) -> None:
    """It is written when the user asks for it, not into the workspace, and ends with the connection."""
    async with editing(tmp_path, "visual-studio-code", changes=SHOWING) as editor:
        assert editor.result is not None
        assert editor.result.capabilities.workspace is not None
        assert editor.result.capabilities.workspace.text_document_content is None
        uri = editor.open("train.py", GROWS)
        command = await offered(editor, uri)
        assert editor.shown == []
        drawn = await answer(editor, command)
        file = Path(to_fs_path(editor.shown[0]) or "")
        assert file.read_text(encoding="utf-8") == drawn["text"]
        assert list(tmp_path.iterdir()) == []
    assert not file.parent.exists()


async def test_the_answer_for_other_clients(tmp_path: Path) -> None:
    async with editing(tmp_path, "visual-studio-code", changes=SILENT) as editor:
        uri = editor.open("train.py", GROWS)
        drawn = await answer(editor, await offered(editor, uri))
        assert drawn["uri"] is None
        assert "keeps the graph of" in drawn["text"]
        assert editor.shown == []


async def test_a_client_with_a_view_for_pictures_draws_them(tmp_path: Path) -> None:
    async with editing(tmp_path, "visual-studio-code", changes={**READING, "experimental": {"graphlint": {"pictures": True}}}) as editor:
        uri = editor.open("train.py", GROWS)
        command = await offered(editor, uri)
        assert command.command == DRAW
        assert "<svg" in (await answer(editor, command))["svg"]
        assert editor.shown == []
