"""Find the files to check: the named files, and the files in the named folders.

Folders are searched in sorted order. Files that git ignores, generated files (virtual environments, builds, caches, notebook checkpoints)
and hidden folders are skipped. A link to a folder is followed only if it is named itself, as in git and other linters: data sets and whole
disks are linked into projects. Each file is visited once, whatever links lead to it. A named file is checked unless exclusions are forced:
hooks name every changed file.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from graphlint.common.network_paths import is_network_path
from graphlint.common.patterns import ignore_patterns
from graphlint.source.regular_files import read_regular

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

SUFFIXES = (".py", ".pyw", ".ipynb")
SKIPPED_FOLDERS = frozenset(
    {"__pycache__", "__pypackages__", "_build", "buck-out", "build", "dist", "node_modules", "site-packages", "venv"}
)
ENVIRONMENT_MARK = "pyvenv.cfg"
IGNORE_FILE = ".gitignore"
GIT = ".git"
NOT_FOUND = "there is no such file or directory"
# In the user's git settings; no other section has a key of this name.
EXCLUDES_FILE = re.compile(r"^[ \t]*excludesfile[ \t]*=[ \t]*\"?(?P<path>[^\"\r\n]+?)\"?[ \t]*$", re.IGNORECASE | re.MULTILINE)


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


@dataclass(frozen=True)
class _Ignore:
    """The patterns of a .gitignore, and the folder to which they are relative (with a trailing separator)."""

    base: str
    spec: GitIgnoreSpec


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
        inherited = tuple(_ignores_above(real)) if search.git else ()
        # A named folder is searched even if git ignores it.
        _search_folder(search, display(path), real, () if _is_ignored(real, True, inherited) else inherited)
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


def _search_folder(search: _Search, folder: str, real: str, ignores: tuple[_Ignore, ...]) -> None:
    """Collect all files below a folder, iteratively: folders may be nested deeper than Python's recursion limit."""
    root, pending = real, [(folder, real, ignores)]
    while pending:
        folder, real, ignores = pending.pop()
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
                ignores = tuple(_ignores_of_repository(real))
            if IGNORE_FILE in inside:
                ignores = (*_read_ignore(real, os.path.join(real, IGNORE_FILE)), *ignores)
        inside_real = os.path.join(real, "")
        for entry in entries:
            found = _visit_entry(search, entry, inside_real + entry.name, ignores)
            if found is not None:
                pending.append(found)


def _visit_entry(
    search: _Search, entry: os.DirEntry[str], real: str, ignores: tuple[_Ignore, ...]
) -> tuple[str, str, tuple[_Ignore, ...]] | None:
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
    if _is_ignored(real, is_folder, ignores) or (search.exclude is not None and search.exclude.match_file(path + "/" * is_folder)):
        return None
    if linked:
        search.links.append(path)
    elif is_folder:
        return path, real, ignores
    else:
        search.files[real] = path
    return None


def is_link(entry: os.DirEntry[str]) -> bool:
    """Return True for a link, or a junction on Windows."""
    return entry.is_symlink() or (sys.version_info >= (3, 12) and entry.is_junction())


def is_skipped_folder(name: str, path: str) -> bool:
    """Return True for a folder that is never searched: hidden, generated, or a virtual environment."""
    return name.startswith(".") or name in SKIPPED_FOLDERS or os.path.exists(os.path.join(path, ENVIRONMENT_MARK))


def _is_ignored(real: str, is_folder: bool, ignores: tuple[_Ignore, ...]) -> bool:
    """Return True if git ignores a path: the closest .gitignore with a matching pattern decides."""
    for ignore in ignores:
        if real.startswith(ignore.base):
            ignored = ignore.spec.check_file(real[len(ignore.base) :] + "/" * is_folder).include
            if ignored is not None:
                return ignored
    return False


def _ignores_above(real: str) -> Iterator[_Ignore]:
    """Yield the .gitignore files above a folder, closest first, up to the root of its repository."""
    if not any(os.path.exists(os.path.join(parent, GIT)) for parent in (real, *map(str, Path(real).parents))):
        return
    for folder in (real, *map(str, Path(real).parents)):
        if folder != real:
            yield from _read_ignore(folder, os.path.join(folder, IGNORE_FILE))
        if os.path.exists(os.path.join(folder, GIT)):
            yield from _ignores_of_repository(folder)
            return


def _ignores_of_repository(folder: str) -> Iterator[_Ignore]:
    """Yield the ignore patterns of a repository's and the user's git settings."""
    yield from _read_ignore(folder, os.path.join(_git_folder(folder), "info", "exclude"))
    yield from _read_ignore(folder, _users_ignore_file())


def _git_folder(folder: str) -> str:
    """Return the git directory of a repository; a file points to that of a worktree or a submodule."""
    place = os.path.join(folder, GIT)
    for name, head in ((place, "gitdir:"), ("commondir", "")):
        path = os.path.join(place, name)
        try:
            line = read_regular(path).decode("utf-8", "replace").strip()
        except (OSError, ValueError):
            continue
        target = line.removeprefix(head).strip()
        if line.startswith(head) and not is_network_path(target):
            place = os.path.normpath(os.path.join(os.path.dirname(path), target))
    return place


def _users_ignore_file() -> str:
    """Return the user's global ignore file, from git's settings or at its default location."""
    home = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser(os.path.join("~", ".config"))
    found = os.path.join(home, "git", "ignore")
    for path in (os.path.join(home, "git", "config"), os.path.expanduser(os.path.join("~", ".gitconfig"))):
        try:
            text = read_regular(path).decode("utf-8", "replace")
        except (OSError, ValueError):
            continue
        found = next((os.path.expanduser(item["path"]) for item in EXCLUDES_FILE.finditer(text)), found)
    return found


def _read_ignore(folder: str, path: str) -> Iterator[_Ignore]:
    """Yield the patterns of a .gitignore if it is readable."""
    try:
        lines = read_regular(path).decode("utf-8", "replace").splitlines()
    except OSError:
        # Like git: an unreadable file ignores nothing.
        return
    yield _Ignore(folder.rstrip(os.sep) + os.sep, ignore_patterns(lines))
