"""Imports that fail: a file whose import surely raises an error, or that imports such a file, does not run past that import."""

from __future__ import annotations

from typing import Protocol

from graphlint.libraries import removed_names
from graphlint.project.file_summary import FileSummary, RequiredName


class RequiredFiles(Protocol):
    """The files of a project, as far as imports are concerned."""

    def summary(self, path: str) -> FileSummary:
        """Return the facts that a file's code states."""

    def locate(self, path: str, module: str, level: int, member: str = "") -> str | None:
        """Return the module that an import refers to; None if it is not in the project."""

    def submodule(self, module: str, name: str) -> str | None:
        """Return a module of a package."""


def line_of_failing_import(project: RequiredFiles, path: str) -> int | None:
    """Return the line of the first statement at a file's top level whose import surely raises an error, None if there is none."""
    seen = {path}
    return next((item.line for item in project.summary(path).required if _fails(project, path, item, seen)), None)


def _fails(project: RequiredFiles, path: str, item: RequiredName, seen: set[str]) -> bool:
    """Return True if a library has removed a name, or if a file that its import executes needs such a name.

    Args:
        seen: the files that were searched before, or whose search is in progress.
    """
    target = project.locate(path, item.module, item.level, item.name)
    if target is None:
        return not item.level and removed_names.is_removed(f"{item.module}.{item.name}" if item.name else item.module)
    pending = [found for found in (target, project.submodule(target, item.name) if item.name else None) if found is not None]
    for found in pending:
        if found.endswith(".py") and found not in seen:
            seen.add(found)
            if any(_fails(project, found, needed, seen) for needed in project.summary(found).required):
                return True
    return False
