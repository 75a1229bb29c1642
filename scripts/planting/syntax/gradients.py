"""Change what a graph retains: repeat a backward, add retain_graph=True, remove a detach or an item (GL101, GL103, GL201, GL202, GL203)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from planting.accumulation import detached_names, only_arithmetic
from planting.mutants import Editor, Mutant
from planting.program import Iteration, Program, Scope, dotted, flowing, reads, runs_once, targets_of, within
from planting.syntax.statements import MethodCall, backwards, functions, lines_of, root


def plant(program: Program) -> Iterator[Mutant]:
    """Yield all mutants of this module."""
    for scope in functions(program):
        passes = backwards(scope)
        for item in passes:
            yield from _repeated(program, item)
            yield from _retained(program, item)
        if passes:
            yield from _without_detach(program, scope, passes)
            yield from _without_item(program, scope)


def _repeated(program: Program, item: MethodCall) -> Iterator[Mutant]:
    """Yield `loss.backward()` twice.

    Refused inside of a try that handles what PyTorch raises, and for a backward with any keyword.
    """
    if item.call.keywords or not root(item) or program.in_try(item.statement):
        return
    editor = Editor(program)
    editor.insert_after(item.statement, *editor.segment(item.statement).split("\n")[:1])
    if item.statement.lineno != item.statement.end_lineno:
        return
    yield from editor.mutant("backward repeated", ("GL101", "GL102", "GL103"), (), (item.statement.lineno + 1,), item.statement.lineno)


def _retained(program: Program, item: MethodCall) -> Iterator[Mutant]:
    """Yield retain_graph=True for a backward in a file that mentions it nowhere: what works without it does not need it."""
    if "retain_graph" in program.text or "create_graph" in program.text or item.call.keywords:
        return
    editor = Editor(program)
    text = editor.segment(item.call)
    editor.replace(item.call, text[:-1] + (", " if item.call.args else "") + "retain_graph=True)")
    yield from editor.mutant("retain_graph added", ("GL201", "GL205"), lines_of(item.call), (), item.statement.lineno)


def _without_detach(program: Program, scope: Scope, passes: Sequence[MethodCall]) -> Iterator[Mutant]:
    for node in within(scope):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "detach" and not node.args:
            yield from _without_input(program, scope, node, passes)
        elif isinstance(node, ast.Assign):
            yield from _without_state(program, node)


def _without_input(program: Program, scope: Scope, node: ast.Call, passes: Sequence[MethodCall]) -> Iterator[Mutant]:
    """Yield `f(x.detach())` without its detach, where one backward of the function runs on what flows from the call, and another on x.

    Planted only if the last assignment of x before it is a call, outside of no_grad.
    """
    assert isinstance(node.func, ast.Attribute)
    name, call = dotted(node.func.value), program.parents.get(node)
    if not name or not isinstance(call, ast.Call) or node not in call.args or program.without_grad(node):
        return
    made = [item for item in program.assignments(scope, name) if item.lineno < node.lineno]
    source = made[-1] if made else None
    if not isinstance(source, ast.Assign) or not isinstance(source.value, ast.Call) or program.without_grad(source):
        return
    if re.search(r"detach|\.data\b|no_grad", ast.unparse(source)):
        return
    statement = program.statement(node)
    simple = sorted(
        (item for item in within(scope) if isinstance(item, ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Expr)),
        key=lambda item: item.lineno,
    )
    own = flowing([item for item in simple if item.lineno >= statement.lineno], set(targets_of(statement)))
    other = flowing([item for item in simple if item is not statement and item.lineno > source.lineno], {name})
    if any(item.call.keywords for item in passes):
        return
    first = [item for item in passes if root(item) in own and root(item) not in other]
    second = [item for item in passes if root(item) in other and root(item) not in own]
    if not first or not second:
        return
    editor = Editor(program)
    editor.remove_suffix(node.func.value, node)
    lines = [line for item in (*first, *second) for line in lines_of(item.statement)]
    yield from editor.mutant("detach removed (input)", ("GL101", "GL308", "GL104"), lines, (), node.lineno)


def _without_state(program: Program, statement: ast.Assign) -> Iterator[Mutant]:
    """Yield `h = h.detach()` (or a tuple or comprehension of it) without the detach, for a state that a loop passes to a call and gets
    back."""
    loops = program.loops(statement)
    name = dotted(statement.targets[0]) if len(statement.targets) == 1 else ""
    cuts = [
        node for node in ast.walk(statement.value)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "detach"
    ]  # fmt: skip
    read = {dotted(node) for node in ast.walk(statement.value)}
    if not name or not loops or not cuts or name not in read or program.without_grad(statement):
        return
    loop = loops[0]
    nexts = [
        item for item in within(loop)
        if isinstance(item, ast.Assign) and item is not statement and name in targets_of(item)
        and isinstance(item.value, ast.Call) and name in reads(item.value)
    ]  # fmt: skip
    passes = backwards(loop)
    if not nexts or not passes:
        return
    editor = Editor(program)
    for node in cuts:
        assert isinstance(node.func, ast.Attribute)
        editor.remove_suffix(node.func.value, node)
    lines = [line for item in passes for line in lines_of(item.statement)]
    yield from editor.mutant("detach removed (state)", ("GL103", "GL101", "GL205"), lines, (), statement.lineno)


def _without_item(program: Program, scope: Scope) -> Iterator[Mutant]:
    """Yield `total += loss.item()` and `losses.append(loss.item())` without the item, in a loop with a backward of the loss.

    Refused under no_grad, if the loop binds the loss to a number or creates the total or the list, and for a loop with one iteration.
    """
    statements = (node for node in within(scope) if isinstance(node, ast.Expr | ast.AugAssign | ast.Assign))
    for statement in sorted(statements, key=lambda item: item.lineno):
        if program.without_grad(statement):
            continue
        loops = program.loops(statement)
        if not loops or runs_once(loops[0]):
            continue
        target = _kept_in(statement)
        if not target or _created(loops[0], target, statement):
            continue
        for outer, inner in detached_names(statement):
            top = statement.value if isinstance(statement, ast.Expr) else statement
            if only_arithmetic(program, outer, top) and _trained(program, loops[0], dotted(inner)):
                editor = Editor(program)
                editor.remove_suffix(inner, outer)
                yield from editor.mutant("item removed", ("GL202", "GL203"), lines_of(statement), (), statement.lineno)


def _kept_in(statement: ast.Expr | ast.AugAssign | ast.Assign) -> str:
    """Return the total or the list that a statement adds a value to."""
    if isinstance(statement, ast.AugAssign):
        return _base(statement.target) if isinstance(statement.op, ast.Add) else ""
    if isinstance(statement, ast.Assign):
        name = ast.unparse(statement.targets[0])
        sums = isinstance(statement.value, ast.BinOp) and isinstance(statement.value.op, ast.Add)
        return _base(statement.targets[0]) if sums and name in (ast.unparse(node) for node in ast.walk(statement.value)) else ""
    call = statement.value
    appends = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "append" and len(call.args) == 1
    return _base(call.func.value) if appends and isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else ""


def _base(target: ast.expr) -> str:
    while isinstance(target, ast.Subscript):
        target = target.value
    return dotted(target)


def _created(loop: Iteration, name: str, statement: ast.stmt) -> bool:
    """Return whether an iteration binds a name again, apart from sums."""
    others = (item for item in within(loop) if isinstance(item, ast.Assign | ast.AnnAssign | ast.For) and item is not statement)
    for item in others:
        bound = {dotted(node) for node in ast.walk(item.target)} if isinstance(item, ast.For) else set(targets_of(item))
        if name in bound or (name.split(".", 1)[0] in bound):
            return True
    return dotted(getattr(loop, "target", None)) == name


def _trained(program: Program, loop: Iteration, name: str) -> bool:
    """Return whether a backward of a loop runs on a name, or on a sum that contains it, and nothing in the loop binds it to a number."""
    roots = {root(item) for item in backwards(loop)} - {""}
    if not name or name in ("self",):
        return False
    bound = [ast.unparse(item) for item in program.assignments(loop, name)]
    if not bound or any(re.search(r"\.(item|detach|data|tolist|numpy)\b|\bfloat\(", text.partition("=")[2]) for text in bound):
        return False
    sums = (getattr(item, "value", None) for each in roots for item in program.assignments(loop, each))
    added = {dotted(node) for value in sums if isinstance(value, ast.BinOp) for node in ast.walk(value)}
    return name in roots or name in added
