"""Functions are judged through their callers in other files: the server shows what the command finds of a whole folder, also while some of
its files are edited, and when others change them."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TypeAlias

import pytest
from lsprotocol import types

from graphlint.checking import Checker
from graphlint.configuration.resolving import Configuration
from graphlint.diagnostics import Diagnostic
from graphlint.discover_rules import discover
from graphlint.planning import Planner
from graphlint.plans import Fixing
from server.editor import Editor, editing
from server.test_workspace import watched, workspace

pytestmark = [pytest.mark.asyncio, pytest.mark.filterwarnings("error::pytest_lsp.LspSpecificationWarning")]
PROJECTS = Path(__file__).resolve().parent.parent / "projects"
NAMES = sorted(path.name for path in PROJECTS.iterdir() if path.is_dir())

Found: TypeAlias = "dict[str, list[tuple[str, int, int, str]]]"
"""By address: codes, places and messages."""


def by_command(folder: Path) -> Found:
    """What `graphlint check` finds in a folder."""
    registry = discover()
    checker = Checker(Planner(registry, Fixing.NONE), Configuration(registry=registry))
    files = checker.find([str(folder)]).files
    return {Path(item.path).as_uri(): [_told(one) for one in item.diagnostics] for item in checker.check(files, folders=[str(folder)])}


def _told(one: Diagnostic) -> tuple[str, int, int, str]:
    return (one.code, one.place.start.row - 1, one.place.start.column - 1, one.message)


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


async def test_the_workspace_shows_what_the_command_finds(tmp_path: Path) -> None:
    """Of every project, with none of its files open."""
    shutil.copytree(PROJECTS, tmp_path, dirs_exist_ok=True)
    folders = [tmp_path / name for name in NAMES]
    expected = {uri: found for folder in folders for uri, found in by_command(folder).items() if found}
    assert len(expected) > 10
    async with editing(tmp_path, "visual-studio-code", folders=folders) as editor:
        shown = {
            uri: [(str(one.code), one.range.start.line, one.range.start.character, one.message) for one in item.items]
            for uri, item in (await workspace(editor)).items()
        }
    assert shown == expected


@pytest.mark.parametrize("name", ["visual-studio-code", "neovim@v0.9.1"])
async def test_every_open_file_shows_what_the_command_finds_in_it(tmp_path: Path, name: str) -> None:
    """Then one project is edited into another, file by file, and back: callers and called are checked anew as they have to be."""
    shutil.copytree(PROJECTS, tmp_path, dirs_exist_ok=True)
    names = [item for item in NAMES if f"{item}_ok" in NAMES]
    folders = [tmp_path / item for item in names]
    before = {uri: found for folder in folders for uri, found in by_command(folder).items()}
    texts: dict[str, str] = {}
    texts_before: dict[str, str] = {}
    after: Found = {}
    for item in names:
        for path in sorted((PROJECTS / item).rglob("*.py")):
            uri = (tmp_path / path.relative_to(PROJECTS)).as_uri()
            texts_before[uri] = path.read_text()
            texts[uri] = (PROJECTS / f"{item}_ok" / path.relative_to(PROJECTS / item)).read_text()
        there = tmp_path / f"{item}_ok"
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


CALLED = """\
import torch


def evaluate(model, x):
    return model(x).exp().mean()


def step(model, x, optimizer):
    loss = evaluate(model, x)
    loss.backward()
    optimizer.step()
    return loss
"""
ONE_CALL = """\
import torch
from torch import nn
from called import step

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for number in range(10):
    optimizer.zero_grad()
    loss = step(model, torch.randn(8, 3), optimizer)
"""
WALKS_AGAIN = ONE_CALL + "    loss.backward()\n"
