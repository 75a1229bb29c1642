"""Gradients with a graph: asked for by autograd.grad, or taken off their leaves after their last use."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.fixes.code import Code
from graphlint.fixes.edits import Edits, inserted_after, inserted_before, removed, replaced

WALKS = ("backward", "grad", "step")


def asked_for(code: Code, walk: ast.Call) -> tuple[str, Edits] | None:
    """`(g,) = torch.autograd.grad(loss, x, create_graph=True)` in place of a backward and the `g = x.grad` that follows it, where
    nothing else reads `.grad`: the leaf, and the edits.

    Args:
        code: the file.
        walk: the backward.
    """
    statement = code.statement_of(walk)
    block = code.block_of(statement)
    place = block.index(statement) + 1
    following = block[place] if place < len(block) else None
    if code.torch is None or not isinstance(statement, ast.Expr) or statement.value is not walk or not isinstance(walk.func, ast.Attribute):
        return None
    if not isinstance(following, ast.Assign) or walk.args or len(walk.keywords) != 1 or walk.func.attr != "backward":
        return None
    name, read = following.targets[0], following.value
    if not isinstance(name, ast.Name) or len(following.targets) != 1 or not isinstance(read, ast.Attribute) or read.attr != "grad":
        return None
    scope = code.function_of(walk) or code.tree
    if sum(isinstance(each, ast.Attribute) and each.attr == "grad" and each is not walk.func and _reads(each) for each in ast.walk(scope)) != 1:
        return None
    leaf, root = code.spelled(read.value), code.spelled(walk.func.value)
    if "\n" in root + leaf or "\r" in root + leaf:
        return None
    call = f"({name.id},) = {code.torch}.autograd.grad({root}, {leaf}, create_graph=True)"
    first, second = replaced(code, statement, call), removed(code, following)
    return (leaf, (*first, *second)) if first is not None and second is not None else None


def _reads(node: ast.Attribute) -> bool:
    """Whether an attribute named grad is a tensor's, and not the function of torch.autograd."""
    return not (isinstance(node.value, ast.Attribute) and node.value.attr == "autograd")


def taken_off(code: Code, walk: ast.Call) -> Iterator[tuple[str, Edits]]:
    """`x.grad = None`, or `module.zero_grad()`, after the last use of the gradients: what is reset, and the edits.

    Args:
        code: the file.
        walk: the backward.
    """
    statement = code.statement_of(walk)
    block = code.block_of(statement)
    after = block[block.index(statement) :]
    reads = [each for part in after[1:] for each in ast.walk(part) if isinstance(each, ast.Attribute) and each.attr == "grad" and _reads(each)]
    owners = {code.spelled(each.value): each for each in reads}
    resets: dict[str, str] = {}
    for spelled, node in owners.items():
        module = _module_of(code, node)
        if module is not None:
            resets[module] = f"{module}.zero_grad()"
        elif isinstance(node.value, ast.Name | ast.Attribute):
            resets[spelled] = f"{spelled}.grad = None"
    last = _last_use(code, after)
    if resets and last is not None:
        place = inserted_before if isinstance(last, ast.Return) else inserted_after
        yield " and ".join(f"`{each}`" for each in resets), place(code, last, *resets.values())


def _module_of(code: Code, node: ast.Attribute) -> str | None:
    """The module whose parameters a loop or a comprehension goes through, where `.grad` is read of its variable."""
    if not isinstance(node.value, ast.Name):
        return None
    for around in code.around(node):
        loops = [around] if isinstance(around, ast.For) else getattr(around, "generators", [])
        for loop in loops:
            if any(isinstance(each, ast.Name) and each.id == node.value.id for each in ast.walk(loop.target)):
                for call in ast.walk(loop.iter):
                    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
                        if call.func.attr in ("parameters", "named_parameters"):
                            return code.spelled(call.func.value)
    return None


def _last_use(code: Code, after: list[ast.stmt]) -> ast.stmt | None:
    """The last statement that reads `.grad` or walks a graph; a return that reads none of them."""
    last = after[0]
    for each in after[1:]:
        nodes = list(ast.walk(each))
        grads = any(isinstance(node, ast.Attribute) and node.attr == "grad" and _reads(node) for node in nodes)
        walks = any(isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in WALKS for node in nodes)
        if isinstance(each, ast.Return):
            return None if grads else each if walks else last
        if grads or walks:
            last = each
    return last
