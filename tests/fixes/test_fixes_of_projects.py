"""Projects of several files: a finding has a fix wherever the run that leads to it begins."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from lsprotocol import types
from server.editor import editing
from support import Run

PROJECTS = Path(__file__).parent / "projects"
NAMES = ("gan", "trainer", "agent")
SHARE = 0.8


@pytest.fixture(params=NAMES)
def mistaken(request: pytest.FixtureRequest, project: Path) -> Path:
    """A copy of one of the projects."""
    shutil.copytree(PROJECTS / request.param, project, dirs_exist_ok=True)
    return project


def fixable(run: Run, *options: str) -> dict[tuple[str, str, int], str]:
    """Return the title of the fix of each finding in the current folder, empty if it has none, by file, code and row."""
    found = run(".", "--isolated", "--output-format", "json", *options).json
    return {
        (Path(item["filename"]).name, item["code"], item["location"]["row"]): item["fix"]["message"] if item["fix"] else ""
        for item in found
    }


@pytest.mark.usefixtures("mistaken")
def test_most_findings_have_a_fix(run: Run) -> None:
    """Findings in functions that only other files call among them; after the fixes, only what had none is left: the value that `agent`
    stores needs its forward pass without a graph, in another file than the finding."""
    found = fixable(run, "--no-cache")
    assert len(found) >= 2
    assert sum(map(bool, found.values())) >= SHARE * len(found)
    run(".", "--isolated", "--no-cache", "--fix", "--unsafe-fixes")
    assert fixable(run, "--no-cache") == {place: fix for place, fix in found.items() if not fix}


def test_processes_and_the_cache_change_no_fix(run: Run, mistaken: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cached result has the fixes of the run that stored it; a change of the file whose run leads to a finding proves them again."""
    from graphlint.check import workers  # noqa: PLC0415

    expected = fixable(run, "--no-cache")
    monkeypatch.setattr(workers, "BYTES_WORTH_A_PROCESS", 1)
    assert fixable(run, "--no-cache", "--jobs", "2") == expected
    assert fixable(run, "--jobs", "1") == expected
    assert fixable(run, "--jobs", "1") == expected
    for path in mistaken.glob("*.py"):
        path.write_text(path.read_text() + "\n# The end.\n")
    assert fixable(run, "--jobs", "2") == expected


@pytest.mark.asyncio
async def test_the_editor_offers_the_same_fixes(run: Run, mistaken: Path) -> None:
    """For each file, opened in the workspace that holds its callers."""
    expected = {key for key, title in fixable(run, "--no-cache").items() if title}
    offered = set()
    async with editing(mistaken, "visual-studio-code") as editor:
        await editor.client.workspace_diagnostic_async(types.WorkspaceDiagnosticParams([], identifier="graphlint"))
        for path in sorted(mistaken.glob("*.py")):
            uri = editor.open(path.name, path.read_text())
            for item in await editor.diagnostics(uri):
                titles = [action.title for action in await editor.actions(uri, item.range)]
                if any(title.startswith(f"{item.code}: ") for title in titles):
                    offered.add((path.name, str(item.code), item.range.start.line + 1))
            editor.close(uri)
    assert offered == expected
