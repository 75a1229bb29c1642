"""Grad mode: how a file spells no_grad, where it is off, and what is put under it or taken out of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from graphlint.autograd.events import Site
from graphlint.fixes.blocks import decorated, item_removed, undecorated, wrapped
from graphlint.fixes.edits import Edits, replaced
from graphlint.fixes.lookups import last_name, nodes_within
from graphlint.rule.code import FUNCTIONS, SCOPES, Code, Function
from graphlint.source.text_edits import Edit

OFF = ("no_grad", "inference_mode", "set_grad_enabled")
PAUSES = (ast.Yield, ast.YieldFrom, ast.Await, ast.AsyncFor, ast.AsyncWith)


def no_grad(code: Code) -> str | None:
    """The call of no_grad as this file spells it; None where it imports neither torch nor the name: no import is added.

    Args:
        code: the file.
    """
    if code.torch is not None:
        return f"{code.torch}.no_grad()"
    for node in ast.walk(code.tree):
        if isinstance(node, ast.ImportFrom) and node.module in ("torch", "torch.autograd"):
            for alias in node.names:
                if alias.name == "no_grad":
                    return f"{alias.asname or alias.name}()"
    return None


def under_no_grad(code: Code, statements: Sequence[ast.stmt], mode: str | None = None) -> Edits:
    """Statements put under no_grad; as they are, where grad mode is off already. None for definitions, and where one of them pauses, for
    the mode would then hold for whoever goes on.

    Args:
        code: the file.
        statements: statements that follow one another in a block.
        mode: another mode than no_grad.
    """
    if mode is None and is_off(code, statements[0]):
        return ()
    mode = mode or no_grad(code)
    pauses = any(isinstance(each, PAUSES) for statement in statements for each in nodes_within(statement))
    if mode is None or pauses or any(isinstance(each, SCOPES) for each in statements):
        return None
    return wrapped(code, statements, f"with {mode}:")


def is_off(code: Code, node: ast.AST) -> bool:
    """Whether the innermost `with` or decorator around a place that sets grad mode switches it off.

    Args:
        code: the file.
        node: the place.
    """
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
    """Whether a context manager or decorator is one that switches grad mode off.

    Args:
        manager: the expression.
    """
    name = mode_of(manager)
    return _is_given(manager, False) if name == "set_grad_enabled" else bool(name)


def switches_on(manager: ast.expr) -> bool:
    """Whether a context manager, a decorator or a statement's call switches grad mode on.

    Args:
        manager: the expression.
    """
    name = last_name(manager.func if isinstance(manager, ast.Call) else manager)
    return name == "enable_grad" or (name == "set_grad_enabled" and _is_given(manager, True))


def mode_of(node: ast.expr) -> str:
    """Which grad mode an expression makes or names; "" for none.

    Args:
        node: what a `with` enters or a decorator is.
    """
    name = last_name(node.func if isinstance(node, ast.Call) else node)
    return name if name in OFF else ""


def modes_around(code: Code, sites: Sequence[Site]) -> Iterator[tuple[ast.AST, ast.expr]]:
    """The blocks and decorators around some places that may switch grad mode off, from the inside out: the block or the function, and
    the mode.

    Args:
        code: the file.
        sites: the places, from the inside out.
    """
    for site in sites:
        statement = code.statement_at(site)
        for node in (statement, *code.around(statement)) if statement is not None else ():
            if isinstance(node, ast.With):
                yield from ((node, item.context_expr) for item in node.items if _mode(code, item.context_expr))
            elif isinstance(node, FUNCTIONS):
                yield from ((node, each) for each in node.decorator_list if mode_of(each))
                break


def mode_removed(code: Code, holder: ast.AST, mode: ast.expr) -> Edits:
    """A block or a function without the mode that it is run in.

    Args:
        code: the file.
        holder: the block or the function.
        mode: what it enters or is decorated with.
    """
    if isinstance(holder, ast.With):
        return item_removed(code, holder, next(item for item in holder.items if item.context_expr is mode))
    return undecorated(code, mode) if isinstance(holder, FUNCTIONS) else None


def no_grad_for(code: Code, mode: ast.expr) -> Edits:
    """`no_grad` in place of another mode that takes no argument.

    Args:
        code: the file.
        mode: `torch.inference_mode()`, called or not, or the name of a variable that holds it.
    """
    if isinstance(mode, ast.Name) and mode.id not in OFF:
        made = _assigned(code, mode.id)
        return no_grad_for(code, made) if made is not None else None
    if isinstance(mode, ast.Call) and (mode.args or mode.keywords):
        return None
    maker, spelled = mode.func if isinstance(mode, ast.Call) else mode, no_grad(code)
    if isinstance(maker, ast.Attribute):
        return (Edit(code.end(maker) - len(maker.attr), code.end(maker), "no_grad"),)
    return replaced(code, maker, spelled.removesuffix("()")) if spelled else None


def function_under_no_grad(code: Code, function: Function) -> Edits:
    """A function decorated with no_grad.

    Args:
        code: the file.
        function: the function.
    """
    mode = no_grad(code)
    if mode is None or isinstance(function, ast.AsyncFunctionDef):
        return None
    return decorated(code, function, f"@{mode}")


def _is_given(call: ast.expr, value: bool) -> bool:
    """Whether a call is given this constant."""
    given = [*call.args, *(each.value for each in call.keywords)] if isinstance(call, ast.Call) else []
    return any(isinstance(each, ast.Constant) and each.value is value for each in given)


def _mode(code: Code, node: ast.expr) -> str:
    made = _assigned(code, node.id) if isinstance(node, ast.Name) else None
    return mode_of(node) or (mode_of(made) if made is not None else "")


def _assigned(code: Code, name: str) -> ast.expr | None:
    """What the only assignment to a name in the file binds it to."""
    found = [
        node.value
        for node in ast.walk(code.tree)
        if isinstance(node, ast.Assign) and any(isinstance(target, ast.Name) and target.id == name for target in node.targets)
    ]
    return found[0] if len(found) == 1 else None
