"""Project markers: the files that mark a folder as a package or as the root of a project."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Set

PACKAGE = "__init__.py"
PROJECT_MARKERS = frozenset(("pyproject.toml", "setup.py", "setup.cfg"))
REPOSITORY = ".git"
PROJECT_MARKERS = PROJECT_MARKERS | {REPOSITORY}
ALL_MARKERS = PROJECT_MARKERS | {PACKAGE}


def find_markers(folders: Iterable[str], names: Callable[[str], Set[str]]) -> dict[str, frozenset[str]]:
    """Return the markers in each folder from `folders` up to the root of their project.

    Args:
        folders: absolute paths.
        names: returns the names in a folder.
    """
    found: dict[str, frozenset[str]] = {}
    for start in folders:
        folder = start
        while folder not in found:
            found[folder] = ALL_MARKERS & names(folder)
            if found[folder] & PROJECT_MARKERS and PACKAGE not in found[folder]:
                break
            folder = os.path.dirname(folder)
    return found
