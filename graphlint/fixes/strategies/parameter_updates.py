"""Manual parameter updates: in place and under `no_grad`, with their gradients reset."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from graphlint.autograd.events import Site
from graphlint.fixes.edits import Edits, augmented, copied, inserted_after, uncalled
from graphlint.fixes.queries.names import may_bind
from graphlint.fixes.queries.nodes import calls, same
from graphlint.fixes.strategies.grad_modes import function_under_no_grad, smallest_block, under_no_grad
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.wording import quoted


def without_data(node: ast.expr) -> ast.expr:
    """Return `x` of `x.data`, else the expression itself."""
    return node.value if isinstance(node, ast.Attribute) and node.attr == "data" else node


def rebinding(statement: ast.stmt) -> tuple[ast.expr, ast.expr] | None:
    """Return target and value of an assignment that computes the target's new value from its gradient; None for another statement."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return None
    target = statement.targets[0]
    if not isinstance(target, (ast.Name, ast.Attribute, ast.Subscript)):
        return None
    for node in ast.walk(statement.value):
        if isinstance(node, ast.Attribute) and node.attr == "grad" and same(without_data(node.value), target):
            return target, statement.value
    return None


def in_place(code: Code, statement: ast.stmt) -> Edits:
    """Write `w = w - x` as `w -= x`; another value is copied into the target."""
    update = rebinding(statement)
    if update is None or not isinstance(statement, ast.Assign):
        return None
    target, value = update
    if isinstance(value, ast.BinOp) and isinstance(value.op, (ast.Sub, ast.Add)) and same(without_data(value.left), target):
        return augmented(code, statement)
    return copied(code, statement, target)


def copied_into(code: Code, statement: ast.Assign) -> list[Edits]:
    """Write `t = x` as `t.copy_(x)` under `no_grad`."""
    return [copied(code, statement, statement.targets[0]), under_no_grad(code, [statement])]


def reset_of(code: Code, target: str) -> str:
    """Return the statement that resets a gradient, in the style of the file.

    Args:
        target: the source text of the leaf.
    """
    return f"{target}.grad.zero_()" if any(map(_zeroes_gradient, calls(code.tree, "zero_"))) else f"{target}.grad = None"


def updated(code: Code, statements: Sequence[ast.stmt], reset: bool) -> list[Edits]:
    """Write consecutive assignments of new tensors as in-place changes under `no_grad`, and reset the gradients after them if wanted."""
    groups = [in_place(code, each) for each in statements]
    groups.append(under_no_grad(code, statements))
    if reset:
        targets = [code.standalone(update[0]) for each in statements if (update := rebinding(each)) is not None]
        groups.append(inserted_after(code, statements[-1], *(reset_of(code, each) for each in targets)))
    return groups


def reset_after(code: Code, statement: ast.stmt) -> Edits:
    """Reset the gradient after a manual update: `w -= ...`, `w.data -= ...`, `w.sub_(...)`."""
    target: ast.expr | None = None
    if isinstance(statement, ast.AugAssign):
        target = statement.target
    elif isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
    elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call) and isinstance(statement.value.func, ast.Attribute):
        target = statement.value.func.value
    if target is None:
        return None
    return inserted_after(code, statement, reset_of(code, code.standalone(without_data(target))))


def through_data(code: Code, statement: ast.stmt, attribute: ast.Attribute) -> list[Edits]:
    """Write a change through `.data` as a change of the tensor under `no_grad`.

    Args:
        statement: the statement: `x.data -= ...`, `x.data = ...`, `x.data.mul_(...)`.
        attribute: its `x.data` (`changed_data`).
    """
    owner = attribute.value
    rebinds = isinstance(statement, ast.AugAssign) and statement.target is attribute
    if rebinds and isinstance(owner, ast.Name) and not may_bind(code, statement, owner.id):
        return [None]
    changes = [
        uncalled(code, each)
        for each in ast.walk(statement)
        if isinstance(each, ast.Attribute) and each.attr == "data" and each is not attribute and _is_tensor(each.value, owner)
    ]
    if isinstance(statement, ast.Assign) and statement.targets[0] is attribute:
        changes.append(copied(code, statement, owner))
    else:
        changes.append(uncalled(code, attribute))
    return [*changes, under_no_grad(code, [statement])]


def changed_data(statement: ast.stmt) -> ast.Attribute | None:
    """Return `x.data` of a statement that changes a tensor through it: binds it, an item of it, or calls an in-place method."""
    target: ast.AST | None = None
    if isinstance(statement, ast.AugAssign):
        target = statement.target
    elif isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
    elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        function = statement.value.func
        if isinstance(function, ast.Attribute) and function.attr.endswith("_") and not function.attr.endswith("__"):
            target = function.value
    while isinstance(target, ast.Subscript):
        target = target.value
    return target if isinstance(target, ast.Attribute) and target.attr == "data" else None


def update_under_no_grad(code: Code, site: Site) -> Iterator[Fix | None]:
    """Propose `no_grad` for the in-place statement at a site."""
    statement = code.statement_at(site)
    if statement is None:
        return
    outer = smallest_block(code, statement)
    block = code.block_of(outer)
    start = block.index(outer)
    last = start + 1
    while last < len(block) and _updates(block[last]):
        last += 1
    for end in dict.fromkeys((start + 1, last, *range(start + 2, min(last, start + 5)))):
        message = "Put the update under `no_grad()`" if end == start + 1 else "Put the updates under `no_grad()`"
        yield Fix.of(message, Applicability.SAFE, under_no_grad(code, block[start:end]))
    function = code.function_of(statement)
    if function is not None and all(_updates(each) for each in function.body[_docstring_length(function.body) :]):
        yield Fix.of(
            f"Run {quoted(function.name, 'the function')} under `no_grad()`", Applicability.SAFE, function_under_no_grad(code, function)
        )


def _is_tensor(node: ast.expr, owner: ast.expr) -> bool:
    """Return True if the owner of a `.data` certainly is a tensor: the changed one itself, or a gradient."""
    return same(node, owner) or (isinstance(node, ast.Attribute) and node.attr == "grad")


def _updates(statement: ast.stmt) -> bool:
    """Return True if a statement only changes something other than a gradient in place."""
    if isinstance(statement, ast.AugAssign):
        return not _is_gradient(statement.target)
    if isinstance(statement, ast.Assign):
        return isinstance(statement.targets[0], ast.Subscript)
    if isinstance(statement, ast.For) and not statement.orelse:
        return all(_updates(each) for each in statement.body)
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call) and isinstance(statement.value.func, ast.Attribute):
        name = statement.value.func.attr
        return name.endswith("_") and not name.endswith("__") and not _is_gradient(statement.value.func.value)
    return False


def _zeroes_gradient(call: ast.Call) -> bool:
    """Return True for `x.grad.zero_()`."""
    owner = without_data(call.func.value) if isinstance(call.func, ast.Attribute) else None
    return isinstance(owner, ast.Attribute) and owner.attr == "grad"


def _is_gradient(node: ast.expr) -> bool:
    return any(isinstance(each, ast.Attribute) and each.attr == "grad" for each in ast.walk(node))


def _docstring_length(body: list[ast.stmt]) -> int:
    """Return the number of statements that a docstring takes."""
    return int(isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant))
