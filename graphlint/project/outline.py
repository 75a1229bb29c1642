"""The outline of a file: the lines of its functions' bodies, and digests that tell which of them another text of the file changes."""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from graphlint.source.source import LINE_END

_YIELDS = re.compile(r"\byield\b|\bawait\b")


@dataclass(frozen=True, slots=True)
class Body:
    """The body of a function or method that no other function contains.

    `line` is that of the `def`, `first` and `last` the lines of the body. `yields` says whether calling the function may execute nothing.
    """

    line: int
    first: int
    last: int
    digest: str
    yields: bool


@dataclass(frozen=True, slots=True)
class Outline:
    """The bodies of a file in the order of its text. `rest` is the digest of all other lines."""

    rest: str
    bodies: tuple[Body, ...]


def outline_of(tree: ast.Module, text: str) -> Outline:
    """Return the outline of a file. The body of a function in one line belongs to the other lines."""
    lines = LINE_END.split(text)
    bodies, rest, end = [], [], 0
    for node in _functions(tree.body):
        first, last = min(_first_line(item) for item in node.body), node.end_lineno or node.lineno
        if first <= max(end, _last_line_of_header(node)) or last > len(lines):
            continue
        content = "\n".join(lines[first - 1 : last])
        bodies.append(Body(node.lineno, first, last, _digest(content), _YIELDS.search(content) is not None))
        rest.extend(lines[end : first - 1])
        end = last
    rest.extend(lines[end:])
    return Outline(_digest("\n".join(rest)), tuple(bodies))


def _functions(body: Iterable[ast.AST]) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield the functions in some statements, also those in classes and branches, without those in other functions."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
        elif isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case):
            yield from _functions(ast.iter_child_nodes(node))


def _first_line(node: ast.stmt) -> int:
    """Return the first line of a statement, with its decorators."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(item.lineno for item in decorators)])


def _last_line_of_header(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return the last line that an argument or an annotation of a function is known to take."""
    arguments = node.args
    parts = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *arguments.defaults, arguments.vararg, arguments.kwarg]
    parts += [*arguments.kw_defaults, node.returns]
    return max([node.lineno, *(item.end_lineno or item.lineno for item in parts if item is not None)])


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
