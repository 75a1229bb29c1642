"""Remove a no_grad block or decorator from evaluation (GL301)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from planting.mutants import Editor, Mutant
from planting.program import SWITCHES_OFF, Program, Scope, dotted, targets_of, within

FRAMEWORKS = re.compile(r"Lightning|Trainer|Callback|Evaluator|Function$")
NUMBER = re.compile(r"\.item\(|\blen\(|\bfloat\(|\bint\(|\.size\(|\.shape|\.tolist\(|\.numpy\(")


def plant(program: Program) -> Iterator[Mutant]:
    """Yield each block or decorated function of evaluation without its no_grad.

    Planted only if the function calls `.eval()` on a module before the block, or, for a decorator, in its body, and the block calls that
    module by
    the same name. Refused if another no_grad encloses it, in a decorator or at a call of the function in the file; if the function returns
    or
    yields anything but numbers computed with .item(), len() and the like; in classes that derive from a framework's; and in files that use
    set_grad_enabled or freeze parameters with requires_grad.
    """
    if re.search(r"set_grad_enabled|requires_grad_?\b", program.text):
        return
    for node in ast.walk(program.tree):
        if isinstance(node, ast.With) and len(node.items) == 1 and _switch(node.items[0].context_expr):
            yield from _block(program, node)
        elif isinstance(node, ast.FunctionDef):
            yield from _decorator(program, node)


def _switch(expression: ast.expr) -> bool:
    return re.fullmatch(r"(torch\.)?(no_grad|inference_mode)\(\)", ast.unparse(expression)) is not None


def _block(program: Program, block: ast.With) -> Iterator[Mutant]:
    scope = program.scope(block)
    if program.without_grad(block) or _foreign(program, block) or not returns_numbers(program, scope) or _guarded_call(program, scope):
        return
    modules = _evaluated(program, scope, block.lineno)
    calls = _calls(block, modules)
    if not calls:
        return
    editor = Editor(program)
    editor.replace(block.items[0].context_expr, "nullcontext_of_nothing")
    text = editor.text()
    if text is None:
        return
    line = block.lineno
    lines = text.split("\n")
    lines[line - 1] = re.sub(r"with nullcontext_of_nothing(\s+as\s+\w+)?", "if True", lines[line - 1])
    place = sorted({number for call in calls for number in range(call.lineno, (call.end_lineno or call.lineno) + 1)})
    yield Mutant(program.path, "remove no_grad", ("GL301",), tuple(place), tuple(place), "\n".join(lines), line)


def _decorator(program: Program, function: ast.FunctionDef) -> Iterator[Mutant]:
    switches = [item for item in function.decorator_list if _switch(item)]
    if len(switches) != 1 or _foreign(program, function) or not returns_numbers(program, function):
        return
    if any(isinstance(node, ast.With) and SWITCHES_OFF.search(ast.unparse(node.items[0])) for node in ast.walk(function)):
        return
    if _guarded_call(program, function):
        return
    calls = _calls(function, _evaluated(program, function, function.end_lineno or 0))
    if not calls:
        return
    lines = program.text.split("\n")
    lines[switches[0].lineno - 1] = ""
    place = sorted({number for call in calls for number in range(call.lineno, (call.end_lineno or call.lineno) + 1)})
    yield Mutant(program.path, "remove no_grad", ("GL301",), tuple(place), tuple(place), "\n".join(lines), switches[0].lineno)


def _foreign(program: Program, node: ast.AST) -> bool:
    made = program.owner(node)
    return made is not None and any(FRAMEWORKS.search(ast.unparse(base)) for base in made.bases)


def _evaluated(program: Program, scope: Scope, line: int) -> set[str]:
    """Return the names on which a function calls .eval() before a line, without a later .train()."""
    found: dict[str, int] = {}
    for call in program.calls(scope, "eval"):
        assert isinstance(call.func, ast.Attribute)
        name = dotted(call.func.value)
        if name and call.lineno < line and not call.args:
            found[name] = call.lineno
    for call in program.calls(scope, "train"):
        assert isinstance(call.func, ast.Attribute)
        name = dotted(call.func.value)
        if found.get(name, line) < call.lineno < line:
            found.pop(name, None)
    return set(found)


def _calls(inside: ast.AST, modules: set[str]) -> list[ast.Call]:
    """Return the calls of these modules below a node whose result is assigned or passed to another call."""
    return [node for node in within(inside) if isinstance(node, ast.Call) and dotted(node.func) in modules]


def returns_numbers(program: Program, scope: Scope) -> bool:
    """Return whether a function yields nothing and returns nothing but numbers."""
    if isinstance(scope, ast.Module):
        return True
    for node in within(scope):
        if isinstance(node, ast.Yield | ast.YieldFrom):
            return False
        if isinstance(node, ast.Return) and node.value is not None and not _number(program, scope, node.value):
            return False
    return True


def _number(program: Program, scope: Scope, value: ast.expr, depth: int = 3) -> bool:
    """Return whether an expression is certainly made of numbers."""
    if isinstance(value, ast.Constant):
        return True
    if isinstance(value, ast.Tuple | ast.List):
        return all(_number(program, scope, item, depth) for item in value.elts)
    if isinstance(value, ast.BinOp):
        return _number(program, scope, value.left, depth) and _number(program, scope, value.right, depth)
    if isinstance(value, ast.Call) and (NUMBER.search(ast.unparse(value)) or ast.unparse(value.func).split(".")[0] in ("np", "math")):
        return True
    name = dotted(value)
    if not name or not depth:
        return False
    made = [item for item in within(scope) if isinstance(item, ast.stmt) and name in targets_of(item)]
    values = [getattr(item, "value", None) for item in made]
    return bool(values) and all(item is not None and _number(program, scope, item, depth - 1) for item in values)


def _guarded_call(program: Program, scope: Scope) -> bool:
    """Return whether the file calls a function under no_grad."""
    if isinstance(scope, ast.Module):
        return False
    calls = [
        node for node in ast.walk(program.tree)
        if isinstance(node, ast.Call) and dotted(node.func).rsplit(".", 1)[-1] == scope.name
    ]  # fmt: skip
    return any(program.without_grad(call) for call in calls)
