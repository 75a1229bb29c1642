"""The modules of a project: each is read, parsed and lowered once, when something first needs it."""

from __future__ import annotations

import ast
from collections import OrderedDict
from dataclasses import dataclass

from graphlint.common.errors import GraphlintError, SyntaxProblem
from graphlint.common.timing import Phase, Stopwatch
from graphlint.ir.module_slices import ModuleSlices
from graphlint.project.name_evidence import FileEvidence
from graphlint.source.parse import parse
from graphlint.source.source import Source

# Trees take some sixty times the memory of their text; of so many bytes of text they are remembered.
TREES_OF_BYTES = 2_000_000


@dataclass(slots=True)
class Module:
    """A file as it was read: `source` is None where it cannot be decoded."""

    source: Source | None
    data: bytes
    evidence: FileEvidence


class Trees:
    """The trees of files by path, the last used ones of them remembered."""

    def __init__(self, watch: Stopwatch, most: int = TREES_OF_BYTES) -> None:
        """Remember trees.

        Args:
            watch: measures what it takes to make them.
            most: of how many characters of text.
        """
        self._watch = watch
        self._most = most
        self._size = 0
        self._trees: OrderedDict[str, tuple[ast.Module, int]] = OrderedDict()
        self._slices: dict[str, ModuleSlices] = {}
        self._broken: set[str] = set()

    def remembered(self, path: str) -> ast.Module | None:
        """A file's tree, if it is at hand.

        Args:
            path: the file.
        """
        found = self._trees.get(path)
        return None if found is None else found[0]

    def slices(self, path: str, source: Source) -> ModuleSlices | None:
        """A file's statements by name; None for what does not parse.

        Args:
            path: the file.
            source: its source.
        """
        if path in self._trees:
            self._trees.move_to_end(path)
            return self._slices[path]
        if path in self._broken:
            return None
        try:
            with self._watch.phase(Phase.PARSE):
                tree = parse(source)
        except (SyntaxProblem, GraphlintError):
            self._broken.add(path)
            return None
        self._trees[path] = (tree, len(source.text))
        with self._watch.phase(Phase.LOWER):
            self._slices[path] = ModuleSlices(tree, source.path, self._watch)
        self._size += len(source.text)
        while self._size > self._most and len(self._trees) > 1:
            self.drop(next(iter(self._trees)))
        return self._slices.get(path)

    def drop(self, path: str) -> None:
        """Forget a file's tree.

        Args:
            path: the file.
        """
        self._broken.discard(path)
        found = self._trees.pop(path, None)
        if found is not None:
            self._size -= found[1]
            del self._slices[path]
