"""Trace a cause that the analysis has found to where it began, by the text: values that came from code which is not resolved."""

from __future__ import annotations

import ast

from graphlint.autograd.sites import Site
from graphlint.common.names import last_name
from graphlint.explain.answer import Cause, Role
from graphlint.explain.lost_graphs import detach_in
from graphlint.explain.scene import Scene
from graphlint.explain.slices import Step
from graphlint.explain.syntax import SyntaxTree, is_data

CREATING = frozenset(("tensor", "as_tensor", "asarray", "from_numpy", "FloatTensor", "DoubleTensor", "Tensor"))
"""Functions of torch that make a tensor of numbers: the graph was lost where the numbers were read."""


def of_built(scene: Scene, cause: Cause) -> Cause:
    """Return the computation of what a sum adds up: additions save no tensors, so it is not the sum that a backward pass has freed."""
    found = _statement_at(scene, cause.site)
    if found is None:
        return cause
    tree, depth, statement = found
    added = _addends(statement)
    for name in added:
        for step in scene.slicer.steps(name, depth):
            if step.tree is tree and _is_pure_sum(step.value):
                continue
            if not is_data(step.value) and any(isinstance(node, ast.Call | ast.BinOp) for node in ast.walk(step.value)):
                return Cause(cause.role, step.tree.site(step.statement), cause.message, cause.code)
    return cause


def of_detached(scene: Scene, cause: Cause) -> Cause:
    """Return the place where the numbers were read that a cause makes a tensor of, or compares."""
    found = _statement_at(scene, cause.site)
    if found is None:
        return cause
    _, depth, statement = found
    value = next((node for node in ast.walk(statement) if isinstance(node, ast.expr) and _makes_tensor(node)), None)
    if value is None or any(detach_in(operand, last=True) for operand in _operands(value)):
        return cause
    for step in scene.slicer.steps(value, depth):
        if step.statement is statement:
            continue
        detached = detach_in(step.value, last=True)
        if detached is not None and _has_forward(scene, step, detached):
            return Cause(Role.DETACHED, step.tree.site(detached), f"`{last_name(detached.func)}` returns a value without a graph")
    return cause


def _statement_at(scene: Scene, site: Site) -> tuple[SyntaxTree, int, ast.stmt] | None:
    """Return the statement at a place in one of the files of the traceback, with its tree and the index of a frame in this file."""
    for depth in range(len(scene.trees) - 1, -1, -1):
        tree = scene.trees[depth]
        if tree.source.path == site.path:
            statement = tree.statement_at(site.line)
            return None if statement is None else (tree, depth, statement)
    return None


def _is_pure_sum(value: ast.expr) -> bool:
    """Return True for sums and differences of names."""
    if isinstance(value, ast.BinOp):
        return isinstance(value.op, ast.Add | ast.Sub) and _is_pure_sum(value.left) and _is_pure_sum(value.right)
    return isinstance(value, ast.Name | ast.Attribute | ast.Constant)


def _addends(statement: ast.stmt) -> list[ast.expr]:
    """Return what a statement adds to the value of its own target."""
    match statement:
        case ast.AugAssign(op=ast.Add() | ast.Sub(), value=value) if _is_pure_sum(value):
            return [value]
        case ast.Assign(targets=[target], value=ast.BinOp() as value) if _is_pure_sum(value):
            names = [node for node in ast.walk(value) if isinstance(node, ast.Name | ast.Attribute)]
            own = ast.unparse(target)
            return [node for node in names if ast.unparse(node) != own] if any(ast.unparse(node) == own for node in names) else []
    return []


def _makes_tensor(node: ast.AST) -> bool:
    return isinstance(node, ast.Compare) or (isinstance(node, ast.Call) and last_name(node.func) in CREATING)


def _operands(value: ast.AST) -> list[ast.expr]:
    return [value.left, *value.comparators] if isinstance(value, ast.Compare) else list(value.args) if isinstance(value, ast.Call) else []


def _has_forward(scene: Scene, step: Step, detached: ast.Call) -> bool:
    """Return True if what is detached was computed by a call of a model or of a function, not loaded."""
    if any(isinstance(node, ast.Call) and node is not detached and not is_data(node) for node in ast.walk(detached)):
        return True
    steps = scene.slicer.steps(detached, step.depth)
    return any(not isinstance(each.statement, ast.For) and isinstance(each.value, ast.Call) and not is_data(each.value) for each in steps)
