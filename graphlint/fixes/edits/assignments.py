"""Edits of assignments: of a name to a result, in place and out of place."""

from __future__ import annotations

import ast
from collections.abc import Mapping

import libcst as cst

from graphlint.fixes.edits.expressions import in_parentheses
from graphlint.fixes.edits.new_nodes import new_expression
from graphlint.fixes.edits.trees import trees_of
from graphlint.rule.code import Code
from graphlint.source.text_edits import Edits

OPERATORS: Mapping[type[cst.BaseAugOp], cst.BaseBinaryOp] = {
    cst.AddAssign: cst.Add(), cst.SubtractAssign: cst.Subtract(), cst.MultiplyAssign: cst.Multiply(), cst.DivideAssign: cst.Divide(),
    cst.FloorDivideAssign: cst.FloorDivide(), cst.ModuloAssign: cst.Modulo(), cst.PowerAssign: cst.Power(),
    cst.MatrixMultiplyAssign: cst.MatrixMultiply(), cst.BitAndAssign: cst.BitAnd(), cst.BitOrAssign: cst.BitOr(),
    cst.BitXorAssign: cst.BitXor(), cst.LeftShiftAssign: cst.LeftShift(), cst.RightShiftAssign: cst.RightShift(),
}  # fmt: skip
IN_PLACE: Mapping[type[cst.BaseBinaryOp], type[cst.BaseAugOp]] = {cst.Add: cst.AddAssign, cst.Subtract: cst.SubtractAssign}
LOWER_PRECEDENCE = (
    cst.BinaryOperation,
    cst.BooleanOperation,
    cst.Comparison,
    cst.IfExp,
    cst.Lambda,
    cst.NamedExpr,
    cst.Yield,
    cst.Tuple,
    cst.UnaryOperation,
    cst.Await,
)


def assigned(code: Code, statement: ast.Expr, target: str) -> Edits:
    """Assign the value of an expression statement to a target."""
    found, place = trees_of(code).statement(statement), new_expression(target)
    if found is None or not isinstance(found.node, cst.Expr) or not isinstance(place, cst.BaseAssignTargetExpression):
        return None
    return found.fragment.changed({found.node: cst.Assign([cst.AssignTarget(place)], found.node.value, found.node.semicolon)})


def expanded(code: Code, statement: ast.AugAssign) -> Edits:
    """Write `x += y` as `x = x + y`."""
    found = trees_of(code).statement(statement)
    if found is None or not isinstance(found.node, cst.AugAssign) or not isinstance(found.node.target, cst.Name | cst.Attribute):
        return None
    node, target, sign = found.node, found.node.target, found.node.operator
    value = in_parentheses(node.value) if isinstance(node.value, LOWER_PRECEDENCE) and not node.value.lpar else node.value
    operator = OPERATORS[type(sign)].with_changes(whitespace_after=getattr(sign, "whitespace_after"))  # noqa: B009  mypy: not of all
    equal = cst.AssignTarget(target)
    result = cst.BinaryOperation(target.deep_clone(), operator, value)
    return found.fragment.changed({node: cst.Assign([equal], result, node.semicolon)})


def augmented(code: Code, statement: ast.Assign) -> Edits:
    """Write `x = x + y` or `x = x - y` as `x += y` or `x -= y`."""
    found = trees_of(code).statement(statement)
    node = found.node if found is not None else None
    value = node.value if isinstance(node, cst.Assign) and len(node.targets) == 1 else None
    if found is None or not isinstance(node, cst.Assign) or not isinstance(value, cst.BinaryOperation) or value.lpar:
        return None
    sign, target = IN_PLACE.get(type(value.operator)), node.targets[0].target
    if sign is None or not isinstance(target, cst.Name | cst.Attribute | cst.Subscript):
        return None
    return found.fragment.changed({node: cst.AugAssign(target, sign(), value.right, node.semicolon)})


def copied(code: Code, statement: ast.Assign, owner: ast.expr) -> Edits:
    """Write an assignment to a tensor as a copy into it, `x.copy_(y)`.

    Args:
        owner: the tensor: the target, or that of its attribute `data`.
    """
    found = trees_of(code).statement(statement)
    if found is None or not isinstance(found.node, cst.Assign):
        return None
    tensor = found.fragment.expression(owner, trees_of(code).span(owner))
    if tensor is None:
        return None
    call = cst.Call(cst.Attribute(tensor, cst.Name("copy_")), [cst.Arg(found.node.value)])
    return found.fragment.changed({found.node: cst.Expr(call, found.node.semicolon)})
