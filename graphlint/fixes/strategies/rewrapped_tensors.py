"""Tensors written without what wraps them: rebuilt from their numbers, or in a Variable."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.fixes.edits import ATOMS, Edits, removed, replaced
from graphlint.fixes.lookups import last_name, same, target_of
from graphlint.fixes.names import bound_before
from graphlint.rule.base import Finding
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.wording import quoted
from graphlint.source.text_edits import Edit

MAKERS = frozenset(("tensor", "as_tensor", "from_numpy", "Variable", "FloatTensor", "float", "asarray", "array"))
METHODS = frozenset(("item", "tolist", "numpy", "detach", "cpu", "clone"))
LISTS = (ast.List, ast.ListComp, ast.Tuple)
CONSTRUCTORS = frozenset(
    (
        "tensor as_tensor from_numpy zeros ones full empty eye arange linspace logspace rand randn randint randperm normal bernoulli "
        "zeros_like ones_like full_like rand_like randn_like Tensor FloatTensor DoubleTensor HalfTensor LongTensor IntTensor ByteTensor"
    ).split()
)
CASTS = frozenset(
    ("float", "double", "half", "long", "int", "bool", "to", "cuda", "cpu", "type", "view", "reshape", "unsqueeze", "type_as")
)


def kept_with_graph(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Ways to keep a tensor with its graph where it is made anew; or to say with detach that a constant is meant.

    Args:
        finding: the finding, on the expression that makes it anew, or the statement that makes a leaf of it.
        code: the file.
    """
    switch = code.statement_at(finding.site)
    made = code.node_at(finding.site, ast.expr)
    loss = _made_leaf(switch)
    if switch is not None and loss is not None:
        fresh = bound_before(code, switch, loss)
        made_of = [node for node in ast.walk(fresh.value) if isinstance(node, ast.Call)] if fresh is not None else []
        for node in made_of:
            for edits in (as_tensor(code, node), *stack_of(code, node)):
                yield Fix.of(
                    f"Keep the graph of {quoted(loss, 'the loss')} instead of making it a leaf",
                    Applicability.UNSAFE,
                    edits,
                    removed(code, switch),
                )
    elif made is not None:
        yield Fix.of("Use the tensor itself, with its graph", Applicability.UNSAFE, as_tensor(code, made))
        for edits in stack_of(code, made):
            yield Fix.of("Use `torch.stack()` to keep the graphs", Applicability.UNSAFE, edits)
        yield Fix.of("Use `.detach()` to mark the term as a constant", Applicability.UNSAFE, as_tensor(code, made, ".detach()"))


def core(node: ast.expr) -> ast.expr:
    """The tensor that an expression is made of: `x` of `torch.tensor(x.detach().numpy())`; the expression itself where it is one.

    Args:
        node: the expression.
    """
    while True:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in METHODS and not node.args:
            node = node.func.value
        elif (
            isinstance(node, ast.Call)
            and last_name(node.func) in MAKERS
            and len(node.args) == 1
            and not isinstance(node.args[0], ast.Starred)
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


def _asking(code: Code, asked: ast.expr) -> str:
    """How a tensor asks for its gradient as a variable did."""
    if isinstance(asked, ast.Constant):
        return ".requires_grad_()" if asked.value is True else ""
    return f".requires_grad_({code.spelled(asked)})"


def _made_leaf(statement: ast.stmt | None) -> str | None:
    """The name of the loss in `loss.requires_grad = True` or `loss.requires_grad_()`."""
    place: ast.AST | None = None
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        place = statement.targets[0]
    elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        place = statement.value.func
    if isinstance(place, ast.Attribute) and place.attr in ("requires_grad", "requires_grad_") and isinstance(place.value, ast.Name):
        return place.value.id
    return None
