"""The modules of a project, read, parsed and lowered once, on first use."""

from __future__ import annotations

import ast
from collections import OrderedDict
from dataclasses import dataclass

from graphlint.common.errors import GraphlintError, SyntaxProblem
from graphlint.common.timing import Phase, Stopwatch
from graphlint.ir.module_slices import ModuleSlices
from graphlint.project.evidence import FileEvidence
from graphlint.source.parse import parse
from graphlint.source.parsers import Parser
from graphlint.source.source import Source

# Trees take some 60 times the memory of their text. They are cached for this many bytes of text.
TREES_OF_BYTES = 2_000_000


@dataclass(slots=True)
class Module:
    """A file as read: `source` is None if it cannot be decoded."""

    source: Source | None
    data: bytes
    evidence: FileEvidence


class Trees:
    """The trees of files by path, in a cache of those used last."""

    def __init__(self, watch: Stopwatch, max_bytes: int = TREES_OF_BYTES, parser: Parser = Parser.AUTO) -> None:
        self._watch = watch
        self._parser = parser
        self._most = max_bytes
        self._size = 0
        self._trees: OrderedDict[str, tuple[ast.Module, str]] = OrderedDict()
        self._slices: dict[str, ModuleSlices] = {}
        self._broken: set[str] = set()

    def tree(self, path: str, source: Source) -> ast.Module:
        """Return a file's tree.

        Raises:
            SyntaxProblem: if it does not parse.
        """
        found = self._trees.get(path)
        if found is not None and found[1] == source.text:
            self._trees.move_to_end(path)
            return found[0]
        self.drop(path)
        with self._watch.phase(Phase.PARSE):
            tree = parse(source, self._parser)
        self._trees[path] = (tree, source.text)
        self._size += len(source.text)
        while self._size > self._most and len(self._trees) > 1:
            self.drop(next(iter(self._trees)))
        return tree

    def parsed(self, path: str, source: Source) -> ast.Module | None:
        """Return a file's tree; None if it does not parse."""
        if path in self._broken:
            return None
        try:
            return self.tree(path, source)
        except (SyntaxProblem, GraphlintError):
            self._broken.add(path)
            return None

    def slices(self, path: str, source: Source) -> ModuleSlices | None:
        """Return a file's statements by name; None if it does not parse."""
        tree = self.parsed(path, source)
        if tree is None:
            return None
        found = self._slices.get(path)
        if found is None:
            with self._watch.phase(Phase.LOWER):
                found = self._slices[path] = ModuleSlices(tree, source.path, self._watch, declares_global="global" in source.text)
        return found

    def drop(self, path: str) -> None:
        self._broken.discard(path)
        found = self._trees.pop(path, None)
        if found is not None:
            self._size -= len(found[1])
            self._slices.pop(path, None)
