"""Which files to check: what is named, and what lies in the folders that are named.

Folders are walked in sorted order. What git ignores, what nobody wrote by hand (virtual environments, builds, caches, checkpoints of
notebooks) and hidden folders are left out. A link to a folder is followed only where it is named itself, as git and other linters do: data
sets and whole disks are linked into projects. A file is visited once, whatever links lead to it. A file that is named is checked, unless
exclusions are forced: hooks name every file that has changed.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

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
NOT_THERE = "there is no such file or folder"
# In git's settings of a user; no other section has a key of this name.
EXCLUDES_FILE = re.compile(r"^[ \t]*excludesfile[ \t]*=[ \t]*\"?(?P<path>[^\"\r\n]+?)\"?[ \t]*$", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True)
class Found:
    """The files to check, as they are to be displayed, sorted; and what could not be looked into, a sentence each.

    `beyond` are those of the files that a link in a folder leads to and that lie outside of all that was named: they are never changed.
    """

    files: tuple[str, ...]
    problems: tuple[str, ...] = ()
    beyond: frozenset[str] = frozenset()


@dataclass
class _Walk:
    """One search: what was visited, what was found, the links that are left for the end."""

    exclude: GitIgnoreSpec | None
    git: bool = True
    files: dict[str, str] = field(default_factory=dict)
    folders: set[str] = field(default_factory=set)
    named: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _Ignore:
    """The patterns of one .gitignore, and the folder to which they are relative (with a separator at its end)."""

    base: str
    spec: GitIgnoreSpec


def find_files(paths: Sequence[str], exclude: Sequence[str] = (), force: bool = False, git: bool = True) -> Found:
    """Find the files to check.

    Args:
        paths: files and folders.
        exclude: patterns as in a .gitignore, relative to the current folder, for what lies in the folders.
        force: whether what is named is left out too where a walk would leave it out; what git ignores is not.
        git: whether what git ignores is left out.
    """
    walk = _Walk(_patterns(exclude) if exclude else None, git)
    for path in paths:
        if not force or not _is_excluded(walk, display(path)):
            _visit_argument(walk, path)
    beyond = set()
    # Links come last, so that a file is known by its own name where it has one.
    for path in sorted(walk.links):
        real = os.path.realpath(path)
        if real not in walk.files:
            walk.files[real] = path
            if not any(real.startswith(os.path.join(folder, "")) for folder in walk.named):
                beyond.add(path)
    return Found(tuple(sorted(walk.files.values())), tuple(walk.problems), frozenset(beyond))


def display(path: str) -> str:
    """How a path is shown: relative to the current folder where it lies below it, else as given, tidied.

    Args:
        path: the path as given.
    """
    here = os.getcwd()
    tidy = os.path.normpath(path)
    if tidy == here:
        return "."
    return tidy.removeprefix(here.rstrip(os.sep) + os.sep)


def _visit_argument(walk: _Walk, path: str) -> None:
    """A path that was named: a file is taken as it is, a folder walked whatever it is called."""
    try:
        is_folder, exists = os.path.isdir(path), os.path.exists(path)
        real = os.path.realpath(path)
    except ValueError:
        # A null byte in a name.
        is_folder, exists, real = False, False, path
    if is_folder:
        walk.named.append(real)
        above = tuple(_ignores_above(real)) if walk.git else ()
        # A folder that is named is wanted, whatever git thinks of it.
        _walk_folder(walk, display(path), real, () if _is_ignored(real, True, above) else above)
    elif exists:
        walk.files[real] = display(path)
    else:
        walk.problems.append(f"{path}: {NOT_THERE}")


def _is_excluded(walk: _Walk, path: str) -> bool:
    """Whether a path that was named is excluded: itself by a pattern, or by a folder that it lies in below the current one."""
    if walk.exclude is not None and path != "." and walk.exclude.match_file(path + "/" * os.path.isdir(path)):
        return True
    folders = Path(path) if os.path.isdir(path) else Path(path).parent
    if folders.is_absolute() or ".." in folders.parts:
        return False
    return any(is_skipped_folder(folder.name, str(folder)) for folder in (folders, *folders.parents) if folder.name)


def _walk_folder(walk: _Walk, folder: str, real: str, ignores: tuple[_Ignore, ...]) -> None:
    """All files below a folder, without recursion: folders may be nested deeper than Python calls."""
    root, waiting = real, [(folder, real, ignores)]
    while waiting:
        folder, real, ignores = waiting.pop()
        if real in walk.folders:
            continue
        walk.folders.add(real)
        try:
            with os.scandir(folder) as scan:
                entries = sorted(scan, key=lambda entry: entry.name)
        except OSError as error:
            walk.problems.append(f"{folder}: cannot be looked into: {error.strerror}; check its permissions")
            continue
        if walk.git:
            inside = {entry.name for entry in entries if entry.name in (GIT, IGNORE_FILE)}
            if GIT in inside and real != root:
                # A repository in a repository has its own word.
                ignores = tuple(_ignores_of_repository(real))
            if IGNORE_FILE in inside:
                ignores = (*_read_ignore(real, os.path.join(real, IGNORE_FILE)), *ignores)
        inside_real = os.path.join(real, "")
        for entry in entries:
            found = _visit_entry(walk, entry, inside_real + entry.name, ignores)
            if found is not None:
                waiting.append(found)


def _visit_entry(
    walk: _Walk, entry: os.DirEntry[str], real: str, ignores: tuple[_Ignore, ...]
) -> tuple[str, str, tuple[_Ignore, ...]] | None:
    """One entry of a folder: a file is taken, a link to a file kept for later, a folder returned to be walked."""
    path = entry.path[2:] if entry.path.startswith("." + os.sep) else entry.path
    try:
        is_folder, linked = entry.is_dir(), is_link(entry)
        if is_folder and linked:
            return None
        wanted = not is_skipped_folder(entry.name, entry.path) if is_folder else entry.name.endswith(SUFFIXES) and entry.is_file()
    except OSError:
        # A link that leads to itself.
        return None
    if not wanted:
        return None
    if _is_ignored(real, is_folder, ignores) or (walk.exclude is not None and walk.exclude.match_file(path + "/" * is_folder)):
        return None
    if linked:
        walk.links.append(path)
    elif is_folder:
        return path, real, ignores
    else:
        walk.files[real] = path
    return None


def is_link(entry: os.DirEntry[str]) -> bool:
    """Whether an entry leads elsewhere: a link, or a junction of Windows.

    Args:
        entry: the entry of a folder.
    """
    return entry.is_symlink() or (sys.version_info >= (3, 12) and entry.is_junction())


def is_skipped_folder(name: str, path: str) -> bool:
    """Whether a folder is never walked: hidden, made by a tool, or a virtual environment.

    Args:
        name: its name.
        path: its path.
    """
    return name.startswith(".") or name in SKIPPED_FOLDERS or os.path.exists(os.path.join(path, ENVIRONMENT_MARK))


def _is_ignored(real: str, is_folder: bool, ignores: tuple[_Ignore, ...]) -> bool:
    """Whether git ignores a path: the closest .gitignore with something to say about it decides."""
    for ignore in ignores:
        if real.startswith(ignore.base):
            verdict = ignore.spec.check_file(real[len(ignore.base) :] + "/" * is_folder).include
            if verdict is not None:
                return verdict
    return False


def _ignores_above(real: str) -> Iterator[_Ignore]:
    """The .gitignore files that hold for a folder from above, closest first, up to the root of its repository."""
    if not any(os.path.exists(os.path.join(parent, GIT)) for parent in (real, *map(str, Path(real).parents))):
        return
    for folder in (real, *map(str, Path(real).parents)):
        if folder != real:
            yield from _read_ignore(folder, os.path.join(folder, IGNORE_FILE))
        if os.path.exists(os.path.join(folder, GIT)):
            yield from _ignores_of_repository(folder)
            return


def _ignores_of_repository(folder: str) -> Iterator[_Ignore]:
    """What is ignored in a repository besides what its .gitignore files say: by its own settings, and by those of the user."""
    yield from _read_ignore(folder, os.path.join(_git_folder(folder), "info", "exclude"))
    yield from _read_ignore(folder, _users_ignore_file())


def _git_folder(folder: str) -> str:
    """Where git keeps what it knows of a repository: of a worktree or a submodule elsewhere, as a file says."""
    place = os.path.join(folder, GIT)
    for name, head in ((place, "gitdir:"), ("commondir", "")):
        path = os.path.join(place, name)
        try:
            line = read_regular(path).decode("utf-8", "replace").strip()
        except (OSError, ValueError):
            continue
        if line.startswith(head):
            place = os.path.normpath(os.path.join(os.path.dirname(path), line.removeprefix(head).strip()))
    return place


def _users_ignore_file() -> str:
    """The file that says what a user ignores everywhere: as git's settings of the user have it, or where git looks without them."""
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
    """The patterns of a .gitignore that can be read."""
    try:
        lines = read_regular(path).decode("utf-8", "replace").splitlines()
    except OSError:
        # As git does: what cannot be read ignores nothing.
        return
    yield _Ignore(folder.rstrip(os.sep) + os.sep, _patterns(lines))


def _patterns(lines: Sequence[str]) -> GitIgnoreSpec:
    """Compile patterns; a line that is no pattern matches nothing, as in git."""
    from pathspec import GitIgnoreSpec  # noqa: PLC0415  most folders hold no patterns

    good = []
    for line in lines:
        try:
            GitIgnoreSpec.from_lines([line])
        except ValueError:
            continue
        good.append(line)
    return GitIgnoreSpec.from_lines(good)
