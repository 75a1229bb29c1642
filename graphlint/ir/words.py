"""Words of expressions: they hint at the purpose of the code around which they stand, and are never evidence of a value."""

from __future__ import annotations

import ast


def words_of(node: ast.AST) -> tuple[str, ...]:
    """Return the identifiers and short strings of an expression."""
    found: list[str] = []
    stack: list[ast.AST] = [node]
    while stack:
        item = stack.pop()
        if isinstance(item, ast.Name):
            found.append(item.id)
        elif isinstance(item, ast.Attribute):
            found.append(item.attr)
            stack.append(item.value)
        elif isinstance(item, ast.Constant):
            if isinstance(item.value, str) and len(item.value) < 20:
                found.append(item.value)
        else:
            stack.extend(ast.iter_child_nodes(item))
    return tuple(found)


def words_of_condition(node: ast.expr) -> tuple[str, ...]:
    """Return the words of a condition that describe the code in its branch, without those of parts that are negated.

    `if sampling is None` and `if not validate` lead to code that does not sample or validate.
    """
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return ()
    if isinstance(node, ast.BoolOp):
        return tuple(word for value in node.values for word in words_of_condition(value))
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        operator, right = node.ops[0], node.comparators[0]
        is_negated = isinstance(operator, ast.NotEq | ast.IsNot | ast.NotIn)
        if isinstance(right, ast.Constant) and (right.value is None or right.value is False):
            return words_of(node.left) if is_negated else ()
        return () if is_negated else words_of(node)
    return words_of(node)
