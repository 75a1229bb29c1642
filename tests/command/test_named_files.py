"""Named files select what is reported, and their project is what is analyzed: the hook, the folder and the editor find the same."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest
from lsprotocol import types
from server.editor import editing
from support import Run

from graphlint.check import evaluate
from graphlint.check.analyze_file import analyze_file
from graphlint.check.file_analysis import FileAnalysis
from graphlint.check.named_files import project_root
from graphlint.project.importers import Importers
from graphlint.source.open import Content

TESTS = Path(__file__).parents[1]
PROJECTS = (
    "fixes/projects/gan",
    "fixes/projects/trainer",
    "fixes/projects/agent",
    "projects/gl101_distant_helper",
    "projects/gl101_star_import_used_by_two_roots",
    "projects/gl101_results_of_encoder_with_optional_mask",
    "projects/gl102_import_cycle",
    "projects/gl102_src_layout",
    "projects/gl102_features_of_model_from_other_file",
    "projects/gl103_language_model_selected_by_name",
)
EVALUATION = """\
import torch


def evaluate(model, loader):
    model.eval()
    return sum((model(x).argmax(1) == y).sum().item() for x, y in loader)
"""
MAIN = """\
import torch
from evaluation import evaluate

model = torch.nn.Linear(4, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
data = [(torch.randn(3, 4), torch.tensor([0, 1, 0]))]
for _ in range(3):
    for x, y in data:
        loss = torch.nn.functional.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(evaluate(model, data))
"""
UNRELATED = "import torch\n\n\ndef unused(x):\n    return x.sum().backward()\n"


def findings(run: Run, *arguments: str) -> set[tuple[str, str, int]]:
    """Return the findings of a run: file, code and row."""
    found = run(*arguments, "--output-format", "json", "--no-cache").json
    return {(os.path.relpath(item["filename"]), item["code"], item["location"]["row"]) for item in found}


@pytest.mark.asyncio
@pytest.mark.parametrize("name", PROJECTS)
async def test_the_hook_the_folder_and_the_editor_find_the_same(run: Run, project: Path, name: str) -> None:
    shutil.copytree(TESTS / name, project, dirs_exist_ok=True)
    (project / "graphlint.toml").touch()
    whole = findings(run, ".")
    assert whole
    files = sorted(str(path.relative_to(project)) for path in project.rglob("*.py"))
    for file in files:
        assert findings(run, "--force-exclude", file) == {item for item in whole if item[0] == file}, file
    assert findings(run, "--force-exclude", *files) == whole
    edited: set[tuple[str, str, int]] = set()
    async with editing(project, "visual-studio-code") as editor:
        await editor.client.workspace_diagnostic_async(types.WorkspaceDiagnosticParams([], identifier="graphlint"))
        for file in files:
            uri = editor.open(file, (project / file).read_text())
            edited.update((file, str(item.code), item.range.start.line + 1) for item in await editor.diagnostics(uri))
    assert edited == whole


@pytest.fixture
def evaluating(project: Path) -> Path:
    """A project with a finding to which another file leads, and an unrelated file."""
    (project / "evaluation.py").write_text(EVALUATION)
    (project / "main.py").write_text(MAIN)
    (project / "unrelated.py").write_text(UNRELATED)
    return project


@pytest.mark.usefixtures("evaluating")
def test_only_connected_files_are_analyzed(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The callers of the named file, and no other; the result is the same from the cache."""
    (project / "graphlint.toml").touch()
    analyzed: list[str] = []

    def noted(content: Content, *rest: object) -> FileAnalysis:
        analyzed.append(content.path)
        return analyze_file(content, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(evaluate, "analyze_file", noted)
    first = run("evaluation.py", "--jobs", "1")
    assert sorted(analyzed) == ["evaluation.py", "main.py"]
    assert "GL301" in first.out
    assert run("evaluation.py", "--jobs", "1") == first
    assert sorted(analyzed) == ["evaluation.py", "main.py"]
    assert run(".", "--jobs", "1").out.count("GL301") == 1
    assert sorted(analyzed) == ["evaluation.py", "main.py", "unrelated.py"]


def test_without_a_project_a_file_is_analyzed_alone(run: Run, evaluating: Path) -> None:
    """Only its imports are read; a git repository is a project, whatever the settings."""
    (evaluating / "main.py").write_text(MAIN.replace("    print", "    with torch.no_grad():\n        print"))
    assert "GL301" in run("evaluation.py", "--no-cache").out
    (evaluating / ".git").mkdir()
    assert run("evaluation.py", "--no-cache", "--isolated").out == "No findings in 1 file.\n"
    assert "GL301" in run("evaluation.py", "--no-cache", "--isolated-files").out


def test_only_named_files_are_fixed(run: Run, evaluating: Path) -> None:
    (evaluating / "graphlint.toml").touch()
    (evaluating / "main.py").write_text(MAIN + "history = []\nfor x, y in data:\n    history.append(model(x).sum())\nprint(len(history))\n")
    before = (evaluating / "main.py").read_text()
    assert run("evaluation.py", "--fix", "--unsafe-fixes").out == "No findings in 1 file. 1 finding fixed.\n"
    assert "@torch.no_grad()" in (evaluating / "evaluation.py").read_text()
    assert (evaluating / "main.py").read_text() == before


def test_the_root_of_a_project(tmp_path: Path) -> None:
    """The folder of the settings file if the file is below it, else the repository."""
    inner = tmp_path / "package"
    inner.mkdir()
    assert project_root(str(inner / "a.py"), str(tmp_path / "graphlint.toml")) == str(tmp_path)
    (inner / ".git").mkdir()
    assert project_root(str(inner / "a.py"), None) == str(inner)
    assert project_root(str(inner / "a.py"), "/elsewhere/graphlint.toml") == str(inner)


def test_import_statements_are_found_in_all_forms() -> None:
    """Each names the module; other text does not matter, because the imports of a candidate are resolved."""
    texts = {
        "/p/plain.py": b"import target\n",
        "/p/several.py": b"from . import (\n    other,\n    target,\n)\n",
        "/p/commented.py": b"from . import (  # (see below)\n    other,  # in :)\n    target,\n)\n",
        "/p/continued.py": b"from pkg import \\\n    target\n",
        "/p/inline.py": b"if True: import target\n",
        "/p/notebook.ipynb": b'{"source": [\n  "from target import run\\n"\n]}',
        "/p/second.py": b"from plain import run\n",
        "/p/prose.py": b"# an import of target\n",
    }

    def imported(path: str) -> frozenset[str]:
        return frozenset(["/p/plain.py" if path == "/p/second.py" else "/p/target.py"])

    def found(targets: Iterable[str]) -> set[str]:
        return Importers(texts, texts.get, imported).of(targets) - {"/p/target.py"}

    assert found(["/p/target.py"]) == texts.keys() - {"/p/prose.py"}
