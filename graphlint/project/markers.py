"""What tells where imports start: the file that makes a folder a package, and those that make one the folder of a project."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Set

PACKAGE = "__init__.py"
MARKS = frozenset(("pyproject.toml", "setup.py", "setup.cfg"))
REPOSITORY = ".git"
PROJECT = MARKS | {REPOSITORY}
LANDMARKS = PROJECT | {PACKAGE}


def looked_at(folders: Iterable[str], names: Callable[[str], Set[str]]) -> dict[str, frozenset[str]]:
    """The folders in which landmarks are looked for, and those that stand there: upwards from some folders to that of their project.

    Args:
        folders: the folders, absolute.
        names: tells what is in a folder.
    """
    found: dict[str, frozenset[str]] = {}
    for start in folders:
        folder = start
        while folder not in found:
            found[folder] = LANDMARKS & names(folder)
            if found[folder] & PROJECT and PACKAGE not in found[folder]:
                break
            folder = os.path.dirname(folder)
    return found
