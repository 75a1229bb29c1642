"""A copy of a program's tree with markers: what a library cannot see (iterations, statements, dropped values) is told by calls.

Every marker is a call of a method of one object, bound to the name `MARKER`; original nodes keep their positions, so that what the
interpreter says about the instruction under way is true of the program's own text.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from graphlint.ir.discarded_results import discarded_method

MARKER = "__graphlint__"
Span = tuple[int, int, int, int]


@dataclass(frozen=True)
class Marked:
    """The marked tree, and what can be read off the text alone.

    `spans` are the statements by number, `loops` the loops; `around` are for each line the words of the conditions and iterables around
    it, `literal` the spans of calls that write retain_graph=True, `computed` those that compute it; `stores` leads from an attribute that
    is assigned to its statement; `in_vain` are the statements that bind a loop's variable to what is detached and is not read again.
    """

    tree: ast.Module
    spans: Mapping[int, Span]
    loops: Mapping[int, Span]
    around: Mapping[int, tuple[str, ...]]
    literal: frozenset[Span]
    computed: frozenset[Span]
    stores: Mapping[Span, Span]
    in_vain: Mapping[Span, str]


def span(node: ast.AST) -> Span:
    """Where a node stands: lines from 1, columns in UTF-8 bytes."""
    return (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]


def mark(text: str | bytes, path: str) -> Marked:
    """The marked tree of a program.

    Args:
        text: the program.
        path: its name, for errors.

    Raises:
        SyntaxError: if it does not parse.
    """
    tree = ast.parse(text, path)
    around = words_around(tree)
    literal, computed = retained(tree)
    stores = {
        span(target): span(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Attribute)
    }
    vain = in_vain(tree)
    marker = _Marker()
    marked = marker.visit(tree)
    ast.fix_missing_locations(marked)
    return Marked(marked, marker.spans, marker.loops, around, literal, computed, stores, vain)


def call(method: str, arguments: Iterable[ast.expr], like: ast.AST) -> ast.Call:
    """MARKER.method(arguments), placed where `like` stands."""
    made = ast.Call(ast.Attribute(ast.Name(MARKER, ast.Load()), method, ast.Load()), list(arguments), [])
    for node in ast.walk(made):
        if "lineno" in node._attributes and not hasattr(node, "lineno"):
            ast.copy_location(node, like)
    return made


class _Marker(ast.NodeTransformer):
    """Puts the markers in."""

    def __init__(self) -> None:
        self.spans: dict[int, Span] = {}
        self.loops: dict[int, Span] = {}
        self.depth = 0

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                setattr(node, name, self.marked(block))
        return node

    def marked(self, block: list[ast.stmt]) -> list[ast.stmt]:
        """A block with a marker behind each statement that can store something."""
        result: list[ast.stmt] = []
        for statement in block:
            result.append(statement)
            if isinstance(statement, (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr)) and not is_text(statement):
                number = len(self.spans)
                self.spans[number] = getattr(statement, "whole", span(statement))
                result.append(ast.copy_location(ast.Expr(call("after", [ast.Constant(number)], statement)), statement))
        return result

    def loop(self, node: ast.For | ast.While | ast.AsyncFor) -> list[ast.stmt]:
        """A loop that tells of its begin, its turns and its end."""
        number = len(self.loops)
        self.loops[number] = span(node)
        self.generic_visit(node)
        begin, turn, end = (ast.Expr(call(name, [ast.Constant(number)], node)) for name in ("begin", "turn", "end"))
        node.body.insert(0, ast.copy_location(turn, node))
        return [ast.copy_location(begin, node), node, ast.copy_location(end, node)]

    visit_For = visit_While = visit_AsyncFor = loop  # noqa: N815 - ast's names

    def comprehension(self, node: ast.comprehension) -> ast.AST:
        """A comprehension's iterable tells of its turns."""
        self.generic_visit(node)
        if not node.is_async:
            number = len(self.loops)
            self.loops[number] = span(node.iter)
            node.iter = call("each", [ast.Constant(number), node.iter], node.iter)
        return node

    visit_comprehension = comprehension

    def function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        """A function that tells of its begin."""
        self.generic_visit(node)
        place = 1 if node.body and is_text(node.body[0]) else 0
        node.body.insert(place, ast.copy_location(ast.Expr(call("enter", [], node.body[0])), node.body[0]))
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = function  # noqa: N815 - ast's names

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        """A value that is thrown away is shown first."""
        whole = span(node)
        method = discarded_method(node.value)
        self.generic_visit(node)
        if is_text(node) or isinstance(node.value, (ast.Yield, ast.YieldFrom, ast.Await)):
            return node
        kind = "attribute" if isinstance(node.value, ast.Attribute) else "call" if isinstance(node.value, ast.Call) else ""
        node.value = call("dropped", [node.value, ast.Constant(kind), ast.Constant(method)], node.value)
        node.whole = whole  # type: ignore[attr-defined]
        return node

    def visit_withitem(self, node: ast.withitem) -> ast.AST:
        """A context manager is shown before it is entered."""
        self.generic_visit(node)
        node.context_expr = call("manager", [node.context_expr], node.context_expr)
        return node


def is_text(node: ast.stmt) -> bool:
    """Whether a statement is a docstring or another constant."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def words_around(tree: ast.Module) -> dict[int, tuple[str, ...]]:
    """For each line, the names in the conditions and iterables around it, outermost first; a function begins anew."""
    found: dict[int, tuple[str, ...]] = {}

    def names(node: ast.AST) -> tuple[str, ...]:
        parts: list[str] = []
        for each in ast.walk(node):
            if isinstance(each, ast.Name):
                parts.append(each.id)
            elif isinstance(each, ast.Attribute):
                parts.append(each.attr)
            elif isinstance(each, ast.Constant) and isinstance(each.value, str):
                parts.append(each.value)
        return tuple(parts)

    def visit(node: ast.AST, words: tuple[str, ...]) -> None:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            words = ()
        if isinstance(node, ast.stmt):
            found.setdefault(node.lineno, words)
        inner = words
        if isinstance(node, (ast.For, ast.AsyncFor)):
            inner = (*words, *names(node.iter))
        elif isinstance(node, (ast.If, ast.While)):
            inner = (*words, *names(node.test))
        for child in ast.iter_child_nodes(node):
            visit(child, inner)

    visit(tree, ())
    return found


def retained(tree: ast.Module) -> tuple[frozenset[Span], frozenset[Span]]:
    """The calls that write retain_graph=True, and those that compute its value."""
    literal: set[Span] = set()
    computed: set[Span] = set()
    for node in ast.walk(tree):
        for keyword in node.keywords if isinstance(node, ast.Call) else ():
            if keyword.arg == "retain_graph":
                (literal if isinstance(keyword.value, (ast.Constant, ast.Name, ast.Attribute)) else computed).add(span(node))
    return frozenset(literal), frozenset(computed)


def in_vain(tree: ast.Module) -> dict[Span, str]:
    """The statements that bind a loop's variable to something detached, with nothing in the loop that reads it afterwards."""
    found: dict[Span, str] = {}
    for loop in ast.walk(tree):
        if not isinstance(loop, (ast.For, ast.AsyncFor)):
            continue
        targets = {each.id for each in ast.walk(loop.target) if isinstance(each, ast.Name)}
        read = [(each.id, each.lineno) for each in ast.walk(loop) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)]
        for node in ast.walk(loop):
            target = node.targets[0] if isinstance(node, ast.Assign) else None
            if not isinstance(node, ast.Assign) or not isinstance(target, ast.Name) or target.id not in targets or not detaches(node.value):
                continue
            if not any(name == target.id and line > span(node)[2] for name, line in read):
                found[span(node)] = target.id
    return found


def detaches(node: ast.expr) -> bool:
    """Whether an expression is a `.detach()` or a `.data`."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr == "detach"
    return isinstance(node, ast.Attribute) and node.attr == "data"
