"""The order of a training step: reset, forward pass, backward, clip and step."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import chain, zip_longest

from graphlint.autograd.events import Site
from graphlint.fixes.edits import Edits, argument_removed, inserted_after, inserted_before, moved_after, moved_before, removed
from graphlint.fixes.queries.names import bound, read, rebound
from graphlint.fixes.queries.nodes import ancestor_in, calls, neighbours, same, statements_at
from graphlint.fixes.strategies.loop_invariants import into_loops
from graphlint.fixes.strategies.parameter_updates import reset_after
from graphlint.fixes.strategies.repeated_backward import sum_calls
from graphlint.fixes.strategies.truncated_backprop import detach_operands, detach_state, detach_state_and_free
from graphlint.rule.base import Finding
from graphlint.rule.code import LOOPS, Code
from graphlint.rule.fix import Applicability, Fix, shortened
from graphlint.rule.hints import Hint
from graphlint.rule.wording import quoted

CLIPS = frozenset(("clip_grad_norm_", "clip_grad_value_", "clip_grad_norm", "unscale_"))


def first_backward(code: Code, before: ast.stmt) -> ast.stmt | None:
    """Return the first statement with a backward between the last step of a block and a statement, or the statement itself."""
    block = code.block_of(before)
    first: ast.stmt | None = None
    for each in block[: block.index(before) + 1]:
        if first is None and any(calls(each, "backward")):
            first = each
        if each is not before and _is_step(each):
            first = None
    return first


def optimizer_of(step: ast.Call) -> ast.expr | None:
    """Return the optimizer of `optimizer.step()` or `scaler.step(optimizer)`."""
    if not isinstance(step.func, ast.Attribute) or step.func.attr != "step":
        return None
    if step.args and isinstance(step.args[0], (ast.Name, ast.Attribute)):
        return step.args[0]
    return step.func.value if isinstance(step.func.value, (ast.Name, ast.Attribute, ast.Subscript)) else None


def reset_gradients(code: Code, backward: ast.stmt, step: ast.stmt) -> Iterator[tuple[str, tuple[Edits, ...]]]:
    """Yield ways to reset gradients once for every step: the fix title, and the edits.

    Args:
        backward: the statement of the backward that adds to used gradients.
        step: the statement that uses them.
    """
    call = next(calls(step, "step"), None)
    if call is None:
        yield "Reset the gradient after the update", (reset_after(code, step),)
        return
    optimizer = optimizer_of(call)
    if optimizer is None or not isinstance(step, (ast.Expr, ast.Assign)):
        return
    reset = f"{code.spelled(optimizer)}.zero_grad()"
    first = first_backward(code, backward) if step in code.block_of(backward) else None
    misplaced = _misplaced(code, backward, optimizer)
    if misplaced is not None and first is not None:
        yield "Move `zero_grad()` before `backward()`", (moved_before(code, [misplaced], first),)
    if first is not None:
        yield f"Insert {quoted(reset, '`zero_grad()`')} before `backward()`", (inserted_before(code, first, reset),)
    yield f"Insert {quoted(reset, '`zero_grad()`')} after `step()`", (inserted_after(code, step, reset),)


def move_clip(code: Code, statement: ast.stmt) -> Iterator[tuple[str, Edits]]:
    """Yield ways to move a clip, with adjacent ones, after the next backward or before the last step: the fix title, and the edits."""
    block = code.block_of(statement)
    clips = neighbours(code, statement, _clips)
    index = block.index(statement)
    for each in block[index + 1 :]:
        if isinstance(each, ast.Expr) and any(calls(each, "backward")):
            yield "Move the clipping after `backward()`", moved_after(code, clips, each)
            break
    for each in reversed(block[:index]):
        if _is_step(each):
            yield "Move the clipping before `step()`", moved_before(code, clips, each)
            break


def with_update(code: Code, step: ast.stmt) -> list[ast.stmt]:
    """Return a scaler's step with the update right after it; any other step alone."""
    block = code.block_of(step)
    following = block[block.index(step) + 1 :][:1]
    call = next(calls(step, "step"), None)
    if call is not None and call.args and isinstance(call.func, ast.Attribute) and following and isinstance(following[0], ast.Expr):
        update = following[0].value
        method = update.func if isinstance(update, ast.Call) else None
        if isinstance(method, ast.Attribute) and method.attr == "update" and same(method.value, call.func.value):
            return [step, following[0]]
    return [step]


def step_later(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Propose that no backward needs parameters modified since.

    Args:
        finding: a finding with the hints of `sites_of_change`.
    """
    if finding.hint(Hint.TAKEN):
        for without_retain, detached in zip_longest(detach_state_and_free(finding, code), detach_state(finding, code)):
            yield from (without_retain, detached)
    if finding.hint(Hint.STEPPED_SHARED):
        yield from _detach_for_later(finding, code)
    yield from _build_in_loop(finding, code)
    once = chain(_step_after_loop(finding, code), sum_calls(code, finding.hinted_sites(Hint.EARLIER), finding.hinted_sites(Hint.AGAIN)))
    if finding.hint(Hint.STEPPED_ALL):
        yield from once
    for change, backward in _siblings(code, finding.hinted_sites(Hint.CHANGED), finding.hinted_sites(Hint.AGAIN)):
        computed = [*_compute_later(finding, code, change, backward), *_compute_again(finding, code, change, backward)]
        yield from _with_input_detached(finding, code, computed)
        groups = [computed, _change_later(code, change, backward)]
        for fixes in groups if _is_step(change) and not finding.hint(Hint.STEPPED_ALL) else reversed(groups):
            yield from fixes
    yield from once


def _is_step(statement: ast.stmt) -> bool:
    """Return True if a statement is an optimizer's step."""
    return _method_called(statement) == "step"


def _method_called(statement: ast.stmt) -> str:
    """Return the method that a statement only calls; "" for any other statement."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    return call.func.attr if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else ""


def _misplaced(code: Code, backward: ast.stmt, optimizer: ast.expr) -> ast.stmt | None:
    """Return a reset of the same optimizer in the enclosing loops, outside of the backward's block."""
    block = code.block_of(backward)
    for loop in code.loops_of(backward):
        for call in calls(loop, "zero_grad"):
            statement = code.parent(call)
            owner = call.func.value if isinstance(call.func, ast.Attribute) else None
            if isinstance(statement, ast.Expr) and statement not in block and owner is not None and same(owner, optimizer):
                return statement
    return None


def _clips(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and any(calls(statement, *CLIPS))


def _siblings(code: Code, changed: Sequence[Site], again: Sequence[Site]) -> Iterator[tuple[ast.stmt, ast.stmt]]:
    """Yield the statements of one block that lead to the change and, later, to the backward."""
    changes, backwards = statements_at(code, changed), statements_at(code, again)
    for backward in backwards:
        block = code.block_of(backward)
        for change in changes:
            ancestor = ancestor_in(code, change, block)
            if ancestor is not None and ancestor is not backward and block.index(ancestor) < block.index(backward):
                yield ancestor, backward
                return


def _compute_later(finding: Finding, code: Code, change: ast.stmt, backward: ast.stmt) -> Iterator[Fix | None]:
    """Propose to compute the backpropagated values after the step."""
    block = code.block_of(backward)
    before = block[: block.index(change)]
    through = statements_at(code, finding.hinted_sites(Hint.THROUGH))
    group = [each for each in before if each in through]
    if not group or not all(isinstance(each, (ast.Assign, ast.AnnAssign)) for each in group):
        return
    while group:
        names, first = bound(*group), before.index(group[0])
        others = [each for each in block[first + 1 : block.index(change) + 1] if each not in group]
        if not names & read(*others) and not (read(*group) - names) & rebound(*others):
            moved = f"`{', '.join(sorted(names))}`" if len(", ".join(names)) < 40 else "it"
            edits = [moved_after(code, [each], change) for each in group]
            yield Fix.of(f"Compute {moved} after {'`step()`' if _is_step(change) else 'the change'}", Applicability.UNSAFE, *edits)
            return
        group = group[1:]


def _compute_again(finding: Finding, code: Code, change: ast.stmt, backward: ast.stmt) -> Iterator[Fix | None]:
    """Propose to compute the values that both backwards need a second time after the step, and the others only there."""
    block = code.block_of(backward)
    position = block.index(change)
    through = statements_at(code, finding.hinted_sites(Hint.THROUGH))
    group = [each for each in block[:position] if each in through]
    if not group or not all(isinstance(each, ast.Assign) for each in group):
        return
    others = [each for each in block[block.index(group[0]) + 1 : position + 1] if each not in group]
    if (read(*group) - bound(*group)) & rebound(*others):
        return
    moved = [each for each in group if not bound(each) & read(*others)]
    repeated = [each for each in group if each not in moved]
    names = ", ".join(sorted(bound(*repeated)))
    title = f"Compute {quoted(names, 'the values')} again after {'`step()`' if _is_step(change) else 'the change'}"
    edits = [inserted_after(code, change, *(code.spelled(each) for each in group)), *(removed(code, each) for each in moved)]
    without_retain = _graph_not_retained(finding, code)
    if without_retain is not None:
        yield Fix.of(title, Applicability.UNSAFE, *edits, without_retain)
    yield Fix.of(title, Applicability.UNSAFE, *edits)


def _build_in_loop(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Propose to build a root in each iteration of the loop that backpropagates it; then nothing has to be retained."""
    without_retain = _graph_not_retained(finding, code)
    for fix in into_loops(finding, code):
        if fix is not None and without_retain is not None:
            yield Fix.of(fix.message, fix.applicability, fix.edits, without_retain)
        yield fix


def _with_input_detached(finding: Finding, code: Code, computed: Sequence[Fix | None]) -> Iterator[Fix | None]:
    """Propose what computes the later loss after the step, with the input that the earlier one shares with it detached in that one."""
    without_retain = _graph_not_retained(finding, code)
    for detached in detach_operands(code, finding.hinted_sites(Hint.TAKES_INPUT), finding.hinted_sites(Hint.INPUT)):
        for later in computed:
            if detached is not None and later is not None:
                title = f"{detached.message} and {later.message[:1].lower()}{later.message[1:]}"
                yield Fix.of(shortened(title), Applicability.UNSAFE, detached.edits, later.edits, without_retain or ())


def _detach_for_later(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Propose to detach what both backwards share where only the later one uses it."""
    without_retain = _graph_not_retained(finding, code)
    for fix in detach_operands(code, finding.hinted_sites(Hint.FED_AGAIN), finding.hinted_sites(Hint.SHARED)):
        if fix is not None and without_retain is not None:
            yield Fix.of(fix.message, fix.applicability, fix.edits, without_retain)
        yield fix


def _graph_not_retained(finding: Finding, code: Code) -> Edits:
    """Return the edits that remove `retain_graph` from the earlier backward; None if it has no such argument."""
    earlier = finding.hint(Hint.EARLIER)
    call = code.node_at(earlier, ast.Call) if earlier is not None else None
    return argument_removed(code, call, "retain_graph") if call is not None else None


def _change_later(code: Code, change: ast.stmt, backward: ast.stmt) -> Iterator[Fix | None]:
    """Propose to move the change after the backward."""
    block = code.block_of(backward)
    following = block[block.index(backward) + 1 :]
    if bound(change) & read(*block[block.index(change) + 1 : block.index(backward) + 1]):
        return
    if any(ast.dump(each) == ast.dump(change) for each in following):
        yield Fix.of("Call `step()` once, after both `backward()` calls", Applicability.UNSAFE, removed(code, change))
        return
    is_step = _is_step(change)
    target = following[0] if not is_step and not isinstance(change, (ast.If, *LOOPS)) and following and _is_step(following[0]) else backward
    moved = "`step()`" if is_step else "the change"
    where = "step" if target is not backward else "backward"
    yield Fix.of(f"Move {moved} after `{where}()`", Applicability.UNSAFE, moved_after(code, [change], target))
    if target is not backward:
        yield Fix.of(f"Move {moved} after `backward()`", Applicability.UNSAFE, moved_after(code, [change], backward))


def _step_after_loop(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Propose one step for the gradients of all iterations: `zero_grad()` before the loop, the step after it."""
    changes, backwards = statements_at(code, finding.hinted_sites(Hint.CHANGED)), statements_at(code, finding.hinted_sites(Hint.AGAIN))
    step = next((each for each in changes if _is_step(each)), None)
    backward = backwards[0] if backwards else None
    loop = code.parent(step) if step is not None else None
    if step is None or backward is None or not isinstance(loop, LOOPS) or step not in loop.body or backward not in loop.body or loop.orelse:
        return
    resets = [each for each in loop.body if _method_called(each) == "zero_grad"]
    if loop.body[-1] is not step or len(resets) != 1 or rebound(loop) & read(step, *resets):
        return
    edits = (inserted_before(code, loop, code.spelled(resets[0])), removed(code, resets[0]), removed(code, step))
    following = inserted_after(code, loop, code.spelled(step))
    yield Fix.of("Call `step()` once, after the loop", Applicability.UNSAFE, *edits, following)
