"""What a workspace was found to hold is remembered from one session of an editor to the next: by contents, so that nothing stale is taken
over."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from graphlint.check.file_analysis import FileAnalysis
from graphlint.server.workers import messages
from graphlint.server.workers.worker import CRASH_WORD
from server.editor import editing
from server.sample_texts import TWICE
from server.test_index import Worker
from server.test_projects import CACHE, CALLS, CALLS_WITHOUT_GRAPH, ENGINE, make_cache
from server.test_workspace import workspace

OTHER = "import torch\n\nloss = torch.ones(2, requires_grad=True).sum()\nloss.backward()\n"
HELPED = "import torch\nimport {0}\n\nx = {0}.scale(torch.ones(2, requires_grad=True))\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A workspace of three files, of which one imports another, that was checked on the command line once."""
    for name, text in {"engine.py": ENGINE, "main.py": CALLS, "other.py": OTHER}.items():
        (tmp_path / name).write_text(text)
    make_cache(tmp_path / CACHE)
    return tmp_path


def remembered(folder: Path, *open_texts: tuple[str, str]) -> dict[str, FileAnalysis]:
    """Look through a folder, with some texts open, and remember it; what has come of each file."""
    worker = Worker(folder, analyze=False)
    set_overlay(worker, folder, *open_texts)
    worker.analyze(*worker.files)
    worker.notify(messages.SaveAnalyses(worker.config))
    return {Path(path).name: item for path in worker.files if (item := worker.index.get(path)) is not None}


def recalled(folder: Path, *open_texts: tuple[str, str]) -> dict[str, FileAnalysis]:
    """What a later session takes over."""
    worker = Worker(folder, analyze=False)
    set_overlay(worker, folder, *open_texts)
    found = worker.request(messages.LoadAnalyses(worker.files, worker.config))
    return {Path(item.file_analysis.path).name: item.file_analysis for item in found.analyses}


def set_overlay(worker: Worker, folder: Path, *open_texts: tuple[str, str]) -> None:
    worker.notify(messages.SetOverlays(tuple((str(folder / name), text) for name, text in open_texts)))


def test_what_has_not_changed_is_taken_over(folder: Path) -> None:
    found = remembered(folder)
    assert recalled(folder) == found
    assert recalled(folder, ("other.py", OTHER)) == found


def test_what_rests_on_a_change_is_not(folder: Path) -> None:
    """On the disk, in a text that is open, in the settings; and back, where a change was taken back."""
    found = remembered(folder)
    (folder / "engine.py").write_text(ENGINE + "x = 1\n")
    assert recalled(folder).keys() == {"other.py"}
    (folder / "engine.py").write_text(ENGINE)
    assert recalled(folder, ("engine.py", ENGINE + "x = 1\n")).keys() == {"other.py"}
    (folder / "graphlint.toml").write_text('select = ["GL1"]')
    assert recalled(folder) == {}
    (folder / "graphlint.toml").unlink()
    assert recalled(folder) == found


def test_what_was_found_with_a_text_open_is_remembered_of_that_text(folder: Path) -> None:
    """Not of the file, which may never have held it."""
    found = remembered(folder, ("engine.py", ENGINE + "x = 1\n"))
    assert recalled(folder).keys() == {"other.py"}
    (folder / "engine.py").write_text(ENGINE + "x = 1\n")
    assert recalled(folder)["main.py"] == found["main.py"]


def test_a_file_that_nobody_has_told_of_is_remembered_as_it_was_read(folder: Path) -> None:
    """It has changed after it was read, and before what rests on it is remembered."""
    worker = Worker(folder)
    (folder / "engine.py").write_text(ENGINE + "x = 1\n")
    worker.notify(messages.SaveAnalyses(worker.config))
    assert recalled(folder).keys() == {"other.py"}
    worker.analyze(*worker.files)
    worker.notify(messages.FilesChanged((str(folder / "engine.py"),)))
    worker.notify(messages.SaveAnalyses(worker.config))
    assert recalled(folder).keys() == {"other.py"}


def test_a_text_that_no_file_holds_yet_is_seen(folder: Path) -> None:
    """What was looked for in vain may be open."""
    (folder / "main.py").write_text(HELPED.format("helper"))
    assert remembered(folder).keys() == recalled(folder).keys() == {"engine.py", "main.py", "other.py"}
    assert recalled(folder, ("helper.py", "def scale(x):\n    return x\n")).keys() == {"engine.py", "other.py"}


def test_who_calls_is_part_of_what_is_remembered(folder: Path) -> None:
    """A function is judged by whether another file calls it without grad: a call that is new makes that stale."""
    assert remembered(folder)["engine.py"].dependencies.names
    (folder / "other.py").write_text(CALLS_WITHOUT_GRAPH)
    assert recalled(folder).keys() == {"main.py"}


def test_nothing_is_written_where_there_is_no_cache(folder: Path) -> None:
    """Whatever the settings of a project say that was just opened: nobody has asked for a folder."""
    inside = folder / "inside"
    inside.mkdir()
    (inside / "other.py").write_text(OTHER)
    remembered(inside)
    (inside / "graphlint.toml").write_text('cache-dir = "elsewhere"')
    remembered(inside)
    assert sorted(path.name for path in inside.iterdir()) == ["graphlint.toml", "other.py"]
    make_cache(inside / "elsewhere")
    remembered(inside)
    assert recalled(inside).keys() == {"other.py"}


@pytest.mark.asyncio
async def test_a_session_begins_with_what_the_last_one_knew(folder: Path) -> None:
    """A file whose analysis ends the worker is not analysed again."""
    (folder / "deadly.py").write_text(TWICE)
    async with editing(folder, "visual-studio-code") as editor:
        before = await workspace(editor)
        for _ in range(600):
            if list(folder.glob(f"{CACHE}/*.json")):
                break
            await asyncio.sleep(0.05)
    assert [item.code for item in before[(folder / "deadly.py").as_uri()].items] == ["GL101"]
    async with editing(folder, "visual-studio-code", environment={CRASH_WORD: "deadly"}) as editor:
        assert (await workspace(editor)).keys() == before.keys()
