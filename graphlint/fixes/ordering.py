"""The order of a training step: where its reset, its backward, its clip and its step stand."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.fixes.code import Code
from graphlint.fixes.edits import Edits, inserted_after, inserted_before, moved_after, moved_before
from graphlint.fixes.updates import reset_after, same

CLIPS = frozenset(("clip_grad_norm_", "clip_grad_value_", "clip_grad_norm", "unscale_"))


def calls(node: ast.AST, *names: str) -> Iterator[ast.Call]:
    """The calls of functions or methods of these names in a piece of code.

    Args:
        node: the code.
        names: the last part of the called name.
    """
    for each in ast.walk(node):
        if (
            isinstance(each, ast.Call)
            and (each.func.attr if isinstance(each.func, ast.Attribute) else getattr(each.func, "id", "")) in names
        ):
            yield each


def lifted(code: Code, inner: ast.stmt, beside: ast.stmt) -> ast.stmt | None:
    """The statement that holds one and stands in the same block as another.

    Args:
        code: the file.
        inner: the statement that is held.
        beside: the other one.
    """
    block = code.block_of(beside)
    return next((each for each in (inner, *code.around(inner)) if isinstance(each, ast.stmt) and each in block), None)


def first_walk(code: Code, before: ast.stmt) -> ast.stmt | None:
    """The first statement with a backward in a block, of those between the last step and a statement.

    Args:
        code: the file.
        before: the statement; it may hold the backward itself.
    """
    block = code.block_of(before)
    found: ast.stmt | None = None
    for each in block[: block.index(before) + 1]:
        if found is None and any(calls(each, "backward")):
            found = each
        if each is not before and isinstance(each, ast.Expr) and _steps(each.value):
            found = None
    return found


def optimizer_of(step: ast.Call) -> ast.expr | None:
    """The optimizer of `optimizer.step()` or `scaler.step(optimizer)`.

    Args:
        step: the call.
    """
    if not isinstance(step.func, ast.Attribute) or step.func.attr != "step":
        return None
    if step.args and isinstance(step.args[0], (ast.Name, ast.Attribute)):
        return step.args[0]
    return step.func.value if isinstance(step.func.value, (ast.Name, ast.Attribute, ast.Subscript)) else None


def zeroed(code: Code, walk: ast.stmt, step: ast.stmt) -> Iterator[tuple[str, tuple[Edits, ...]]]:
    """Ways to reset gradients once for every step: what is done, and the edits.

    Args:
        code: the file.
        walk: the statement of the backward that adds to used gradients.
        step: the statement that uses them.
    """
    made = next(calls(step, "step"), None)
    if made is None:
        yield "Reset the gradient behind the update", (reset_after(code, step),)
        return
    optimizer = optimizer_of(made)
    if optimizer is None or not isinstance(step, (ast.Expr, ast.Assign)):
        return
    spelled = f"{code.spelled(optimizer)}.zero_grad()"
    first = first_walk(code, walk) if step in code.block_of(walk) else None
    misplaced = _misplaced(code, walk, optimizer)
    if misplaced is not None and first is not None:
        yield "Move zero_grad before the backward", (moved_before(code, [misplaced], first),)
    if first is not None:
        yield f"Insert {spelled[:40]} before the backward", (inserted_before(code, first, spelled),)
    yield f"Insert {spelled[:40]} behind the step", (inserted_after(code, step, spelled),)


def clips_around(code: Code, statement: ast.stmt) -> list[ast.stmt]:
    """The run of clips and unscalings, next to one another, that holds one.

    Args:
        code: the file.
        statement: one of them.
    """
    block = code.block_of(statement)
    first = last = block.index(statement)
    while first > 0 and _clips(block[first - 1]):
        first -= 1
    while last + 1 < len(block) and _clips(block[last + 1]):
        last += 1
    return block[first : last + 1]


def between_walk_and_step(code: Code, statement: ast.stmt) -> Iterator[tuple[str, Edits]]:
    """A clip, with those next to it, moved behind the next backward, or before the last step: what is done, and the edits.

    Args:
        code: the file.
        statement: the clip.
    """
    block = code.block_of(statement)
    run = clips_around(code, statement)
    place = block.index(statement)
    for each in block[place + 1 :]:
        if isinstance(each, ast.Expr) and any(calls(each, "backward")):
            yield "Move it behind the backward", moved_after(code, run, each)
            break
    for each in reversed(block[:place]):
        if isinstance(each, ast.Expr) and _steps(each.value):
            yield "Move it before the step", moved_before(code, run, each)
            break


def with_update(code: Code, step: ast.stmt) -> list[ast.stmt]:
    """A scaler's step and its update right behind it; any other step alone.

    Args:
        code: the file.
        step: the statement.
    """
    block = code.block_of(step)
    behind = block[block.index(step) + 1 :][:1]
    made = next(calls(step, "step"), None)
    if made is not None and made.args and isinstance(made.func, ast.Attribute) and behind and isinstance(behind[0], ast.Expr):
        update = behind[0].value
        method = update.func if isinstance(update, ast.Call) else None
        if isinstance(method, ast.Attribute) and method.attr == "update" and same(method.value, made.func.value):
            return [step, behind[0]]
    return [step]


def _misplaced(code: Code, walk: ast.stmt, optimizer: ast.expr) -> ast.stmt | None:
    """A reset of the same optimizer as a statement of its own in the loops around, outside of the backward's block or not always run."""
    block = code.block_of(walk)
    for loop in code.loops_of(walk):
        for call in calls(loop, "zero_grad"):
            holder = code.parent(call)
            owner = call.func.value if isinstance(call.func, ast.Attribute) else None
            if isinstance(holder, ast.Expr) and holder not in block and owner is not None and same(owner, optimizer):
                return holder
    return None


def _clips(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and any(calls(statement, *CLIPS))


def _steps(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "step"
