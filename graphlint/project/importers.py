"""The files that import others, directly or through further files: only their runs can execute code of these.

The words of the import statements of all files are searched first, as bytes. Only files with a word that names a wanted module are parsed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Set

from graphlint.project.markers import PACKAGE

_STATEMENT = re.compile(rb"(?:^|[;:\"])[ \t]*(?:from|import)\b(?:[^\\\r\n(]+|\\\r?\n|\\.|\((?:[^()#]+|#[^\r\n]*)*\)?)*", re.MULTILINE)
"""An import statement, also in a line of a notebook's cell, and perhaps other text. No part can be read in two ways, so that the search
takes linear time in any text."""
_WORD = re.compile(rb"\w+")


class Importers:
    """The search for the files that import others.

    Args:
        files: absolute paths of all files.
        read: returns the bytes of a file, None if it cannot be read.
        imported: returns the files that a file imports, by absolute path.
    """

    def __init__(self, files: Iterable[str], read: Callable[[str], bytes | None], imported: Callable[[str], Set[str]]) -> None:
        self._imported = imported
        self._by_word: dict[bytes, list[str]] = {}
        for path in files:
            data = read(path) or b""
            for word in _words(data) if b"import" in data else ():
                self._by_word.setdefault(word, []).append(path)

    def of(self, targets: Iterable[str]) -> set[str]:
        """Return some files, and all that import one of them, directly or through others."""
        found = set(targets)
        pending = list(found)
        while pending:
            for candidate in self._by_word.get(_module_name(pending.pop()).encode(), ()):
                if candidate not in found and not found.isdisjoint(self._imported(candidate)):
                    found.add(candidate)
                    pending.append(candidate)
        return found


def _words(data: bytes) -> set[bytes]:
    """Return the words of the import statements of a file."""
    return {word for statement in _STATEMENT.findall(data) for word in _WORD.findall(statement)}


def _module_name(path: str) -> str:
    """Return the last part of the name of a file's module: for a package, that of its folder."""
    folder, name = os.path.split(path)
    return os.path.basename(folder) if name == PACKAGE else os.path.splitext(name)[0]
