"""The names that statements read before they bind them, in the order of execution: `w = w - lr * w.grad`, `hidden = detached(hidden)`.

The bodies of functions and classes are left out: they run later, or bind names of their own.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

_LAST = ("targets", "target", "optional_vars")
"""The fields with names that a node binds after it has read its other fields."""

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def read_first(body: Iterable[ast.stmt]) -> frozenset[str]:
    """Return the names that statements read and bind only later, or never."""
    bound: set[str] = set()
    found: set[str] = set()
    for statement in body:
        _execute(statement, bound, found)
    return frozenset(found)


def _execute(node: ast.AST, bound: set[str], found: set[str]) -> None:
    """Add what a node reads to `found` unless it is bound, and what it binds to `bound`."""
    match node:
        case ast.Name(id=name, ctx=ast.Load()):
            found.update({name} - bound)
        case ast.Name(id=name):
            bound.add(name)
        case ast.Lambda(args=arguments):
            own = {item.arg for item in ast.walk(arguments) if isinstance(item, ast.arg)}
            _execute(node.body, bound | own, found)
        case ast.AugAssign(target=ast.Name(id=name)):
            found.update({name} - bound)
            _children(node, bound, found)
        case _ if isinstance(node, _COMPREHENSIONS):
            inner = set(bound)
            for generator in node.generators:
                for step in (generator.iter, generator.target, *generator.ifs):
                    _execute(step, inner, found)
            _children(node, inner, found)
        case _ if isinstance(node, _DEFINITIONS):
            for part in _outside_of(node):
                _execute(part, bound, found)
            bound.add(node.name)
        case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
            bound.update((alias.asname or alias.name).partition(".")[0] for alias in aliases)
        case _:
            bound.update(_names_of(node))
            _children(node, bound, found)


def _children(node: ast.AST, bound: set[str], found: set[str]) -> None:
    """Execute the parts of a node: the header of a loop and the value of an assignment before the targets, blocks at the end."""
    for name, value in sorted(ast.iter_fields(node), key=lambda item: (_is_block(item), item[0] in _LAST)):
        if name == "generators":
            continue
        for part in value if isinstance(value, list) else (value,):
            if isinstance(part, ast.AST):
                _execute(part, bound, found)


def _is_block(field: tuple[str, object]) -> bool:
    """Return True for a field with statements or the clauses of a statement."""
    value = field[1]
    return isinstance(value, list) and bool(value) and isinstance(value[0], ast.stmt | ast.ExceptHandler | ast.match_case)


def _outside_of(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> Iterator[ast.AST]:
    """Yield the expressions of a definition that are evaluated where it stands."""
    yield from node.decorator_list
    if isinstance(node, ast.ClassDef):
        yield from node.bases
        yield from node.keywords
    else:
        yield from node.args.defaults
        yield from (item for item in node.args.kw_defaults if item is not None)


def _names_of(node: ast.AST) -> Iterator[str]:
    """Yield the names that an except clause or a pattern binds."""
    match node:
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name
        case ast.MatchMapping(rest=str(name)):
            yield name
