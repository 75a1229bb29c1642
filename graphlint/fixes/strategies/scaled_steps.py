"""The step of an optimizer by a gradient scaler: scale, unscale_, step and update in order, and a step that is missing."""

from __future__ import annotations

import ast

from graphlint.fixes.edits import Edits, inserted_after, inserted_before, moved_after, moved_before, removed, replaced
from graphlint.fixes.queries.nodes import body_of, calls, neighbours, same
from graphlint.rule.code import Code
from graphlint.rule.wording import quoted

CLIPS = ("clip_grad_norm_", "clip_grad_value_")


def receiver_of(call: ast.Call | None) -> ast.expr | None:
    """Return the object whose method is called, if it is a name or an attribute."""
    value = call.func.value if call is not None and isinstance(call.func, ast.Attribute) else None
    return value if isinstance(value, ast.Name | ast.Attribute) else None


def update_after(code: Code, step: ast.Call) -> tuple[str, Edits] | None:
    """Return the fix title and the edits that update a scaler right after its step: moved there, or inserted if there is none."""
    statement, scaler = code.statement_of(step), receiver_of(step)
    if scaler is None or not isinstance(statement, ast.Expr | ast.Assign):
        return None
    text = f"{code.spelled(scaler)}.update()"
    updates = [code.statement_of(call) for call in _calls_of(code, step, scaler, "update")]
    if not updates:
        return f"Insert {quoted(text, '`update()`')} after `step()`", inserted_after(code, statement, text)
    moved = updates[0]
    return ("Move `update()` after `step()`", moved_after(code, [moved], statement)) if len(updates) == 1 and moved is not None else None


def update_with_step(code: Code, update: ast.Call) -> Edits:
    """Return the edits that move an update after the only step of its scaler."""
    statement, scaler = code.statement_of(update), receiver_of(update)
    steps = [] if scaler is None else [code.statement_of(call) for call in _calls_of(code, update, scaler, "step")]
    if statement is None or len(steps) != 1 or steps[0] is None:
        return None
    return moved_after(code, [statement], steps[0])


def without(code: Code, call: ast.Call) -> Edits:
    """Return the edits that remove a call that is a statement."""
    statement = code.statement_of(call)
    return removed(code, statement) if isinstance(statement, ast.Expr) and statement.value is call else None


def unscale_before_step(code: Code, unscale: ast.Call) -> Edits:
    """Return the edits that move `unscale_` and the clips after it before the step of the scaler for the same optimizer."""
    statement, scaler = code.statement_of(unscale), receiver_of(unscale)
    if statement is None or scaler is None or not unscale.args:
        return None
    adjacent = neighbours(code, statement, lambda each: each is statement or any(calls(each, *CLIPS)))
    steps = [call for call in _calls_of(code, unscale, scaler, "step") if call.args and same(call.args[0], unscale.args[0])]
    target = code.statement_of(steps[0]) if len(steps) == 1 else None
    return moved_before(code, adjacent[adjacent.index(statement) :], target) if target is not None else None


def step_of_scaler(code: Code, step: ast.Call, backward: ast.Call) -> tuple[str, Edits]:
    """Return the fix title and the edits that let only the scaler step: in place of the optimizer, and with an update if there is none.

    Args:
        step: the optimizer's own step.
        backward: the backward of the scaled loss.
    """
    optimizer, scaler = receiver_of(step), receiver_of(next(calls(backward, "scale"), None))
    statement = code.statement_of(step)
    if optimizer is None or scaler is None or statement is None or code.function_of(step) is not code.function_of(backward):
        return "Let the scaler step", None
    if any(call.args and same(call.args[0], optimizer) for call in _calls_of(code, step, scaler, "step")):
        return "Remove the optimizer's own step", without(code, step)
    given: list[ast.expr | ast.keyword] = [optimizer, *step.args, *step.keywords]
    text = f"{code.spelled(scaler)}.step({', '.join(map(code.spelled, given))})"
    edits = replaced(code, step, text)
    if edits is not None and not _calls_of(code, step, scaler, "update"):
        update = inserted_after(code, statement, f"{code.spelled(scaler)}.update()")
        edits = None if update is None else (*edits, *update)
    return f"Call {quoted(text, 'the step of the scaler')} in place of {quoted(code.spelled(step), '`step()`')}", edits


def scaled_loss(code: Code, step: ast.Call, backward: ast.Call) -> Edits:
    """Return the edits that scale the loss of a backward by the scaler that steps."""
    scaler = receiver_of(step)
    loss = backward.func.value if isinstance(backward.func, ast.Attribute) and backward.func.attr == "backward" else None
    if scaler is None or loss is None or code.function_of(step) is not code.function_of(backward):
        return None
    return replaced(code, loss, f"{code.spelled(scaler)}.scale({code.spelled(loss)})")


def _calls_of(code: Code, beside: ast.Call, scaler: ast.expr, name: str) -> list[ast.Call]:
    """Return the calls of a method of a scaler in the function around a call."""
    found = (call for each in body_of(code, beside) for call in calls(each, name))
    return [call for call in found if (receiver := receiver_of(call)) is not None and same(receiver, scaler)]


def step_inserted(code: Code, backward: ast.Call, reset: ast.Call) -> Edits:
    """Return the edits that step an optimizer after a backward and the clips that follow it, or where a condition resets it.

    If a scaler has scaled the loss, it steps the optimizer.

    Args:
        reset: the call of the optimizer's `zero_grad()`.
    """
    statement, optimizer, scaler = code.statement_of(backward), receiver_of(reset), receiver_of(next(calls(backward, "scale"), None))
    if not isinstance(statement, ast.Expr) or optimizer is None or code.function_of(backward) is not code.function_of(reset):
        return None
    text, later = code.spelled(optimizer), code.statement_of(reset)
    lines = (f"{text}.step()",) if scaler is None else (f"{code.spelled(scaler)}.step({text})", f"{code.spelled(scaler)}.update()")
    if later is not None and later.lineno > statement.lineno and later not in code.block_of(statement):
        return inserted_before(code, later, *lines)
    return inserted_after(code, neighbours(code, statement, lambda each: each is statement or any(calls(each, *CLIPS)))[-1], *lines)
