"""The workspace as a whole: its files, its folders, and the settings that hold in each, as they change."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from server.editor import TIMEOUT, Editor, editing
from server.sample_texts import GROWS, ONCE, TWICE

pytestmark = [pytest.mark.asyncio, pytest.mark.filterwarnings("error::pytest_lsp.LspSpecificationWarning")]


async def workspace(editor: Editor, before: dict[str, str] | None = None, **tokens: Any) -> dict[str, Any]:
    """The reports of all files, by address, those in parts too."""
    previous = [types.PreviousResultId(uri, value) for uri, value in (before or {}).items()]
    params = types.WorkspaceDiagnosticParams(previous, identifier="graphlint", **tokens)
    answer = await asyncio.wait_for(editor.client.workspace_diagnostic_async(params), TIMEOUT)
    return {item.uri: item for item in answer.items}


def watched(editor: Editor, *paths: Path) -> None:
    changes = [types.FileEvent(path.as_uri(), types.FileChangeType.Changed) for path in paths]
    editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(changes))


async def test_all_files_are_checked_and_only_what_changed_is_sent_again(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(TWICE)
    (tmp_path / "b.py").write_text(ONCE)
    (tmp_path / "ignored").mkdir()
    (tmp_path / "ignored" / "c.py").write_text(TWICE)
    (tmp_path / "graphlint.toml").write_text('exclude = ["ignored/"]')
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("open.py", GROWS)
        found = await workspace(editor)
        codes = {key: [one.code for one in item.items] for key, item in found.items()}
        assert codes == {editor.uri("a.py"): ["GL101"], uri: ["GL202"]}
        before = {key: item.result_id for key, item in found.items()}
        again = await workspace(editor, before)
        assert {item.kind for item in again.values()} == {"unchanged"}
        (tmp_path / "a.py").write_text(ONCE)
        mended = await workspace(editor, before)
        assert list(mended[editor.uri("a.py")].items) == []
        (tmp_path / "a.py").unlink()
        assert list((await workspace(editor, before))[editor.uri("a.py")].items) == []


async def test_parts_and_progress_come_as_they_are_asked_for(tmp_path: Path) -> None:
    for number in range(40):
        (tmp_path / f"m{number}.py").write_text(TWICE)
    async with editing(tmp_path, "visual-studio-code") as editor:
        assert await workspace(editor, partial_result_token="parts", work_done_token="work") == {}
        parts = [item for part in editor.parts["parts"] for item in part["items"]]
        assert len(parts) == 40
        assert len(editor.parts["parts"]) > 1
        kinds = [value["kind"] for value in editor.parts["work"]]
        assert (kinds[0], kinds[-1]) == ("begin", "end")
        assert "report" in kinds


async def test_a_scan_can_be_cancelled(tmp_path: Path) -> None:
    """By its progress; and the next one goes on from what is known."""
    for number in range(40):
        (tmp_path / f"m{number}.py").write_text(TWICE + f"x = {number}\n")
    async with editing(tmp_path, "visual-studio-code") as editor:
        pending = asyncio.ensure_future(workspace(editor, work_done_token="work"))
        await editor.until(lambda: len(editor.parts.get("work", ())) > 1)
        editor.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams("work"))
        with pytest.raises(JsonRpcException):
            await pending
        await editor.until(lambda: editor.parts["work"][-1]["kind"] == "end")
        assert len(await workspace(editor)) == 40


async def test_the_look_through_the_folder_can_be_refused(tmp_path: Path) -> None:
    """It shows its progress, and who cancels it is not asked again; what is wanted of all files is still given."""
    for number in range(200):
        (tmp_path / f"m{number}.py").write_text(TWICE + f"x = {number}\n")
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("train.py", TWICE)
        await editor.until(lambda: any(len(values) > 1 for values in editor.parts.values()))
        (token,) = editor.parts
        editor.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(token))
        await editor.until(lambda: editor.parts[token][-1]["kind"] == "end")
        assert editor.parts[token][-2]["percentage"] < 100
        assert await editor.codes(uri) == ["GL101"]
        editor.edit(uri, ONCE)
        assert await editor.codes(uri) == []
        assert list(editor.parts) == [token]
        assert len(await workspace(editor)) == 201


async def test_each_folder_has_its_settings(tmp_path: Path) -> None:
    """From its settings file, and from what the client says of it."""
    one, two, three = (tmp_path / name for name in ("one", "two", "three"))
    for folder in (one, two, three):
        folder.mkdir()
    (one / "pyproject.toml").write_text('[tool.graphlint]\nignore = ["GL101"]')
    async with editing(tmp_path, "visual-studio-code", folders=[one, two, three]) as editor:
        editor.client.set_configuration({"ignore": ["GL1"]}, section="graphlint", scope_uri=three.as_uri())
        editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
        assert await editor.codes(editor.open("one/train.py", TWICE)) == []
        assert await editor.codes(editor.open("two/train.py", TWICE)) == ["GL101"]
        assert await editor.codes(editor.open("three/train.py", TWICE)) == []
        event = types.WorkspaceFoldersChangeEvent(added=[], removed=[types.WorkspaceFolder(three.as_uri(), "three")])
        editor.client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(event))
        assert await editor.codes(editor.uri("three/train.py")) == ["GL101"]


async def test_settings_files_are_heard_without_a_restart(tmp_path: Path) -> None:
    """One that is wrong is a message, and then the next one counts."""
    file = tmp_path / "graphlint.toml"
    async with editing(tmp_path, "visual-studio-code") as editor:
        await editor.until(lambda: any(item.method == "workspace/didChangeWatchedFiles" for item in editor.registered))
        uri = editor.open("train.py", TWICE)
        assert await editor.codes(uri) == ["GL101"]
        file.write_text('ignore = ["GL101"]')
        watched(editor, file)
        assert await editor.codes(uri) == []
        await editor.until(lambda: "workspace/diagnostic/refresh" in editor.refreshed)
        file.write_text("ignore = [")
        watched(editor, file)
        assert await editor.codes(uri) == []
        await editor.until(lambda: any("graphlint.toml" in notice.message for notice in editor.client.messages))
        file.unlink()
        watched(editor, file)
        assert await editor.codes(uri) == ["GL101"]


@pytest.mark.parametrize(
    ("name", "text", "row", "message"),
    [
        ("graphlint.toml", 'select = ["GL1"]\n  jobs = "all"  # \U0001f600\n', 1, "jobs: expected an integer >= 1, got 'all'"),
        ("graphlint.toml", 'select = ["GL1"]\nignore = [\n    "GL101",\n    "GL999",\n]\n', 3, "ignore: unknown rule 'GL999'"),
        ("graphlint.toml", 'select = ["GL1"\nignore = []\n', 1, "invalid TOML: "),
        ("pyproject.toml", '[project]\nselect = 1\n\n[tool.graphlint]\nselect = "GL1"\n', 4, "select: expected a list of strings"),
        ("pyproject.toml", '[tool.graphlint]\nextend = "missing.toml"\n', 1, "cannot be read"),
    ],
)
async def test_an_error_in_a_settings_file_is_a_diagnostic_in_its_line(
    tmp_path: Path, name: str, text: str, row: int, message: str
) -> None:
    """Until the file is right, in an editor that pulls diagnostics too: nobody pulls those of a settings file."""
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    async with editing(tmp_path, "visual-studio-code") as editor:
        await editor.until(lambda: any(item.method == "workspace/didChangeWatchedFiles" for item in editor.registered))
        uri = editor.open("train.py", TWICE)
        assert await editor.codes(uri) == []
        await editor.until(lambda: file.as_uri() in editor.published)
        (found,) = editor.published[file.as_uri()][-1].diagnostics
        line = text.splitlines()[row]
        width = len(line.encode("utf-16-le")) // 2
        assert (found.range.start.line, found.range.start.character, found.range.end.character) == (
            row,
            len(line) - len(line.lstrip()),
            width,
        )
        assert message in found.message
        assert (found.severity, found.source) == (types.DiagnosticSeverity.Error, "graphlint")
        file.write_text("")
        watched(editor, file)
        await editor.until(lambda: not editor.published[file.as_uri()][-1].diagnostics)
        assert await editor.codes(uri) == ["GL101"]


async def test_what_the_client_sets_is_heard_without_a_restart(tmp_path: Path) -> None:
    """In the old way, where the settings come with the notice, and at the start."""
    changes = {"workspace": {"configuration": False}}
    async with editing(tmp_path, "neovim@v0.9.1", options={"settings": {"select": ["GL2"]}}, changes=changes) as editor:
        uri = editor.open("train.py", TWICE)
        assert await editor.codes(uri) == []
        for told, codes in (
            ({"graphlint": {"select": ["double-backward"]}}, ["GL101"]),
            ({"graphlint": {"ignore": "GL1, GL2"}}, []),
            ({"graphlint": {"lint": {"enable": False}}}, []),
            ({"graphlint": {}}, ["GL101"]),
        ):
            seen = len(editor.published[uri])
            editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(told))
            await editor.more(uri, seen)
            assert [one.code for one in editor.published[uri][-1].diagnostics] == codes, told


async def test_settings_that_are_wrong_are_a_message(tmp_path: Path) -> None:
    """What is right of them holds all the same."""
    options = {"ignore": 3, "run": "always", "select": ["GL101"], "logLevel": "loud"}
    async with editing(tmp_path, "visual-studio-code", options=options) as editor:
        assert await editor.codes(editor.open("train.py", TWICE)) == ["GL101"]
        told = " ".join(notice.message for notice in editor.client.messages)
        assert all(name in told for name in ("graphlint.ignore", "graphlint.run", "graphlint.logLevel"))
        editor.client.set_configuration({"select": ["GL999"]}, section="graphlint")
        editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
        await editor.until(lambda: any("GL999" in notice.message for notice in editor.client.messages))


@pytest.mark.parametrize("told", [{"enable": False}, {"lint": {"enable": False}}])
async def test_nothing_is_told_where_it_is_switched_off(tmp_path: Path, told: dict[str, Any]) -> None:
    """No diagnostic and no hover, until it is switched on again."""
    async with editing(tmp_path, "visual-studio-code", configuration=told) as editor:
        uri = editor.open("train.py", TWICE)
        assert await editor.codes(uri) == []
        await set_to(editor, {"enable": True})
        assert await editor.codes(uri) == ["GL101"]
        assert "**Graph** of" in await editor.hover(uri, 4, 1)
        await set_to(editor, told)
        assert await editor.codes(uri) == []
        place = types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(4, 1))
        assert await editor.client.text_document_hover_async(place) is None


async def test_hovers_and_fix_all_are_switched_off_by_themselves(tmp_path: Path) -> None:
    """Without a restart, and the diagnostics and the quick fixes stay."""
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("train.py", GROWS)
        assert "**Graph** of" in await editor.hover(uri, 8, 5)
        (found,) = await editor.diagnostics(uri)
        assert "source.fixAll.graphlint" in {action.kind for action in await editor.actions(uri, found.range)}
        await set_to(editor, {"hover": False, "fixAll": False})
        (found,) = await editor.diagnostics(uri)
        place = types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(8, 5))
        assert await editor.client.text_document_hover_async(place) is None
        assert {action.kind for action in await editor.actions(uri, found.range) if action.kind} == {"quickfix"}
        assert await editor.actions(uri, found.range, ["source.fixAll"]) == []


async def test_an_editor_may_hand_over_the_settings_of_each_folder_at_the_start(tmp_path: Path) -> None:
    """In one that cannot be asked; what is set to be empty is not set, and what the server does not know is nothing wrong."""
    one, two = tmp_path / "one", tmp_path / "two"
    one.mkdir()
    two.mkdir()
    own = {"workspace": one.as_uri(), "ignore": ["GL101"], "select": [], "interpreter": ["python"], "run": "onType"}
    options = {"settings": [own], "globalSettings": {"select": [], "extendSelect": None, "configuration": ""}}
    changes = {"workspace": {"configuration": False}}
    async with editing(tmp_path, "visual-studio-code", folders=[one, two], options=options, changes=changes) as editor:
        assert await editor.codes(editor.open("one/train.py", TWICE)) == []
        assert await editor.codes(editor.open("two/train.py", TWICE)) == ["GL101"]
        assert editor.client.messages == []


async def set_to(editor: Editor, told: dict[str, Any]) -> None:
    """Change the editor's settings, and wait until the server wants to be asked anew."""
    editor.refreshed.clear()
    editor.client.set_configuration(told, section="graphlint")
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
    await editor.asked_again()


async def test_a_program_may_be_checked_when_it_is_saved(tmp_path: Path) -> None:
    async with editing(tmp_path, "neovim@v0.9.1", options={"run": "onSave"}) as editor:
        uri = editor.open("train.py", ONCE)
        assert await editor.codes(uri) == []
        editor.edit(uri, GROWS)
        editor.edit(uri, TWICE)
        editor.client.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri)))
        assert await editor.codes(uri) == ["GL101"]
        assert [item.version for item in editor.published[uri]] == [1, 3]


HELPER = "import torch\n\n\ndef squared(model, x):\n    return model(x).exp().mean()\n"
USER = """\
import torch
from torch import nn
from helper import squared

model = nn.Linear(3, 1)
loss = squared(model, torch.randn(8, 3))
loss.backward()
loss.backward()
"""


@pytest.mark.parametrize("name", ["visual-studio-code", "neovim@v0.9.1"])
async def test_a_change_in_one_file_is_seen_in_those_that_import_it(tmp_path: Path, name: str) -> None:
    """In a text that is open, before it is saved; in a file on the disk; and when the text is closed, the file counts again."""
    detached = HELPER.replace("mean()", "mean().detach()")
    (tmp_path / "helper.py").write_text(HELPER)
    async with editing(tmp_path, name) as editor:
        user = editor.open("train.py", USER)
        (found,) = await editor.diagnostics(user)
        assert found.code == "GL101"
        if editor.pulls:
            assert editor.uri("helper.py") in {item.location.uri for item in found.related_information or ()}
        helper = editor.open("helper.py", detached)
        await shows(editor, user, ["GL107"])
        editor.edit(helper, HELPER)
        await shows(editor, user, ["GL101"])
        editor.edit(helper, detached)
        await shows(editor, user, ["GL107"])
        editor.close(helper)
        await shows(editor, user, ["GL101"])
        (tmp_path / "helper.py").write_text(detached)
        watched(editor, tmp_path / "helper.py")
        await shows(editor, user, ["GL107"])


async def shows(editor: Editor, uri: str, codes: list[str]) -> None:
    """Wait until the server has said, of itself, that these are the diagnostics of a text."""
    while editor.pulls and await editor.codes(uri) != codes:
        await editor.asked_again()
    if not editor.pulls:
        await editor.until(lambda: uri in editor.published and [item.code for item in editor.published[uri][-1].diagnostics] == codes)
