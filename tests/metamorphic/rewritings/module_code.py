"""The code of the module in a function, or in a method with its variables on self."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

import libcst as cst

from metamorphic.rewritings.rewriting import (
    Files,
    Statement,
    code,
    is_definition,
    is_docstring,
    is_import,
    reflects,
    single,
    statement,
    usage,
    visited,
)


@dataclass(frozen=True)
class Division:
    """A module: the statements that stay where they are, the code that runs once they have run, and the variables that both use."""

    staying: Sequence[Statement]
    moved: Sequence[Statement]
    shared: frozenset[str]


def division(module: cst.Module) -> Division | None:
    """Divide a module, None if it has no code that can be moved.

    Imports and definitions stay, and so does the code before a definition that needs a variable of it when it is made (a decorator, a
    default, a base class, the body of a class), or that then calls a function which needs it.
    """
    if reflects(module):
        return None
    body = list(module.body)
    needed = _needed_at_definitions(body)
    first = 0
    written: set[str] = set()
    for index, item in enumerate(body):
        if needed[index] & written:
            first = index
        if not is_definition(item) and not is_import(item):
            written |= usage([item]).writes
    stays = [index < first or is_definition(item) or is_import(item) or is_docstring(item) for index, item in enumerate(body)]
    moved = [part for item, stay in zip(body, stays, strict=True) if not stay for part in _unguarded(item)]
    if not moved:
        return None
    staying = [item for item, stay in zip(body, stays, strict=True) if stay]
    own = usage(moved).writes
    read = {name for item in staying if is_definition(item) for name in usage([item]).reads | _globals_of(item)}
    early = usage([item for item in staying if not is_definition(item) and not is_import(item)]).writes
    return Division(staying, moved, frozenset(own & (read | early)))


def _globals_of(item: cst.CSTNode) -> set[str]:
    return {name for node in ast.walk(ast.parse(code([item]))) if isinstance(node, ast.Global) for name in node.names}


def _unguarded(item: Statement) -> Sequence[Statement]:
    """Return the statements of `if __name__ == "__main__":`, or the statement itself."""
    guard = isinstance(item, cst.If) and "__name__" in code([item.with_changes(body=cst.SimpleStatementSuite([cst.Pass()]))])
    if guard and isinstance(item, cst.If) and item.orelse is None and isinstance(item.body, cst.IndentedBlock):
        return [part for part in item.body.body if isinstance(part, cst.SimpleStatementLine | cst.BaseCompoundStatement)]
    return [item]


def _needed_at_definition(item: cst.CSTNode) -> set[str]:
    if not is_definition(item):
        return set()
    (tree,) = ast.parse(code([item])).body
    parts: list[ast.AST] = list(getattr(tree, "decorator_list", []))
    if isinstance(tree, ast.FunctionDef | ast.AsyncFunctionDef):
        parts += [tree.args, *filter(None, [tree.returns])]
    elif isinstance(tree, ast.ClassDef):
        parts += [*tree.bases, *tree.keywords]
        for part in tree.body:
            parts += [part.args, *part.decorator_list] if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef) else [part]
    return {node.id for part in parts for node in ast.walk(part) if isinstance(node, ast.Name)}


def _needed_at_definitions(body: Sequence[Statement]) -> list[set[str]]:
    """Return for each statement of a module the names that it needs when it is made: a decorator is called then, so its names are, too."""
    inside = {item.name.value: set(usage([item]).reads) for item in body if isinstance(item, cst.FunctionDef | cst.ClassDef)}
    found: list[set[str]] = []
    for item in body:
        needed: set[str] = set()
        new = _needed_at_definition(item)
        while new:
            needed |= new
            new = {name for used in new for name in inside.get(used, ())} - needed
        found.append(needed)
    return found


def in_main(module: cst.Module) -> Files | None:
    """Move the code of the module into `main()`."""
    found = division(module)
    if found is None:
        return None
    name = "start" if "main(" in module.code else "main"
    body = [*_declared(found.shared), *found.moved]
    function = statement(f"def {name}():\n    pass\n").with_changes(body=cst.IndentedBlock(body))
    return single(module.with_changes(body=[*found.staying, function, statement(f'if __name__ == "__main__":\n    {name}()\n')]))


def _declared(names: frozenset[str]) -> list[Statement]:
    return [statement(f"global {', '.join(sorted(names))}\n")] if names else []


def on_self(module: cst.Module) -> Files | None:
    """Move the code of the module into a method, with its variables on self."""
    found = division(module)
    if found is None:
        return None
    tree = ast.parse(code(found.moved))
    other = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    other |= {
        name.id
        for node in ast.walk(tree)
        if isinstance(node, ast.comprehension)
        for name in ast.walk(node.target)
        if isinstance(name, ast.Name)
    }
    other |= {node.target.id for node in ast.walk(tree) if isinstance(node, ast.NamedExpr)}
    other |= {node.name for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler) and node.name}
    other |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    other |= {
        name.id for function in ast.walk(tree) if isinstance(function, ast.FunctionDef | ast.Lambda)
        for name in ast.walk(function) if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
    }  # fmt: skip
    other |= {item.split(".", 1)[0] for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom) for item in _imported(node)}
    stored = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    own = stored - other - found.shared
    if not own:
        return None
    body = [*_declared(found.shared), *visited(found.moved, _OnSelf(own))]
    method = statement("def run(self):\n    pass\n").with_changes(body=cst.IndentedBlock(body))
    program = statement("class Program:\n    pass\n").with_changes(body=cst.IndentedBlock([method]))
    return single(module.with_changes(body=[*found.staying, program, statement("Program().run()\n")]))


def _imported(node: ast.Import | ast.ImportFrom) -> list[str]:
    return [item.asname or item.name for item in node.names]


class _OnSelf(cst.CSTTransformer):
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

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.BaseExpression:
        del original_node
        return cst.Attribute(cst.Name("self"), updated_node) if updated_node.value in self._names else updated_node
