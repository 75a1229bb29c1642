"""Variable, of before PyTorch 0.4: the tensor alone in its place."""

from __future__ import annotations

import ast

from graphlint.fixes.code import Code
from graphlint.fixes.edits import ATOMS, Edits, argument_removed, removed, replaced
from graphlint.fixes.updates import same, target_of

CONSTRUCTORS = frozenset(
    (
        "tensor as_tensor from_numpy zeros ones full empty eye arange linspace logspace rand randn randint randperm normal bernoulli "
        "zeros_like ones_like full_like rand_like randn_like Tensor FloatTensor DoubleTensor HalfTensor LongTensor IntTensor ByteTensor"
    ).split()
)
CASTS = frozenset(
    ("float", "double", "half", "long", "int", "bool", "to", "cuda", "cpu", "type", "view", "reshape", "unsqueeze", "type_as")
)


def wrapped_tensor(call: ast.Call) -> ast.expr | None:
    """What a call of Variable is given.

    Args:
        call: the call.
    """
    given = call.args[0] if call.args else next((each.value for each in call.keywords if each.arg == "data"), None)
    return None if isinstance(given, ast.Starred) else given


def made_on_the_spot(code: Code, tensor: ast.expr) -> bool:
    """Whether an expression makes a new tensor without a graph, to which nothing else refers.

    Args:
        code: the file.
        tensor: the expression.
    """
    while isinstance(tensor, ast.Call) and isinstance(tensor.func, ast.Attribute) and tensor.func.attr in CASTS:
        tensor = tensor.func.value
    if not isinstance(tensor, ast.Call) or any(each.arg in (None, "requires_grad") for each in tensor.keywords):
        return False
    function = tensor.func
    if not isinstance(function, ast.Attribute) or function.attr not in CONSTRUCTORS - {"as_tensor", "from_numpy"}:
        return False
    return isinstance(function.value, ast.Name) and function.value.id == code.torch


def unwrapped_variable(code: Code, call: ast.Call) -> Edits:
    """The tensor in place of `Variable(tensor)`; it asks for its gradient where the variable does.

    Args:
        code: the file.
        call: the call.
    """
    tensor = wrapped_tensor(call)
    others = [each for each in call.keywords if each.arg not in ("data", "requires_grad")]
    if tensor is None or others or len(call.args) > 1 or any(each.arg is None for each in call.keywords):
        return None
    if call.args and any(each.arg == "data" for each in call.keywords):
        return None
    asked = next((each.value for each in call.keywords if each.arg == "requires_grad"), None)
    method = _asking(code, asked) if asked is not None else ""
    statement = code.statement_of(call)
    target = target_of(statement, call)
    if target is not None and not method and same(target, tensor):
        return removed(code, statement)
    spelled = code.spelled(tensor)
    around = code.parent(call)
    alone = isinstance(around, (ast.stmt, ast.keyword)) or (isinstance(around, ast.Call) and call in around.args)
    broken = len(spelled.splitlines()) > 1 and not isinstance(tensor, ATOMS)
    if not isinstance(tensor, ATOMS) and (method or not alone or broken):
        spelled = f"({spelled})"
    return replaced(code, call, spelled + method)


def without_volatile(code: Code, call: ast.Call) -> Edits:
    """A call of Variable without its keyword volatile.

    Args:
        code: the file.
        call: the call.
    """
    return argument_removed(code, call, "volatile")


def _asking(code: Code, asked: ast.expr) -> str:
    """How a tensor asks for its gradient as a variable did."""
    if isinstance(asked, ast.Constant):
        return ".requires_grad_()" if asked.value is True else ""
    return f".requires_grad_({code.spelled(asked)})"
