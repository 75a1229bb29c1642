"""Remove a .detach() from the discriminator's input or from a carried state (GL101, GL308, GL103)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from planting.mutants import Editor, Mutant
from planting.program import Program, dotted, flowing, reads, targets_of, within


def plant(program: Program) -> Iterator[Mutant]:
    """Yield all mutants of this module."""
    for node in ast.walk(program.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "detach" and not node.args:
            yield from _input(program, node)
        if isinstance(node, ast.Assign | ast.Expr):
            yield from _carried(program, node)


def _input(program: Program, node: ast.Call) -> Iterator[Mutant]:
    """Yield `D(fake.detach())` without its detach.

    Planted only if, in one loop of one function, `fake` is the result of a module of the file with grad mode on, the result of `D` flows
    into one
    backward, and either another backward of the loop also runs through `fake` (GL101), or an optimizer of the file owns that module's
    parameters (GL308).
    """
    assert isinstance(node.func, ast.Attribute)
    name, call = dotted(node.func.value), program.parents.get(node)
    loops = program.loops(node)
    if not name or not isinstance(call, ast.Call) or node not in call.args or not program.is_module(dotted(call.func)) or not loops:
        return
    if program.without_grad(node):
        return
    loop = loops[-1]
    made = [item for item in program.assignments(loop, name) if item.lineno < node.lineno]
    source = made[-1] if made else None
    if not isinstance(source, ast.Assign) or not isinstance(source.value, ast.Call) or program.without_grad(source):
        return
    module = dotted(source.value.func)
    if not program.is_module(module) or re.search(r"detach|\.data\b", ast.unparse(source)):
        return
    statement = program.statement(node)
    after = [item for item in _in_order(loop) if item.lineno >= statement.lineno]
    own = flowing(after, set(targets_of(statement)))
    backwards = program.backward_calls(loop)
    first = [backward for backward in backwards if backward.root in own and backward.statement.lineno > statement.lineno]
    if not first or any(not backward.plain for backward in backwards):
        return
    rest = [item for item in _in_order(loop) if item is not statement and item.lineno > source.lineno]
    other = flowing(rest, {name})
    twice = [backward for backward in backwards if backward.root in other and backward.root not in own]
    if not twice and not re.search(rf"\w+\(\s*(\[|list\()?\s*{re.escape(module)}\.parameters\(", program.text):
        return
    editor = Editor(program)
    editor.remove_suffix(node.func.value, node)
    codes = ("GL101", "GL308", "GL104") if twice else ("GL308", "GL101", "GL104")
    lines = [backward.statement.lineno for backward in backwards]
    yield from editor.mutant("remove .detach() (input)", codes, lines, (), node.lineno)


def _in_order(inside: ast.AST) -> list[ast.stmt]:
    """Return the simple statements below a node, in order."""
    simple = (node for node in within(inside) if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Expr))
    return sorted(simple, key=lambda item: item.lineno)


def _carried(program: Program, statement: ast.Assign | ast.Expr) -> Iterator[Mutant]:
    """Yield `hidden = hidden.detach()`, `hidden.detach_()` or `hidden = repackage(hidden)` without effect.

    Planted only if the same loop passes the state to a call that returns the next state, and a backward of the loop runs on another result
    of
    that call. A helper must be in the file and detach, or be imported under a name that says so.
    """
    loops = program.loops(statement)
    name = _detached(program, statement)
    if not name or not loops or program.without_grad(statement):
        return
    loop = loops[0]
    steps = [
        item for item in _in_order(loop)
        if item is not statement and isinstance(item, ast.Assign) and name in targets_of(item) and isinstance(item.value, ast.Call)
        and name in reads(item.value) and not program.without_grad(item)
    ]  # fmt: skip
    others = [item for item in program.assignments(loop, name) if item is not statement and item not in steps]
    if len(steps) != 1 or others:
        return
    returned = set(targets_of(steps[0]))
    after = [item for item in _in_order(loop) if item.lineno > steps[0].lineno]
    backwards = [backward for backward in program.backward_calls(loop) if backward.root in flowing(after, returned)]
    if not backwards or any(not backward.plain for backward in program.backward_calls(loop)):
        return
    editor = Editor(program)
    editor.replace(statement, "pass")
    lines = [backward.statement.lineno for backward in backwards]
    yield from editor.mutant("remove .detach() (state)", ("GL103",), lines, (), statement.lineno)


def _detached(program: Program, statement: ast.Assign | ast.Expr) -> str:
    """Return the name that a statement detaches."""
    if isinstance(statement, ast.Expr):
        call = statement.value
        is_detach = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "detach_"
        return dotted(call.func.value) if is_detach and isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else ""
    if len(statement.targets) != 1:
        return ""
    name = dotted(statement.targets[0])
    if not name or name not in reads_all(statement.value):
        return ""
    if re.search(r"\.detach\(|\.data\b", ast.unparse(statement.value)):
        return name
    helper = dotted(statement.value.func) if isinstance(statement.value, ast.Call) else ""
    for node in program.tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == helper and re.search(r"\.detach\(|\.data\b", ast.unparse(node)):
            return name
    brought = (alias for item in program.tree.body if isinstance(item, ast.ImportFrom) for alias in item.names)
    imported = any((alias.asname or alias.name) == helper for alias in brought)
    return name if imported and re.search(r"repackage|detach", helper) else ""


def reads_all(node: ast.AST) -> set[str]:
    """Return all names that an expression reads, detached or not."""
    return {name for item in ast.walk(node) if (name := dotted(item))}
