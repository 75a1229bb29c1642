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
        page = found["page"]
        assert (found["name"], page["title"]) == ("double-backward", "double-backward (GL101)")
        assert found["markdown"].startswith("# double-backward (GL101)\n")
        place = {"filename": str(tmp_path / "train.py"), "row": 3, "cell": None, "label": "train.py:3"}
        assert page["causes"][0] == {"place": place, "message": "graph built here"}


async def test_nothing_in_a_traceback_becomes_markup_of_the_page(tmp_path: Path) -> None:
    """The text of the exception ends its block of code, and the name of the file would be a link."""
    name = "a`b [x](command:run) <i>.py"
    (tmp_path / name).write_text(TEXT)
    text = traceback(5).replace("train.py", name).replace(FREED, f"{FREED} ``` [here](command:run)")
    async with editing(tmp_path, "visual-studio-code") as editor:
        found = await explained(editor, text)
        assert found["page"]["raised"]["label"] == f"{name}:5"
        assert found["page"]["error"].endswith("``` [here](command:run)")
        page = found["markdown"]
        assert f"```text\n{FREED} ` ` ` [here](command:run)\n```\n" in page
        assert r"Raised at [a\`b \[x\](command:run) \<i\>.py:5](file:///" in page
        assert "[x](command" not in page.partition("```diff")[0]


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


async def test_pasted_code_is_checked_as_a_snippet(tmp_path: Path) -> None:
    """The page has the findings, and what was assumed; code cannot end its block."""
    async with editing(tmp_path, "visual-studio-code") as editor:
        found = await explained(editor, "loss.backward()  # ```\nloss.backward()\n")
        assert [(item["code"], item["location"]["row"]) for item in found["findings"]] == [("GL101", 2)]
        assert found["page"]["title"] == "1 finding in the snippet"
        assert found["markdown"].startswith("# 1 finding in the snippet\n\n```text\n2:1 error GL101 double-backward: ")
        assert found["page"]["notes"] == ["Names of unknown value: `loss`."]
        assert (await explained(editor, "loss.backward()\n"))["page"]["title"] == "No findings in the snippet"
