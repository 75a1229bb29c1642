"""Grad mode: the file's spelling of `no_grad`, enclosing modes, statements moved under a mode or out of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from graphlint.autograd.events import Site
from graphlint.common.names import last_name
from graphlint.fixes.edits import Edits, attribute_renamed, decorated, inserted_before, item_removed, replaced, undecorated, wrapped
from graphlint.fixes.queries.nodes import nodes_within
from graphlint.rule.code import FUNCTIONS, LOOPS, SCOPES, Code, Function

OFF = ("no_grad", "inference_mode", "set_grad_enabled")
SUSPENSIONS = (ast.Yield, ast.YieldFrom, ast.Await, ast.AsyncFor, ast.AsyncWith)


def no_grad(code: Code) -> str | None:
    """Return the call of `no_grad` as the file spells it; None if it imports neither torch nor the name."""
    if code.torch is not None:
        return f"{code.torch}.no_grad()"
    for node in ast.walk(code.tree):
        if isinstance(node, ast.ImportFrom) and node.module in ("torch", "torch.autograd"):
            for alias in node.names:
                if alias.name == "no_grad":
                    return f"{alias.asname or alias.name}()"
    return None


def under_no_grad(code: Code, statements: Sequence[ast.stmt], mode: str | None = None) -> Edits:
    """Put consecutive statements under `no_grad` or another mode; no edit where grad mode is off already.

    Return None for definitions, and for statements that suspend, since the mode would then hold for the code that resumes.
    """
    if mode is None and is_off(code, statements[0]):
        return ()
    imported = () if mode or no_grad(code) else _torch_imported(code)
    mode = mode or no_grad(code) or "torch.no_grad()"
    suspends = any(isinstance(each, SUSPENSIONS) for statement in statements for each in nodes_within(statement))
    if imported is None or suspends or any(isinstance(each, SCOPES) for each in statements):
        return None
    edits = wrapped(code, statements, f"with {mode}:")
    return None if edits is None else (*imported, *edits)


def smallest_block(code: Code, statement: ast.stmt) -> ast.stmt:
    """Return the outermost loop that contains only this statement, also under a condition; else the statement."""
    loop, inner, parent = statement, statement, code.parent(statement)
    while isinstance(parent, (*LOOPS, ast.If)) and parent.body == [inner] and not parent.orelse:
        inner, loop = parent, parent if isinstance(parent, LOOPS) else loop
        parent = code.parent(parent)
    return loop


def _torch_imported(code: Code) -> Edits:
    """Insert `import torch` before the first import from torch at the module's start; None if there is none, or the name is in use."""
    imports = [each for each in code.tree.body if isinstance(each, (ast.Import, ast.ImportFrom)) and _is_of_torch(each)]
    names = {getattr(node, field, None) for node in ast.walk(code.tree) for field in ("id", "arg", "asname", "name")}
    if not imports or "torch" in names:
        return None
    return inserted_before(code, imports[0], "import torch")


def _is_of_torch(statement: ast.Import | ast.ImportFrom) -> bool:
    """Return True if a statement imports torch or a module of it."""
    if isinstance(statement, ast.ImportFrom):
        return not statement.level and (statement.module or "").partition(".")[0] == "torch"
    return any(alias.name.partition(".")[0] == "torch" for alias in statement.names)


def is_off(code: Code, node: ast.AST) -> bool:
    """Return True if the innermost enclosing `with` or decorator that sets grad mode switches it off."""
    for each in code.around(node):
        managers: list[ast.expr] = []
        if isinstance(each, (ast.With, ast.AsyncWith)):
            managers = [item.context_expr for item in each.items]
        elif isinstance(each, FUNCTIONS):
            managers = each.decorator_list
        for manager in reversed(managers):
            if switches_off(manager) or switches_on(manager):
                return switches_off(manager)
        if isinstance(each, FUNCTIONS):
            return False
    return False


def switches_off(manager: ast.expr) -> bool:
    """Return True if a context manager or decorator switches grad mode off."""
    name = mode_of(manager)
    return _has_constant(manager, False) if name == "set_grad_enabled" else bool(name)


def switches_on(manager: ast.expr) -> bool:
    """Return True if a context manager, a decorator or a call switches grad mode on."""
    name = last_name(manager.func if isinstance(manager, ast.Call) else manager)
    return name == "enable_grad" or (name == "set_grad_enabled" and _has_constant(manager, True))


def mode_of(node: ast.expr) -> str:
    """Return the name of the grad mode that an expression creates or names, "" for none."""
    name = last_name(node.func if isinstance(node, ast.Call) else node)
    return name if name in OFF else ""


def modes_around(code: Code, sites: Sequence[Site]) -> Iterator[tuple[ast.AST, ast.expr]]:
    """Yield the blocks and functions around some sites that may switch grad mode off, from the inside out, with the mode's expression."""
    for site in sites:
        statement = code.statement_at(site)
        for node in (statement, *code.around(statement)) if statement is not None else ():
            if isinstance(node, ast.With):
                yield from ((node, item.context_expr) for item in node.items if _mode(code, item.context_expr))
            elif isinstance(node, FUNCTIONS):
                yield from ((node, each) for each in node.decorator_list if mode_of(each))
                break


def mode_removed(code: Code, owner: ast.AST, mode: ast.expr) -> Edits:
    """Remove a mode from the block that enters it or the function that it decorates."""
    if isinstance(owner, ast.With):
        return item_removed(code, owner, next(item for item in owner.items if item.context_expr is mode))
    return undecorated(code, mode) if isinstance(owner, FUNCTIONS) else None


def no_grad_for(code: Code, mode: ast.expr) -> Edits:
    """Replace another mode without arguments, or the variable that holds it, by `no_grad`."""
    if isinstance(mode, ast.Name) and mode.id not in OFF:
        value = _assigned_value(code, mode.id)
        return no_grad_for(code, value) if value is not None else None
    if isinstance(mode, ast.Call) and (mode.args or mode.keywords):
        return None
    function, replacement = mode.func if isinstance(mode, ast.Call) else mode, no_grad(code)
    if isinstance(function, ast.Attribute):
        return attribute_renamed(code, function, "no_grad")
    return replaced(code, function, replacement.removesuffix("()")) if replacement else None


def function_under_no_grad(code: Code, function: Function) -> Edits:
    """Decorate a function with `no_grad`."""
    mode = no_grad(code)
    imported = () if mode else _torch_imported(code)
    edits = decorated(code, function, f"@{mode or 'torch.no_grad()'}")
    if imported is None or edits is None or isinstance(function, ast.AsyncFunctionDef):
        return None
    return (*imported, *edits)


def _has_constant(call: ast.expr, value: bool) -> bool:
    """Return True if a call has this constant as an argument."""
    arguments = [*call.args, *(each.value for each in call.keywords)] if isinstance(call, ast.Call) else []
    return any(isinstance(each, ast.Constant) and each.value is value for each in arguments)


def _mode(code: Code, node: ast.expr) -> str:
    value = _assigned_value(code, node.id) if isinstance(node, ast.Name) else None
    return mode_of(node) or (mode_of(value) if value is not None else "")


def _assigned_value(code: Code, name: str) -> ast.expr | None:
    """Return the value of the only assignment to a name in the file."""
    values = [
        node.value
        for node in ast.walk(code.tree)
        if isinstance(node, ast.Assign) and any(isinstance(target, ast.Name) and target.id == name for target in node.targets)
    ]
    return values[0] if len(values) == 1 else None
