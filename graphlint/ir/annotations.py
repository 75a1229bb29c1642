"""Type annotations as records: the name that an annotation uses and its arguments."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from graphlint.ir.names import dotted

ALTERNATIVES = frozenset(("Union", "Optional"))
"""Generic names of `typing` that stand for one of their arguments."""

QUALIFIERS = frozenset(("Annotated", "Final", "Required", "NotRequired", "ReadOnly"))
"""Generic names of `typing` that stand for their first argument."""


@dataclass(frozen=True, slots=True)
class Annotation:
    """A type annotation: its dotted name as spelled, its arguments, and whether it includes None."""

    name: str
    arguments: tuple[Annotation, ...] = ()
    optional: bool = False


def parse_annotation(node: ast.expr | None) -> Annotation | None:
    """Return the record of an annotation, that of the text of a quoted one; None for what names no single type."""
    match node:
        case ast.Name() | ast.Attribute():
            return Annotation(dotted(node)) if dotted(node) else None
        case ast.Constant(value=str() as text):
            return _parse_quoted(text)
        case ast.BinOp(op=ast.BitOr()):
            return _one_of((node.left, node.right))
        case ast.Subscript():
            return _parse_generic(dotted(node.value), node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice])
    return None


def _parse_quoted(text: str) -> Annotation | None:
    try:
        return parse_annotation(ast.parse(text.strip(), mode="eval").body)
    except (SyntaxError, ValueError):
        return None


def _parse_generic(name: str, arguments: list[ast.expr]) -> Annotation | None:
    short = name.rsplit(".", 1)[-1]
    if not name or not arguments:
        return None
    if short in ALTERNATIVES:
        return _one_of((*arguments, ast.Constant(None)) if short == "Optional" else tuple(arguments))
    if short in QUALIFIERS:
        return parse_annotation(arguments[0])
    return Annotation(name, tuple(parse_annotation(item) or UNNAMED for item in arguments))


def _one_of(alternatives: tuple[ast.expr, ...]) -> Annotation | None:
    """Return the only alternative but None; None where there are several."""
    named = [item for item in alternatives if not (isinstance(item, ast.Constant) and item.value is None)]
    found = parse_annotation(named[0]) if len(named) == 1 else None
    if found is None or len(named) == len(alternatives):
        return found
    return Annotation(found.name, found.arguments, optional=True)


UNNAMED = Annotation("")
"""Stands, among the arguments of an annotation, for what names no single type."""
