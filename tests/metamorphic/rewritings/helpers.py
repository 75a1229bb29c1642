"""Pieces of a program as functions with arguments, and a function in the place of its call."""

from __future__ import annotations

import ast
from collections.abc import Sequence

import libcst as cst

from metamorphic.rewritings.rewriting import (
    Files,
    Statement,
    Usage,
    code,
    is_definition,
    is_import,
    reflects,
    single,
    statement,
    usage,
    visited,
)

HELPER = "helper"
LEAVING = (
    ast.Return, ast.Yield, ast.YieldFrom, ast.Await, ast.Global, ast.Nonlocal, ast.Delete, ast.Import, ast.ImportFrom, ast.FunctionDef,
    ast.ClassDef, ast.NamedExpr, ast.Lambda,
)  # fmt: skip


def extracted_body(module: cst.Module) -> Files | None:
    """Make the body of the first loop of the program a function; what an iteration reads becomes its arguments."""
    return _extracted(module, whole=False)


def extracted_loop(module: cst.Module) -> Files | None:
    """Make the first loop of the program a function; the model, the loss function and the optimizer become its arguments."""
    return _extracted(module, whole=True)


def _extracted(module: cst.Module, *, whole: bool) -> Files | None:
    if reflects(module) or HELPER in module.code or "super()" in module.code:
        return None
    found = _loop(module)
    if found is None:
        return None
    top, loop, before = found
    body = [loop] if whole else list(loop.body.body)
    piece = usage(body)
    if not _movable(body, whole=whole):
        return None
    targets = usage([loop.with_changes(body=cst.IndentedBlock([statement("pass\n")]), orelse=None)]).writes
    bound = set(before) | (set() if whole else set(targets))
    given = sorted((piece.reads | (piece.writes & bound)) & bound)
    later = _read_elsewhere(module, loop)
    carried = set() if whole else set(given) - set(targets)
    returned = sorted(name for name in piece.writes if name in later or name in carried)
    if any(name not in given and name not in piece.certain for name in returned):
        return None
    last = [statement(f"return {', '.join(returned)}\n")] if returned else []
    function = statement(f"def {HELPER}({', '.join(given)}):\n    pass\n").with_changes(body=cst.IndentedBlock([*body, *last]))
    call = statement(f"{', '.join(returned) + ' = ' if returned else ''}{HELPER}({', '.join(given)})\n")
    new = call if whole else loop.with_changes(body=loop.body.with_changes(body=[call]))
    changed = module.deep_replace(loop, new)
    assert isinstance(changed, cst.Module)
    place = [item is top for item in module.body].index(True)
    return single(changed.with_changes(body=[*changed.body[:place], function, *changed.body[place:]]))


def _loop(module: cst.Module) -> tuple[cst.CSTNode, cst.For | cst.While, frozenset[str]] | None:
    """Return the first loop of the module or of a function, its statement of the module, and the variables bound before it."""
    for index, top in enumerate(module.body):
        earlier = [item for item in module.body[:index] if not is_definition(item) and not is_import(item)]
        if isinstance(top, cst.For | cst.While) and isinstance(top.body, cst.IndentedBlock) and top.orelse is None:
            return top, top, usage(earlier).writes
        if isinstance(top, cst.FunctionDef) and isinstance(top.body, cst.IndentedBlock):
            for place, item in enumerate(top.body.body):
                if isinstance(item, cst.For | cst.While) and isinstance(item.body, cst.IndentedBlock) and item.orelse is None:
                    parameters = {node.arg for node in ast.walk(ast.parse(code([top]))) if isinstance(node, ast.arg)}
                    return top, item, usage(top.body.body[:place]).writes | parameters
    return None


def _movable(body: Sequence[cst.CSTNode], *, whole: bool) -> bool:
    tree = ast.parse(code(body))
    if any(isinstance(node, LEAVING) for node in ast.walk(tree)):
        return False
    return whole or not _leaves(tree)


def _leaves(node: ast.AST) -> bool:
    """Return whether a break or continue belongs to a loop around a piece of the program."""
    return any(
        isinstance(child, ast.Break | ast.Continue) or (not isinstance(child, ast.For | ast.While) and _leaves(child))
        for child in ast.iter_child_nodes(node)
    )


def _read_elsewhere(module: cst.Module, loop: cst.CSTNode) -> set[str]:
    rest = module.deep_replace(loop, cst.parse_statement("pass\n"))
    assert isinstance(rest, cst.Module)
    read = {node.id for node in ast.walk(ast.parse(rest.code)) if isinstance(node, ast.Name)}
    if isinstance(loop, cst.While):
        read |= {
            node.id
            for node in ast.walk(ast.parse(code([loop.with_changes(body=cst.SimpleStatementSuite([cst.Pass()]))])))
            if isinstance(node, ast.Name)
        }
    return read


def inlined(module: cst.Module) -> Files | None:
    """Put the body of a function in the place of its only call, with other names for its variables."""
    if reflects(module):
        return None
    tree = ast.parse(module.code)
    used = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)]
    for function in module.body:
        if isinstance(function, cst.FunctionDef) and used.count(function.name.value) == 1 and _plain(function):
            change = _Inlining(function)
            without = module.with_changes(body=[item for item in module.body if item is not function])
            new = without.visit(change)
            return single(new) if change.done else None
    return None


def _plain(function: cst.FunctionDef) -> bool:
    """Return whether a function has only plain parameters, and returns at its end only."""
    parameters = function.params
    if function.decorators or not isinstance(function.body, cst.IndentedBlock) or function.asynchronous:
        return False
    if parameters.kwonly_params or parameters.posonly_params or parameters.star_kwarg or isinstance(parameters.star_arg, cst.Param):
        return False
    if any(item.default is not None for item in parameters.params):
        return False
    body = list(function.body.body)
    tree = ast.parse(code(body[:-1]))
    last = ast.parse("def f():\n" + "".join(f"    {line}\n" for line in code(body[-1:]).splitlines()))
    returns = [node for node in ast.walk(last) if isinstance(node, ast.Return)]
    at_end = not returns or (
        isinstance(body[-1], cst.SimpleStatementLine) and isinstance(body[-1].body[-1], cst.Return) and len(body[-1].body) == 1
    )
    leaves = [node for node in (*ast.walk(tree), *ast.walk(last)) if isinstance(node, LEAVING) and node not in returns]
    return at_end and len(leaves) <= 1 and not any(isinstance(node, LEAVING) for node in ast.walk(tree))


class _Inlining(cst.CSTTransformer):
    """Replaces a statement that calls the function, or binds its result, by the body of the function."""

    def __init__(self, function: cst.FunctionDef) -> None:
        self._function = function
        self.done = False

    def leave_SimpleStatementLine(
        self, original_node: cst.SimpleStatementLine, updated_node: cst.SimpleStatementLine
    ) -> cst.SimpleStatementLine | cst.FlattenSentinel[Statement]:
        del original_node
        only = updated_node.body[0]
        value = only.value if isinstance(only, cst.Expr | cst.Assign) else None
        if len(updated_node.body) != 1 or not isinstance(value, cst.Call) or not isinstance(value.func, cst.Name):
            return updated_node
        if value.func.value != self._function.name.value or any(item.keyword or item.star for item in value.args):
            return updated_node
        parameters = [item.name.value for item in self._function.params.params]
        if len(value.args) != len(parameters):
            return updated_node
        assert isinstance(self._function.body, cst.IndentedBlock)
        body = list(self._function.body.body)
        own = {*parameters, *_local(body)}
        names = _Suffixed(own)
        bound = [
            statement(f"{name}_inlined = {code([argument.value])}\n", updated_node)
            for name, argument in zip(parameters, value.args, strict=True)
        ]
        result = "None"
        last = body[-1]
        if isinstance(last, cst.SimpleStatementLine) and isinstance(last.body[-1], cst.Return):
            returned = last.body[-1].value
            body[-1] = statement(f"result_inlined = {code([returned]) if returned is not None else 'None'}\n", last)
            result = "result_inlined"
        inside = visited(body, names)
        after = [updated_node.with_changes(body=[only.with_changes(value=cst.parse_expression(result))])]
        self.done = True
        return cst.FlattenSentinel([*bound, *inside, *(after if isinstance(only, cst.Assign) else [])])


def _local(body: Sequence[cst.CSTNode]) -> frozenset[str]:
    kept = [item for item in body if not (isinstance(item, cst.SimpleStatementLine) and isinstance(item.body[-1], cst.Return))]
    found: Usage = usage(kept)
    return found.writes


class _Suffixed(cst.CSTTransformer):
    def __init__(self, names: set[str]) -> None:
        self._names = names

    def visit_Attribute(self, node: cst.Attribute) -> bool:
        del node
        return False

    def leave_Attribute(self, original_node: cst.Attribute, updated_node: cst.Attribute) -> cst.Attribute:
        del original_node
        return updated_node.with_changes(value=updated_node.value.visit(self))

    def leave_Arg(self, original_node: cst.Arg, updated_node: cst.Arg) -> cst.Arg:
        return updated_node.with_changes(keyword=original_node.keyword)

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.Name:
        del original_node
        return updated_node.with_changes(value=f"{updated_node.value}_inlined") if updated_node.value in self._names else updated_node
