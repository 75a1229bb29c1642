"""The findings of a program and of its rewritings, by the statement of the program that they come from."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import libcst as cst
from marked_programs import name_of, rules_for

import graphlint
from graphlint.check.diagnostic import Diagnostic
from metamorphic.rewritings.rewriting import MARK, PROGRAM, Rewriting, marked

Places: TypeAlias = "frozenset[tuple[str, int]]"

ADDED = 0
"""The line of a statement that only the rewriting has."""


@dataclass(frozen=True)
class Difference:
    """The findings that a rewriting of a program lost and gained, by code and line of the program, and the text of the rewriting."""

    program: str
    lost: Places
    gained: Places
    files: Mapping[str, str]


class Original:
    """A program with its findings."""

    def __init__(self, path: Path) -> None:
        self.name = name_of(path)
        text = path.read_text(encoding="utf-8")
        self._rules = tuple(rule.code for rule in rules_for(self.name))
        self._module: cst.Module = marked(text)
        own = _statements(text, dict(enumerate(range(1, text.count("\n") + 2), 1)))
        self.findings = frozenset((code, own.get(line, ADDED)) for _, code, line in findings({PROGRAM: text}, self._rules))

    def fixes(self, rewriting: Rewriting | None = None) -> Counter[tuple[str, bool]] | None:
        """Return the code of each finding of a rewriting, and if it has a fix, of the program itself without one; None if the rewriting
        does not apply to the program."""
        files = {PROGRAM: self._module} if rewriting is None else rewriting(self._module)
        if files is None:
            return None
        texts = {name: module.code for name, module in files.items()}
        return Counter((item.code, item.fix is not None) for item in _checked(texts, self._rules, fixes=True))

    def difference(self, rewriting: Rewriting) -> Difference | None:
        """Return how a rewriting changes the findings; None if it does not apply to the program."""
        files = rewriting(self._module)
        if files is None:
            return None
        texts = {name: module.code for name, module in files.items()}
        lines = {name: _statements(text, _marks(text)) for name, text in texts.items()}
        got = frozenset((code, lines[name].get(line, ADDED)) for name, code, line in findings(texts, self._rules))
        return Difference(self.name, self.findings - got, got - self.findings, texts)


def findings(texts: Mapping[str, str], rules: Sequence[str]) -> list[tuple[str, str, int]]:
    """Return the file, code and line of each finding in a program."""
    return [(Path(item.place.path).name, item.code, item.place.start.row) for item in _checked(texts, rules, fixes=False)]


def _checked(texts: Mapping[str, str], rules: Sequence[str], *, fixes: bool) -> Sequence[Diagnostic]:
    settings = graphlint.Settings(select=tuple(rules))
    folder = Path("metamorphic_program").absolute()
    found = graphlint.check_paths(
        [folder / name for name in texts], settings=settings, texts={folder / name: text for name, text in texts.items()}, fixes=fixes
    )
    assert not found.failures, found.failures
    return found.diagnostics


def _marks(text: str) -> dict[int, int]:
    """Return the number in the mark of each line that ends with one."""
    found = {}
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT and re.fullmatch(MARK + r"\d+", token.string):
            found[token.start[0]] = int(token.string.removeprefix(MARK))
    return found


def _statements(text: str, numbers: Mapping[int, int]) -> dict[int, int]:
    """Return for each line the number of the innermost statement that it belongs to.

    Args:
        numbers: the number of a line; that of a statement is the first number in the statement, of a compound one in its header.
    """
    found: dict[int, int] = {}
    for node in _ordered(ast.parse(text)):
        last = node.end_lineno or node.lineno
        body = getattr(node, "body", None)
        if isinstance(body, list) and isinstance(body[0], ast.stmt):
            last = max(node.lineno, body[0].lineno - 1)
        first = min([node.lineno, *(item.lineno for item in getattr(node, "decorator_list", []))])
        for start, end in ((first, node.lineno - 1), (node.lineno, last)):
            lines = range(start, end + 1)
            number = next((numbers[line] for line in lines if line in numbers), ADDED)
            found.update(dict.fromkeys(lines, number))
    return found


def _ordered(tree: ast.Module) -> Iterable[ast.stmt]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.stmt))
