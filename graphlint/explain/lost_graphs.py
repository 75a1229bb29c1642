"""Places where a value may have lost its graph, by the text: detach points, grad modes, frozen parameters, and calls of other code."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.common.names import last_name
from graphlint.explain.answer import Cause, Role
from graphlint.explain.scene import Scene, cause_at
from graphlint.explain.slices import Step
from graphlint.explain.syntax import SyntaxTree, dotted, is_data

MODES = frozenset(("no_grad", "inference_mode", "set_grad_enabled"))
DETACHING = frozenset((
    "detach", "detach_", "item", "numpy", "tolist", "argmax", "argmin", "as_tensor", "tensor", "from_numpy", "float", "round", "sign",
))  # fmt: skip
TORCH = frozenset(("torch", "nn", "F", "functional", "math", "np", "numpy"))


def find(scene: Scene, call_role: Role = Role.DETACHED) -> list[Cause]:
    """Return the likeliest place; none if nothing in the text suggests one.

    Args:
        call_role: the role of a call of other code, which may have lost the graph.
    """
    roots = scene.roots
    steps = scene.steps()
    own = [_own_step(scene, root) for root in roots[:1]]
    for step in (*own, *steps):
        if (cause := _detach_in(step)) is not None or (cause := _mode_around(step)) is not None:
            return [cause]
    frozen = freezing(scene)
    if frozen is not None:
        return [frozen]
    if steps and steps[0].name in {dotted(root) for root in roots} and is_data(steps[0].value):
        return [cause_at(Role.LEAF, steps[0], "created without requires_grad here")]
    if (switch := _switched_off(scene)) is not None:
        return [switch]
    # An operation has several operands: the first one of which the text shows something is the answer.
    for each in ([*own, *steps], *([_own_step(scene, root), *scene.slicer.steps(root)] for root in roots[1:])):
        if (other := next(filter(_calls_other_code, each), None)) is not None:
            return [cause_at(call_role, other, "this call returned a value without a graph")]
    return []


def _own_step(scene: Scene, root: ast.expr) -> Step:
    """Return the raising statement as a step."""
    return Step(tree=scene.tree, statement=scene.statement, value=root, name="", distance=0, depth=len(scene.frames) - 1)


def _switched_off(scene: Scene) -> Cause | None:
    """Return a statement that switches grad mode off for all that follows."""
    for tree in dict.fromkeys(scene.trees):
        modes = {
            dotted(target): statement
            for statement in tree.statements
            if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call) and last_name(statement.value.func) in MODES
            for target in statement.targets
        }
        for statement in tree.statements:
            call = statement.value if isinstance(statement, ast.Expr) else None
            if not isinstance(call, ast.Call):
                continue
            if last_name(call.func) == "set_grad_enabled" and call.args and not _is_true(call.args[0]):
                return Cause(Role.NO_GRAD, tree.site(statement), "grad mode switched off here")
            if isinstance(call.func, ast.Attribute) and call.func.attr == "__enter__" and dotted(call.func.value) in modes:
                return Cause(Role.NO_GRAD, tree.site(statement), "grad mode switched off here, and not on again")
    return None


def freezing(scene: Scene) -> Cause | None:
    """Return the statement that freezes parameters from which the value was computed."""
    names = {step.name for step in scene.steps()} | {name for root in scene.roots for name in _names(root)}
    values = {name for step in scene.steps() for name in _names(step.value)} | names
    for tree in dict.fromkeys(scene.trees):
        for statement in tree.statements:
            target = _frozen(statement)
            if target is None:
                continue
            frozen = {
                *_names(target),
                *_loop_names(tree, statement),
                *(name for step in scene.slicer.steps(target) for name in _names(step.value)),
            }
            if frozen & values:
                return Cause(Role.LEAF, tree.site(statement), "parameters frozen here")
    return None


def _frozen(statement: ast.stmt) -> ast.expr | None:
    """Return what a statement freezes, or may freeze by a flag that it computes."""
    match statement:
        case ast.Assign(targets=[ast.Attribute(value=target, attr="requires_grad")], value=value) if not _is_true(value):
            return target
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=target, attr="requires_grad_"), args=[flag, *_])) if not _is_true(flag):
            return target
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=target, attr="freeze" | "freeze_"))):
            return target
    return None


def _is_true(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and bool(node.value)


def _names(node: ast.AST) -> set[str]:
    """Return the names and attributes in a piece of code. `self` alone is not one: everything of an object would be the same."""
    found = {name for each in ast.walk(node) if isinstance(each, ast.Name | ast.Attribute) and (name := dotted(each))}
    return found - {"self", "cls"}


def _loop_names(tree: SyntaxTree, statement: ast.stmt) -> Iterator[str]:
    """Yield the names in the iterables of the loops around a statement."""
    for loop in tree.loops_of(statement):
        if isinstance(loop, ast.For):
            yield from _names(loop.iter)


def _detach_in(step: Step) -> Cause | None:
    """Return the detach point in the value of a step."""
    for node in ast.walk(step.value):
        if isinstance(node, ast.Attribute) and node.attr == "data":
            return Cause(Role.DETACHED, step.tree.site(node), "detached by `.data` here")
        if not isinstance(node, ast.Call):
            continue
        name = last_name(node.func)
        if name in DETACHING and _takes_value(node):
            return Cause(Role.DETACHED, step.tree.site(node), f"`{name}` returns a value without a graph")
        if name == "grad" and not any(each.arg == "create_graph" for each in node.keywords):
            return Cause(Role.DETACHED, step.tree.site(node), "a gradient computed without `create_graph=True` has no graph")
        if name == "checkpoint" and any(each.arg == "use_reentrant" and _is_true(each.value) for each in node.keywords):
            return Cause(Role.DETACHED, step.tree.site(node), "reentrant checkpoint: without an input that requires grad, no graph")
    if isinstance(step.value, ast.Compare):
        return cause_at(Role.DETACHED, step, "a comparison has no graph")
    return None


def detach_in(value: ast.AST, *, last: bool = False) -> ast.Call | None:
    """Return the call in an expression that reads the numbers of a tensor; the one that comes first in the source, or the last."""
    calls = [node for node in ast.walk(value) if isinstance(node, ast.Call) and last_name(node.func) in DETACHING and _takes_value(node)]
    ordered = sorted(calls, key=lambda call: (call.end_lineno or 0, call.end_col_offset or 0), reverse=last)
    return ordered[0] if ordered else None


def _takes_value(call: ast.Call) -> bool:
    """Return True if a conversion is given something other than constants."""
    if isinstance(call.func, ast.Attribute) and last_name(call.func.value) not in TORCH:
        return True
    return any(
        not isinstance(node, ast.Constant | ast.List | ast.Tuple | ast.UnaryOp | ast.Load | ast.USub)
        for each in call.args
        for node in ast.walk(each)
    )


def _mode_around(step: Step) -> Cause | None:
    """Return the step if it runs in a block or function that disables grad mode."""
    for node in (step.statement, *step.tree.around(step.statement)):
        expressions: list[ast.expr] = []
        if isinstance(node, ast.With | ast.AsyncWith):
            expressions = [item.context_expr for item in node.items]
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            expressions = list(node.decorator_list)
        for expression in expressions:
            called = expression.func if isinstance(expression, ast.Call) else expression
            if last_name(called) in MODES and not (isinstance(expression, ast.Call) and expression.args and _is_true(expression.args[0])):
                return cause_at(Role.NO_GRAD, step, f"computed under `{last_name(called)}`")
    return None


def _calls_other_code(step: Step) -> bool:
    """Return True if a step's value is the result of a function that is imported from elsewhere, or of methods of this result."""
    call = step.value
    while isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Call):
        call = call.func.value
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        return False
    name = call.func.id
    return any(
        isinstance(statement, ast.ImportFrom | ast.Import) and any((alias.asname or alias.name) == name for alias in statement.names)
        for statement in step.tree.statements
    )
