"""Tensors instead of copies of their numbers or Variables of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.common.names import last_name
from graphlint.fixes.edits import Edits, called, part_kept, removed, replaced
from graphlint.fixes.queries.names import bound_before
from graphlint.fixes.queries.nodes import same, target_of
from graphlint.libraries import tensor_methods
from graphlint.rule.base import Finding
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.wording import quoted

MAKERS = frozenset(("tensor", "as_tensor", "from_numpy", "Variable", "FloatTensor", "float", "asarray", "array"))
METHODS = frozenset(("item", "tolist", "numpy", "detach", "cpu", "clone"))
LISTS = (ast.List, ast.ListComp, ast.Tuple)
CONSTRUCTORS = frozenset(
    (
        "tensor as_tensor from_numpy zeros ones full empty eye arange linspace logspace rand randn randint randperm normal bernoulli "
        "zeros_like ones_like full_like rand_like randn_like Tensor FloatTensor DoubleTensor HalfTensor LongTensor IntTensor ByteTensor"
    ).split()
)
CASTS = tensor_methods.DEVICE_MOVES | tensor_methods.CASTS | tensor_methods.RESHAPES | {"type", "type_as"}


def keep_graph(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Propose to use a copied tensor with its graph, or `detach()` where a constant is intended.

    Args:
        finding: the finding, on the expression that copies, or on the statement that makes a leaf.
    """
    switch = code.statement_at(finding.site)
    copy = _outermost_copy(code, code.node_at(finding.site, ast.expr))
    loss = _leaf_name(switch)
    if switch is not None and loss is not None:
        binding = bound_before(code, switch, loss)
        sources = [node for node in ast.walk(binding.value) if isinstance(node, ast.Call)] if binding is not None else []
        for node in sources:
            for edits in (as_tensor(code, node), *stack_of(code, node)):
                yield Fix.of(
                    f"Keep the graph of {quoted(loss, 'the loss')} instead of making it a leaf",
                    Applicability.UNSAFE,
                    edits,
                    removed(code, switch),
                )
    elif copy is not None:
        yield Fix.of("Use the tensor itself, with its graph", Applicability.UNSAFE, as_tensor(code, copy))
        for edits in stack_of(code, copy):
            yield Fix.of("Use `torch.stack()` to keep the graphs", Applicability.UNSAFE, edits)
        if not _requires_grad(copy):
            yield Fix.of("Use `.detach()` to mark the term as a constant", Applicability.UNSAFE, as_tensor(code, copy, ".detach()"))


def _outermost_copy(code: Code, node: ast.expr | None) -> ast.expr | None:
    """Return the whole expression that copies a tensor, `torch.from_numpy(x.detach().numpy())` for `x.detach().numpy()`."""
    while node is not None:
        parent = code.parent(node)
        makes = isinstance(parent, ast.Call) and parent.args == [node] and last_name(parent.func) in MAKERS and not parent.keywords
        if not makes or not isinstance(parent, ast.expr):
            break
        node = parent
    return node


def core(node: ast.expr) -> ast.expr:
    """Return the tensor from which an expression is computed, `x` of `torch.tensor(x.detach().numpy())`; else the expression."""
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
    """Replace an expression that copies a tensor by the tensor; a list of numbers by a stack of tensors.

    Args:
        method: a suffix of the tensor, such as ".detach()".
    """
    inner = core(node)
    statement = code.statement_of(node)
    if inner is node or _makes_list(inner):
        return None
    if isinstance(inner, ast.Name) and (_is_list(code, node, inner.id) or _is_number(code, statement, inner.id)):
        return None
    if isinstance(inner, LISTS):
        return _stack_of_list(code, node, inner, method)
    target = target_of(statement, node)
    if target is not None and not method and same(target, inner):
        return removed(code, statement)
    return part_kept(code, node, inner, method)


def stack_of(code: Code, node: ast.expr) -> Iterator[Edits]:
    """Yield `torch.stack(losses)` for `torch.tensor(losses)`, with the tensors themselves appended to the list instead of numbers."""
    if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Name):
        return
    stack = _named_stack(code, node)
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
    tensors = [as_tensor(code, each) for each in appended if core(each) is not each]
    if stack is not None and None not in tensors:
        yield tuple(sorted((*stack, *(edit for edits in tensors for edit in edits or ()))))


def wrapped_tensor(call: ast.Call) -> ast.expr | None:
    """Return the argument of a call of Variable."""
    argument = call.args[0] if call.args else next((each.value for each in call.keywords if each.arg == "data"), None)
    return None if isinstance(argument, ast.Starred) else argument


def creates_tensor(code: Code, tensor: ast.expr) -> bool:
    """Return True if an expression creates a new tensor without a graph, to which nothing else refers."""
    while isinstance(tensor, ast.Call) and isinstance(tensor.func, ast.Attribute) and tensor.func.attr in CASTS:
        tensor = tensor.func.value
    if not isinstance(tensor, ast.Call) or any(each.arg in (None, "requires_grad") for each in tensor.keywords):
        return False
    function = tensor.func
    if not isinstance(function, ast.Attribute) or function.attr not in CONSTRUCTORS - {"as_tensor", "from_numpy"}:
        return False
    return isinstance(function.value, ast.Name) and function.value.id == code.torch


def unwrap_variable(code: Code, call: ast.Call) -> Edits:
    """Replace `Variable(tensor)` by the tensor, which requires grad if the variable does."""
    tensor = wrapped_tensor(call)
    others = [each for each in call.keywords if each.arg not in ("data", "requires_grad")]
    if tensor is None or others or len(call.args) > 1 or any(each.arg is None for each in call.keywords):
        return None
    if call.args and any(each.arg == "data" for each in call.keywords):
        return None
    flag = next((each.value for each in call.keywords if each.arg == "requires_grad"), None)
    method = _grad_suffix(code, flag) if flag is not None else ""
    statement = code.statement_of(call)
    target = target_of(statement, call)
    if target is not None and not method and same(target, tensor):
        return removed(code, statement)
    return part_kept(code, call, tensor, method)


def _is_list(code: Code, node: ast.expr, name: str) -> bool:
    """Return True if a name is certainly a list: something is appended to it, or a list is bound to it."""
    for each in ast.walk(code.function_of(node) or code.tree):
        if isinstance(each, ast.Attribute) and each.attr in ("append", "extend") and getattr(each.value, "id", "") == name:
            return True
        if isinstance(each, ast.Assign) and isinstance(each.value, LISTS) and any(getattr(t, "id", "") == name for t in each.targets):
            return True
    return False


def _is_number(code: Code, statement: ast.stmt | None, name: str) -> bool:
    """Return True if the last value that was bound to a name is the number of a tensor, or a number to which such ones are added."""
    binding = bound_before(code, statement, name) if statement is not None else None
    if binding is None or statement is None:
        return False
    if isinstance(binding.value, ast.Constant):
        added = (each for each in ast.walk(code.function_of(statement) or code.tree) if isinstance(each, ast.AugAssign))
        return any(isinstance(each.target, ast.Name) and each.target.id == name and _reads_number(each.value) for each in added)
    return _reads_number(binding.value)


def _reads_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and last_name(node.func) in ("item", "tolist", "float")


def _requires_grad(copy: ast.expr) -> bool:
    """Return True if a copy becomes a leaf, so that no constant is intended."""
    return isinstance(copy, ast.Call) and any(each.arg == "requires_grad" for each in copy.keywords)


def _makes_list(node: ast.expr) -> bool:
    """Return True for a call that certainly returns a list or tuple."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("list", "sorted", "tuple")


def _stack_of_list(code: Code, node: ast.expr, inner: ast.expr, method: str) -> Edits:
    """Replace a list of numbers by a stack of the tensors from which they come."""
    maker = _maker_of(node, inner)
    stack = _named_stack(code, maker) if maker is not None else None
    if stack is None or maker is not node:
        return None
    items = [inner.elt] if isinstance(inner, ast.ListComp) else list(getattr(inner, "elts", ()))
    edits = list(stack)
    for each in items:
        if core(each) is not each:
            tensors = as_tensor(code, each)
            if tensors is None:
                return None
            edits += tensors
    suffix = called(code, node, method) if method else ()
    return tuple(sorted((*edits, *suffix))) if suffix is not None else None


def _named_stack(code: Code, maker: ast.expr) -> Edits:
    """Replace `torch.tensor` by `torch.stack`, if the list is its only argument."""
    if not isinstance(maker, ast.Call) or maker.keywords or code.torch is None or len(maker.args) != 1:
        return None
    return replaced(code, maker.func, f"{code.torch}.stack")


def _maker_of(node: ast.expr, inner: ast.expr) -> ast.Call | None:
    return node if isinstance(node, ast.Call) and inner in node.args else None


def _grad_suffix(code: Code, flag: ast.expr) -> str:
    """Return the suffix with which a tensor requires grad as the variable did."""
    if isinstance(flag, ast.Constant):
        return ".requires_grad_()" if flag.value is True else ""
    return f".requires_grad_({code.spelled(flag)})"


def _leaf_name(statement: ast.stmt | None) -> str | None:
    """Return the name of the loss in `loss.requires_grad = True` or `loss.requires_grad_()`."""
    target: ast.AST | None = None
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
    elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        target = statement.value.func
    if isinstance(target, ast.Attribute) and target.attr in ("requires_grad", "requires_grad_") and isinstance(target.value, ast.Name):
        return target.value.id
    return None
