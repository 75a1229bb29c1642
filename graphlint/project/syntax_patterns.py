"""Forms of syntax that a file summary recognizes: names, grad mode switches, expected errors."""

from __future__ import annotations

import ast

from graphlint.ir.names import dotted
from graphlint.project import effect_names


def may_disable_grad(node: ast.AST) -> bool:
    """Return True if a context manager or decorator may disable grad mode."""
    if isinstance(node, ast.Call):
        first = node.args[0] if node.args else None
        if dotted(node.func).endswith("set_grad_enabled") and isinstance(first, ast.Constant) and first.value is True:
            return False
    if isinstance(node, ast.Name | ast.Attribute):
        name = node.id if isinstance(node, ast.Name) else node.attr
        if any(word in name for word in effect_names.SWITCHES):
            return True
    return any(may_disable_grad(item) for item in ast.iter_child_nodes(node))


def tests_for_attribute(node: ast.Try) -> bool:
    """Return True if a try expects that an attribute is missing: it names AttributeError, or it catches any error of mere reads."""
    caught = [name for item in node.handlers for name in _names_of_types(item.type)]
    only_reads = all(isinstance(item, ast.Expr) and not isinstance(item.value, ast.Call) for item in node.body)
    return "AttributeError" in caught or (only_reads and bool(node.handlers))


def _names_of_types(node: ast.expr | None) -> list[str]:
    """Return the names of the exceptions of an except clause."""
    parts = node.elts if isinstance(node, ast.Tuple) else [node]
    return [dotted(item).rpartition(".")[2] for item in parts]


def expects_error(node: ast.expr) -> bool:
    """Return True for a context manager that expects its block to raise: `pytest.raises(AttributeError)`."""
    return isinstance(node, ast.Call) and dotted(node.func).rpartition(".")[2] in effect_names.RAISING_MANAGERS


def constant_prefix(node: ast.expr) -> str:
    """Return the beginning of a computed name, as far as it is constant."""
    if isinstance(node, ast.JoinedStr):
        node = node.values[0] if node.values else node
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mod):
        node = node.left
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
        node = node.func.value
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        return ""
    return node.value.partition("%")[0].partition("{")[0]


def is_test_for_none(test: ast.expr) -> bool:
    """Return True if a condition compares a name with None."""
    match test:
        case ast.Compare(left=ast.Name(), ops=[ast.Is() | ast.IsNot()], comparators=[ast.Constant(value=None)]):
            return True
    return False
