"""What one module makes and another is fed with, without its graph."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator

from graphlint.fixes.code import Code
from graphlint.fixes.edits import Edits, argument_removed, called
from graphlint.fixes.grad_modes import callee, comes_first, feeds_all, hoisted, under_no_grad
from graphlint.fixes.model import Applicability, Fix

USES = 3


def fed_without_graph(code: Code, call: ast.Call, walk: ast.Call) -> Iterator[Fix | None]:
    """Ways to keep a backward out of the module that made what another is fed with.

    Args:
        code: the file.
        call: the call of the module that the backward goes on through.
        walk: the backward.
    """
    retained = argument_removed(code, walk, "retain_graph")
    rests: list[Edits] = [(), retained] if retained is not None else [()]
    for rest in rests:
        yield from _at_its_uses(code, call, walk, rest)
        yield from _where_it_is_made(code, call, rest)


def _at_its_uses(code: Code, call: ast.Call, walk: ast.Call, rest: Edits) -> Iterator[Fix | None]:
    """The uses of the name that the result is given, up to the backward, detached."""
    statement = code.statement_of(call)
    if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Name) or len(statement.targets) != 1:
        yield Fix.of(f"Detach what {callee(code, call)} makes", Applicability.SAFE, called(code, call, ".detach()"), rest)
        return
    name = statement.targets[0].id
    block = code.block_of(statement)
    last = code.statement_of(walk)
    after = [each for each in block[block.index(statement) + 1 :] if each.lineno <= last.lineno]
    uses = [
        node
        for each in after
        for node in ast.walk(each)
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load) and isinstance(code.parent(node), ast.Call)
    ]
    for number in range(1, min(len(uses), USES) + 1):
        for chosen in itertools.combinations(uses[: USES + 1], number):
            edits = [called(code, each, ".detach()") for each in chosen]
            yield Fix.of(f"Detach `{name}` where it is fed"[:80], Applicability.SAFE, *edits, rest)
    if statement.value is call:
        return
    yield Fix.of(f"Detach what {callee(code, call)} makes", Applicability.SAFE, called(code, call, ".detach()"), rest)


def _where_it_is_made(code: Code, call: ast.Call, rest: Edits) -> Iterator[Fix | None]:
    """The call under no_grad: with its statement, where nothing else is computed there, else before it."""
    statement = code.statement_of(call)
    if feeds_all(code, call) and isinstance(statement, ast.Assign) and statement.value is call:
        yield Fix.of(f"Call {callee(code, call)} under no_grad", Applicability.SAFE, under_no_grad(code, statement), rest)
        return
    applicability = Applicability.SAFE if comes_first(code, call) else Applicability.UNSAFE
    yield Fix.of(f"Call {callee(code, call)} before this statement, under no_grad", applicability, hoisted(code, call, call), rest)
