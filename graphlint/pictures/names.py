"""The names of lanes: what a statement binds, as the program spells it."""

from __future__ import annotations

import ast
import io
import tokenize
from textwrap import dedent

LONGEST = 18


def name_of(statement: str, expression: str, *, is_value: bool = False) -> str:
    """Return a short name for the graph that a statement builds: what it binds, otherwise the expression that builds the graph.

    Args:
        is_value: name the value of the expression, which the statement binds only if nothing else is computed from it.
    """
    match _parse(statement):
        case ast.AugAssign(target=target) if not is_value:
            return shortened(ast.unparse(target))
        case ast.Assign(targets=[*_, target], value=value) | ast.AnnAssign(target=target, value=ast.expr() as value):
            if not is_value or ast.unparse(value) == _unparsed(expression):
                return shortened(ast.unparse(target).removeprefix("(").removesuffix(")"))
    match _parse(expression):
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=root, attr="backward"))):
            return shortened(ast.unparse(root))
    return shortened(" ".join(expression.split())) or "the result"


def _unparsed(expression: str) -> str:
    """Return an expression as `ast` spells it."""
    tree = _parse(expression)
    return ast.unparse(tree) if tree is not None else expression


def shortened(text: str, longest: int = LONGEST) -> str:
    """Return a text that fits: the arguments of a call are left out first."""
    if len(text) <= longest:
        return text
    called, found, _ = text.partition("(")
    if found and 0 < len(called) <= longest - 3:
        return f"{called}(…)"
    return text[: longest - 1] + "…"


def _parse(statement: str) -> ast.stmt | None:
    try:
        body = ast.parse(dedent(statement).strip()).body
    except (SyntaxError, ValueError, RecursionError):
        return None
    return body[0] if len(body) == 1 else None


def expression_of(text: str) -> ast.expr | None:
    """Return the tree of an expression on one line, None for other text."""
    statement = _parse(text)
    return statement.value if isinstance(statement, ast.Expr) else None


def without_comments(statement: str) -> str:
    """Return a statement without comments, on one line."""
    kept: list[str] = []
    end = (0, 0)
    try:
        for token in tokenize.generate_tokens(io.StringIO(dedent(statement).strip() + "\n").readline):
            if token.type in (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER):
                continue
            gap = kept and (token.start[0] != end[0] or token.start[1] > end[1])
            kept.append(f" {token.string}" if gap else token.string)
            end = token.end
    except (tokenize.TokenError, SyntaxError):
        if not kept:
            return " ".join(statement.split())
    return " ".join("".join(kept).split())
