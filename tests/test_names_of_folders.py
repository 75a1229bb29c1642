"""The name and the place of a project's folder change no finding: what a library's own source is follows from the packages in the tree."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from server.editor import editing
from server.test_workspace import workspace
from support import Run

from graphlint.check.check_config import ConfigResolver, FixMode
from graphlint.check.checker import Checker
from graphlint.config.resolve import Configuration
from graphlint.project.layout import Layout, read_layout
from graphlint.project.project import Project
from graphlint.rule.registry import discover

Tree: TypeAlias = "dict[str, str]"
"""The texts of files, by path."""
Found: TypeAlias = "set[tuple[str, int, str]]"

HELPER = "def walk(loss):\n    loss.backward()\n"
# A second backward pass, which only those see that read the helper.
TWICE = """import torch
from {} import walk

w = torch.randn(3, requires_grad=True)
loss = (w * w).sum()
walk(loss)
loss.backward()
"""
# Gradients are never reset, which only the model of timm shows.
SCALED = """import timm
import timm.utils
import torch
from timm.optim import create_optimizer_v2


def train(loader):
    model = timm.create_model("resnet18")
    optimizer = create_optimizer_v2(model, "sgd", 0.1)
    scaler = timm.utils.NativeScaler()
    model.train()
    for x in loader:
        loss = model(x).sum()
        scaler(loss, optimizer, clip_grad=1.0, parameters=model.parameters())
"""
PROJECT = '[project]\nname = "{}"\nversion = "1"\n'

OF_A_LIBRARY: Tree = {
    "pyproject.toml": PROJECT.format("timm"),
    "timm/__init__.py": "",
    "timm/steps.py": HELPER,
    "timm/again.py": TWICE.format("timm.steps"),
    "tests/test_steps.py": TWICE.format("timm.steps"),
    "train.py": TWICE.format("timm.steps"),
}
SOURCE_LAYOUT: Tree = {
    "setup.py": "from setuptools import setup\n\nsetup()\n",
    "src/peft/__init__.py": "from .steps import walk\n",
    "src/peft/steps.py": HELPER,
    "tests/__init__.py": "",
    "tests/test_steps.py": TWICE.format("peft"),
}
LIB_LAYOUT: Tree = {
    "pyproject.toml": PROJECT.format("x") + '[tool.setuptools.packages.find]\nwhere = ["python"]\n',
    "python/botorch/__init__.py": "",
    "python/botorch/steps.py": HELPER,
    "examples/main.py": TWICE.format("botorch.steps"),
}
# The modules beside the script are named like those of the library, and its folder may be, too.
SCRIPTS: Tree = {
    "train.py": SCALED,
    "optim.py": "def create_optimizer_v2(*args):\n    return None\n",
    "utils.py": "def NativeScaler():\n    return print\n",
    "timm/train.py": SCALED,
    "timm/utils.py": "def NativeScaler():\n    return print\n",
}
VENDORED: Tree = {"main.py": TWICE.format("transformers.steps"), "transformers/__init__.py": "", "transformers/steps.py": HELPER}
MODULE: Tree = {"main.py": TWICE.format("higher"), "higher.py": HELPER}
WRAPPERS: Tree = {
    "pyproject.toml": PROJECT.format("x"),
    "models/timm.py": "import timm\nfrom timm.utils import NativeScaler\n",
    "models/train.py": SCALED,
    "package/__init__.py": "",
    "package/timm.py": "NativeScaler = print\n",
    "package/train.py": SCALED,
}
# The project's folder is a package: it imports itself by relative imports.
PACKAGE: Tree = {
    "pyproject.toml": PROJECT.format("x"),
    "__init__.py": "",
    "steps.py": HELPER,
    "main.py": TWICE.format(".steps"),
    "train.py": SCALED,
    "leaves.py": TWICE.format("neighbor.steps"),
}
# The project's folder is a package: it imports itself by the name that this folder has where it is developed.
OWN_NAME: Tree = {
    "pyproject.toml": PROJECT.format("x"),
    "__init__.py": "",
    "steps.py": HELPER,
    "inner/__init__.py": "",
    "inner/steps.py": HELPER,
    "main.py": TWICE.format("original.inner.steps"),
    "inner/main.py": "import original.inner\n" + TWICE.format("original.steps"),
    # Another package: it has a module that the project lacks.
    "other.py": "import other.layers\n" + TWICE.format("other.inner.steps"),
    "leaves.py": TWICE.format("neighbor.steps"),
}
TREES: Mapping[str, tuple[Tree, Found]] = {
    "library": (OF_A_LIBRARY, {("timm/again.py", 7, "GL101"), ("tests/test_steps.py", 7, "GL101"), ("train.py", 7, "GL101")}),
    "src": (SOURCE_LAYOUT, {("tests/test_steps.py", 7, "GL101")}),
    "declared": (LIB_LAYOUT, {("examples/main.py", 7, "GL101")}),
    "scripts": (SCRIPTS, {("train.py", 14, "GL501"), ("timm/train.py", 14, "GL501")}),
    "vendored": (VENDORED, {("main.py", 7, "GL101")}),
    "module": (MODULE, {("main.py", 7, "GL101")}),
    "wrappers": (WRAPPERS, {("models/train.py", 14, "GL501"), ("package/train.py", 14, "GL501")}),
    "package": (PACKAGE, {("main.py", 7, "GL101"), ("train.py", 14, "GL501")}),
    "own name": (OWN_NAME, {("main.py", 7, "GL101"), ("inner/main.py", 8, "GL101")}),
}
PLACES = ("checkout", "timm", "timm-main", "owner+name", "peft", "transformers/timm/x", "steps/botorch", "higher")


def write(folder: Path, tree: Tree) -> Path:
    for name, text in tree.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def placed(base: Path, place: str, tree: Tree) -> Path:
    """A tree in a folder that has neighbors."""
    folder = base / place
    write(folder.parent, {"neighbor/__init__.py": "", "neighbor/steps.py": HELPER, "utils/__init__.py": ""})
    return write(folder, tree)


def findings(run: Run, folder: Path, *arguments: str) -> Found:
    outcome = run(*arguments, "--isolated", "--output-format", "json")
    assert outcome.err == ""
    return {(relative(item, folder), item["location"]["row"], item["code"]) for item in outcome.json}


def relative(item: Mapping[str, Any], folder: Path) -> str:
    return Path(item["filename"]).relative_to(folder).as_posix()


def as_dot(folder: Path) -> list[str]:
    os.chdir(folder)
    return ["."]


def as_absolute_folder(folder: Path) -> list[str]:
    return [str(folder)]


def as_relative_folder(folder: Path) -> list[str]:
    os.chdir(folder.parent)
    return [folder.name]


def from_inside(folder: Path) -> list[str]:
    os.chdir(next(path for path in sorted(folder.iterdir()) if path.is_dir()) if any(map(Path.is_dir, folder.iterdir())) else folder)
    return [os.path.relpath(folder)]


NAMED: tuple[Callable[[Path], list[str]], ...] = (as_dot, as_absolute_folder, as_relative_folder, from_inside)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", TREES)
def test_a_tree_has_the_same_findings_in_each_folder(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, place: str
) -> None:
    """However its folder is named on the command line, with an empty cache and with a full one."""
    monkeypatch.chdir(tmp_path)
    tree, expected = TREES[name]
    folder = placed(tmp_path / "places", place, tree)
    for paths in NAMED:
        assert findings(run, folder, *paths(folder), "--no-cache") == expected, paths
    os.chdir(folder)
    for _ in range(2):
        assert findings(run, folder, ".", "--cache-dir", str(tmp_path / "cache")) == expected


@pytest.mark.parametrize("place", ["checkout", "timm", "transformers/timm/x"])
@pytest.mark.parametrize("name", ["library", "src", "declared", "wrappers", "package"])
def test_a_named_file_belongs_to_its_project(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, place: str) -> None:
    """The nearest folder with the marker of a project is its import root, whichever folder is the current one."""
    tree, expected = TREES[name]
    folder = placed(tmp_path, place, tree)
    monkeypatch.chdir(tmp_path)
    found = [findings(run, folder, str(folder / file), "--no-cache") for file, _, _ in sorted(expected)]
    assert set().union(*found) == expected


def test_a_settings_file_marks_a_project_and_without_any_the_packages_do(run: Run, project: Path) -> None:
    """A script in a folder does not see the package beside this folder, unless settings say that both are one project."""
    script = write(project, {"scripts/main.py": TWICE.format("timm.steps"), "timm/__init__.py": "", "timm/steps.py": HELPER}) / "scripts"
    inside = write(project, {"timm/inner/__init__.py": "", "timm/inner/main.py": TWICE.format("timm.steps")}) / "timm/inner"

    def codes(folder: Path) -> list[str]:
        return [item["code"] for item in run(str(folder / "main.py"), "--no-cache", "--output-format", "json").json]

    assert (codes(script), codes(inside)) == ([], ["GL101"])
    (project / "graphlint.toml").write_text("")
    assert (codes(script), codes(inside)) == (["GL101"], ["GL101"])


def test_a_folder_without_init_is_a_library_unless_the_project_declares_it(run: Run, project: Path) -> None:
    """Python prefers an installed package to such a folder. A cached result does not outlive the declaration."""
    write(project, {"pyproject.toml": PROJECT.format("x"), "main.py": TWICE.format("pyro.steps"), "pyro/steps.py": HELPER})

    def codes() -> list[str]:
        cached, fresh = (run(".", *options, "--output-format", "json").json for options in (("--cache-dir", "cache"), ("--no-cache",)))
        assert cached == fresh
        return [item["code"] for item in cached]

    assert codes() == []
    (project / "pyproject.toml").write_text(PROJECT.format("pyro"))
    assert codes() == ["GL101"]
    (project / "pyproject.toml").write_text(PROJECT.format("x"))
    assert codes() == []
    (project / "setup.cfg").write_text("[options]\npackages = pyro\n")
    assert codes() == ["GL101"]
    (project / "setup.cfg").unlink()
    assert codes() == []
    (project / "pyro" / "__init__.py").write_text("")
    assert codes() == ["GL101"]


def test_a_module_that_becomes_a_wrapper_of_the_library_is_not_imported(run: Run, project: Path) -> None:
    """It would import itself if its folder were an import root."""
    write(project, MODULE)
    for text, expected in ((HELPER, ["GL101"]), (f"import higher\n\n\n{HELPER}", []), (HELPER, ["GL101"])):
        (project / "higher.py").write_text(text)
        assert [item["code"] for item in run(".", "--cache-dir", "cache", "--output-format", "json").json] == expected


def test_a_marker_in_a_package_does_not_end_the_project(run: Run, project: Path) -> None:
    """Extensions are built by a setup.py in the package that uses them."""
    write(project, {"model/__init__.py": "", "model/steps.py": HELPER, "model/ops/__init__.py": "", "model/ops/setup.py": ""})
    write(project, {"model/ops/main.py": TWICE.format("model.steps"), "model/ops/relative.py": TWICE.format("..steps")})
    assert findings(run, project, "model/ops", "--no-cache") == {("model/ops/main.py", 7, "GL101"), ("model/ops/relative.py", 7, "GL101")}


@pytest.mark.asyncio
@pytest.mark.filterwarnings("error::pytest_lsp.LspSpecificationWarning")
@pytest.mark.parametrize("place", ["checkout", "transformers/timm/x", "peft"])
async def test_the_editor_shows_the_same(tmp_path: Path, place: str) -> None:
    """In a workspace folder, whose files are read, and in a file that is open."""
    folders = {name: placed(tmp_path / name, place, tree) for name, (tree, _) in TREES.items()}
    async with editing(tmp_path, "visual-studio-code", folders=list(folders.values())) as editor:
        for name in ("scripts", "library"):
            editor.open((folders[name] / "train.py").as_uri(), TREES[name][0]["train.py"])
        shown = {uri: [(one.range.start.line + 1, str(one.code)) for one in item.items] for uri, item in (await workspace(editor)).items()}
    expected: dict[str, list[tuple[int, str]]] = {}
    for name, (_, found) in TREES.items():
        for file, row, code in found:
            expected.setdefault((folders[name] / file).as_uri(), []).append((row, code))
    assert {uri: items for uri, items in shown.items() if items} == expected


def test_a_declaration_that_is_edited_changes_the_findings_of_an_open_project(project: Path) -> None:
    """The server keeps its projects."""
    write(project, {"pyproject.toml": PROJECT.format("x"), "main.py": TWICE.format("pyro.steps"), "pyro/steps.py": HELPER})
    kept = Project(("main.py",), (".",))
    assert kept.locate("main.py", "pyro.steps", 0) is None
    (project / "pyproject.toml").write_text(PROJECT.format("pyro"))
    kept.forget("pyproject.toml")
    assert kept.locate("main.py", "pyro.steps", 0) == str(project / "pyro" / "steps.py")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[tool.setuptools]\npackages = ["a.b"]\npy-modules = ["c"]', Layout(frozenset("ac"))),
        ('[tool.setuptools.package-dir]\n"" = "lib"\n"a.b" = "inner"', Layout(frozenset("a"), ("/p/lib",), {"a.b": "/p/inner"})),
        ('[tool.poetry]\nname = "a-b"\npackages = [{ include = "c", from = "lib" }]', Layout(frozenset(("a_b", "c")), ("/p/lib",))),
        ('[tool.hatch.build.targets.wheel]\npackages = ["lib/a"]', Layout(frozenset("a"), ("/p/lib",))),
        ('[tool.flit.module]\nname = "a"', Layout(frozenset("a"))),
        ('[tool.pdm.build]\npackage-dir = "lib"', Layout(roots=("/p/lib",))),
        ('[tool.maturin]\npython-source = "python"', Layout(roots=("/p/python",))),
        ('[tool.uv.build-backend]\nmodule-name = "a"\nmodule-root = "lib"', Layout(frozenset("a"), ("/p/lib",))),
        ("[tool]\nsetuptools = 3\npoetry = { packages = 4 }\n[project]\nname = 5", Layout()),
        ("[project", Layout()),
    ],
)
def test_what_pyproject_declares(text: str, expected: Layout) -> None:
    assert read_layout("/p", lambda path: text.encode() if path == "/p/pyproject.toml" else None) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[metadata]\nname = a\n[options]\npackages = find:\npackage_dir =\n    =lib\n", Layout(frozenset("a"), ("/p/lib",))),
        ("[options]\npackages =\n    b\n    b.c\npackage_dir = b=inner", Layout(frozenset("b"), (), {"b": "/p/inner"})),
        ("[options.packages.find]\nwhere = lib", Layout(roots=("/p/lib",))),
        ("packages = a", Layout()),
    ],
)
def test_what_setup_cfg_declares(text: str, expected: Layout) -> None:
    assert read_layout("/p", lambda path: text.encode() if path == "/p/setup.cfg" else None) == expected


def test_a_declared_package_is_found_in_its_folder(run: Run, project: Path) -> None:
    """Whatever the folder is called."""
    write(project, {"pyproject.toml": '[tool.setuptools.package-dir]\n"monai.steps" = "inner"\n', "inner/walks.py": HELPER})
    write(project, {"main.py": TWICE.format("monai.steps.walks")})
    registry = discover()
    checker = Checker(ConfigResolver(registry, FixMode.NONE), Configuration(registry=registry))
    (result,) = checker.check(("main.py",))
    assert [item.code for item in result.diagnostics] == ["GL101"]
