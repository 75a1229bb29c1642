"""Find the files to check: the named files, and the files in the named folders.

Folders are searched in sorted order. Files that git ignores, generated files (virtual environments, builds, caches, notebook checkpoints)
and hidden folders are skipped. A link to a folder is followed only if it is named itself, as in git and other linters: data sets and whole
disks are linked into projects. Each file is visited once, whatever links lead to it. A named file is checked unless exclusions are forced:
hooks name every changed file.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from graphlint.common.patterns import ignore_patterns
from graphlint.source.git_ignore import GIT, IGNORE_FILE, NO_RULES, IgnoreRules

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

SUFFIXES = (".py", ".pyw", ".ipynb")
SKIPPED_FOLDERS = frozenset(
    {"__pycache__", "__pypackages__", "_build", "buck-out", "build", "dist", "node_modules", "site-packages", "venv"}
)
ENVIRONMENT_MARK = "pyvenv.cfg"
NOT_FOUND = "there is no such file or directory"


@dataclass(frozen=True)
class FoundFiles:
    """The files to check, as displayed, sorted, and one sentence for each path that could not be read.

    `outside` are the files reached by a link that are outside of all named paths: they are never changed. `named` are the files that were
    named themselves: they are always parsed.
    """

    files: tuple[str, ...]
    problems: tuple[str, ...] = ()
    outside: frozenset[str] = frozenset()
    named: frozenset[str] = frozenset()


@dataclass
class _Search:
    """The state of one search; links are resolved at its end."""

    exclude: GitIgnoreSpec | None
    git: bool = True
    files: dict[str, str] = field(default_factory=dict)
    named: set[str] = field(default_factory=set)
    folders: set[str] = field(default_factory=set)
    arguments: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def find_files(paths: Sequence[str], exclude: Sequence[str] = (), force: bool = False, git: bool = True) -> FoundFiles:
    """Find the files to check.

    Args:
        exclude: .gitignore patterns, relative to the current folder, for files in the folders.
        force: apply exclusions to named paths, too (but not git's ignore rules).
        git: honor git's ignore rules.
    """
    search = _Search(ignore_patterns(exclude) if exclude else None, git)
    for path in paths:
        if not force or not _is_excluded(search, display(path)):
            _visit_argument(search, path)
    outside = set()
    # Links come last, so that a file is listed under its own name if it has one.
    for path in sorted(search.links):
        real = os.path.realpath(path)
        if real not in search.files:
            search.files[real] = path
            if not any(real.startswith(os.path.join(folder, "")) for folder in search.arguments):
                outside.add(path)
    named = frozenset(search.files[real] for real in search.named)
    return FoundFiles(tuple(sorted(search.files.values())), tuple(search.problems), frozenset(outside), named)


def display(path: str) -> str:
    """Return the displayed form of a path: relative to the current folder if it is below it, otherwise normalized."""
    current = os.getcwd()
    normalized = os.path.normpath(path)
    if normalized == current:
        return "."
    return normalized.removeprefix(current.rstrip(os.sep) + os.sep)


def true_spelling(path: str) -> str:
    """Return a path as its folders list it: where case is not told apart, a file has more names than one."""
    other = path.swapcase()
    try:
        if other == path or not os.path.samefile(path, other):
            return path
        folder, name = os.path.split(path)
        listed = os.listdir(folder or os.curdir)
    except (OSError, ValueError):
        return path
    if name not in listed:
        name = next((entry for entry in listed if entry.casefold() == name.casefold()), name)
    return os.path.join(true_spelling(folder), name)


def _visit_argument(search: _Search, path: str) -> None:
    """Visit a named path: a file is taken, a folder is searched whatever its name."""
    try:
        is_folder, exists = os.path.isdir(path), os.path.exists(path)
        real = os.path.realpath(path)
    except ValueError:
        # A null byte in a name.
        is_folder, exists, real = False, False, path
    if is_folder:
        search.arguments.append(real)
        inherited = IgnoreRules.above(real) if search.git else NO_RULES
        # A named folder is searched even if git ignores it.
        _search_folder(search, display(path), real, NO_RULES if inherited.ignore(real, True) else inherited)
    elif exists:
        search.files[real] = display(path)
        search.named.add(real)
    else:
        search.problems.append(f"{path}: {NOT_FOUND}")


def _is_excluded(search: _Search, path: str) -> bool:
    """Return True if a named path is excluded by a pattern, or by a skipped folder below the current one."""
    if search.exclude is not None and path != "." and search.exclude.match_file(path + "/" * os.path.isdir(path)):
        return True
    folders = Path(path) if os.path.isdir(path) else Path(path).parent
    if folders.is_absolute() or ".." in folders.parts:
        return False
    return any(is_skipped_folder(folder.name, str(folder)) for folder in (folders, *folders.parents) if folder.name)


def _search_folder(search: _Search, folder: str, real: str, rules: IgnoreRules) -> None:
    """Collect all files below a folder, iteratively: folders may be nested deeper than Python's recursion limit."""
    root, pending = real, [(folder, real, rules)]
    while pending:
        folder, real, rules = pending.pop()
        if real in search.folders:
            continue
        search.folders.add(real)
        try:
            with os.scandir(folder) as scan:
                entries = sorted(scan, key=lambda entry: entry.name)
        except OSError as error:
            search.problems.append(f"{folder}: cannot be searched: {error.strerror}; check its permissions")
            continue
        if search.git:
            inside = {entry.name for entry in entries if entry.name in (GIT, IGNORE_FILE)}
            if GIT in inside and real != root:
                # A nested repository has its own ignore rules.
                rules = IgnoreRules.of_repository(real)
            if IGNORE_FILE in inside:
                rules = rules.with_file_of(real)
        inside_real = os.path.join(real, "")
        for entry in entries:
            found = _visit_entry(search, entry, inside_real + entry.name, rules)
            if found is not None:
                pending.append(found)


def _visit_entry(search: _Search, entry: os.DirEntry[str], real: str, rules: IgnoreRules) -> tuple[str, str, IgnoreRules] | None:
    """Visit an entry: take a file, store a link for later, return a folder to be searched."""
    path = entry.path[2:] if entry.path.startswith("." + os.sep) else entry.path
    try:
        is_folder, linked = entry.is_dir(), is_link(entry)
        if is_folder and linked:
            return None
        wanted = not is_skipped_folder(entry.name, entry.path) if is_folder else entry.name.endswith(SUFFIXES) and entry.is_file()
    except OSError:
        # A link to itself.
        return None
    if not wanted:
        return None
    if rules.ignore(real, is_folder) or (search.exclude is not None and search.exclude.match_file(path + "/" * is_folder)):
        return None
    if linked:
        search.links.append(path)
    elif is_folder:
        return path, real, rules
    else:
        search.files[real] = path
    return None


def is_link(entry: os.DirEntry[str]) -> bool:
    """Return True for a link, or a junction on Windows."""
    return entry.is_symlink() or (sys.version_info >= (3, 12) and entry.is_junction())


def is_skipped_folder(name: str, path: str) -> bool:
    """Return True for a folder that is never searched: hidden, generated, or a virtual environment."""
    return name.startswith(".") or name in SKIPPED_FOLDERS or os.path.exists(os.path.join(path, ENVIRONMENT_MARK))
