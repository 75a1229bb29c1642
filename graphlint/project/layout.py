"""The layout of a project as its pyproject.toml and setup.cfg declare it: the names of its packages and the folders that they are in.

Only what stands in these files is read: setup.py is a program, and what a build backend computes is not declared. A file that does not
parse declares nothing.
"""

from __future__ import annotations

import configparser
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from graphlint.common.network_paths import is_network_path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PYPROJECT, SETUP = "pyproject.toml", "setup.cfg"


@dataclass(frozen=True, slots=True)
class Layout:
    """The declarations of one project. Folders are absolute.

    Attributes:
        names: the declared packages and modules of the top level, and the project's own name.
        roots: the folders that packages are in, in addition to the project's folder.
        packages: the folders of packages whose modules are not where their names say.
    """

    names: frozenset[str] = frozenset()
    roots: tuple[str, ...] = ()
    packages: Mapping[str, str] = field(default_factory=dict)


def read_layout(folder: str, read: Callable[[str], bytes | None]) -> Layout:
    """Return the layout that the files of a project's folder declare.

    Args:
        read: returns the content of a file, None if there is none.
    """
    declared = [*_of_pyproject(_toml(read(os.path.join(folder, PYPROJECT)))), *_of_setup(_ini(read(os.path.join(folder, SETUP))))]
    found = [(name, inner) for name, inner in declared if inner is None or not is_network_path(inner)]

    def place(inner: str) -> str:
        return os.path.normpath(os.path.join(folder, inner))

    return Layout(
        frozenset(name.partition(".")[0].replace("-", "_") for name, _ in found if name),
        tuple(dict.fromkeys(place(inner) for name, inner in found if not name and inner is not None)),
        {name: place(inner) for name, inner in found if name and inner is not None},
    )


def _of_pyproject(data: Mapping[str, Any]) -> Iterator[tuple[str, str | None]]:
    """Yield the names of packages, with the folder of each if it is declared, and the folders of all packages with an empty name."""
    tool = _table(data, "tool")
    setuptools, poetry = _table(tool, "setuptools"), _table(tool, "poetry")
    backend = _table(tool, "uv", "build-backend")
    names = [
        _table(data, "project").get("name"),
        poetry.get("name"),
        _table(tool, "flit", "module").get("name"),
        backend.get("module-name"),
    ]
    names += [*_strings(setuptools.get("packages")), *_strings(setuptools.get("py-modules"))]
    yield from ((name, None) for name in names if isinstance(name, str))
    yield from ((name, inner) for name, inner in _table(setuptools, "package-dir").items() if isinstance(inner, str))
    roots = [backend.get("module-root"), _table(tool, "pdm", "build").get("package-dir"), _table(tool, "maturin").get("python-source")]
    roots += _strings(_table(setuptools, "packages", "find").get("where"))
    for package in _list(poetry.get("packages")):
        if isinstance(package, dict):
            yield from ((name, None) for name in _strings([package.get("include")]))
            roots.append(package.get("from"))
    for path in _strings(_table(tool, "hatch", "build", "targets", "wheel").get("packages")):
        yield os.path.basename(path), None
        roots.append(os.path.dirname(path))
    yield from (("", root) for root in roots if isinstance(root, str))


def _of_setup(parser: configparser.RawConfigParser) -> Iterator[tuple[str, str | None]]:
    """Yield the same of a setup.cfg."""

    def lines(section: str, option: str) -> list[str]:
        value = parser.get(section, option, fallback="")
        return [item.strip() for item in value.replace(",", "\n").splitlines() if item.strip()]

    named = (*lines("metadata", "name"), *lines("options", "packages"), *lines("options", "py_modules"))
    yield from ((name, None) for name in named if ":" not in name)
    for entry in lines("options", "package_dir"):
        name, separator, inner = entry.partition("=")
        if separator:
            yield name.strip(), inner.strip()
    yield from (("", root) for root in lines("options.packages.find", "where"))


def _toml(data: bytes | None) -> Mapping[str, Any]:
    try:
        values: Mapping[str, Any] = tomllib.loads((data or b"").decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return {}
    return values


def _ini(data: bytes | None) -> configparser.RawConfigParser:
    parser = configparser.RawConfigParser()
    try:
        parser.read_string((data or b"").decode("utf-8-sig"))
    except (ValueError, configparser.Error):
        return configparser.RawConfigParser()
    return parser


def _table(data: object, *keys: str) -> Mapping[str, Any]:
    """Return a nested table, an empty one if there is none."""
    for key in keys:
        data = data.get(key) if isinstance(data, dict) else None
    return data if isinstance(data, dict) else {}


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _strings(value: object) -> list[str]:
    return [item for item in _list(value) if isinstance(item, str)]
