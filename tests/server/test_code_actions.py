"""Fixes, suppressions and explanations, as an editor is offered them and makes them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from graphlint.fixes.refused import NOTE
from server.apply_edits import applied, edits_of
from server.editor import Editor, editing
from server.sample_texts import GROWS, TWICE

pytestmark = [pytest.mark.asyncio, pytest.mark.filterwarnings("error::pytest_lsp.LspSpecificationWarning")]
# pytest-lsp reads an action that carries a command as if it were the command.
EXPLAINING = "Explain GL101"


async def actions_by_title(editor: Editor, uri: str) -> dict[str, types.CodeAction]:
    (found,) = await editor.diagnostics(uri)
    return {action.title: action for action in await editor.actions(uri, found.range)}


@pytest.mark.parametrize("name", ["visual-studio-code", "visual-studio-code@v1.65.2", "neovim@v0.7.0", "neovim@v0.11.0", "emacs@v29.1"])
async def test_every_editor_can_make_a_fix(tmp_path: Path, name: str) -> None:
    """The preferred fix takes the finding away, whether the editor resolves actions or not."""
    async with editing(tmp_path, name) as editor:
        text = "# \U0001f525\n" + GROWS.replace("total += loss", "name = '\U0001f525'; total += loss")
        uri = editor.open("train.py", text)
        actions = await actions_by_title(editor, uri)
        (preferred,) = [action for action in actions.values() if action.is_preferred]
        assert preferred.kind == types.CodeActionKind.QuickFix
        encoding = editor.result.capabilities.position_encoding if editor.result is not None else None
        if encoding == "utf-16":
            mended = applied(text, edits_of(preferred.edit, uri, 1))
            assert mended != text
            editor.edit(uri, mended)
            assert await editor.codes(uri) == []


async def test_actions_requested_before_the_first_check_wait_for_it(tmp_path: Path) -> None:
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("train.py", GROWS)
        place = types.Position(GROWS[: GROWS.index("total += loss")].count("\n"), 4)
        titles = [action.title for action in await editor.actions(uri, types.Range(place, place))]
        assert any(title.startswith("GL202: Detach") for title in titles), titles


async def test_all_fixes_of_a_finding_are_offered(tmp_path: Path) -> None:
    """Each with what it does; the unsafe ones say so, and are marked for those who can see it."""
    async with editing(tmp_path, "visual-studio-code", changes={"workspace": {"workspaceEdit": {"changeAnnotationSupport": {}}}}) as editor:
        text = TWICE.replace("loss.backward()\n\nloss", "loss.backward()\nnn.utils.clip_grad_norm_(model.parameters(), 1.0)\nloss")
        uri = editor.open("train.py", text)
        actions = await actions_by_title(editor, uri)
        fixes = [action for title, action in actions.items() if title.startswith("GL101: ")]
        assert len(fixes) > 1
        unsafe = [action for action in fixes if action.title.endswith("(unsafe)")]
        assert unsafe
        for action in unsafe:
            assert not action.is_preferred
            assert action.edit is not None
            assert action.edit.change_annotations is not None
            assert [item.needs_confirmation for item in action.edit.change_annotations.values()] == [True]


async def test_code_that_is_too_deep_has_an_action_that_says_so(tmp_path: Path) -> None:
    """It cannot be chosen. An editor that does not know such actions gets none."""
    text = GROWS.replace("total += loss", f"total = total + loss{' + 1' * 80}")
    assert text != GROWS
    for supported in (True, False):
        known = {"textDocument": {"codeAction": {"disabledSupport": supported}}}
        async with editing(tmp_path, "visual-studio-code", changes=known) as editor:
            actions = await actions_by_title(editor, editor.open("train.py", text))
            reasons = {title: action.disabled.reason for title, action in actions.items() if action.disabled is not None}
            assert reasons == ({"GL202: no fix": NOTE} if supported else {})
            assert "Ignore GL202 for this line" in actions


async def test_fix_all_makes_all_safe_fixes(tmp_path: Path) -> None:
    """Those of several findings, and nothing else in the text is touched."""
    text = GROWS + GROWS.replace("total", "other") + "\n\n\n# the end,  unformatted"
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("train.py", text)
        assert len(await editor.diagnostics(uri)) > 1
        start = types.Position(0, 0)
        (action,) = await editor.actions(uri, types.Range(start, start), ["source.fixAll"])
        assert action.kind == "source.fixAll.graphlint"
        mended = applied(text, edits_of(action.edit, uri, 1))
        assert mended.endswith("\n\n\n# the end,  unformatted")
        editor.edit(uri, mended)
        assert await editor.codes(uri) == []


async def test_kinds_that_are_not_wanted_are_not_offered(tmp_path: Path) -> None:
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("train.py", TWICE)
        (found,) = await editor.diagnostics(uri)
        assert await editor.actions(uri, found.range, ["refactor"]) == []
        kinds = {action.kind for action in await editor.actions(uri, found.range, ["quickfix"]) if action.kind}
        assert kinds == {"quickfix"}
        assert await editor.actions(uri, types.Range(types.Position(0, 0), types.Position(0, 0))) == []


async def test_a_finding_can_be_ignored_on_its_line(tmp_path: Path) -> None:
    text = TWICE.replace("\n\nloss.backward()\n", "\n\nloss.backward()  # noqa: F401 \U0001f525\n")
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("train.py", text)
        action = (await actions_by_title(editor, uri))["Ignore GL101 for this line"]
        silenced = applied(text, edits_of(action.edit, uri, 1))
        assert "# noqa: F401, GL101 \U0001f525\n" in silenced
        editor.edit(uri, silenced)
        assert await editor.codes(uri) == []


async def test_a_rule_can_be_explained(tmp_path: Path) -> None:
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("train.py", TWICE)
        assert EXPLAINING in await actions_by_title(editor, uri)
        params = types.ExecuteCommandParams(command="graphlint.explainRule", arguments=["double-backward"])
        page: Any = await editor.client.workspace_execute_command_async(params)
        assert page["code"] == "GL101"
        assert "## Why is this bad?" in page["markdown"]
        with pytest.raises(JsonRpcException, match="unknown rule"):
            await editor.client.workspace_execute_command_async(types.ExecuteCommandParams("graphlint.explainRule", ["GL999"]))


async def test_the_graph_of_a_finding_is_drawn(tmp_path: Path) -> None:
    """By an action on the finding; a row of the picture links to its place by number. A text that was changed has another finding."""
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("train.py", GROWS)
        assert "Show the lifetime of this graph (GL202)" in await actions_by_title(editor, uri)
        (found,) = await editor.diagnostics(uri)
        key = {"code": "GL202", "row": found.range.start.line + 1, "column": found.range.start.character + 1}
        drawn: Any = await editor.client.workspace_execute_command_async(types.ExecuteCommandParams("graphlint.showGraph", [uri, key]))
        links = [int(index) for index in re.findall(r'<a href="#(\d+)">', drawn["svg"])]
        assert links == list(range(len(drawn["places"])))
        assert {place["filename"] for place in drawn["places"]} == {str(tmp_path / "train.py")}
        assert found.range.start.line + 1 in {place["row"] for place in drawn["places"]}
        assert "style=" not in drawn["svg"], "the policy of a page may forbid it"
        for arguments in ([uri], [uri, {**key, "row": 1}], ["file:///absent.py", key]):
            with pytest.raises(JsonRpcException, match=r"no picture|expected an open document"):
                await editor.client.workspace_execute_command_async(types.ExecuteCommandParams("graphlint.showGraph", arguments))


async def test_a_command_fixes_a_text(tmp_path: Path) -> None:
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("train.py", GROWS)
        params = types.ExecuteCommandParams(command="graphlint.fixAll", arguments=[{"uri": uri, "version": 1}])
        assert await editor.client.workspace_execute_command_async(params) is True
        editor.edit(uri, applied(GROWS, edits_of(editor.applied[0], uri, 1)))
        assert await editor.codes(uri) == []


async def test_an_action_of_an_old_state_is_refused(tmp_path: Path) -> None:
    """Who chooses an action after an edit must not get the edit of a text that is no more."""
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("train.py", GROWS)
        (found,) = await editor.diagnostics(uri)
        params = types.CodeActionParams(types.TextDocumentIdentifier(uri), found.range, types.CodeActionContext([]))
        offered = await editor.client.text_document_code_action_async(params)
        chosen = next(action for action in offered or () if isinstance(action, types.CodeAction) and action.is_preferred)
        editor.edit(uri, ((0, 0, 0, 0), "\n"))
        with pytest.raises(JsonRpcException, match="has changed"):
            await editor.client.code_action_resolve_async(chosen)
