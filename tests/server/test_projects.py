"""Functions are judged through their callers in other files: the server shows what the command finds of a whole folder, also while some of
its files are edited, and when others change them."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TypeAlias

import pytest
from lsprotocol import types
from marked_programs import EVERY

from graphlint.check.cache.store import mark
from graphlint.check.check_config import ConfigResolver, FixMode
from graphlint.check.checker import Checker
from graphlint.check.diagnostic import Diagnostic
from graphlint.config.resolve import Configuration
from graphlint.rule.registry import discover
from server.apply_edits import applied, edits_of
from server.editor import Editor, editing
from server.test_workspace import shows, workspace

pytestmark = [pytest.mark.asyncio, pytest.mark.filterwarnings("error::pytest_lsp.LspSpecificationWarning")]
PROJECTS = Path(__file__).resolve().parent.parent / "projects"

Found: TypeAlias = "dict[str, list[tuple[str, int, int, str]]]"
"""By address: codes, places and messages."""

CACHE = ".graphlint_cache"
EDITORS = ("visual-studio-code", "neovim@v0.9.1")
PARTS = 4
SESSIONS = [(name, part) for number, name in enumerate(EDITORS) for part in range(PARTS) if part == number or EVERY in os.environ]
"""Sessions of an editor with a part of the projects."""
SOURCES = '[tool.graphlint]\nsrc = ["{}"]\n'


def copied(folder: Path) -> list[str]:
    """All test projects, copied to a folder, two that only their settings hold together, and two whose only comment for the linter
    silences what a caller finds, or nothing; their names."""
    shutil.copytree(PROJECTS, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(CACHE))
    for ending in ("", "_ok"):
        made = folder / f"src_setting{ending}"
        shutil.copytree(PROJECTS / f"gl102_import_absolute{ending}", made)
        scattered(made)
        (made / "pyproject.toml").write_text(SOURCES.format("lib"))
        helper = folder / f"suppressed{ending}"
        shutil.copytree(PROJECTS / f"gl102_import_absolute{ending}", helper)
        (helper / "helpers.py").write_text("def walk(loss):\n    loss.backward()  # noqa: GL102\n")
    return sorted(path.name for path in folder.iterdir())


def scattered(folder: Path) -> None:
    """A project of two files in folders of their own: which of them imports are to be found in is nowhere to be seen."""
    for place, name in (("app", "main.py"), ("lib", "helpers.py")):
        (folder / place).mkdir()
        (folder / name).rename(folder / place / name)


def make_cache(folder: Path) -> None:
    """A cache as a check on the command line leaves it."""
    folder.mkdir()
    mark(folder)


def by_command(folder: Path) -> Found:
    """What `graphlint check` finds in a folder."""
    registry = discover()
    checker = Checker(ConfigResolver(registry, FixMode.NONE), Configuration(registry=registry))
    files = checker.find([str(folder)]).files
    return {Path(item.path).as_uri(): [told_of(one) for one in item.diagnostics] for item in checker.check(files, folders=[str(folder)])}


def told_of(one: Diagnostic) -> tuple[str, int, int, str]:
    message = "\n".join((one.message, *(f"{label}: {text}" for label, text in one.explanation)))
    return (one.code, one.place.start.row - 1, one.place.start.column - 1, message)


async def by_server(editor: Editor, uris: list[str]) -> Found:
    """What the server says now of texts that are open."""
    return {
        uri: [(str(one.code), one.range.start.line, one.range.start.character, one.message) for one in await editor.diagnostics(uri)]
        for uri in uris
    }


async def settles(editor: Editor, expected: Found) -> None:
    """Wait until the server has said, of itself, that this is what is found."""
    uris = list(expected)
    while editor.pulls and await by_server(editor, uris) != expected:
        await editor.asked_again()
    if not editor.pulls:

        def shown() -> bool:
            last = {uri: editor.published[uri][-1].diagnostics if editor.published.get(uri) else () for uri in uris}
            return expected == {
                uri: [(str(one.code), one.range.start.line, one.range.start.character, one.message) for one in items]
                for uri, items in last.items()
            }

        await editor.until(shown)


def opened(editor: Editor, folder: Path) -> list[str]:
    """All programs of a folder, opened."""
    return [editor.open(path.as_uri(), path.read_text()) for path in sorted(folder.rglob("*.py"))]


@pytest.mark.sampled
async def test_the_workspace_shows_what_the_command_finds(tmp_path: Path) -> None:
    """Of every third project, with none of its files open; and in another session, which begins with what the first one knew."""
    folders = [tmp_path / name for name in copied(tmp_path)][:: 1 if EVERY in os.environ else 3]
    expected = {uri: found for folder in folders for uri, found in by_command(folder).items() if found}
    assert len(expected) > 10
    for folder in folders:
        if not (folder / CACHE).exists():
            make_cache(folder / CACHE)
    for _ in range(2):
        async with editing(tmp_path, "visual-studio-code", folders=folders) as editor:
            shown = {
                uri: [(str(one.code), one.range.start.line, one.range.start.character, one.message) for one in item.items]
                for uri, item in (await workspace(editor)).items()
            }
        assert shown == expected
        assert len([folder for folder in folders if list(folder.glob(f"{CACHE}/*.json"))]) > len(folders) // 2


@pytest.mark.sampled
@pytest.mark.parametrize(("name", "part"), SESSIONS)
async def test_every_open_file_shows_what_the_command_finds_in_it(tmp_path: Path, name: str, part: int) -> None:
    """Then one project is edited into another, file by file, and back: callers and called are checked anew as they have to be.

    A quarter of the projects is open in each of the editors, in `.ci/nightly` all are in both.
    """
    known = copied(tmp_path)
    names = [item for item in known if f"{item}_ok" in known][part::PARTS]
    folders = [tmp_path / item for item in names]
    before = {uri: found for folder in folders for uri, found in by_command(folder).items()}
    texts: dict[str, str] = {}
    texts_before: dict[str, str] = {}
    after: Found = {}
    for item in names:
        there = tmp_path / f"{item}_ok"
        for path in sorted((tmp_path / item).rglob("*.py")):
            texts_before[path.as_uri()] = path.read_text()
            texts[path.as_uri()] = (there / path.relative_to(tmp_path / item)).read_text()
        after.update({uri.replace(there.as_uri(), (tmp_path / item).as_uri()): found for uri, found in by_command(there).items()})
    assert before != after
    async with editing(tmp_path, name, folders=folders) as editor:
        uris = [uri for folder in folders for uri in opened(editor, folder)]
        assert set(uris) == set(before)
        await settles(editor, before)
        for uri in uris:
            editor.edit(uri, texts[uri])
        await settles(editor, after)
        for uri in uris:
            editor.edit(uri, texts_before[uri])
        await settles(editor, before)


def changed(editor: Editor, path: Path, kind: types.FileChangeType = types.FileChangeType.Changed) -> None:
    """Others have changed a file: an editor that watches files tells of it."""
    if any(item.method == types.WORKSPACE_DID_CHANGE_WATCHED_FILES for item in editor.registered):
        change = types.FileEvent(path.as_uri(), kind)
        editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([change]))


ENGINE = """\
import torch


def evaluate(model):
    model.eval()
    correct = 0
    for batch in range(3):
        outputs = model(torch.randn(2, 3))
        correct += int((outputs > 0).sum())
    return correct
"""
CALLS = "import torch\nfrom torch import nn\nfrom engine import evaluate\n\nmodel = nn.Linear(3, 1)\nevaluate(model)\n"
CALLS_WITHOUT_GRAPH = CALLS.replace("evaluate(model)\n", "with torch.no_grad():\n    evaluate(model)\n")
CLIENTS = pytest.mark.parametrize("name", EDITORS)


@CLIENTS
async def test_an_edit_of_a_caller_is_seen_in_what_it_calls(tmp_path: Path, name: str) -> None:
    """Before it is saved; and when it is closed without, the file counts again."""
    (tmp_path / "engine.py").write_text(ENGINE)
    (tmp_path / "main.py").write_text(CALLS)
    async with editing(tmp_path, name) as editor:
        engine = editor.open("engine.py", ENGINE)
        await shows(editor, engine, ["GL301"])
        main = editor.open("main.py", CALLS_WITHOUT_GRAPH)
        await shows(editor, engine, [])
        editor.edit(main, CALLS)
        await shows(editor, engine, ["GL301"])
        editor.edit(main, CALLS_WITHOUT_GRAPH)
        await shows(editor, engine, [])
        editor.close(main)
        await shows(editor, engine, ["GL301"])


@CLIENTS
async def test_a_caller_that_others_change_is_seen_in_what_it_calls(tmp_path: Path, name: str) -> None:
    """Whether the editor watches the files or leaves that to the server: changed, gone, and a new one come."""
    (tmp_path / "engine.py").write_text(ENGINE)
    main = tmp_path / "main.py"
    main.write_text(CALLS_WITHOUT_GRAPH)
    async with editing(tmp_path, name) as editor:
        engine = editor.open("engine.py", ENGINE)
        await shows(editor, engine, [])
        for text, kind, codes in (
            (CALLS, types.FileChangeType.Changed, ["GL301"]),
            (CALLS_WITHOUT_GRAPH, types.FileChangeType.Changed, []),
            ("", types.FileChangeType.Deleted, ["GL301"]),
            (CALLS_WITHOUT_GRAPH, types.FileChangeType.Created, []),
        ):
            if text:
                main.write_text(text)
            else:
                main.unlink()
            changed(editor, main, kind)
            await shows(editor, engine, codes)


@CLIENTS
async def test_where_modules_are_imported_from_may_change(tmp_path: Path, name: str) -> None:
    """By the settings file: what is told of a file is told anew."""
    shutil.copytree(PROJECTS / "gl102_import_absolute", tmp_path, dirs_exist_ok=True)
    scattered(tmp_path)
    settings = tmp_path / "pyproject.toml"
    settings.write_text(SOURCES.format("."))
    async with editing(tmp_path, name) as editor:
        uri = editor.open("lib/helpers.py", (tmp_path / "lib" / "helpers.py").read_text())
        await shows(editor, uri, [])
        for folder, codes in (("lib", ["GL102"]), (".", [])):
            settings.write_text(SOURCES.format(folder))
            changed(editor, settings)
            await shows(editor, uri, codes)


@CLIENTS
async def test_a_package_may_become_a_folder_and_a_package_again(tmp_path: Path, name: str) -> None:
    """Then its files import from elsewhere; nothing that they have read or looked for has changed."""
    bad = PROJECTS / "gl102_import_absolute"
    package = tmp_path / "package"
    package.mkdir()
    shutil.copy(bad / "helpers.py", tmp_path)
    shutil.copy(bad / "main.py", package)
    (package / "helpers.py").write_text("def walk(loss):\n    return loss.item()\n")
    init = package / "__init__.py"
    init.write_text("")
    async with editing(tmp_path, name) as editor:
        uri = editor.open("helpers.py", (bad / "helpers.py").read_text())
        await shows(editor, uri, ["GL102"])
        init.unlink()
        changed(editor, init, types.FileChangeType.Deleted)
        await shows(editor, uri, [])
        init.write_text("")
        changed(editor, init, types.FileChangeType.Created)
        await shows(editor, uri, ["GL102"])


async def test_a_folder_that_was_away_is_looked_through_anew(tmp_path: Path) -> None:
    """What others change while a folder is none of the workspace, nobody tells."""
    (tmp_path / "engine.py").write_text(ENGINE)
    main = tmp_path / "main.py"
    main.write_text(CALLS)
    async with editing(tmp_path, "visual-studio-code") as editor:
        engine = editor.open("engine.py", ENGINE)
        await shows(editor, engine, ["GL301"])
        away = types.WorkspaceFolder(tmp_path.as_uri(), tmp_path.name)
        for text, codes in ((CALLS_WITHOUT_GRAPH, []), (CALLS, ["GL301"])):
            change_folders(editor, types.WorkspaceFoldersChangeEvent([], [away]))
            main.write_text(text)
            change_folders(editor, types.WorkspaceFoldersChangeEvent([away], []))
            await shows(editor, engine, codes)


def change_folders(editor: Editor, event: types.WorkspaceFoldersChangeEvent) -> None:
    editor.client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(event))


async def test_what_is_checked_when_it_is_saved_stays_as_it_was_until_then(tmp_path: Path) -> None:
    """Also where a caller changes meanwhile: what is told then is of the text as it was saved."""
    (tmp_path / "engine.py").write_text(ENGINE)
    (tmp_path / "main.py").write_text(CALLS_WITHOUT_GRAPH)
    async with editing(tmp_path, "neovim@v0.9.1", options={"run": "onSave"}) as editor:
        engine = editor.open("engine.py", ENGINE)
        await shows(editor, engine, [])
        editor.edit(engine, "import torch\ndef (")
        main = editor.open("main.py", CALLS)
        await shows(editor, engine, ["GL301"])
        editor.client.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(engine)))
        await shows(editor, engine, ["GL000"])
        assert main in editor.published


async def test_lines_that_move_bring_nothing_up(tmp_path: Path) -> None:
    """While its callers are analysed anew, a function is still judged through them wherever it stands now."""
    (tmp_path / "engine.py").write_text(ENGINE)
    (tmp_path / "main.py").write_text(CALLS_WITHOUT_GRAPH)
    async with editing(tmp_path, "neovim@v0.9.1") as editor:
        engine = editor.open("engine.py", ENGINE)
        await shows(editor, engine, [])
        seen = len(editor.published[engine])
        for number in range(5):
            editor.edit(engine, ((3, 0, 3, 0), f"x{number} = {number}\n"))
            assert await editor.codes(engine) == []
        assert [item.code for told in editor.published[engine][seen:] for item in told.diagnostics] == []


async def test_what_a_caller_finds_has_no_fix_and_can_be_ignored(tmp_path: Path) -> None:
    """It stands in the called file, where a comment silences it."""
    text = (PROJECTS / "gl102_import_cycle" / "first.py").read_text().partition("  # !")[0] + "\n"
    for path in (PROJECTS / "gl102_import_cycle").glob("*.py"):
        (tmp_path / path.name).write_text(path.read_text())
    (tmp_path / "first.py").write_text(text)
    async with editing(tmp_path, "neovim@v0.9.1") as editor:
        uri = editor.open("first.py", text)
        await shows(editor, uri, ["GL102"])
        (found,) = await editor.diagnostics(uri)
        actions = await editor.actions(uri, found.range)
        (ignore,) = [action for action in actions if action.title == "Ignore GL102 for this line"]
        silenced = applied(text, edits_of(ignore.edit, uri, 1))
        assert "# noqa: GL102" in silenced
        editor.edit(uri, silenced)
        await shows(editor, uri, [])
