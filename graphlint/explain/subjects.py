"""The part of a raising statement that an error is about."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.common.names import last_name
from graphlint.explain.messages import Subject

BACKWARDS = ("backward", "manual_backward", "backward_and_step", "autograd_backward")
OF_RECEIVER = ("numpy", "register_hook", "retain_grad", "tolist", "__array__")


def subjects(statement: ast.stmt, subject: Subject, line: int) -> Iterator[ast.expr]:
    """Yield the expressions of a statement that an error may be about, the likeliest first."""
    calls = [node for node in _walk(statement) if isinstance(node, ast.Call) and node.lineno <= line <= (node.end_lineno or line)]
    match subject:
        case Subject.ROOT:
            yield from (root for call in calls if last_name(call.func) in (*BACKWARDS, "grad") for root in _roots(call))
            yield from (node.value for node in _walk(statement) if isinstance(node, ast.Attribute) and node.attr.startswith("_saved"))
        case Subject.RECEIVER:
            methods = [call.func for call in reversed(calls) if isinstance(call.func, ast.Attribute)]
            yield from (method.value for method in sorted(methods, key=lambda each: each.attr not in OF_RECEIVER))
            yield from (argument for call in calls for argument in call.args)
        case Subject.ARGUMENT | Subject.ELEMENTS:
            yield from (argument for call in calls for argument in (*call.args, *(keyword.value for keyword in call.keywords)))
        case Subject.INPUTS:
            for call in calls:
                if last_name(call.func) == "grad":
                    yield from [*call.args[1:2], *(keyword.value for keyword in call.keywords if keyword.arg == "inputs")]
        case Subject.TARGET:
            yield from _targets(statement)
            yield from (call.func.value for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr.endswith("_"))
            yield from (call.args[0] for call in calls if call.args)
        case Subject.GRADIENT:
            yield from (node.value for node in _walk(statement) if isinstance(node, ast.Attribute) and node.attr == "grad")
        case Subject.OPERATION:
            yield from (argument for call in calls for argument in call.args)
            yield from (node for node in _walk(statement) if isinstance(node, ast.BinOp))
        case Subject.NONE:
            yield from (root for call in calls if last_name(call.func) in BACKWARDS for root in _roots(call))


def _walk(statement: ast.stmt) -> Iterator[ast.AST]:
    """Yield the nodes of a statement; of a compound one, those of its first line."""
    blocks = {id(child) for name in ("body", "orelse", "finalbody", "handlers") for child in getattr(statement, name, ()) or ()}
    pending: list[ast.AST] = [statement]
    while pending:
        node = pending.pop(0)
        yield node
        pending.extend(child for child in ast.iter_child_nodes(node) if id(child) not in blocks)


def _roots(call: ast.Call) -> Iterator[ast.expr]:
    """Yield the tensors from which a backward pass starts: the receiver of `backward`, or the first argument of a function."""
    if isinstance(call.func, ast.Attribute) and call.func.attr == "backward":
        receiver = call.func.value
        if not _is_library(receiver) and not (call.args and isinstance(receiver, ast.Name | ast.Attribute) and _is_engine(receiver)):
            yield receiver
            return
    yield from call.args[:1]
    yield from (keyword.value for keyword in call.keywords if keyword.arg in ("tensors", "outputs", "loss"))


def _is_library(node: ast.expr) -> bool:
    return last_name(node) in ("autograd", "torch")


def _is_engine(node: ast.expr) -> bool:
    """Return True for an object of a framework whose `backward` takes the loss."""
    return any(word in last_name(node).lower() for word in ("accelerator", "fabric", "engine", "trainer", "model", "scaler", "optimizer"))


def _targets(statement: ast.stmt) -> Iterator[ast.expr]:
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target] if isinstance(statement, ast.AugAssign) else []
    for target in targets:
        changed = target
        while isinstance(changed, ast.Subscript) or (isinstance(changed, ast.Attribute) and changed.attr in ("requires_grad", "data")):
            changed = changed.value
        yield changed
