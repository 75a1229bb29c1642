"""Metadata of installed distributions, found by a search of their files.

`importlib.metadata` would know all of it, but its import takes longer than a check of an unchanged project. It is only used if a search
finds something, or cannot decide.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cached_property
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINTS = "entry_points.txt"
# The metadata file of a distribution, by the suffix of its folder.
DESCRIPTIONS = {".dist-info": "METADATA", ".egg-info": "PKG-INFO"}
LINK = re.compile(r"^Project-URL:[ \t]*([^,\r\n]*),[ \t]*(\S*)", re.MULTILINE)


class Offers(NamedTuple):
    """The distributions with entry points of a group.

    `possible` is False if no trusted one has any; `ignored` are the metadata folders of the others."""

    possible: bool
    ignored: tuple[str, ...] = ()


def offers(group: str, checked_folders: Iterable[str] = ()) -> Offers:
    """Search for entry points of a group. There may be some in archives and from custom import finders, which are not searched.

    Args:
        group: the name of the group.
        checked_folders: the folders of the code that is checked, beside the current one; a distribution in or below one of them is not
            trusted.
    """
    possible = any(finder is not PathFinder and hasattr(finder, "find_distributions") for finder in sys.meta_path)
    ignored: list[str] = []
    trust = Trust(checked_folders)
    for folder in dict.fromkeys(sys.path):
        for path in _entries_of(folder):
            if path.lower().endswith((*DESCRIPTIONS, os.sep + "egg-info")):
                offering = group in _text(os.path.join(path, ENTRY_POINTS))
            else:
                offering = os.path.isfile(path) and (path == folder or path.lower().endswith(".egg"))
            if offering and trust.includes(folder):
                possible = True
            elif offering:
                ignored.append(path)
    return Offers(possible, tuple(ignored))


def entry_points(group: str, checked_folders: Iterable[str] = ()) -> list[EntryPoint]:
    """Return the entry points of a group that trusted distributions have, as `importlib.metadata.entry_points` does."""
    from importlib.metadata import distributions  # noqa: PLC0415  slow to import

    trust = Trust(checked_folders)
    trusted = [folder for folder in dict.fromkeys(sys.path) if trust.includes(folder)]
    found: list[EntryPoint] = []
    for distribution in distributions(path=trusted):
        points = distribution.entry_points.select(group=group)
        if points:
            # Of several distributions of one name, the first on the path is the installed one.
            first = next(iter(distributions(name=distribution.metadata["Name"], path=trusted)), distribution)
            if str(first.locate_file("")) == str(distribution.locate_file("")):
                found += points
    return sorted(found, key=lambda point: (point.name, point.value))


class Trust:
    """Decides which folders of the import path may offer code to run: not those in or below a checked folder or the current one.

    The folders of installed packages of the running interpreter are trusted wherever they lie: a virtual environment inside the project is
    the one that graphlint was started from, and its packages have been installed.
    """

    def __init__(self, checked_folders: Iterable[str]) -> None:
        folders = list(checked_folders)
        with contextlib.suppress(OSError):
            folders.append(os.getcwd())
        self._checked = [os.path.join(_normalized(folder), "") for folder in folders]

    def includes(self, folder: str) -> bool:
        """Return True if distributions in a folder of the path are trusted."""
        place = os.path.join(_normalized(folder), "")
        return not any(place.startswith(checked) for checked in self._checked) or place in self._installed

    @cached_property
    def _installed(self) -> frozenset[str]:
        """The folders of installed packages."""
        import site  # noqa: PLC0415  most runs need neither
        import sysconfig  # noqa: PLC0415

        folders = [sysconfig.get_path("purelib"), sysconfig.get_path("platlib"), *site.getsitepackages()]
        if site.ENABLE_USER_SITE:
            folders.append(site.getusersitepackages())
        return frozenset(os.path.join(_normalized(folder), "") for folder in folders)


def _normalized(folder: str) -> str:
    """Return the absolute path of a folder in the form in which two spellings are equal."""
    return os.path.normcase(os.path.realpath(folder))


def project_urls(name: str) -> dict[str, str]:
    """Return the URLs of a distribution by lowercase label; empty if it is not installed."""
    start = name.replace("-", "_") + "-"
    for path in (path for folder in dict.fromkeys(sys.path) for path in _entries_of(folder)):
        base, ending = os.path.splitext(os.path.basename(path))
        if ending in DESCRIPTIONS and (base + "-").startswith(start):
            headers = _text(os.path.join(path, DESCRIPTIONS[ending])).partition("\n\n")[0]
            return _normalize_labels(LINK.findall(headers))
    from importlib.metadata import PackageNotFoundError, metadata  # noqa: PLC0415  slow to import

    try:
        told = metadata(name).get_all("Project-URL") or []
    except PackageNotFoundError:
        return {}
    return _normalize_labels([(label, address) for label, _, address in (link.partition(",") for link in told)])


def _normalize_labels(found: list[tuple[str, str]]) -> dict[str, str]:
    return {label.strip().casefold(): address.strip() for label, address in found}


def _entries_of(folder: str) -> Iterator[str]:
    """Return the entries of a folder on the path; the archive itself if it is one."""
    try:
        names = os.listdir(folder or ".")
    except NotADirectoryError:
        yield folder
    except OSError:
        return
    else:
        yield from (os.path.join(folder, name) for name in names)


def _text(path: str) -> str:
    """Return the text of a file; empty if it cannot be read."""
    try:
        with open(path, encoding="utf-8", errors="replace") as stream:
            return stream.read()
    except OSError:
        return ""
