"""What is installed is what was written: every package in the wheel, every module under one name."""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import os
import pkgutil
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

import pytest

import graphlint
from graphlint.cli.main import main
from graphlint.common.distributions import project_urls
from graphlint.rule.registry import discover
from graphlint.rule.urls import address_of

ROOT = Path(__file__).resolve().parent.parent
# The folders of the repository that are packages of the distribution, and the names that they are installed under.
MAPPED = {"graphlint": "graphlint", "rules": "graphlint.rules", "runtime_shim": "graphlint.runtime_shim"}


@pytest.mark.parametrize("folder", MAPPED)
def test_every_file_is_installed(folder: str) -> None:
    """Tables too: what pyproject does not list as data is missing in the wheel."""
    installed = Path(str(importlib.import_module(MAPPED[folder]).__file__)).parent
    files = (path.relative_to(ROOT / folder) for path in (ROOT / folder).rglob("*") if path.is_file())
    wanted = {path for path in files if path.suffix != ".pyc"}
    assert wanted
    assert {path for path in wanted if not (installed / path).exists()} == set()


def test_no_module_is_imported_under_two_names() -> None:
    """Two copies of one class are unequal, and `isinstance` fails where nobody looks for it."""
    for package in (graphlint, importlib.import_module("graphlint.rules")):
        for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            if ".runtime_shim" not in module.name and not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    names = defaultdict(set)
    for name, loaded in list(sys.modules.items()):
        path = getattr(loaded, "__file__", None)
        if path and Path(path).name != "__main__.py" and "graphlint" in Path(path).parts:
            names[Path(path).resolve()].add(name)
    assert [sorted(found) for found in names.values() if len(found) > 1] == []


@pytest.mark.skipif(os.environ.get("GRAPHLINT_TESTED_AS") != "wheel", reason="only .ci/run installs the wheel")
def test_the_wheel_is_what_is_tested() -> None:
    """A test run that imports the checkout proves nothing about the wheel."""
    for module in list(sys.modules.values()):
        if getattr(module, "__name__", "").startswith("graphlint"):
            assert "site-packages" in (getattr(module, "__file__", None) or "site-packages")


def test_what_the_index_shows_of_it() -> None:
    """People and tools choose by it: no torch is required, the command is there, the types are told, and no address leads nowhere."""
    known = importlib.metadata.metadata("torch-graphlint")
    assert (known["Name"], known["Version"], known["Requires-Python"]) == ("torch-graphlint", graphlint.__version__, ">=3.10")
    needed = {re.split(r"[<>=;\s]", line)[0] for line in known.get_all("Requires-Dist") or () if "extra" not in line}
    assert needed == {"libcst", "pygls", "rich", "pathspec", "watchfiles", "tomli"}
    assert "Typing :: Typed" in (known.get_all("Classifier") or ())
    assert known["Description-Content-Type"] == "text/markdown"
    commands = importlib.metadata.distribution("torch-graphlint").entry_points.select(group="console_scripts")
    assert {command.name: command.load() for command in commands} == {"graphlint": main, "torch-graphlint": main}
    assert (Path(graphlint.__file__).parent / "py.typed").exists()
    shown = " ".join([*(known.get_all("Project-URL") or ()), str(known["Home-page"] or "")])
    assert not re.search(r"localhost|127\.|192\.168|\.local|\.internal|file:|example", shown)


def test_one_base_address_for_all_links() -> None:
    """The installed metadata (reinstall after an edit of pyproject.toml), the rule pages and the extension agree on it."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    table = re.search(r"^\[project\.urls\]\n((?:[^\[\n].*\n)+)", text, re.MULTILINE)
    assert table
    named = {label.casefold(): address for label, address in re.findall(r'^(\w+) = "(.*)"$', table[1], re.MULTILINE)}
    assert {"homepage", "documentation", "issues"} <= named.keys()
    assert project_urls("torch-graphlint") == named
    for rule in discover().rules:
        address = address_of(rule.code, rule.name)
        if rule.__module__.startswith("graphlint."):
            assert address
            assert address.startswith(named["documentation"] + "/rules/")
            assert (ROOT / "docs" / "rules" / f"{rule.name}.md").exists()
    extension = json.loads((ROOT / "vscode-extension" / "package.json").read_text(encoding="utf-8"))
    assert (extension["homepage"], extension["bugs"]["url"]) == (named["homepage"], named["issues"])
    assert extension["repository"]["url"] == f"{named['source']}.git"


# setup.py computes it.
DIGEST = "graphlint/check/cache/sources.digest"
# Run in the folder of the sources, by their names in PEP 517; what it prints is the name of the file.
BUILD = "import sys; from setuptools import build_meta; print(getattr(build_meta, sys.argv[1])(sys.argv[2]))"
# setuptools announces so what it will not do any more; that compiling is switched off is no such announcement.
WARNING = re.compile("deprecat|no longer be supported|would be ignored|is absent from|^WARNING", re.IGNORECASE | re.MULTILINE)
COMPILING = re.compile("^warning: (?:BuildWithDigest|install_lib): byte-compiling is disabled, skipping.$", re.MULTILINE)


class Built(NamedTuple):
    """An sdist and the wheel that was built from it, with the names of their files, and what was printed."""

    sdist: set[str]
    wheel: Path
    log: str

    @property
    def names(self) -> set[str]:
        with zipfile.ZipFile(self.wheel) as content:
            return set(content.namelist())


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The distributions as `python -m build` makes them, without a network."""
    folder = tmp_path_factory.mktemp("built")
    for name in (*MAPPED, "tests"):
        ignored = ("__pycache__", "programs", "projects") if name == "tests" else ("__pycache__",)
        shutil.copytree(ROOT / name, folder / "source" / name, ignore=shutil.ignore_patterns(*ignored))
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder / "source")
    logs: list[str] = []

    def build(kind: str, source: Path) -> Path:
        command = [sys.executable, "-c", BUILD, kind, str(folder)]
        done = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False, timeout=240)
        assert done.returncode == 0, done.stderr
        logs.append(done.stdout + done.stderr)
        return folder / done.stdout.splitlines()[-1]

    with tarfile.open(build("build_sdist", folder / "source")) as content:
        names = {path.partition("/")[2] for path in content.getnames()}
        for member in content.getmembers():
            content.extract(member, folder / "sdist", set_attrs=False)
    (unpacked,) = (folder / "sdist").iterdir()
    return Built(names, build("build_wheel", unpacked), COMPILING.sub("", "".join(logs)))


def test_every_package_and_every_file_is_in_the_wheel(built: Built) -> None:
    """A file that is left out works in the checkout and is missing where it is installed. Nothing else is at the top level."""
    wanted = {
        "/".join((*installed.split("."), *path.relative_to(ROOT / folder).parts))
        for folder, installed in MAPPED.items()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    assert {name for name in built.names if ".dist-info/" not in name} == wanted | {DIGEST}
    packages = {path.rpartition("/")[0] for path in wanted if path.endswith(".py")}
    assert {package for package in packages if f"{package}/__init__.py" not in wanted} == set()


def test_no_build_prints_a_warning(built: Built) -> None:
    """What a build tool warns of today stops every installation from source on some day."""
    assert WARNING.findall(built.log) == []


def test_an_sdist_has_no_tests(built: Built) -> None:
    """They read the rest of the repository, which it does not hold."""
    assert {name.partition("/")[0] for name in built.sdist if name} == {
        *MAPPED, "LICENSE", "MANIFEST.in", "PKG-INFO", "README.md", "pyproject.toml", "setup.cfg", "setup.py", "torch_graphlint.egg-info",
    }  # fmt: skip


def test_the_metadata_has_the_license_and_no_tools_for_development(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as content:
        known = {path.rpartition("dist-info/")[2]: path for path in content.namelist() if "dist-info/" in path}
        metadata = content.read(known["METADATA"]).decode()
        assert "License-Expression: MIT\n" in metadata
        assert re.findall("^Provides-Extra: (.*)$", metadata, re.MULTILINE) == ["shim", "mcp"]
        assert content.read(known["licenses/LICENSE"]) == (ROOT / "LICENSE").read_bytes()


# The majors that were current when this was written; one that is deprecated stops the workflows of those who copied it.
ACTIONS = {
    "actions/cache": 6,
    "actions/checkout": 7,
    "actions/setup-python": 7,
    "github/codeql-action/upload-sarif": 4,
    "graphlint/graphlint": 0,
}


def test_the_documentation_shows_no_outdated_action() -> None:
    """People copy the workflows as they stand."""
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("**/*.md")]
    used = [found for page in pages for found in re.findall(r"uses: ([\w./-]+)@v(\d+)", page.read_text(encoding="utf-8"))]
    assert {name for name, _ in used} == ACTIONS.keys()
    assert [(name, major) for name, major in used if int(major) < ACTIONS[name]] == []


def test_the_readme_warns_of_the_other_project_before_anything_is_installed() -> None:
    """Whoever installs the wrong one does not come back."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert -1 < text.find("`graphlint` on PyPI is another project") < text.find("pip install")
