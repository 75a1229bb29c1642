"""Gradients of tensors that are no leaves, and gradients with a graph of their own."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.fixes.edits import Edits, argument_removed, called, inserted_after, inserted_before, removed, replaced
from graphlint.fixes.lookups import same, target_of
from graphlint.rule.code import Code
from graphlint.source.text_edits import Edit

ASKING = "requires_grad_"
WALKS = ("backward", "grad", "step")


def leaf_last(code: Code, made: ast.expr) -> Edits:
    """An expression that asks for a gradient inside and goes on: it asks behind its last operation.

    Args:
        code: the file.
        made: the expression, such as `torch.rand(3, requires_grad=True).view(3, 1)`.
    """
    asking = [(call, edits) for call in ast.walk(made) if isinstance(call, ast.Call) and (edits := _asked(code, call)) is not None]
    behind = called(code, made, f".{ASKING}()")
    if len(asking) != 1 or asking[0][0] is made or behind is None:
        return None
    return tuple(sorted((*asking[0][1], *behind)))


def leaf_of_its_own(code: Code, made: ast.expr) -> Edits:
    """An expression's result cut off from what it was made of, and made a leaf.

    Args:
        code: the file.
        made: the expression.
    """
    return called(code, made, f".detach().{ASKING}()")


def retained(code: Code, made: ast.expr, read: ast.Attribute) -> Edits:
    """`x.retain_grad()` behind the statement that makes x, or before the backward.

    Args:
        code: the file.
        made: the expression that makes the tensor.
        read: the read of its gradient, `x.grad`.
    """
    statement, reading = code.statement_of(made), code.statement_of(read)
    spelled = code.spelled(read.value)
    if not isinstance(read.value, (ast.Name, ast.Attribute, ast.Subscript)) or len(spelled.splitlines()) > 1:
        return None
    target = target_of(statement)
    one_scope = not isinstance(read.value, ast.Name) or code.function_of(statement) is code.function_of(reading)
    if target is not None and one_scope and same(target, read.value):
        return inserted_after(code, statement, f"{spelled}.retain_grad()")
    block = code.block_of(reading)
    for each in block[: block.index(reading)]:
        if any(isinstance(node, ast.Attribute) and node.attr == "backward" for node in ast.walk(each)):
            return inserted_before(code, each, f"{spelled}.retain_grad()")
    return None


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
    if len(_grads(scope)) != 1:
        return None
    leaf, root = code.spelled(read.value), code.spelled(walk.func.value)
    if "\n" in root + leaf or "\r" in root + leaf:
        return None
    call = f"({name.id},) = {code.torch}.autograd.grad({root}, {leaf}, create_graph=True)"
    first, second = replaced(code, statement, call), removed(code, following)
    return (leaf, (*first, *second)) if first is not None and second is not None else None


def taken_off(code: Code, walk: ast.Call) -> Iterator[tuple[str, Edits]]:
    """`x.grad = None`, or `module.zero_grad()`, after the last use of the gradients: what is reset, and the edits.

    Args:
        code: the file.
        walk: the backward.
    """
    statement = code.statement_of(walk)
    block = code.block_of(statement)
    after = block[block.index(statement) :]
    owners = {code.spelled(each.value): each for part in after[1:] for each in _grads(part)}
    resets: dict[str, str] = {}
    for spelled, node in owners.items():
        module = _module_of(code, node)
        if module is not None:
            resets[module] = f"{module}.zero_grad()"
        elif isinstance(node.value, ast.Name | ast.Attribute):
            resets[spelled] = f"{spelled}.grad = None"
    last = _last_use(after)
    if resets and last is not None:
        place = inserted_before if isinstance(last, ast.Return) else inserted_after
        yield " and ".join(f"`{each}`" for each in resets), place(code, last, *resets.values())


def _asked(code: Code, call: ast.Call) -> Edits:
    """A call without its `requires_grad=True`, or without `.requires_grad_()`."""
    for keyword in call.keywords:
        if keyword.arg == "requires_grad" and isinstance(keyword.value, ast.Constant) and keyword.value.value is True:
            return argument_removed(code, call, "requires_grad")
    if isinstance(call.func, ast.Attribute) and call.func.attr == ASKING and not call.args and not call.keywords:
        end = code.end(call)
        return (Edit(code.end(call.func.value), end, ""),)
    return None


def _grads(node: ast.AST) -> list[ast.Attribute]:
    """Where `.grad` of a tensor is used; the function of torch.autograd is another."""
    found = [each for each in ast.walk(node) if isinstance(each, ast.Attribute) and each.attr == "grad"]
    return [
        each for each in found if not (isinstance(each.value, ast.Attribute | ast.Name) and ast.unparse(each.value).endswith("autograd"))
    ]


def _module_of(code: Code, node: ast.Attribute) -> str | None:
    """The module whose parameters a loop or a comprehension goes through, where `.grad` is read of its variable."""
    if not isinstance(node.value, ast.Name):
        return None
    for around in code.around(node):
        loops = [around] if isinstance(around, ast.For) else getattr(around, "generators", [])
        for loop in loops:
            if any(isinstance(each, ast.Name) and each.id == node.value.id for each in ast.walk(loop.target)):
                called = [each.func for each in ast.walk(loop.iter) if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute)]
                return next((code.spelled(each.value) for each in called if each.attr in ("parameters", "named_parameters")), None)
    return None


def _last_use(after: list[ast.stmt]) -> ast.stmt | None:
    """The last statement that reads `.grad` or walks a graph; a return that reads none of them."""
    last = after[0]
    for each in after[1:]:
        grads = bool(_grads(each))
        walks = any(
            isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in WALKS for node in ast.walk(each)
        )
        if isinstance(each, ast.Return):
            return None if grads or walks else last
        if grads or walks:
            last = each
    return last
