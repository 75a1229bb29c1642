"""Instrumentation of a program: markers report what the shim cannot observe, such as iterations, statements and discarded values.

Every marker is a call of a method of one object, bound to the name `MARKER`. Original nodes keep their positions, so that the positions of
instructions are those of the program's own text.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from graphlint.ir.discarded_results import discarded_method
from graphlint.ir.names import reads
from graphlint.ir.words import words_of, words_of_condition

MARKER = "__graphlint__"
Span = tuple[int, int, int, int]


@dataclass(frozen=True)
class Instrumented:
    """The instrumented tree and facts about the original text.

    `spans` are the statements by number and `loops` the loops. `around` maps a line to the names in the enclosing conditions and iterables.
    `literal` are the spans of calls with a literal retain_graph, `computed` of those that compute it. `passed_on` maps calls to keywords
    whose values are parameters of the enclosing function. `stores` maps an assigned attribute to its statement. `unused_detaches` are the
    statements that assign a detached value to a loop variable that is not read afterwards, `unused_updates` those that assign to it a
    value computed from its own.
    """

    tree: ast.Module
    spans: Mapping[int, Span]
    loops: Mapping[int, Span]
    around: Mapping[int, tuple[str, ...]]
    literal: frozenset[Span]
    computed: frozenset[Span]
    passed_on: Mapping[Span, frozenset[str]]
    stores: Mapping[Span, Span]
    unused_detaches: Mapping[Span, str]
    unused_updates: Mapping[Span, str]


def span(node: ast.AST) -> Span:
    """Return the position of a node: lines from 1, columns in UTF-8 bytes."""
    return (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]


def instrument(text: str | bytes, path: str) -> Instrumented:
    """Instrument a program; `path` is used in errors.

    Raises:
        SyntaxError: if the text does not parse.
    """
    tree = ast.parse(text, path)
    around = enclosing_words(tree)
    literal, computed = retain_graph_calls(tree)
    passed_on = parameters_passed_on(tree)
    stores = {
        span(target): span(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Attribute)
    }
    unused = [unused_assignments(tree, is_meant) for is_meant in (detaches, updates)]
    marker = _MarkerInserter()
    with_markers = marker.visit(tree)
    ast.fix_missing_locations(with_markers)
    return Instrumented(with_markers, marker.spans, marker.loops, around, literal, computed, passed_on, stores, *unused)


def call(method: str, arguments: Iterable[ast.expr], like: ast.AST) -> ast.Call:
    """Return `MARKER.method(arguments)` at the position of `like`."""
    marker = ast.Call(ast.Attribute(ast.Name(MARKER, ast.Load()), method, ast.Load()), list(arguments), [])
    for node in ast.walk(marker):
        if "lineno" in node._attributes and not hasattr(node, "lineno"):
            ast.copy_location(node, like)
    return marker


def _tests_for_attribute(node: ast.Try) -> bool:
    names = (name for handler in node.handlers if handler.type is not None for name in ast.walk(handler.type))
    only_reads = all(isinstance(item, ast.Expr) and not isinstance(item.value, ast.Call) for item in node.body)
    return (only_reads and bool(node.handlers)) or any(isinstance(name, ast.Name) and name.id == "AttributeError" for name in names)


REACHED = (ast.Return, ast.Raise, ast.Assert, ast.Delete, ast.If, ast.For, ast.While, ast.With, ast.FunctionDef, ast.ClassDef)
"""Statements of which a run shows that they were reached: most others have a marker after them."""


def header(node: ast.stmt) -> Span:
    """Return the position of a statement without its block, and with its decorators."""
    line, column, end_line, end_column = span(node)
    decorators = getattr(node, "decorator_list", [])
    body = getattr(node, "body", None)
    if body:
        end_line, end_column = max(line, body[0].lineno - 1), 0
    return (min([line, *(item.lineno for item in decorators)]), column, end_line, end_column)


class _MarkerInserter(ast.NodeTransformer):
    """Inserts the markers."""

    def __init__(self) -> None:
        self.spans: dict[int, Span] = {}
        self.loops: dict[int, Span] = {}
        self.loops_around: list[int] = []
        self.tested: set[ast.stmt] = set()

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                setattr(node, name, self.with_markers(block))
        return node

    def with_markers(self, block: list[ast.stmt]) -> list[ast.stmt]:
        """Return a block with a marker after each statement that can store a value, and one before each other statement."""
        result: list[ast.stmt] = []
        for statement in block:
            if isinstance(statement, REACHED):
                number = len(self.spans)
                self.spans[number] = header(statement)
                result.append(ast.copy_location(ast.Expr(call("reach", [ast.Constant(number)], statement)), statement))
            result.append(statement)
            if (
                isinstance(statement, (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr))
                and not is_constant(statement)
                and not is_marker(statement)
            ):
                number = len(self.spans)
                self.spans[number] = getattr(statement, "whole", span(statement))
                result.append(ast.copy_location(ast.Expr(call("after", [ast.Constant(number)], statement)), statement))
        return result

    def loop(self, node: ast.For | ast.While | ast.AsyncFor) -> list[ast.stmt]:
        """Add markers to a loop: its start, its iterations and its end."""
        number = len(self.loops)
        self.loops[number] = span(node)
        self.loops_around.append(number)
        self.generic_visit(node)
        self.loops_around.pop()
        begin, end = (ast.Expr(call(name, [ast.Constant(number)], node)) for name in ("begin", "end"))
        iteration = call("iterate", [ast.Constant(number), ast.Constant(not node.orelse)], node)
        # An `else` runs only if no `break` ends the loop, so that such a loop is not ended early.
        marker = ast.Expr(iteration) if node.orelse else ast.If(iteration, [ast.copy_location(ast.Break(), node)], [])
        node.body.insert(0, ast.copy_location(marker, node))
        return [ast.copy_location(begin, node), node, ast.copy_location(end, node)]

    visit_For = visit_While = visit_AsyncFor = loop  # noqa: N815 - ast's names

    def comprehension(self, node: ast.comprehension) -> ast.AST:
        """Wrap a comprehension's iterable to record its iterations."""
        self.generic_visit(node)
        if not node.is_async:
            number = len(self.loops)
            self.loops[number] = span(node.iter)
            node.iter = call("iterate_comprehension", [ast.Constant(number), node.iter], node.iter)
        return node

    visit_comprehension = comprehension

    def function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        """Add a marker to the start of a function."""
        outer, self.loops_around = self.loops_around, []
        self.generic_visit(node)
        self.loops_around = outer
        place = 1 if node.body and is_constant(node.body[0]) else 0
        node.body.insert(place, ast.copy_location(ast.Expr(call("enter", [], node.body[0])), node.body[0]))
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = function  # noqa: N815 - ast's names

    def visit_Return(self, node: ast.Return) -> ast.AST:
        """Add a marker to a return from within loops: it ends them once its value is computed."""
        self.generic_visit(node)
        if self.loops_around:
            value = node.value or ast.copy_location(ast.Constant(None), node)
            node.value = call("returned", [value, *map(ast.Constant, reversed(self.loops_around))], node)
        return node

    def visit_Try(self, node: ast.Try) -> ast.AST:
        """Leave alone what a `try` references that expects an attribute to be missing: it names AttributeError, or it only reads."""
        if _tests_for_attribute(node):
            for statement in node.body:
                if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Attribute):
                    self.tested.add(statement)
        return self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        """Pass the discarded value of an expression statement to a marker."""
        whole = span(node)
        method = discarded_method(node.value)
        self.generic_visit(node)
        if is_constant(node) or isinstance(node.value, (ast.Yield, ast.YieldFrom, ast.Await)):
            return node
        if node in self.tested:
            return node
        kind = "attribute" if isinstance(node.value, ast.Attribute) else "call" if isinstance(node.value, ast.Call) else ""
        node.value = call("dropped", [node.value, ast.Constant(kind), ast.Constant(method)], node.value)
        node.whole = whole  # type: ignore[attr-defined]
        return node

    def visit_withitem(self, node: ast.withitem) -> ast.AST:
        """Pass a context manager to a marker before it is entered."""
        self.generic_visit(node)
        node.context_expr = call("manager", [node.context_expr], node.context_expr)
        return node


def is_marker(node: ast.stmt) -> bool:
    """Return whether a statement is a marker of its own: the begin or the end of a loop."""
    function = node.value.func if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) else None
    marks = isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) and function.value.id == MARKER
    return marks and isinstance(function, ast.Attribute) and function.attr in ("begin", "end")


def is_constant(node: ast.stmt) -> bool:
    """Return whether a statement is a docstring or another constant."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def enclosing_words(tree: ast.Module) -> dict[int, tuple[str, ...]]:
    """Map each line to the words of the conditions and iterables around it, outermost first; a function body starts with none."""
    by_line: dict[int, tuple[str, ...]] = {}

    def visit(node: ast.AST, words: tuple[str, ...]) -> None:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            words = ()
        if isinstance(node, ast.stmt):
            by_line.setdefault(node.lineno, words)
        inner = words
        if isinstance(node, (ast.For, ast.AsyncFor)):
            inner = (*words, *words_of(node.iter))
        elif isinstance(node, (ast.If, ast.While)):
            inner = (*words, *words_of_condition(node.test))
        negated = node.orelse if isinstance(node, ast.If) else ()
        for child in ast.iter_child_nodes(node):
            visit(child, words if child in negated else inner)

    visit(tree, ())
    return by_line


def retain_graph_calls(tree: ast.Module) -> tuple[frozenset[Span], frozenset[Span]]:
    """Return the calls with a literal retain_graph argument, and those that compute it."""
    literal: set[Span] = set()
    computed: set[Span] = set()
    for node in ast.walk(tree):
        for keyword in node.keywords if isinstance(node, ast.Call) else ():
            if keyword.arg == "retain_graph":
                (literal if isinstance(keyword.value, (ast.Constant, ast.Name, ast.Attribute)) else computed).add(span(node))
    return frozenset(literal), frozenset(computed)


def parameters_passed_on(tree: ast.Module) -> dict[Span, frozenset[str]]:
    """Map calls to the keywords whose values are parameters of the enclosing function that only its callers set to True.

    A parameter that the function also uses for something else, such as skipping the backward pass, is not only passed on.
    """
    found: dict[Span, frozenset[str]] = {}
    for function in ast.walk(tree):
        if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            continue
        received = {name for name in _set_by_callers(function.args) if reads(function, name) == 1}
        for node in ast.walk(function):
            if isinstance(node, ast.Call):
                names = {item.arg for item in node.keywords if item.arg and isinstance(item.value, ast.Name) and item.value.id in received}
                if names:
                    found[span(node)] = found.get(span(node), frozenset()) | names
    return found


def _set_by_callers(arguments: ast.arguments) -> set[str]:
    """Return the parameters that are True only if a caller sets them."""
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults: list[tuple[ast.arg, ast.expr | None]] = [
        *zip(reversed(positional), reversed(arguments.defaults), strict=False),
        *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
    ]
    spelled = {item.arg for item, default in defaults if isinstance(default, ast.Constant) and default.value is True}
    return {item.arg for item in (*positional, *arguments.kwonlyargs)} - spelled


def unused_assignments(tree: ast.Module, is_meant: Callable[[ast.expr, str], bool]) -> dict[Span, str]:
    """Return the statements that assign certain values to a loop variable that is not read later in the loop."""
    assignments: dict[Span, str] = {}
    for loop in ast.walk(tree):
        if not isinstance(loop, (ast.For, ast.AsyncFor)):
            continue
        targets = {name.id for name in ast.walk(loop.target) if isinstance(name, ast.Name)}
        read = [(name.id, name.lineno) for name in ast.walk(loop) if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Load)]
        for node in ast.walk(loop):
            target = node.targets[0] if isinstance(node, ast.Assign) else None
            if not isinstance(node, ast.Assign) or not isinstance(target, ast.Name) or target.id not in targets:
                continue
            if is_meant(node.value, target.id) and not any(name == target.id and line > span(node)[2] for name, line in read):
                assignments[span(node)] = target.id
    return assignments


def updates(node: ast.expr, name: str) -> bool:
    """Return whether an expression computes a value from that of a name."""
    reads = any(isinstance(item, ast.Name) and item.id == name for item in ast.walk(node))
    return reads and isinstance(node, ast.BinOp | ast.Call) and not detaches(node, name)


def detaches(node: ast.expr, name: str) -> bool:  # noqa: ARG001  the signature of `updates`
    """Return whether an expression is a `.detach()` call or a `.data` attribute."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr == "detach"
    return isinstance(node, ast.Attribute) and node.attr == "data"
