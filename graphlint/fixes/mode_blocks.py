"""Grad modes put on and taken off: `no_grad` around statements, blocks and decorators that switch recording off."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from graphlint.autograd.events import Site
from graphlint.fixes.blocks import item_removed, undecorated
from graphlint.fixes.code import FUNCTIONS, Code
from graphlint.fixes.edits import Edits
from graphlint.fixes.model import Edit

OFF = ("no_grad", "inference_mode", "set_grad_enabled")


def spelled_no_grad(code: Code) -> str | None:
    """How this file calls no_grad; None where it cannot without an import more.

    Args:
        code: the file.
    """
    if code.torch is not None:
        return f"{code.torch}.no_grad"
    for node in ast.walk(code.tree):
        if isinstance(node, ast.ImportFrom) and node.module in ("torch", "torch.autograd"):
            for alias in node.names:
                if alias.name == "no_grad":
                    return alias.asname or "no_grad"
    return None


def mode_of(node: ast.expr) -> str:
    """Which grad mode an expression makes or names; "" for none.

    Args:
        node: what a `with` enters or a decorator is.
    """
    node = node.func if isinstance(node, ast.Call) else node
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
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
    named = mode.func if isinstance(mode, ast.Call) else mode
    if isinstance(named, ast.Attribute):
        return (Edit(code.end(named) - len(named.attr), code.end(named), "no_grad"),)
    spelled = spelled_no_grad(code)
    return (Edit(code.start(named), code.end(named), spelled),) if spelled else None


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
