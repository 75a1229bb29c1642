"""Queries for nodes: those at places, enclosing and adjacent statements, calls, and how messages name expressions."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence

from graphlint.autograd.events import Site
from graphlint.common.names import last_name
from graphlint.rule.code import SCOPES, Code
from graphlint.source.text_edits import Edit

# Of the longest messages, those with a line number at their end, as much is left for a name.
LONGEST_NAME = 26


def statements_at(code: Code, sites: Iterable[Site]) -> list[ast.stmt]:
    """Return the statements that contain sites, in order, each once."""
    found = [code.statement_at(site) for site in sites]
    return list(dict.fromkeys(each for each in found if each is not None))


def expressions_at(code: Code, sites: Iterable[Site]) -> list[ast.expr]:
    """Return the expressions at sites, in order, each once."""
    found = [code.node_at(site, ast.expr) for site in sites]
    return list(dict.fromkeys(each for each in found if each is not None))


def body_of(code: Code, node: ast.AST) -> list[ast.stmt]:
    """Return the statements of the function around a node, or of the module."""
    function = code.function_of(node)
    return function.body if function is not None else code.tree.body


def statements_within(statements: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield statements and those in their blocks, in order, without those of nested functions and classes."""
    for statement in statements:
        yield statement
        if not isinstance(statement, SCOPES):
            for name in ("body", "orelse", "handlers", "finalbody", "cases"):
                for child in getattr(statement, name, []):
                    if isinstance(child, ast.stmt):
                        yield from statements_within([child])
                    elif isinstance(child, (ast.ExceptHandler, ast.match_case)):
                        yield from statements_within(child.body)


def ancestor_in(code: Code, statement: ast.stmt, block: list[ast.stmt]) -> ast.stmt | None:
    """Return the statement of a block that is or contains a statement; None if there is none."""
    return next((each for each in (statement, *code.around(statement)) if isinstance(each, ast.stmt) and each in block), None)


def neighbours(code: Code, statement: ast.stmt, alike: Callable[[ast.stmt], object]) -> list[ast.stmt]:
    """Return the run of adjacent statements of one kind that contains a statement."""
    block = code.block_of(statement)
    first = last = block.index(statement)
    while first > 0 and alike(block[first - 1]):
        first -= 1
    while last + 1 < len(block) and alike(block[last + 1]):
        last += 1
    return block[first : last + 1]


def changed_statements(before: Code, after: Code, edits: Sequence[Edit]) -> tuple[list[ast.stmt], list[ast.stmt]]:
    """Return the statements of a module that edits change, and what they are after the edits.

    Args:
        edits: the edits that make one text of the other, in order.
    """
    old, new = before.tree.body, after.tree.body
    first, last = edits[0].start, max(edit.end for edit in edits)
    shift = len(after.text) - len(before.text)
    most = min(len(old), len(new))
    head = 0
    while head < most and max(before.end(old[head]), after.end(new[head])) < first:
        head += 1
    tail = 0
    while tail < most - head and min(before.start(old[-1 - tail]), after.start(new[-1 - tail]) - shift) > last:
        tail += 1
    return old[head : len(old) - tail], new[head : len(new) - tail]


def nodes_within(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and its descendants, without nested functions and classes."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, SCOPES):
            yield from nodes_within(child)


def named(code: Code, *nodes: ast.expr, otherwise: str = "the tensor") -> str:
    """Return expressions as a message names them: as in the source, if that is short."""
    spelled = list(dict.fromkeys(code.spelled(each) for each in nodes))
    text = " and ".join(f"`{each}`" for each in spelled)
    return text if len(text) <= LONGEST_NAME and text.isprintable() else otherwise if len(spelled) == 1 else f"{otherwise}s"


def called_module(code: Code, call: ast.Call) -> str:
    """Return the name of a called module for a message."""
    return named(code, call.func, otherwise="the module")


def root_name(node: ast.expr) -> str:
    """Return the name at the start of an attribute or subscript chain; "" if there is none."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def same(one: ast.AST, two: ast.AST) -> bool:
    """Return True if two expressions are the same, whether they are read or bound."""
    return ast.unparse(one) == ast.unparse(two)


def target_of(statement: ast.stmt, value: ast.expr | None = None) -> ast.expr | None:
    """Return the only target of an assignment; None for any other statement."""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and value in (None, statement.value):
        return statement.targets[0]
    return None


def calls(node: ast.AST, *names: str) -> Iterator[ast.Call]:
    """Return the calls of functions or methods with these names in a piece of code."""
    for each in ast.walk(node):
        if isinstance(each, ast.Call) and last_name(each.func) in names:
            yield each
