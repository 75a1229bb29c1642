"""Explanations of tracebacks, as an editor asks for them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from server.editor import Editor, editing

pytestmark = [pytest.mark.asyncio, pytest.mark.filterwarnings("error::pytest_lsp.LspSpecificationWarning")]
TEXT = "import torch\nw = torch.ones(2, requires_grad=True)\nloss = w.exp().sum()\nloss.backward()\nloss.backward()\n"
FREED = "RuntimeError: Trying to backward through the graph a second time."


async def explained(editor: Editor, *arguments: str) -> Any:
    return await editor.client.workspace_execute_command_async(types.ExecuteCommandParams("graphlint.explainTraceback", list(arguments)))


def traceback(line: int, text: str = "loss.backward()") -> str:
    return f'Traceback (most recent call last):\n  File "train.py", line {line}, in <module>\n    {text}\n{FREED}\n'


async def test_a_traceback_is_explained_with_the_files_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(TEXT)
    async with editing(tmp_path, "visual-studio-code") as editor:
        found = await explained(editor, traceback(5))
        assert found["code"] == "GL101"
        assert found["raised"] == {"filename": str(tmp_path / "train.py"), "row": 5}
        assert [(cause["role"], cause["row"]) for cause in found["causes"]] == [("built", 3), ("freed", 4)]
        assert f"[train.py:3]({(tmp_path / 'train.py').as_uri()}#L3): graph built here" in found["markdown"]


async def test_the_text_of_an_open_document_counts(tmp_path: Path) -> None:
    """The traceback is of a run before the last edit, which is not saved."""
    (tmp_path / "train.py").write_text(TEXT)
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("train.py", f"# trains\n{TEXT}")
        await editor.diagnostics(uri)
        found = await explained(editor, traceback(5), uri)
        assert [(cause["role"], cause["row"]) for cause in found["causes"]] == [("built", 4), ("freed", 5)]


async def test_a_text_without_a_traceback_is_an_error(tmp_path: Path) -> None:
    async with editing(tmp_path, "visual-studio-code") as editor:
        for arguments in ((), ("epoch 1",)):
            with pytest.raises(JsonRpcException, match="no traceback found"):
                await explained(editor, *arguments)
