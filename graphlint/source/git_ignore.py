"""The files that git ignores: the patterns of .gitignore, of a repository and of the user, as git applies them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from graphlint.common.network_paths import is_network_path
from graphlint.common.patterns import ignore_patterns
from graphlint.source.regular_files import read_regular

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

IGNORE_FILE = ".gitignore"
GIT = ".git"
# In the user's git settings; no other section has a key of this name.
EXCLUDES_FILE = re.compile(r"^[ \t]*excludesfile[ \t]*=[ \t]*\"?(?P<path>[^\"\r\n]+?)\"?[ \t]*$", re.IGNORECASE | re.MULTILINE)
# In those of a repository, where git has found that its file system does not tell case apart.
IGNORE_CASE = re.compile(r"^[ \t]*ignorecase[ \t]*=[ \t]*(true|yes|on|1)[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True)
class _Patterns:
    """The patterns of a file, and the folder to which they are relative (with a trailing separator)."""

    base: str
    spec: GitIgnoreSpec


@dataclass(frozen=True)
class IgnoreRules:
    """The rules that hold in a folder, the closest ones first. Its path is real, as are those of the files."""

    patterns: tuple[_Patterns, ...] = ()
    any_case: bool = False

    @classmethod
    def above(cls, real: str) -> IgnoreRules:
        """Return the rules of the folders above a folder, up to the root of its repository, and those of the repository."""
        folders = (real, *map(str, Path(real).parents))
        root = next((folder for folder in folders if os.path.exists(os.path.join(folder, GIT))), None)
        if root is None:
            return NO_RULES
        rules = cls.of_repository(root)
        for folder in reversed(folders[1 : folders.index(root) + 1]):
            rules = rules.with_file_of(folder)
        return rules

    @classmethod
    def of_repository(cls, folder: str) -> IgnoreRules:
        """Return the rules in the git settings of a repository and of the user."""
        place = _git_folder(folder)
        any_case = IGNORE_CASE.search(_text(os.path.join(place, "config"))) is not None
        files = (os.path.join(place, "info", "exclude"), _users_ignore_file())
        return cls(tuple(found for file in files for found in _read(folder, file, any_case)), any_case)

    def with_file_of(self, folder: str) -> IgnoreRules:
        """Return the rules together with those of the .gitignore in a folder."""
        return replace(self, patterns=(*_read(folder, os.path.join(folder, IGNORE_FILE), self.any_case), *self.patterns))

    def ignore(self, real: str, is_folder: bool) -> bool:
        """Return True if git ignores a path: the closest .gitignore with a matching pattern decides."""
        for item in self.patterns:
            if real.startswith(item.base):
                ignored = item.spec.check_file(real[len(item.base) :] + "/" * is_folder).include
                if ignored is not None:
                    return ignored
        return False


NO_RULES = IgnoreRules()


def _git_folder(folder: str) -> str:
    """Return the git directory of a repository; a file points to that of a worktree or a submodule."""
    place = os.path.join(folder, GIT)
    for name, head in ((place, "gitdir:"), ("commondir", "")):
        path = os.path.join(place, name)
        line = _text(path).strip()
        target = line.removeprefix(head).strip()
        if line and line.startswith(head) and not is_network_path(target):
            place = os.path.normpath(os.path.join(os.path.dirname(path), target))
    return place


def _users_ignore_file() -> str:
    """Return the user's global ignore file, from git's settings or at its default location."""
    home = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser(os.path.join("~", ".config"))
    found = os.path.join(home, "git", "ignore")
    for path in (os.path.join(home, "git", "config"), os.path.expanduser(os.path.join("~", ".gitconfig"))):
        found = next((os.path.expanduser(item["path"]) for item in EXCLUDES_FILE.finditer(_text(path))), found)
    return found


def _read(folder: str, path: str, any_case: bool) -> Iterator[_Patterns]:
    """Yield the patterns of a file if it holds some. As git does, it skips a byte order mark, and an unreadable file ignores nothing."""
    lines = _text(path).splitlines()
    if lines:
        yield _Patterns(folder.rstrip(os.sep) + os.sep, ignore_patterns(lines, any_case))


def _text(path: str) -> str:
    """Return the text of a file of git; empty if it cannot be read."""
    try:
        return read_regular(path).decode("utf-8-sig", "replace")
    except (OSError, ValueError):
        return ""
