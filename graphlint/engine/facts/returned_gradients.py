"""The number of gradients that the `backward` of a custom Function returns, where its return statements show it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from graphlint.autograd import operations as table
from graphlint.autograd.events import Site
from graphlint.engine.domain.tensor_history import WrongGradients
from graphlint.ir.instructions import FunctionCode

NESTED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


@dataclass(frozen=True, slots=True)
class ReturnedGradients:
    """The gradients of one return statement; `fewest` leaves out those at the end that may be None, which PyTorch ignores."""

    site: Site
    number: int
    fewest: int

    def fits(self, arguments: int) -> bool:
        """Return True if PyTorch may accept the gradients for a number of arguments of `apply`."""
        return self.fewest <= arguments <= self.number


def wrong_for(code: FunctionCode, arguments: int) -> WrongGradients | None:
    """Return the gradients of the first return statement if none has as many as `apply` has arguments; None if one may have."""
    if not isinstance(code.node, ast.FunctionDef) or code.generator:
        return None
    statements = [node for node in _own_nodes(code.node) if isinstance(node, ast.Return)]
    tensors = _tensors(code.node)
    found = [_returned(code, statement, tensors) for statement in statements]
    wrong = [item for item in found if item is not None and not item.fits(arguments)]
    return WrongGradients(wrong[0].site, arguments, wrong[0].number) if wrong and len(wrong) == len(found) else None


def _returned(code: FunctionCode, statement: ast.Return, tensors: frozenset[str]) -> ReturnedGradients | None:
    value = statement.value
    if isinstance(value, ast.Tuple):
        if any(isinstance(item, ast.Starred) for item in value.elts):
            return None
        fewest = max((place for place, item in enumerate(value.elts, 1) if _is_tensor(item, tensors)), default=0)
        number = len(value.elts)
    elif value is not None and (_is_tensor(value, tensors) or (isinstance(value, ast.Constant) and value.value is None)):
        number = fewest = 1
    else:
        return None
    end = statement.end_lineno or statement.lineno, statement.end_col_offset or 0
    return ReturnedGradients(Site(code.path, statement.lineno, statement.col_offset, *end), number, fewest)


def _tensors(definition: ast.FunctionDef) -> frozenset[str]:
    """Return the names that are certainly bound to one tensor: the gradients that backward receives, and results of operations on them."""
    given = {argument.arg for argument in definition.args.args[1:]}
    bindings: dict[str, list[ast.expr | None]] = {}
    for node in _own_nodes(definition):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            bindings.setdefault(node.targets[0].id, []).append(node.value)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
            bindings.setdefault(node.id, []).append(None)
    # The name in an assignment is counted as a store, too: what is left has other bindings.
    simple = {name: [value for value in values if value is not None] for name, values in bindings.items()}
    simple = {name: values for name, values in simple.items() if 2 * len(values) == len(bindings[name])}
    found = frozenset(given - bindings.keys())
    for _ in range(len(simple)):
        more = {name for name, values in simple.items() if all(_is_tensor(value, found) for value in values)}
        if found.issuperset(more):
            break
        found |= more
    return found


def _is_tensor(node: ast.expr, tensors: frozenset[str]) -> bool:
    """Return True if an expression is certainly one tensor."""
    if isinstance(node, ast.Name):
        return node.id in tensors
    if isinstance(node, ast.UnaryOp) and not isinstance(node.op, ast.Not):
        return _is_tensor(node.operand, tensors)
    if isinstance(node, ast.BinOp):
        return _is_tensor(node.left, tensors) or _is_tensor(node.right, tensors)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        entry = table.operations().get(node.func.attr)
        operands = (node.func.value, *node.args)
        return entry is not None and entry.outputs == 1 and any(_is_tensor(item, tensors) for item in operands)
    return False


def _own_nodes(definition: ast.FunctionDef) -> Iterator[ast.AST]:
    """Yield the nodes of a function's body, without those of functions in it."""
    pending: list[ast.AST] = list(definition.body)
    while pending:
        node = pending.pop(0)
        yield node
        if not isinstance(node, NESTED):
            pending = [*ast.iter_child_nodes(node), *pending]
