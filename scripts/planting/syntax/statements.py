"""Statements that call a method, and the optimizers and losses that the text of a program names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from planting.program import Program, Scope, dotted, within

SCHEDULER = re.compile(r"sched|warm|lr_?|anneal|ema\b|meter|timer|profil|env\b|scaler", re.IGNORECASE)
# A method of the surrounding class, of an engine or of a class of the project, or a function of autograd.
OWN_METHOD = re.compile(r"^(self|super\(.*\)|cls)$|engine|autograd|deepspeed|optim|agent|trainer$", re.IGNORECASE)
OPTIMIZER = re.compile(r"opt|solver", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class MethodCall:
    """A statement that consists of the call of a method, and the text of its receiver."""

    statement: ast.Expr
    call: ast.Call
    receiver: ast.expr
    name: str

    @property
    def bare(self) -> bool:
        """Return whether the call has no arguments."""
        return not self.call.args and not self.call.keywords


def method_calls(inside: ast.AST, method: str) -> list[MethodCall]:
    """Return the statements below a node that call a method, in order, except in nested functions."""
    found = [item for node in within(inside) if (item := method_call(node, method)) is not None]
    return sorted(found, key=lambda item: item.statement.lineno)


def method_call(node: ast.AST, method: str) -> MethodCall | None:
    """Return a statement as the call of a method."""
    if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute)):
        return None
    if node.value.func.attr != method:
        return None
    receiver = node.value.func.value
    return MethodCall(node, node.value, receiver, ast.unparse(receiver))


def backwards(inside: ast.AST) -> list[MethodCall]:
    """Return the backward statements below a node: loss.backward(), scaler.scale(loss).backward(), accelerator.backward(loss)."""
    calls = [item for item in method_calls(inside, "backward") if OWN_METHOD.search(item.name) is None]
    return sorted((*calls, *method_calls(inside, "manual_backward")), key=lambda item: item.statement.lineno)


def root(item: MethodCall) -> str:
    """Return the name of the loss of a backward statement, "" if it is an expression."""
    if item.call.args:
        return dotted(item.call.args[0])
    receiver = item.receiver
    if isinstance(receiver, ast.Call) and isinstance(receiver.func, ast.Attribute) and receiver.func.attr == "scale" and receiver.args:
        return dotted(receiver.args[0])
    return dotted(receiver)


def stepped(program: Program, item: MethodCall) -> str:
    """Return the text of the optimizer that a step statement steps, "" for schedulers, environments and the like."""
    name = item.name
    if len(item.call.args) == 1 and re.search(r"scaler", name):
        return ast.unparse(item.call.args[0])
    if not item.bare or SCHEDULER.search(name.rsplit(".", 1)[-1]):
        return ""
    return name if OPTIMIZER.search(name) or f"{name}.zero_grad(" in program.text else ""


def steps(program: Program, inside: ast.AST) -> list[tuple[str, MethodCall]]:
    """Return the optimizers stepped below a node with the statements that step them, in order."""
    return [(name, item) for item in method_calls(inside, "step") if (name := stepped(program, item))]


def functions(program: Program) -> Iterator[Scope]:
    """Yield the functions of a file, and the module."""
    for node in ast.walk(program.tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def blocks(inside: ast.AST) -> Iterator[list[ast.stmt]]:
    """Yield the lists of statements below a node, except in nested functions."""
    for node in (inside, *within(inside)):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list) and block and isinstance(block[0], ast.stmt) and not _nested(node, inside):
                yield block


def _nested(node: ast.AST, inside: ast.AST) -> bool:
    return node is not inside and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)


def called_in_loop(program: Program, scope: Scope) -> bool:
    """Return whether a loop of the file calls a function by its name."""
    if isinstance(scope, ast.Module):
        return False
    calls = (
        node for node in ast.walk(program.tree)
        if isinstance(node, ast.Call) and dotted(node.func).rsplit(".", 1)[-1] == scope.name
    )  # fmt: skip
    return any(program.loops(call) for call in calls)


def lines_of(node: ast.stmt | ast.expr) -> range:
    """Return the numbers of the lines of a node."""
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)
