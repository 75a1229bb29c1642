"""Gradients of tensors that are not leaves, and gradients that have a graph."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.events import Site
from graphlint.fixes.edits import (
    Edits,
    argument_added,
    argument_removed,
    called,
    inserted_after,
    inserted_before,
    removed,
    replaced,
    uncalled,
)
from graphlint.fixes.queries.nodes import same, target_of
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix

REQUIRES_GRAD = "requires_grad_"
BACKWARD_METHODS = ("backward", "grad", "step")


def with_create_graph(code: Code, gradient: Site) -> Fix | None:
    """Propose `create_graph=True` for a call of `autograd.grad`, which then retains its graph."""
    call = code.node_at(gradient, ast.Call)
    if call is None:
        return None
    keywords = {each.arg: each for each in call.keywords}
    if "create_graph" in keywords:
        changes = [replaced(code, keywords["create_graph"].value, "True")]
    else:
        changes = [argument_removed(code, call, "retain_graph")] if "retain_graph" in keywords else []
        changes.append(argument_added(code, call, "create_graph=True"))
    return Fix.of("Pass `create_graph=True`", Applicability.UNSAFE, *changes)


def require_grad_last(code: Code, expression: ast.expr) -> Edits:
    """Move `requires_grad` from inside an expression, such as `torch.rand(3, requires_grad=True).view(3, 1)`, after its last operation."""
    flags = [
        (call, edits) for call in ast.walk(expression) if isinstance(call, ast.Call) and (edits := _without_flag(code, call)) is not None
    ]
    appended = called(code, expression, f".{REQUIRES_GRAD}()")
    if len(flags) != 1 or flags[0][0] is expression or appended is None:
        return None
    return tuple(sorted((*flags[0][1], *appended)))


def make_leaf(code: Code, expression: ast.expr) -> Edits:
    """Detach the result of an expression and make it a leaf."""
    return called(code, expression, f".detach().{REQUIRES_GRAD}()")


def retain_grad(code: Code, expression: ast.expr, read: ast.Attribute) -> Edits:
    """Insert `x.retain_grad()` after the statement that creates x, or before the backward.

    Args:
        expression: the expression that creates the tensor.
        read: the read of its gradient, `x.grad`.
    """
    statement, read_statement = code.statement_of(expression), code.statement_of(read)
    source = code.standalone(read.value)
    if not isinstance(read.value, (ast.Name, ast.Attribute, ast.Subscript)):
        return None
    target = target_of(statement)
    one_scope = not isinstance(read.value, ast.Name) or code.function_of(statement) is code.function_of(read_statement)
    if target is not None and one_scope and same(target, read.value):
        return inserted_after(code, statement, f"{source}.retain_grad()")
    block = code.block_of(read_statement)
    for each in block[: block.index(read_statement)]:
        if any(isinstance(node, ast.Attribute) and node.attr == "backward" for node in ast.walk(each)):
            return inserted_before(code, each, f"{source}.retain_grad()")
    return None


def use_autograd_grad(code: Code, backward: ast.Call) -> tuple[str, Edits] | None:
    """Replace a backward and the following `g = x.grad` by `(g,) = torch.autograd.grad(loss, x, create_graph=True)`, where nothing else
    reads `.grad`. Return the leaf and the edits.
    """
    statement = code.statement_of(backward)
    block = code.block_of(statement)
    index = block.index(statement) + 1
    following = block[index] if index < len(block) else None
    if (
        code.torch is None
        or not isinstance(statement, ast.Expr)
        or statement.value is not backward
        or not isinstance(backward.func, ast.Attribute)
    ):
        return None
    if not isinstance(following, ast.Assign) or backward.args or len(backward.keywords) != 1 or backward.func.attr != "backward":
        return None
    name, read = following.targets[0], following.value
    if not isinstance(name, ast.Name) or len(following.targets) != 1 or not isinstance(read, ast.Attribute) or read.attr != "grad":
        return None
    scope = code.function_of(backward) or code.tree
    if len(_grads(scope)) != 1:
        return None
    leaf, root = code.spelled(read.value), code.spelled(backward.func.value)
    call = f"({name.id},) = {code.torch}.autograd.grad({root}, {leaf}, create_graph=True)"
    first, second = replaced(code, statement, call), removed(code, following)
    return (leaf, (*first, *second)) if first is not None and second is not None else None


def reset_after_last_use(code: Code, backward: ast.Call) -> Iterator[tuple[str, Edits]]:
    """Yield the tensors to reset, and the edits that insert `x.grad = None` or `module.zero_grad()` after the last use of the gradients."""
    statement = code.statement_of(backward)
    block = code.block_of(statement)
    after = block[block.index(statement) :]
    owners = {code.spelled(each.value): each for part in after[1:] for each in _grads(part)}
    resets: dict[str, str] = {}
    for source, node in owners.items():
        module = _module_of(code, node)
        if module is not None:
            resets[module] = f"{module}.zero_grad()"
        elif isinstance(node.value, ast.Name | ast.Attribute):
            resets[source] = f"{source}.grad = None"
    last = _last_use(after)
    if resets and last is not None:
        insert = inserted_before if isinstance(last, ast.Return) else inserted_after
        yield " and ".join(f"`{each}`" for each in resets), insert(code, last, *resets.values())


def _without_flag(code: Code, call: ast.Call) -> Edits:
    """Remove `requires_grad=True` or `.requires_grad_()` from a call."""
    for keyword in call.keywords:
        if keyword.arg == "requires_grad" and isinstance(keyword.value, ast.Constant) and keyword.value.value is True:
            return argument_removed(code, call, "requires_grad")
    if isinstance(call.func, ast.Attribute) and call.func.attr == REQUIRES_GRAD and not call.args and not call.keywords:
        return uncalled(code, call)
    return None


def _grads(node: ast.AST) -> list[ast.Attribute]:
    """Return the uses of a tensor's `.grad`, without those of the function `torch.autograd.grad`."""
    attributes = [each for each in ast.walk(node) if isinstance(each, ast.Attribute) and each.attr == "grad"]
    return [
        each
        for each in attributes
        if not (isinstance(each.value, ast.Attribute | ast.Name) and ast.unparse(each.value).endswith("autograd"))
    ]


def _module_of(code: Code, node: ast.Attribute) -> str | None:
    """Return the module over whose parameters a loop or comprehension iterates, for a read of its variable's `.grad`."""
    if not isinstance(node.value, ast.Name):
        return None
    for enclosing in code.around(node):
        loops = [enclosing] if isinstance(enclosing, ast.For) else getattr(enclosing, "generators", [])
        for loop in loops:
            if any(isinstance(each, ast.Name) and each.id == node.value.id for each in ast.walk(loop.target)):
                methods = [each.func for each in ast.walk(loop.iter) if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute)]
                return next((code.spelled(each.value) for each in methods if each.attr in ("parameters", "named_parameters")), None)
    return None


def _last_use(after: list[ast.stmt]) -> ast.stmt | None:
    """Return the last statement that reads `.grad` or runs backward; None if a return does."""
    last = after[0]
    for each in after[1:]:
        grads = bool(_grads(each))
        backpropagates = any(
            isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in BACKWARD_METHODS
            for node in ast.walk(each)
        )
        if isinstance(each, ast.Return):
            return None if grads or backpropagates else last
        if grads or backpropagates:
            last = each
    return last
