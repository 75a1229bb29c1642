"""The files of a project that a program imports, as its text says."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterable
from pathlib import Path

from graphlint.common.errors import GraphlintError
from graphlint.project.markers import PROJECT_MARKERS
from graphlint.project.project import Project
from graphlint.source.discovery import display
from graphlint.source.open import read_source


def imported_files(entry: str, is_in_project: Iterable[str]) -> list[str]:
    """Return a file and all files of the project that it imports, as displayed.

    Args:
        is_in_project: the folders of the project.
    """
    project = Project((display(entry),))
    folders = tuple(folder.rstrip(os.sep) + os.sep for folder in is_in_project)
    found, pending = {display(entry): None}, [os.path.abspath(entry)]
    while pending:
        path = pending.pop()
        for module, level, member in _imports(path):
            target = project.locate(path, module, level, member)
            if target and target.endswith(".py") and target.startswith(folders) and display(target) not in found:
                found[display(target)] = None
                pending.append(target)
    return list(found)


def _imports(path: str) -> list[tuple[str, int, str]]:
    """Return the module, the level and the member of each import in a file; none if it cannot be parsed."""
    try:
        tree = ast.parse(read_source(path, Path(path).read_bytes()).text)
    except (OSError, SyntaxError, ValueError, GraphlintError):
        return []
    found: list[tuple[str, int, str]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(item.name, 0, "") for item in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append((node.module or "", node.level, ""))
            found += [(node.module or "", node.level, item.name) for item in node.names]
            found += [(f"{node.module}.{item.name}" if node.module else item.name, node.level, "") for item in node.names]
    return found


def project_folder(folder: str) -> str:
    """Return the closest folder, from `folder` up, that is the root of a project; `folder` itself if there is none."""
    current = folder
    while not any((Path(current) / marker).exists() for marker in PROJECT_MARKERS):
        parent = os.path.dirname(current)
        if parent == current:
            return folder
        current = parent
    return current
