"""What is installed is what was written: every package in the wheel, every module under one name."""

from __future__ import annotations

import importlib
import importlib.metadata
import os
import pkgutil
import re
import sys
from collections import defaultdict
from pathlib import Path

import pytest

import graphlint
from graphlint import cli

ROOT = Path(__file__).resolve().parent.parent
# The folders of the repository that are packages of the distribution, and the names that they are installed under.
MAPPED = {"graphlint": "graphlint", "rules": "graphlint.rules", "runtime_shim": "graphlint.runtime_shim"}


def packages_in(folder: str, name: str) -> set[str]:
    """The names of all packages in a folder of the repository."""
    found = {path.parent.relative_to(ROOT / folder) for path in (ROOT / folder).rglob("*.py")}
    return {".".join((name, *path.parts)) for path in found}


def test_every_package_is_in_the_distribution() -> None:
    """setuptools takes only what pyproject lists: a folder that is forgotten there works in the checkout and is missing in the wheel."""
    listed = re.search(r"^packages = \[(.*?)\]", (ROOT / "pyproject.toml").read_text(), re.DOTALL | re.MULTILINE)
    assert listed
    wanted = set().union(*(packages_in(folder, name) for folder, name in MAPPED.items()))
    if not (ROOT / "runtime_shim" / "torch").exists():
        # An empty shim is no package yet.
        wanted.discard("graphlint.runtime_shim")
    assert set(re.findall(r'"([\w.]+)"', listed.group(1))) == wanted


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
    assert {"shim", "dev"} == set(known.get_all("Provides-Extra") or ())
    assert "Typing :: Typed" in (known.get_all("Classifier") or ())
    assert known["Description-Content-Type"] == "text/markdown"
    (command,) = importlib.metadata.distribution("torch-graphlint").entry_points.select(group="console_scripts")
    assert (command.name, command.load()) == ("graphlint", cli.main)
    assert (Path(graphlint.__file__).parent / "py.typed").exists()
    shown = " ".join([*(known.get_all("Project-URL") or ()), str(known["Home-page"] or "")])
    assert not re.search(r"localhost|127\.|192\.168|\.local|\.internal|file:|example", shown)
