"""The place of a run. Cached paths are relative to the project, so that the cache of one checkout serves another one.

Results that involve files outside of the current folder are valid only in the place of their run: the same relative path leads to other
files elsewhere, and such files are displayed by their absolute paths.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Set
from dataclasses import dataclass
from functools import cached_property

from graphlint.project.markers import PACKAGE, PROJECT_MARKERS, find_markers

INSIDE = "./"
"""The beginning of a cached path that is relative to the project; others are absolute."""


@dataclass(frozen=True)
class Location:
    """The root of the project that the current folder is in, and that folder; both absolute."""

    root: str
    current: str

    @classmethod
    def find(cls, names: Callable[[str], Set[str]]) -> Location:
        """Return the location of this process.

        Args:
            names: returns the names in a folder.
        """
        current = os.getcwd()
        folder, markers = list(find_markers([current], names).items())[-1]
        return cls(folder if markers & PROJECT_MARKERS and PACKAGE not in markers else current, current)

    @property
    def position(self) -> str:
        """The current folder relative to the project."""
        return os.path.relpath(self.current, self.root)

    def whole(self, shown: str) -> str:
        """Return the absolute path of a displayed one, which is normalized."""
        return os.path.abspath(shown) if shown.startswith(os.pardir) or os.path.isabs(shown) else self._inside_current + shown

    def is_near(self, path: str) -> bool:
        """Return True for an absolute path below the current folder."""
        return path.startswith(self._inside_current)

    def is_inside(self, path: str) -> bool:
        """Return True for the absolute path of the project, or one below it."""
        return path == self.root or path.startswith(self._inside_root)

    def stored(self, path: str) -> str:
        """Return the cached form of an absolute path."""
        if path.startswith(self._inside_root):
            return INSIDE + path[len(self._inside_root) :]
        return INSIDE if path == self.root else path

    def absolute(self, stored: str) -> str:
        """Return the absolute path of which this is the cached form; other texts stay as they are."""
        if stored == INSIDE:
            return self.root
        return self._inside_root + stored[len(INSIDE) :] if stored.startswith(INSIDE) else stored

    def portable(self, text: str) -> str:
        """Return a representation of values without the place of the project in the paths that it quotes."""
        root = repr(self.root)[1:-1]
        for quote in ("'", '"'):
            text = text.replace(quote + root, quote + "\0")
        return text

    @cached_property
    def _inside_root(self) -> str:
        return os.path.join(self.root, "")

    @cached_property
    def _inside_current(self) -> str:
        return os.path.join(self.current, "")
