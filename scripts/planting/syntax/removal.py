"""Remove zero_grad from a training step, or no_grad from an evaluation (GL501, GL301)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from planting.evaluation import FRAMEWORKS, returns_numbers
from planting.mutants import Editor, Mutant
from planting.program import SWITCHES_OFF, Program, Scope, dotted, runs_once, targets_of, within
from planting.syntax.statements import MethodCall, backwards, called_in_loop, functions, lines_of, method_calls, steps

EVALUATION = re.compile(r"test|valid|eval|infer|predict|sampl|generat|score|accuracy|(^|_)val(_|$)", re.IGNORECASE)
MODULE = re.compile(
    r"(^|[._])(model|net\w*|encoder|decoder|gen|generator|disc|discriminator|critic|actor|policy|backbone|classifier|learner|G|D)\w*$"
    r"|(model|net|Net)$",
)
OTHER_RESET = re.compile(r"\.grad\b\s*(=[^=]|\.zero_|\.data\.zero_|\.detach_|\.data\.fill_)|deepspeed|closure|clear_grad|autograd\.grad")


def plant(program: Program) -> Iterator[Mutant]:
    """Yield all mutants of this module."""
    for scope in functions(program):
        for item in method_calls(scope, "zero_grad"):
            yield from _without_zero_grad(program, scope, item)
        for node in within(scope):
            if isinstance(node, ast.With) and len(node.items) == 1 and _switch(node.items[0].context_expr):
                yield from _without_block(program, scope, node)
        if isinstance(scope, ast.FunctionDef):
            yield from _without_decorator(program, scope)


def _without_zero_grad(program: Program, scope: Scope, item: MethodCall) -> Iterator[Mutant]:
    """Yield a training step without `x.zero_grad()`, also where x is a parameter or an attribute of one.

    Planted only if a backward and a step of x are in the same loop (or in the same function, if a loop of the file calls it). Refused if
    the code that the loop runs in the file resets gradients in another way (a second zero_grad of x, one of something that is not stepped,
    `grad = None`, a closure), and if the loop or a function without one creates x.
    """
    loops = program.loops(item.statement)
    inside: ast.AST = loops[0] if loops else scope
    own = [step for name, step in steps(program, inside) if name == item.name]
    passes = backwards(inside)
    if not own or not passes or (not loops and not called_in_loop(program, scope)) or any(runs_once(loop) for loop in loops[:1]):
        return
    if loops and program.loops(own[0].statement)[0] is not loops[0]:
        return
    if any(program.loops(step.statement)[:1] != loops[:1] for step in own):
        return
    block = (loops[-1] if loops else scope).body
    text = program.run_by(block)
    receivers = re.findall(r"([\w.\[\]'\"]+)\.zero_grad\(", text)
    known = {name for name, _ in steps(program, ast.Module([*block], []))}
    known |= {name for function in functions(program) for name, _ in steps(program, function)}
    if receivers.count(item.name) != 1 or any(other not in known for other in receivers) or OTHER_RESET.search(text):
        return
    if any(item.name in targets_of(node) for node in within(inside) if isinstance(node, ast.stmt)):
        return
    editor = Editor(program)
    editor.replace(item.statement, "pass")
    lines = [line for each in passes for line in lines_of(each.statement)]
    yield from editor.mutant("zero_grad removed", ("GL501",), lines, (), item.statement.lineno)


def _switch(expression: ast.expr) -> bool:
    return re.fullmatch(r"(\w+\.)*(no_grad|inference_mode)\(\)", ast.unparse(expression)) is not None


def _without_block(program: Program, scope: Scope, block: ast.With) -> Iterator[Mutant]:
    """Yield a function of evaluation with `if True:` in the place of its no_grad.

    The text names it an evaluation: it calls `x.eval()`, or its name says so and the block is in a loop or contains one. In the block it
    calls x or a name that is usual for a module. Refused if the text shows another no_grad around it, if the function calls backward or
    returns anything but numbers, and in a framework's class.
    """
    if program.without_grad(block) or not _evaluates(program, scope, block):
        return
    calls = _module_calls(program, block, _evaluated(scope))
    if not calls:
        return
    line = block.lineno
    lines = program.text.split("\n")
    column = block.col_offset
    if block.items[0].context_expr.lineno != line or not lines[line - 1].strip().startswith("with ") or block.body[0].lineno == line:
        return
    comment = lines[line - 1].partition("#")[2]
    lines[line - 1] = lines[line - 1].encode()[:column].decode() + "if True:" + (f"  #{comment}" if comment else "")
    yield from _mutant(program, block, lines, line)


def _without_decorator(program: Program, function: ast.FunctionDef) -> Iterator[Mutant]:
    """Yield a function of evaluation without its no_grad decorator, under the same conditions."""
    switches = [item for item in function.decorator_list if re.fullmatch(r"(\w+\.)*(no_grad|inference_mode)(\(\))?", ast.unparse(item))]
    if len(switches) != 1 or not _evaluates(program, function, function):
        return
    if any(isinstance(node, ast.With) and SWITCHES_OFF.search(ast.unparse(node.items[0])) for node in ast.walk(function)):
        return
    if not _module_calls(program, function, _evaluated(function)):
        return
    lines = program.text.split("\n")
    lines[switches[0].lineno - 1] = ""
    yield from _mutant(program, function, lines, switches[0].lineno)


def _mutant(program: Program, inside: ast.stmt, lines: list[str], line: int) -> Iterator[Mutant]:
    text = "\n".join(lines)
    try:
        ast.parse(text)
    except SyntaxError:
        return
    place = tuple(lines_of(inside))
    yield Mutant(program.path, "no_grad removed", ("GL301", "GL202", "GL203", "GL304"), place, place, text, line)


def _evaluates(program: Program, scope: Scope, inside: ast.AST) -> bool:
    """Return whether the text of a function or script shows that a piece of it evaluates, and keeps no tensor of it."""
    if backwards(scope) or "set_grad_enabled" in program.text or "autograd" in ast.unparse(inside):
        return False
    owner = program.owner(inside)
    if owner is not None and any(FRAMEWORKS.search(ast.unparse(base)) for base in owner.bases):
        return False
    if not returns_numbers(program, scope) or _guarded(program, scope):
        return False
    if _evaluated(scope):
        return True
    named = not isinstance(scope, ast.Module) and EVALUATION.search(scope.name) is not None
    repeats = bool(program.loops(inside)) or any(isinstance(node, ast.For | ast.While) for node in within(inside))
    return named and repeats


def _guarded(program: Program, scope: Scope) -> bool:
    """Return whether the file calls a function under no_grad."""
    if isinstance(scope, ast.Module):
        return False
    calls = (node for node in ast.walk(program.tree) if isinstance(node, ast.Call) and dotted(node.func).rsplit(".", 1)[-1] == scope.name)
    return any(program.without_grad(call) for call in calls)


def _evaluated(scope: Scope) -> set[str]:
    return {item.name for item in method_calls(scope, "eval") if item.bare}


def _module_calls(program: Program, inside: ast.AST, modules: set[str]) -> list[ast.Call]:
    """Return the calls below a node of these names, or of a name that is usual for a module; the callee keeps grad mode enabled."""
    found = [node for node in within(inside) if isinstance(node, ast.Call) and (node.args or node.keywords)]
    return [
        node
        for node in found
        if (name := dotted(node.func)) and (name in modules or MODULE.search(name)) and not program.disables_grad(node)
    ]
