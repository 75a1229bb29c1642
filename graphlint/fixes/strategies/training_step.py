"""The order of a training step: where its reset, its forward pass, its backward, its clip and its step stand."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from graphlint.autograd.events import Site
from graphlint.fixes.blocks import inserted_after_block
from graphlint.fixes.edits import Edits, inserted_after, inserted_before, moved_after, moved_before, removed
from graphlint.fixes.lookups import ancestor_in, calls, neighbours, same, statements_at
from graphlint.fixes.names import bound, read, rebound
from graphlint.fixes.strategies.parameter_updates import reset_after
from graphlint.fixes.strategies.repeated_backward import summed_calls
from graphlint.fixes.strategies.truncated_backprop import carried_state, carried_state_freed
from graphlint.rule.base import Finding
from graphlint.rule.code import LOOPS, Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.wording import quoted

CLIPS = frozenset(("clip_grad_norm_", "clip_grad_value_", "clip_grad_norm", "unscale_"))


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
        if each is not before and _is_step(each):
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
        yield "Reset the gradient after the update", (reset_after(code, step),)
        return
    optimizer = optimizer_of(made)
    if optimizer is None or not isinstance(step, (ast.Expr, ast.Assign)):
        return
    spelled = f"{code.spelled(optimizer)}.zero_grad()"
    first = first_walk(code, walk) if step in code.block_of(walk) else None
    misplaced = _misplaced(code, walk, optimizer)
    if misplaced is not None and first is not None:
        yield "Move `zero_grad()` before `backward()`", (moved_before(code, [misplaced], first),)
    if first is not None:
        yield f"Insert {quoted(spelled, '`zero_grad()`')} before `backward()`", (inserted_before(code, first, spelled),)
    yield f"Insert {quoted(spelled, '`zero_grad()`')} after `step()`", (inserted_after(code, step, spelled),)


def between_walk_and_step(code: Code, statement: ast.stmt) -> Iterator[tuple[str, Edits]]:
    """A clip, with those next to it, moved behind the next backward, or before the last step: what is done, and the edits.

    Args:
        code: the file.
        statement: the clip.
    """
    block = code.block_of(statement)
    run = neighbours(code, statement, _clips)
    place = block.index(statement)
    for each in block[place + 1 :]:
        if isinstance(each, ast.Expr) and any(calls(each, "backward")):
            yield "Move the clipping after `backward()`", moved_after(code, run, each)
            break
    for each in reversed(block[:place]):
        if _is_step(each):
            yield "Move the clipping before `step()`", moved_before(code, run, each)
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


def stepped_later(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Ways to have no walk meet parameters that were changed since.

    Args:
        finding: a finding with the hints of `changed_between`.
        code: the file.
    """
    if finding.hint("taken"):
        for freed, kept in zip_longest(carried_state_freed(finding, code), carried_state(finding, code)):
            yield from (freed, kept)
    for change, walk in _siblings(code, finding.hinted_sites("changed"), finding.hinted_sites("again")):
        ways = [_computed_later(finding, code, change, walk), _changed_later(code, change, walk)]
        for way in ways if _is_step(change) else reversed(ways):
            yield from way
    yield from _stepped_behind_the_loop(finding, code)
    yield from summed_calls(code, finding.hinted_sites("earlier"), finding.hinted_sites("again"))


def _is_step(statement: ast.stmt) -> bool:
    """Whether a statement is an optimizer's step."""
    return _method_called(statement) == "step"


def _method_called(statement: ast.stmt) -> str:
    """The method that a statement calls and nothing else; "" for any other statement."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    return call.func.attr if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else ""


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


def _siblings(code: Code, changed: Sequence[Site], again: Sequence[Site]) -> Iterator[tuple[ast.stmt, ast.stmt]]:
    """The statements of one block that lead to the change and, later, to the walk."""
    changes, walks = statements_at(code, changed), statements_at(code, again)
    for walk in walks:
        block = code.block_of(walk)
        for change in changes:
            above = ancestor_in(code, change, block)
            if above is not None and above is not walk and block.index(above) < block.index(walk):
                yield above, walk
                return


def _computed_later(finding: Finding, code: Code, change: ast.stmt, walk: ast.stmt) -> Iterator[Fix | None]:
    """What is walked after the step, computed after it, with the new values."""
    block = code.block_of(walk)
    before = block[: block.index(change)]
    through = statements_at(code, finding.hinted_sites("through"))
    group = [each for each in before if each in through]
    if not group or not all(isinstance(each, (ast.Assign, ast.AnnAssign)) for each in group):
        return
    while group:
        names, first = bound(*group), before.index(group[0])
        others = [each for each in block[first + 1 : block.index(change) + 1] if each not in group]
        if not names & read(*others) and not (read(*group) - names) & rebound(*others):
            what = f"`{', '.join(sorted(names))}`" if len(", ".join(names)) < 40 else "it"
            edits = [moved_after(code, [each], change) for each in group]
            yield Fix.of(f"Compute {what} after {'`step()`' if _is_step(change) else 'the change'}", Applicability.UNSAFE, *edits)
            return
        group = group[1:]


def _changed_later(code: Code, change: ast.stmt, walk: ast.stmt) -> Iterator[Fix | None]:
    """The change, moved behind the walk."""
    block = code.block_of(walk)
    behind = block[block.index(walk) + 1 :]
    if bound(change) & read(*block[block.index(change) + 1 : block.index(walk) + 1]):
        return
    if any(ast.dump(each) == ast.dump(change) for each in behind):
        yield Fix.of("Call `step()` once, after both `backward()` calls", Applicability.UNSAFE, removed(code, change))
        return
    own = _is_step(change)
    target = behind[0] if not own and not isinstance(change, (ast.If, *LOOPS)) and behind and _is_step(behind[0]) else walk
    what = "`step()`" if own else "the change"
    where = "step" if target is not walk else "backward"
    yield Fix.of(f"Move {what} after `{where}()`", Applicability.UNSAFE, moved_after(code, [change], target))
    if target is not walk:
        yield Fix.of(f"Move {what} after `backward()`", Applicability.UNSAFE, moved_after(code, [change], walk))


def _stepped_behind_the_loop(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """One step for the gradients of all iterations: zero_grad before the loop, the step behind it."""
    changes, walks = statements_at(code, finding.hinted_sites("changed")), statements_at(code, finding.hinted_sites("again"))
    step = next((each for each in changes if _is_step(each)), None)
    walk = walks[0] if walks else None
    loop = code.parent(step) if step is not None else None
    if step is None or walk is None or not isinstance(loop, LOOPS) or step not in loop.body or walk not in loop.body or loop.orelse:
        return
    resets = [each for each in loop.body if _method_called(each) == "zero_grad"]
    if loop.body[-1] is not step or len(resets) != 1 or rebound(loop) & read(step, *resets):
        return
    edits = (inserted_before(code, loop, code.spelled(resets[0])), removed(code, resets[0]), removed(code, step))
    behind = inserted_after_block(code, loop, code.spelled(step))
    yield Fix.of("Call `step()` once, after the loop", Applicability.UNSAFE, *edits, behind)
