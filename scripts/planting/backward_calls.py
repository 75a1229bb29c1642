"""Change the number and arguments of backward calls: a second backward, a step between two, retain_graph (GL101, GL104, GL201)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from planting.mutants import Editor, Mutant
from planting.program import BackwardCall, Program, dotted, flowing, reads, within


def plant(program: Program) -> Iterator[Mutant]:
    """Yield all mutants of this module, for each backward without arguments."""
    for scope in (node for node in ast.walk(program.tree) if isinstance(node, ast.Module | ast.FunctionDef)):
        for backward in program.backward_calls(scope):
            if not backward.plain or program.in_try(backward.statement) or program.without_grad(backward.call):
                continue
            if len(program.block(backward.statement)) == 0 or not _clearly_made(program, backward):
                continue
            yield from _repeat(program, backward)
            yield from _step_between(program, backward)
            yield from _move_step(program, backward)
            yield from _retain(program, backward)


def _clearly_made(program: Program, backward: BackwardCall) -> bool:
    """Return whether the function itself computes the loss."""
    return bool(program.assignments(program.scope(backward.statement), backward.root))


def _repeat(program: Program, backward: BackwardCall) -> Iterator[Mutant]:
    """Yield the same backward again on the next line, through the freed graph of the same root.

    Refused inside of a try or a block that expects an error, for a root that the function does not compute, and for a root computed by
    arithmetic alone, which may save nothing.
    """
    made = program.assignments(program.scope(backward.statement), backward.root)
    if not any(isinstance(node, ast.Call) for item in made for node in ast.walk(item)):
        return
    editor = Editor(program)
    editor.insert_after(backward.statement, editor.segment(backward.statement))
    new = (backward.statement.end_lineno or backward.statement.lineno) + 1
    yield from editor.mutant("repeat a backward", ("GL101",), (), (new,), backward.statement.lineno)


def _step_between(program: Program, backward: BackwardCall) -> Iterator[Mutant]:
    """Yield a backward that retains its graph, the step that follows, and the same backward once more.

    Planted only if the optimizer's step follows the backward in the same block without another backward between them, the optimizer has
    parameters of a module of the file that the loss is computed with, and that module is deeper than one layer: a class of the file with at
    least two layers of weights, or a call that is not one torch.nn layer. One linear layer on data saves no weight.
    """
    block = program.block(backward.statement)
    following = block[block.index(backward.statement) + 1 :]
    for statement in following:
        if any(program.backward_calls(statement)) or (isinstance(statement, ast.Expr) and is_backward_call(statement)):
            return
        step = _steps(statement)
        if step is None:
            continue
        if not _deep(program, program.scope(backward.statement), step) or not _feeds(program, backward, step):
            return
        editor = Editor(program)
        editor.replace(backward.call, _with_retain(editor, backward))
        editor.insert_after(statement, editor.segment(backward.statement))
        new = (statement.end_lineno or statement.lineno) + 1
        yield from editor.mutant("step between two backwards", ("GL104",), (), (new,), backward.statement.lineno)
        return


def is_backward_call(statement: ast.Expr) -> bool:
    """Return whether a statement calls anything named backward."""
    return any(isinstance(node, ast.Attribute) and node.attr == "backward" for node in ast.walk(statement))


def _steps(statement: ast.stmt) -> str | None:
    """Return the optimizer that a statement steps."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "step"):
        return None
    name = dotted(call.func.value)
    return name if not call.args and not call.keywords and re.search(r"opt", name, re.I) else None


def _owned(program: Program, optimizer: str) -> list[str]:
    """Return the modules whose parameters are passed to an optimizer of the file, by name; none if that is not obvious."""
    made = [
        node.value for node in ast.walk(program.tree)
        if isinstance(node, ast.Assign) and optimizer in [dotted(item) for item in node.targets] and isinstance(node.value, ast.Call)
    ]  # fmt: skip
    if len(made) != 1 or not made[0].args:
        return []
    given = made[0].args[0]
    if isinstance(given, ast.Call) and isinstance(given.func, ast.Attribute) and given.func.attr == "parameters":
        name = dotted(given.func.value)
        return [name] if name else []
    return []


def _deep(program: Program, scope: ast.AST, optimizer: str) -> bool:
    """Return whether the only module that an optimizer owns has several layers of weights."""
    del scope
    owned = _owned(program, optimizer)
    if len(owned) != 1:
        return False
    made = [
        node.value for node in ast.walk(program.tree)
        if isinstance(node, ast.Assign) and owned[0] in [dotted(item) for item in node.targets] and isinstance(node.value, ast.Call)
    ]  # fmt: skip
    names = {dotted(node.func) for value in made for node in ast.walk(value) if isinstance(node, ast.Call)}
    layers = re.compile(r"\bnn\.(Linear|Conv\w+|LSTM\w*|GRU\w*|RNN\w*|Transformer\w*)\(")
    if any(len(layers.findall(ast.unparse(value))) > 1 for value in made):
        return True
    classes = [node for node in program.tree.body if isinstance(node, ast.ClassDef) and node.name in names]
    return any(len(layers.findall(ast.unparse(node))) > 1 for node in classes)


def _feeds(program: Program, backward: BackwardCall, optimizer: str) -> bool:
    """Return whether the module that an optimizer owns is called in the computation of a loss."""
    (module,) = _owned(program, optimizer)
    block = program.block(backward.statement)
    before = block[: block.index(backward.statement)]
    called = _results(before, module)
    return backward.root in flowing(before, called) and program.without_grad(backward.statement) is False


def _results(block: list[ast.stmt], module: str) -> set[str]:
    """Return the names bound to the result of calling a module, without a detach."""
    found: set[str] = set()
    for statement in block:
        for node in (statement, *within(statement)):
            if not isinstance(node, ast.Assign) or re.search(r"\.(detach|item|data|argmax|max)\b|no_grad", ast.unparse(node.value)):
                continue
            if any(isinstance(item, ast.Call) and dotted(item.func) == module for item in ast.walk(node.value)):
                found.update(name for target in node.targets for name in [dotted(target), *map(dotted, getattr(target, "elts", []))])
    return found - {""}


def _with_retain(editor: Editor, backward: BackwardCall) -> str:
    text = editor.segment(backward.call)
    return text[:-1] + (", " if backward.call.args else "") + "retain_graph=True)"


def _retain(program: Program, backward: BackwardCall) -> Iterator[Mutant]:
    """Yield retain_graph=True for the only backward of its function and of the file's loops around it.

    Refused if the function carries a state over iterations that it detaches, because the graph may then be retained for that state.
    """
    scope = program.scope(backward.statement)
    others = [node for node in ast.walk(scope) if isinstance(node, ast.Attribute) and node.attr in ("backward", "grad")]
    if [node for node in others if node is not backward.call.func and not _plain_grad(program, node)]:
        return
    if re.search(r"detach_?\(|repackage|autograd", ast.unparse(scope)) or len(program.backward_calls(program.tree)) != 1:
        return
    editor = Editor(program)
    editor.replace(backward.call, _with_retain(editor, backward))
    line = backward.call.end_lineno or backward.call.lineno
    yield from editor.mutant("add retain_graph=True", ("GL201",), range(backward.call.lineno, line + 1), (), backward.statement.lineno)


def _plain_grad(program: Program, node: ast.Attribute) -> bool:
    """Return whether `.grad` of a tensor is read, which is not a call of autograd.grad."""
    parent = program.parents.get(node)
    return node.attr == "grad" and not (isinstance(parent, ast.Call) and parent.func is node)


def _move_step(program: Program, backward: BackwardCall) -> Iterator[Mutant]:
    """Yield the discriminator's step moved to just before the backward of the loss that was computed through it.

    Planted only if backward runs on both losses in one block, each followed by one step of another optimizer, the first optimizer owns one
    module
    of the file that is called between the two backward calls on a value that is not detached, its result flows into the second loss, and
    nothing zeroes its gradients in between.
    """
    block = program.block(backward.statement)
    start = block.index(backward.statement)
    moved: ast.stmt | None = None
    for index, statement in enumerate(block[start + 1 :], start + 1):
        if moved is None:
            if isinstance(statement, ast.Expr) and is_backward_call(statement):
                return
            moved = statement if _steps(statement) else None
            continue
        if not (isinstance(statement, ast.Expr) and is_backward_call(statement)):
            continue
        second = next((item for item in program.backward_calls(program.parents[statement]) if item.statement is statement), None)
        optimizer = _steps(moved) or ""
        owned = _owned(program, optimizer)
        between = block[block.index(moved) + 1 : index]
        if second is None or len(owned) != 1 or not second.plain or not _deep(program, block[0], optimizer):
            return
        text = program.run_by(between)
        if f"{optimizer}.zero_grad" in text or f"{owned[0]}.zero_grad" in text or ("zero_grad" not in text and "retain" in text):
            return
        if second.root not in flowing(between, _results(between, owned[0])) or not _called_on_graph(program, between, owned[0]):
            return
        editor = Editor(program)
        editor.replace(moved, "pass")
        editor.before(statement, editor.segment(moved))
        yield from editor.mutant("step between two backwards", ("GL104",), (statement.lineno,), (), moved.lineno)
        return


def _called_on_graph(program: Program, block: list[ast.stmt], module: str) -> bool:
    """Return whether a module is called, in a block, on a name that another module of the file has computed."""
    made: set[str] = set()
    for statement in block:
        for node in (statement, *within(statement)):
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
                function = dotted(node.value.func)
                if function and function != module and program.is_module(function) and not program.without_grad(node):
                    made.update(dotted(item) for item in node.targets)
    calls = [
        node for item in block for node in ast.walk(item) if isinstance(node, ast.Call) and dotted(node.func) == module
    ]  # fmt: skip
    return any(reads(argument) & made for call in calls for argument in call.args)
