"""Change a training loop: remove its zero_grad, or move its forward pass before it (GL501, GL102)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from planting.mutants import Editor, Mutant
from planting.program import Iteration, Program, dotted, flowing, runs_once, targets_of

PREFIX = 12


def plant(program: Program) -> Iterator[Mutant]:
    """Yield all mutants of this module."""
    for node in ast.walk(program.tree):
        if isinstance(node, ast.Expr):
            yield from _without_zero_grad(program, node)
        if isinstance(node, ast.For):
            yield from _hoisted(program, node)


def _without_zero_grad(program: Program, statement: ast.Expr) -> Iterator[Mutant]:
    """Yield a training loop without its zero_grad.

    Planted only if the zero_grad is an optimizer's, the file has no other for the same optimizer and none of a module, tensor or helper
    that may
    have the same effect (`grad = None`, `.grad.zero_`, set_to_none elsewhere), a backward and a step of the optimizer are in the same loop,
    and
    the other optimizers with a zero_grad have other parameters. Refused for frameworks that zero gradients themselves (DeepSpeed,
    `closure`).
    """
    call = statement.value
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "zero_grad"):
        return
    name = dotted(call.func.value)
    loops = program.loops(statement)
    if not name or not loops or re.search(r"\.grad\b\s*(=[^=]|\.zero_|\.data\.zero_|\.detach_)|deepspeed|closure|clear_grad", program.text):
        return
    loop = loops[-1]
    owned = _optimizer_parameters(program, name)
    others = [dotted(item.func.value) for item in program.calls(program.tree, "zero_grad") if isinstance(item.func, ast.Attribute)]
    everywhere = re.findall(r"[\w.\]\[]+(?=\.zero_grad\()", program.text)
    if len(everywhere) != len({*everywhere}) or not owned or "" in others or name not in everywhere:
        return
    if any(other != name and (_optimizer_parameters(program, other) in ("", owned)) for other in everywhere):
        return
    steps = [item for item in program.calls(loop, "step") if isinstance(item.func, ast.Attribute) and _steps_it(item, name)]
    backwards = program.backward_calls(loop)
    if not steps or not backwards or not _inner(program, statement, steps[0]):
        return
    editor = Editor(program)
    editor.replace(statement, "pass")
    yield from editor.mutant("remove zero_grad", ("GL501",), [backward.statement.lineno for backward in backwards], (), statement.lineno)


def _inner(program: Program, statement: ast.stmt, step: ast.Call) -> bool:
    """Return whether a step follows in the innermost loop of the reset."""
    return program.loops(statement)[0] in program.loops(step)


def _steps_it(call: ast.Call, name: str) -> bool:
    assert isinstance(call.func, ast.Attribute)
    return dotted(call.func.value) == name or (len(call.args) == 1 and dotted(call.args[0]) == name)


def _optimizer_parameters(program: Program, optimizer: str) -> str:
    """Return the text of the parameters passed to an optimizer, "" if that is not obvious."""
    made = [
        node.value for node in ast.walk(program.tree)
        if isinstance(node, ast.Assign) and optimizer in [dotted(item) for item in node.targets] and isinstance(node.value, ast.Call)
    ]  # fmt: skip
    texts = {ast.unparse(value.args[0]) for value in made if value.args and "parameters" in ast.unparse(value.args[0])}
    return texts.pop() if len(texts) == 1 else ""


def _hoisted(program: Program, loop: ast.For) -> Iterator[Mutant]:
    """Yield the loop with its forward pass moved before it, on the first batch.

    Planted only if the loop's body itself binds the result of calling a module of the file to a name, nothing else in the loop binds it, a
    backward of the body runs on what flows from it, and it follows few plain statements, none of which reads what a later statement of the
    loop sets. Refused in grad-mode blocks, if the loop's own backward has arguments, and for a loop with one iteration.
    """
    if runs_once(loop):
        return
    forward = next((item for item in loop.body if _forward(program, item)), None)
    if forward is None or program.without_grad(forward) or loop.orelse or program.without_grad(loop):
        return
    before = loop.body[: loop.body.index(forward)]
    after = loop.body[loop.body.index(forward) + 1 :]
    if len(before) > PREFIX or not all(isinstance(item, ast.Assign | ast.Expr | ast.AugAssign) for item in before):
        return
    if program.backward_calls(ast.Module(before, [])) or _anything(before, r"backward|\.step\(|next\("):
        return
    names = set(targets_of(forward))
    if any(item is not forward and names & set(targets_of(item)) for item in ast.walk(loop) if isinstance(item, ast.stmt)):
        return
    if _carries(forward, before, after, loop):
        return
    backwards = [
        backward for backward in program.backward_calls(loop) if backward.statement in after and backward.root in flowing(after, names)
    ]
    if not backwards or not all(backward.plain for backward in program.backward_calls(loop)) or program.in_try(forward):
        return
    editor = Editor(program)
    head = editor.segment(loop.iter)
    if "\n" in head or any("\n" in editor.segment(item) for item in [*before, forward]):
        return
    copied = [editor.segment(item) for item in [*before, forward]]
    editor.before(loop, f"for {editor.segment(loop.target)} in {head}:", "    break", *copied)
    editor.replace(forward, "pass")
    lines = [backward.statement.lineno for backward in backwards]
    yield from editor.mutant("hoist a forward", ("GL102",), lines, (), forward.lineno)


def _forward(program: Program, statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Assign)
        and isinstance(statement.value, ast.Call)
        and program.is_module(dotted(statement.value.func))
        and len(statement.targets) == 1
    )


def _anything(block: list[ast.stmt], pattern: str) -> bool:
    return any(re.search(pattern, ast.unparse(item)) for item in block)


def _carries(forward: ast.stmt, before: list[ast.stmt], after: list[ast.stmt], loop: Iteration) -> bool:
    """Return whether the inputs of the forward pass depend on the rest of the loop."""
    del loop
    read = {name for item in [*before, forward] for node in ast.walk(item) if (name := dotted(node))}
    own = {name for item in before for name in targets_of(item)}
    later = {name for item in after for node in ast.walk(item) if isinstance(node, ast.stmt) for name in targets_of(node)}
    return bool((read - own) & later)
