"""The number of gradients that the `backward` of a custom Function returns, where its return statements show it."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import dataclass

from graphlint.autograd import operations as table
from graphlint.autograd.events import Site
from graphlint.ir.names import own_nodes
from graphlint.ir.span import site

FACTORIES = frozenset("new_tensor new_zeros new_ones new_full new_empty zeros_like ones_like full_like empty_like".split())
"""Functions that create a tensor like the one they are given, which backward uses for gradients of zero."""


@dataclass(frozen=True, slots=True)
class ReturnedGradients:
    """The gradients of one return statement; `fewest` leaves out those at the end that may be None, which PyTorch ignores."""

    site: Site
    number: int
    fewest: int

    def fits(self, arguments: int) -> bool:
        """Return True if PyTorch may accept the gradients for a number of arguments of `apply`."""
        return self.fewest <= arguments <= self.number


def by_statement(definition: ast.FunctionDef, path: str) -> tuple[ReturnedGradients | None, ...]:
    """Return the gradients of each return statement, None where their number does not show."""
    tensors = _tensors(definition)
    lists = _lists(definition, tensors)
    statements = (node for node in own_nodes(definition) if isinstance(node, ast.Return))
    return tuple(_returned(statement, path, tensors, lists) for statement in statements)


def _returned(statement: ast.Return, path: str, tensors: frozenset[str], lists: dict[str, tuple[int, int]]) -> ReturnedGradients | None:
    value = statement.value
    if isinstance(value, ast.Tuple):
        if any(isinstance(item, ast.Starred) for item in value.elts):
            return None
        number, fewest = _counts(value.elts, tensors)
    elif (name := _in_tuple(value)) in lists:
        number, fewest = lists[name]
    elif value is not None and (_is_tensor(value, tensors) or (isinstance(value, ast.Constant) and value.value is None)):
        number = fewest = 1
    else:
        return None
    return ReturnedGradients(site(path, statement), number, fewest)


def _counts(elements: list[ast.expr], tensors: frozenset[str]) -> tuple[int, int]:
    """Return the number of elements, and without those at the end that may be None."""
    present = [place for place, item in enumerate(elements, 1) if isinstance(item, ast.BinOp) or _is_tensor(item, tensors)]
    return len(elements), max(present, default=0)


def _lists(definition: ast.FunctionDef, tensors: frozenset[str]) -> dict[str, tuple[int, int]]:
    """Return the lists of gradients that the function fills by constant places: their lengths, and without what may be None at the end."""
    lengths: dict[str, tuple[int, int]] = {}
    uses = Counter(node.id for node in own_nodes(definition) if isinstance(node, ast.Name))
    for statement in definition.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if (elements := _elements(value)) is not None and name not in lengths:
                lengths[name] = _counts(elements, tensors)
                uses[name] -= 1
    for node in own_nodes(definition):
        match node:
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=int(place)))], value=value):
                uses[name] -= 1
                number, fewest = lengths.get(name, (0, 0))
                # A gradient under a condition may be missing.
                if node in definition.body and 0 <= place < number and (isinstance(value, ast.BinOp) or _is_tensor(value, tensors)):
                    lengths[name] = number, max(fewest, place + 1)
            case ast.Return(value=returned):
                uses[_in_tuple(returned)] -= 1
    return {name: counts for name, counts in lengths.items() if not uses[name]}


def _in_tuple(value: ast.expr | None) -> str:
    """Return the name of the list that `tuple(name)` converts, empty for other expressions."""
    match value:
        case ast.Call(func=ast.Name(id="tuple"), args=[ast.Name(id=name)], keywords=[]):
            return name
    return ""


def _elements(value: ast.expr) -> list[ast.expr] | None:
    """Return the elements of a list, also of one element that is repeated; None if they do not show."""
    match value:
        case ast.BinOp(left=ast.List(elts=elements), op=ast.Mult(), right=ast.Constant(value=int(times))):
            elements = elements * times
        case ast.List(elts=elements):
            pass
        case _:
            return None
    return None if any(isinstance(item, ast.Starred) for item in elements) else elements


def _tensors(definition: ast.FunctionDef) -> frozenset[str]:
    """Return the names that are certainly bound to one tensor: the gradients that backward receives, and results of operations on them."""
    given = {argument.arg for argument in definition.args.args[1:]}
    bindings: dict[str, list[ast.expr | None]] = {}
    for node in own_nodes(definition):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            bindings.setdefault(node.targets[0].id, []).append(node.value)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
            bindings.setdefault(node.id, []).append(None)
    # The name in an assignment is counted as a store, too: what is left has other bindings.
    simple = {name: [value for value in values if value is not None] for name, values in bindings.items()}
    simple = {name: values for name, values in simple.items() if 2 * len(values) == len(bindings[name])}
    tensors = frozenset(given - bindings.keys())
    for _ in range(len(simple)):
        more = {name for name, values in simple.items() if all(_is_tensor(value, tensors) for value in values)}
        if tensors.issuperset(more):
            break
        tensors |= more
    return tensors


def _is_tensor(node: ast.expr, tensors: frozenset[str]) -> bool:
    """Return True if an expression is certainly one tensor."""
    if isinstance(node, ast.Name):
        return node.id in tensors
    if isinstance(node, ast.UnaryOp) and not isinstance(node.op, ast.Not):
        return _is_tensor(node.operand, tensors)
    if isinstance(node, ast.BinOp):
        return _is_tensor(node.left, tensors) or _is_tensor(node.right, tensors)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr in FACTORIES:
            return True
        entry = table.operations().get(node.func.attr)
        operands = (node.func.value, *node.args)
        return entry is not None and entry.outputs == 1 and any(_is_tensor(item, tensors) for item in operands)
    return False
