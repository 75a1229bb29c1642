"""graphlint is run over the small projects in tests/projects: what one file does is seen from another, nothing is made up."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from support import Outcome, Run

from graphlint.check import workers
from graphlint.check.check_config import CheckConfig, FixMode
from graphlint.check.evaluate import check_file
from graphlint.common.timing import Stopwatch
from graphlint.ir.module_slices import ModuleSlices
from graphlint.project import modules
from graphlint.project.project import Project
from graphlint.rule.registry import discover

TEXT = """import torch
from steps import walk

w = torch.randn(3, requires_grad=True)
loss = (w * w).sum()
walk(loss)
loss.backward()
"""
HERE = Path(__file__).parent / "projects"
MARK = re.compile(r"# ! (GL\d+)")
PLAN = CheckConfig(tuple(rule() for rule in discover().rules if rule.default), fix_mode=FixMode.NONE)
OFF_BY_DEFAULT = {rule.code for rule in discover().rules if not rule.default}
PROJECTS = sorted(path for path in HERE.iterdir() if path.is_dir())


def wanted(folder: Path) -> set[tuple[str, int, str]]:
    """The marks of a project."""
    return {
        (path.relative_to(folder).as_posix(), number, code)
        for path in folder.rglob("*.py")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for code in MARK.findall(line)
    }


def found_in(outcome: Outcome, folder: Path) -> set[tuple[str, int, str]]:
    """The findings of a run."""
    return {(Path(item["filename"]).relative_to(folder).as_posix(), item["location"]["row"], item["code"]) for item in outcome.json}


@pytest.mark.parametrize("folder", PROJECTS, ids=lambda path: path.name)
def test_findings_stand_where_they_are_marked(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bad project and its correct twin differ in one edit, which may stand in another file than the finding."""
    monkeypatch.chdir(folder)
    checked = ["--extend-select", code] if (code := folder.name.partition("_")[0].upper()) in OFF_BY_DEFAULT else []
    assert found_in(run(".", "--isolated", "--output-format", "json", *checked), folder) == wanted(folder)


def test_the_order_of_files_and_the_number_of_jobs_do_not_matter(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who calls whom is known only when all files are read, whoever read them, and in which order."""
    monkeypatch.setattr(workers, "BYTES_WORTH_A_PROCESS", 1)
    monkeypatch.setattr(workers, "FILES_AT_A_TIME", 1)
    monkeypatch.chdir(HERE)
    folders = [path.name for path in PROJECTS]
    first = run(*folders, "--isolated", "--output-format", "json", "--jobs", "1")
    marked = {(f"{path.name}/{name}", row, code) for path in PROJECTS for name, row, code in wanted(path) if code not in OFF_BY_DEFAULT}
    assert found_in(first, HERE) == marked
    assert all(run(*folders, "--isolated", "--output-format", "json", "--jobs", jobs) == first for jobs in ("2", "3"))
    assert run(*reversed(folders), "--isolated", "--output-format", "json", "--jobs", "1").json == first.json


def test_places_in_other_files_are_shown_as_they_stand(run: Run, project: Path) -> None:
    """A related place in another file counts its columns in characters, and shows that file's line."""
    (project / "main.py").write_text(TEXT)
    (project / "steps.py").write_text("def walk(loss):\n    print('äöü'); loss.backward()\n", encoding="utf-8")
    outcome = run(".", "--isolated", "--output-format", "json")
    assert found_in(outcome, project) == {("main.py", 7, "GL101")}
    freed = next(item for item in outcome.json[0]["related"] if item["filename"].endswith("steps.py"))
    assert freed["location"] == {"row": 2, "column": 19}
    assert "print('äöü'); loss.backward()" in run(".", "--isolated", "--output-format", "full", "--color", "never").out


def test_a_link_that_leads_to_itself_hides_nothing(run: Run, project: Path) -> None:
    """What else is in its folder can be imported all the same."""
    (project / "main.py").write_text(TEXT)
    (project / "steps.py").write_text("def walk(loss):\n    loss.backward()\n")
    (project / "loop.py").symlink_to("loop.py")
    assert found_in(run(".", "--isolated", "--output-format", "json"), project) == {("main.py", 7, "GL101")}


def test_a_finding_in_a_file_that_was_not_asked_for_is_not_reported(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who checks one file is told of that file."""
    monkeypatch.chdir(HERE / "gl102_import_absolute")
    assert run("main.py", "--isolated", "--output-format", "json").json == []


@pytest.fixture
def checked(project: Path) -> Project:
    """A project of four files, all of them analysed."""
    (project / "main.py").write_text("import torch\nfrom steps import walk\n\nw = torch.randn(3, requires_grad=True)\nwalk(w.sum())\n")
    (project / "steps.py").write_text("from deeper import scale\n\n\ndef walk(loss):\n    (loss * scale()).backward()\n")
    (project / "deeper.py").write_text("def scale():\n    return 2.0\n")
    (project / "alone.py").write_text("import torch\n\nw = torch.randn(3, requires_grad=True)\nw.sum().backward()\n")
    names = ("alone.py", "deeper.py", "main.py", "steps.py")
    made = Project(names, (".",))
    for name in names:
        check_file(name, PLAN, made)
    return made


def test_a_change_makes_stale_what_rests_on_it_and_no_more(checked: Project) -> None:
    """A server that analyses everything anew for each key would be of no use, one that analyses too little would be wrong."""
    assert checked.dependents("deeper.py") == {"main.py", "steps.py"}
    assert checked.dependents("steps.py") == {"main.py"}
    assert checked.dependents("main.py") == checked.dependents("alone.py") == frozenset()


@pytest.fixture
def package(project: Path) -> Project:
    """A package that gathers its modules in one statement; one of them leads back to the package for a name of its own."""
    (project / "main.py").write_text("import torch\nfrom gathered import walk\n\nw = torch.randn(3, requires_grad=True)\nwalk(w.sum())\n")
    folder = project / "gathered"
    folder.mkdir()
    (folder / "__init__.py").write_text(
        "try:\n    from .first import walk\n    from .second import train, walk_back\nexcept ImportError:\n    pass\n"
    )
    (folder / "first.py").write_text("def walk(loss):\n    loss.backward()\n")
    (folder / "second.py").write_text("from . import walk_back\n\n\ndef train(loss):\n    loss.backward()\n")
    made = Project(("main.py", "gathered/__init__.py", "gathered/first.py", "gathered/second.py"), (".",))
    check_file("main.py", PLAN, made)
    return made


def test_of_what_one_statement_imports_only_what_is_needed_is_followed(package: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """Large libraries import everything below one condition: for one name of theirs, not all of them is to be lowered."""
    lowered: list[str] = []

    def record(tree: ast.Module, path: str, watch: Stopwatch, *, declares_global: bool) -> ModuleSlices:
        lowered.append(path)
        return ModuleSlices(tree, path, watch, declares_global=declares_global)

    monkeypatch.setattr(modules, "ModuleSlices", record)
    for name in ("main.py", "gathered/__init__.py", "gathered/first.py", "gathered/second.py"):
        package.forget(name)
    check_file("main.py", PLAN, package)
    assert lowered == ["gathered/__init__.py", "gathered/first.py"]


def test_a_name_that_two_modules_import_from_each_other_is_unknown(package: Project, project: Path) -> None:
    """Nobody defines it; to look for it comes to an end, and hides nothing."""
    text = "import torch\nfrom gathered import walk, walk_back\n\nw = torch.randn(3, requires_grad=True)\nloss = w.exp().sum()\n"
    (project / "main.py").write_text(text + "walk_back(2)\nwalk(loss)\nloss.backward()\n")
    package.forget("main.py")
    assert [(item.code, item.place.start.row) for item in check_file("main.py", PLAN, package).diagnostics] == [("GL101", 8)]


def test_a_file_that_comes_into_being_makes_stale_what_has_looked_for_it(checked: Project, project: Path) -> None:
    """`steps` may become a package, and then it is what main.py imports."""
    (project / "steps").mkdir()
    (project / "steps" / "__init__.py").write_text("def walk(loss):\n    return None\n")
    assert checked.forget("steps/__init__.py") == {"main.py"}


def test_a_changed_file_is_read_anew(checked: Project, project: Path) -> None:
    """After the change, the other file's analysis sees what the file holds now: on the disk, or in an open buffer."""
    (project / "main.py").write_text(TEXT)
    checked.forget("main.py")
    assert [item.code for item in check_file("main.py", PLAN, checked).diagnostics] == ["GL101"]
    assert checked.overlay("steps.py", b"def walk(loss):\n    return loss.item()\n") == {"main.py"}
    assert check_file("main.py", PLAN, checked).diagnostics == ()
    checked.overlay("steps.py", None)
    assert [item.code for item in check_file("main.py", PLAN, checked).diagnostics] == ["GL101"]


@pytest.mark.parametrize("imported", ["from broken import *", "from broken import helper", "import broken"])
def test_a_module_that_does_not_parse_hides_nothing_in_those_that_import_it(run: Run, tmp_path: Path, imported: str) -> None:
    """Somebody is typing in it: that is told once, of that file, and what is wrong in the other ones all the same."""
    (tmp_path / "broken.py").write_text("import torch\n\n\ndef helper(:\n")
    name = "broken.helper" if imported == "import broken" else "helper"
    loss = f"{imported}\n\nw = torch.ones(3, requires_grad=True)\nloss = {name}(w.exp()) + w.exp().sum()\n"
    (tmp_path / "user.py").write_text(f"import torch\n{loss}loss.backward()\nloss.backward()\n")
    outcome = run(str(tmp_path), "--isolated", "--output-format", "json")
    found = {(Path(item["filename"]).name, item["location"]["row"], item["code"]) for item in outcome.json}
    assert found == {("broken.py", 4, "GL000"), ("user.py", 7, "GL101")}
    assert len(outcome.json) == len(found)
