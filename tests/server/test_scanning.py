"""Nothing that changes while a folder is looked through is passed over, whenever it comes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from graphlint.check.file_analysis import FileAnalysis
from graphlint.server import folder_watch
from graphlint.server.features import background_scan
from graphlint.server.features.background_scan import BackgroundScan
from graphlint.server.features.work_done_progress import Progress
from graphlint.server.folder_watch import FolderWatch
from graphlint.server.notifications import Notifier
from graphlint.server.session import Session
from graphlint.server.workers import messages
from graphlint.server.workers.messages import Analysis
from graphlint.server.workers.pool import Pool, Urgency

pytestmark = pytest.mark.asyncio


class Workers(Pool):
    """Workers that only look which files there are, and do something else while they are asked."""

    def __init__(self, folder: Path, meanwhile: Callable[[type], None]) -> None:
        super().__init__(1)
        self._folder, self._meanwhile = folder, meanwhile

    async def request(self, request: Any, urgency: Urgency, key: Any = None) -> Any:
        del urgency, key
        if isinstance(request, messages.AnalyzeFiles):
            found: object = messages.AnalyzedFiles(tuple(Analysis(FileAnalysis(path)) for path in request.paths))
        elif isinstance(request, messages.LoadAnalyses):
            found = messages.AnalyzedFiles()
        else:
            found = messages.FolderFiles(tuple(sorted(map(str, self._folder.glob("*.py")))))
        self._meanwhile(type(request))
        return found


@pytest.mark.parametrize("when", [messages.FindFiles, messages.AnalyzeFiles])
async def test_a_file_that_comes_while_others_are_looked_at_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: type) -> None:
    monkeypatch.setattr(background_scan, "QUIET", 0)
    (tmp_path / "first.py").write_text("")
    second = tmp_path / "second.py"

    def comes(request: type) -> None:
        if request is when and not second.exists():
            second.write_text("")
            session.workspaces.files_changed([str(second)], True)

    session = Session(Notifier(lambda _: None), pool=Workers(tmp_path, comes))
    session.folders.add(tmp_path.as_uri())
    workspace = session.workspaces.of_path(str(second))
    assert workspace is not None
    BackgroundScan(session, Progress(session, cast("Any", None))).start(workspace)
    await asyncio.gather(*(asyncio.all_tasks() - {cast("Any", asyncio.current_task())}))
    assert workspace.files is not None
    assert set(workspace.files) == set(workspace.index) == {str(tmp_path / "first.py"), str(second)}


async def test_what_has_changed_before_the_watch_began_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where something changes just when it begins."""
    monkeypatch.setattr(folder_watch, "changes_in", lambda folders, settings_files: iter([["a.py"], [], ["b.py"]]))
    told: list[Sequence[str]] = []
    done = asyncio.Event()

    def changed(paths: Sequence[str]) -> None:
        told.append(paths)
        if "b.py" in paths:
            done.set()

    FolderWatch(changed).start(["."])
    await asyncio.wait_for(done.wait(), 30)
    assert told == [[], ["a.py"], ["b.py"]]
