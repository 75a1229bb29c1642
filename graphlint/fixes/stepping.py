"""Steps put behind the walks that need the old values, and what is walked after a step computed after it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from graphlint.autograd.events import Site
from graphlint.fixes.carrying import carried_state
from graphlint.fixes.code import LOOPS, Code
from graphlint.fixes.edits import argument_removed, inserted_before, moved_after, removed
from graphlint.fixes.model import Applicability, Edit, Fix
from graphlint.fixes.names import bound, read, rebound, statements_at
from graphlint.fixes.rewalking import summed_calls
from graphlint.rules_api import Finding


def stepped_later(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Ways to have no walk meet parameters that were changed since.

    Args:
        finding: a finding with the hints of `changed_between`.
        code: the file.
    """
    if finding.hint("taken"):
        yield from _detached(finding, code)
    for change, walk in _siblings(code, finding.hinted("changed"), finding.hinted("again")):
        ways = [_computed_later(finding, code, change, walk), _changed_later(code, change, walk)]
        for way in ways if _steps(change) else reversed(ways):
            yield from way
    yield from _stepped_behind_the_loop(finding, code)
    yield from summed_calls(code, finding.hinted("earlier"), finding.hinted("again"))


def _detached(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """A carried state detached, and the graph of the iteration before no longer kept."""
    call = code.node_at(finding.site, ast.Call)
    kept = argument_removed(code, call, "retain_graph") if call is not None else None
    for fix in carried_state(finding, code):
        if fix is not None and kept is not None:
            yield Fix.of(fix.message, fix.applicability, fix.edits, kept)
        yield fix


def _siblings(code: Code, changed: Sequence[Site], again: Sequence[Site]) -> Iterator[tuple[ast.stmt, ast.stmt]]:
    """The statements of one block that lead to the change and, later, to the walk."""
    changes, walks = statements_at(code, changed), statements_at(code, again)
    for walk in walks:
        block = code.block_of(walk)
        for change in changes:
            above = next((each for each in (change, *code.around(change)) if isinstance(each, ast.stmt) and each in block), None)
            if above is not None and above is not walk and block.index(above) < block.index(walk):
                yield above, walk
                return


def _computed_later(finding: Finding, code: Code, change: ast.stmt, walk: ast.stmt) -> Iterator[Fix | None]:
    """What is walked after the step, computed after it, with the new values."""
    block = code.block_of(walk)
    before = block[: block.index(change)]
    through = statements_at(code, finding.hinted("through"))
    group = [each for each in before if each in through]
    if not group or not all(isinstance(each, (ast.Assign, ast.AnnAssign)) for each in group):
        return
    while group:
        names, first = bound(*group), before.index(group[0])
        others = [each for each in block[first + 1 : block.index(change) + 1] if each not in group]
        if not names & read(*others) and not (read(*group) - names) & rebound(*others):
            what = f"`{', '.join(sorted(names))}`" if len(", ".join(names)) < 40 else "it"
            edits = [moved_after(code, [each], change) for each in group]
            yield Fix.of(f"Compute {what} after the {'step' if _steps(change) else 'change'}", Applicability.UNSAFE, *edits)
            return
        group = group[1:]


def _changed_later(code: Code, change: ast.stmt, walk: ast.stmt) -> Iterator[Fix | None]:
    """The change, moved behind the walk."""
    block = code.block_of(walk)
    behind = block[block.index(walk) + 1 :]
    if bound(change) & read(*block[block.index(change) + 1 : block.index(walk) + 1]):
        return
    if any(ast.dump(each) == ast.dump(change) for each in behind):
        yield Fix.of("Step once, behind both backwards", Applicability.UNSAFE, removed(code, change))
        return
    own = _steps(change)
    target = behind[0] if not own and not isinstance(change, (ast.If, *LOOPS)) and behind and _steps(behind[0]) else walk
    what = "step" if own else "change"
    where = "step" if target is not walk else "backward"
    yield Fix.of(f"Move the {what} behind the {where}", Applicability.UNSAFE, moved_after(code, [change], target))
    if target is not walk:
        yield Fix.of(f"Move the {what} behind the backward", Applicability.UNSAFE, moved_after(code, [change], walk))


def _steps(statement: ast.stmt) -> bool:
    """Whether a statement is an optimizer's step."""
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Call)
        and isinstance(statement.value.func, ast.Attribute)
        and statement.value.func.attr == "step"
    )


def _stepped_behind_the_loop(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """One step for the gradients of all iterations: zero_grad before the loop, the step behind it."""
    changes, walks = statements_at(code, finding.hinted("changed")), statements_at(code, finding.hinted("again"))
    step = next((each for each in changes if _steps(each)), None)
    walk = walks[0] if walks else None
    loop = code.parent(step) if step is not None else None
    if step is None or walk is None or not isinstance(loop, LOOPS) or step not in loop.body or walk not in loop.body or loop.orelse:
        return
    resets = [each for each in loop.body if isinstance(each, ast.Expr) and _method(each) == "zero_grad"]
    if loop.body[-1] is not step or len(resets) != 1 or rebound(loop) & read(step, *resets):
        return
    edits = (inserted_before(code, loop, code.spelled(resets[0])), removed(code, resets[0]), removed(code, step))
    behind = inserted_after_block(code, loop, code.spelled(step))
    yield Fix.of("Step once, behind the loop", Applicability.UNSAFE, *edits, behind)


def inserted_after_block(code: Code, statement: ast.stmt, line: str) -> tuple[Edit, ...] | None:
    """A line after a block, where its last line may go as well.

    Args:
        code: the file.
        statement: the block.
        line: what to write behind it.
    """
    if not code.begins_line(statement) or not code.ends_line(statement) or "\n" in line or "\r" in line:
        return None
    place = code.next_line(code.end(statement))
    opened = "" if code.text[:place].endswith(("\n", "\r")) else code.newline
    return (Edit(place, place, f"{opened}{code.indent(statement)}{line}{code.newline if not opened else ''}"),)


def _method(statement: ast.Expr) -> str:
    value = statement.value
    return value.func.attr if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) else ""
