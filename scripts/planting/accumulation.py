"""Remove .item() or .detach() from values summed or collected over the iterations of a training loop (GL202, GL203)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from planting.mutants import Editor, Mutant
from planting.program import Iteration, Program, dotted, reads, targets_of, within

CUTS = ("item", "detach", "cpu", "numpy", "tolist", "clone")


def plant(program: Program) -> Iterator[Mutant]:
    """Yield each `total += loss.item()`, `losses.append(loss.detach())` and `meter.update(loss.item())` without its detach.

    Planted only if backward runs in the same loop on the detached name (or on a sum of which it is a term), so that it has a graph; if the
    total
    or the list was created before that loop and no iteration creates a new one; and if only arithmetic is between the detach and the total.
    Refused under no_grad, for a total that backward runs on, for a name that the loop also binds to a number, and for a method whose class
    is
    not in the file or keeps no sum.
    """
    for statement in (node for node in ast.walk(program.tree) if isinstance(node, ast.Expr | ast.AugAssign | ast.Assign)):
        for outer, inner in detached_names(statement):
            name = dotted(inner)
            loop = _training_loop(program, statement, name)
            if loop is None or program.without_grad(statement):
                continue
            codes, place = _retained(program, statement, outer, loop)
            if not codes:
                continue
            editor = Editor(program)
            editor.remove_suffix(inner, outer)
            yield from editor.mutant("remove " + _cut(outer), codes, place, (), statement.lineno)


def _cut(outer: ast.expr) -> str:
    return ".item()" if "item" in ast.unparse(outer) else ".detach()"


def detached_names(statement: ast.stmt) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield the calls that detach a named value: the outermost call, and the name."""
    inside: set[ast.AST] = set()
    for node in within(statement):
        if node in inside or not isinstance(node, ast.Call | ast.Attribute):
            continue
        item: ast.expr = node
        cuts = False
        while True:
            if isinstance(item, ast.Call) and isinstance(item.func, ast.Attribute) and item.func.attr in CUTS and not item.args:
                cuts = cuts or item.func.attr in ("item", "detach")
                inside.update((item, item.func))
                item = item.func.value
            elif isinstance(item, ast.Attribute) and item.attr == "data":
                cuts, item = True, item.value
                inside.add(item)
            else:
                break
        if cuts and item is not node and dotted(item):
            yield node, item


def _training_loop(program: Program, statement: ast.stmt, name: str) -> Iteration | None:
    """Return the innermost loop around a statement in which backward runs on the name, and nothing binds it to a number."""
    for loop in program.loops(statement):
        if name in program.rooted(loop):
            bound = [ast.unparse(item) for item in program.assignments(loop, name)]
            numbers = any(re.search(r"\.(item|detach|data|tolist|numpy)\b", text.partition("=")[2]) for text in bound)
            return None if numbers or not bound else loop
    return None


def _retained(program: Program, statement: ast.stmt, outer: ast.expr, loop: Iteration) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the codes for what a statement retains of a value, and its lines; none if it does not certainly retain it."""
    lines = tuple(range(statement.lineno, (statement.end_lineno or statement.lineno) + 1))
    if isinstance(statement, ast.AugAssign):
        fits = isinstance(statement.op, ast.Add) and only_arithmetic(program, outer, statement)
        return (("GL202", "GL203"), lines) if fits and _older(program, statement.target, loop, statement) else ((), ())
    if isinstance(statement, ast.Assign):
        target = statement.targets[0]
        carried = bool(dotted(target)) and dotted(target) in reads(statement.value)
        fits = carried and only_arithmetic(program, outer, statement) and isinstance(statement.value, ast.BinOp)
        return (("GL202", "GL203"), lines) if fits and _older(program, target, loop, statement) else ((), ())
    if not (isinstance(statement, ast.Expr) and isinstance(call := statement.value, ast.Call) and isinstance(call.func, ast.Attribute)):
        return (), ()
    if call.func.attr == "append" and len(call.args) == 1 and only_arithmetic(program, outer, call):
        return (("GL203", "GL202"), lines) if _older(program, call.func.value, loop, statement) else ((), ())
    position = next((index for index, item in enumerate(call.args) if item is outer), None)
    if position is not None and _older(program, call.func.value, loop, statement):
        sums = _sums(program, call.func.attr, position)
        return (("GL202", "GL203"), (*sums, *lines)) if sums else ((), ())
    return (), ()


def only_arithmetic(program: Program, node: ast.AST, top: ast.AST) -> bool:
    """Return whether only arithmetic is between a value and its owner."""
    for item in program.around(node):
        if item is top:
            return True
        if not isinstance(item, ast.BinOp):
            return False
    return False


def _older(program: Program, target: ast.expr, loop: Iteration, statement: ast.stmt) -> bool:
    """Return whether the owner was created before the loop, and no iteration creates a new one."""
    while isinstance(target, ast.Subscript):
        target = target.value
    name = dotted(target)
    if not name or name in program.rooted(loop):
        return False
    root = name.split(".", 1)[0]
    others = (item for item in ast.walk(loop) if isinstance(item, ast.stmt) and item is not statement)
    made = [item for item in others if {name, root} & set(targets_of(item))]
    anew = [item for item in made if not isinstance(item, ast.AugAssign) and not _guarded(program, item, loop)]
    if anew or (isinstance(loop, ast.For) and root in reads(loop.target)):
        return False
    scope = program.scope(loop)
    return "." in name or any(item.lineno < loop.lineno for item in program.assignments(scope, name))


def _guarded(program: Program, statement: ast.stmt, loop: Iteration) -> bool:
    """Return whether a condition is between a statement and its loop."""
    for item in program.around(statement):
        if item is loop:
            return False
        if isinstance(item, ast.If):
            return True
    return False


def _sums(program: Program, method: str, position: int) -> tuple[int, ...]:
    """Return the lines on which a method of a class of the file adds its argument to an attribute; none for several such classes."""
    found: list[int] = []
    for made in (node for node in ast.walk(program.tree) if isinstance(node, ast.ClassDef)):
        for item in made.body:
            if isinstance(item, ast.FunctionDef) and item.name == method and len(item.args.args) > position + 1:
                name = item.args.args[position + 1].arg
                lines = [
                    node.lineno for node in ast.walk(item)
                    if isinstance(node, ast.AugAssign) and dotted(node.target).startswith("self.") and name in reads(node.value)
                ]  # fmt: skip
                if found or not lines:
                    return ()
                found = lines
    return tuple(found)
