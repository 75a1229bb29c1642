"""Tensors that went through numbers: what they were before, and what is written in their place."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.fixes.code import Code
from graphlint.fixes.edits import ATOMS, Edits, removed, replaced
from graphlint.fixes.model import Edit
from graphlint.fixes.updates import same, target_of

MAKERS = frozenset(("tensor", "as_tensor", "from_numpy", "Variable", "FloatTensor", "float", "asarray", "array"))
METHODS = frozenset(("item", "tolist", "numpy", "detach", "cpu", "clone"))
LISTS = (ast.List, ast.ListComp, ast.Tuple)


def core(node: ast.expr) -> ast.expr:
    """The tensor that an expression is made of: `x` of `torch.tensor(x.detach().numpy())`; the expression itself where it is one.

    Args:
        node: the expression.
    """
    while True:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in METHODS and not node.args:
            node = node.func.value
        elif (
            isinstance(node, ast.Call) and _name(node.func) in MAKERS and len(node.args) == 1 and not isinstance(node.args[0], ast.Starred)
        ):
            node = node.args[0]
        elif isinstance(node, ast.Attribute) and node.attr == "data":
            node = node.value
        else:
            return node


def as_tensor(code: Code, node: ast.expr, method: str = "") -> Edits:
    """An expression replaced by the tensor that it was made of; a list of numbers by a stack of tensors.

    Args:
        code: the file.
        node: the expression that makes a number or a fresh tensor of a tensor.
        method: what follows the tensor, such as ".detach()".
    """
    inner = core(node)
    if inner is node or (isinstance(inner, ast.Name) and _is_list(code, node, inner.id)):
        return None
    statement = code.statement_of(node)
    if isinstance(inner, LISTS):
        return _stacked(code, node, inner, method)
    target = target_of(statement, node)
    if target is not None and not method and same(target, inner):
        return removed(code, statement)
    spelled = code.spelled(inner)
    alone = isinstance(code.parent(node), (ast.stmt, ast.keyword)) or (isinstance(code.parent(node), ast.Call) and not method)
    if not isinstance(inner, ATOMS) and (method or not alone):
        spelled = f"({spelled})"
    return replaced(code, node, spelled + method)


def stack_of(code: Code, node: ast.expr) -> Iterator[Edits]:
    """`torch.tensor(losses)` as a stack of the tensors themselves, which are put into the list as numbers.

    Args:
        code: the file.
        node: the call.
    """
    if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Name):
        return
    stacked = _named_stack(code, node)
    appended = [
        call.args[0]
        for call in ast.walk(code.function_of(node) or code.tree)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr == "append"
        and isinstance(call.func.value, ast.Name)
        and call.func.value.id == node.args[0].id
        and len(call.args) == 1
    ]
    kept = [as_tensor(code, each) for each in appended if core(each) is not each]
    if stacked is not None and None not in kept:
        yield tuple(sorted((*stacked, *(edit for edits in kept for edit in edits or ()))))


def _is_list(code: Code, node: ast.expr, name: str) -> bool:
    """Whether a name is seen to be a list: something is appended to it, or a list is bound to it."""
    for each in ast.walk(code.function_of(node) or code.tree):
        if isinstance(each, ast.Attribute) and each.attr in ("append", "extend") and getattr(each.value, "id", "") == name:
            return True
        if isinstance(each, ast.Assign) and isinstance(each.value, LISTS) and any(getattr(t, "id", "") == name for t in each.targets):
            return True
    return False


def _stacked(code: Code, node: ast.expr, inner: ast.expr, method: str) -> Edits:
    """A list of numbers as a stack of the tensors that they came from."""
    maker = _maker_of(node, inner)
    stack = _named_stack(code, maker) if maker is not None else None
    if stack is None or maker is not node:
        return None
    items = [inner.elt] if isinstance(inner, ast.ListComp) else list(getattr(inner, "elts", ()))
    edits = list(stack)
    for each in items:
        if core(each) is not each:
            kept = as_tensor(code, each)
            if kept is None:
                return None
            edits += kept
    end = code.end(node)
    return (*sorted(edits), Edit(end, end, method)) if method else tuple(sorted(edits))


def _named_stack(code: Code, maker: ast.expr) -> Edits:
    """torch.stack in place of torch.tensor, where nothing but the list is given."""
    if not isinstance(maker, ast.Call) or maker.keywords or code.torch is None or len(maker.args) != 1:
        return None
    return replaced(code, maker.func, f"{code.torch}.stack")


def _maker_of(node: ast.expr, inner: ast.expr) -> ast.Call | None:
    return node if isinstance(node, ast.Call) and inner in node.args else None


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
