"""Blocks and functions for a grad mode that was intended and is not set."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.events import Site
from graphlint.common.names import last_name
from graphlint.fixes.edits import Edits, argument_removed, called, decorated, inserted_before, opened, removed, wrapped
from graphlint.fixes.strategies.evaluation import trains
from graphlint.fixes.strategies.grad_modes import no_grad, switches_on, under_no_grad
from graphlint.rule.base import Finding
from graphlint.rule.code import FUNCTIONS, Code, Function
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.hints import Hint
from graphlint.rule.wording import quoted

# Calls that build no graph: a statement with no other calls need not be in the block.
PLAIN = frozenset(("parameters", "len", "print", "float", "int", "str", "range", "round", "list", "tuple", "dict", "set"))
MAX_SPANS = 6


def replace_volatile(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Propose `no_grad` instead of `volatile`: on the function, or around the following statements.

    Args:
        finding: the finding, on the call of Variable, with the hint FORWARD if a graph is built.
    """
    call = code.node_at(finding.site, ast.Call)
    mode = no_grad(code)
    if call is None:
        return
    removal = argument_removed(code, call, "volatile")
    yield Fix.of("Remove `volatile`", Applicability.SAFE, removal)
    if finding.hint(Hint.FORWARD) is None or mode is None:
        return
    statement, function = code.statement_of(call), code.function_of(call)
    if isinstance(function, ast.FunctionDef) and not trains(code, function):
        message = f"Remove `volatile` and decorate {quoted(function.name, 'the function', 30)} with `@no_grad()`"
        yield Fix.of(message, Applicability.UNSAFE, removal, decorated(code, function, f"@{mode}"))
    message = "Remove `volatile` and compute under `no_grad()`"
    if not isinstance(statement, ast.Assign) or statement.value is not call:
        yield Fix.of(message, Applicability.UNSAFE, removal, under_no_grad(code, [statement]))
        return
    block = code.block_of(statement)
    if not any(trains(code, each) for each in block[block.index(statement) :]):
        for span, _ in spans(code, statement):
            yield Fix.of(message, Applicability.UNSAFE, removal, wrapped(code, span, f"with {mode}:"))


def restore_grad_mode(code: Code, mode: Site, forward: Site | None, backward: Site, *, needed: bool) -> Iterator[Fix | None]:
    """Propose grad mode on where it was left off: a block for the code without graphs, or a switch before training.

    Args:
        mode: the switch.
        forward: the forward pass of the training.
        needed: code calls modules without a graph after the switch.
    """
    switch = code.statement_at(mode)
    if not isinstance(switch, ast.Expr):
        return
    if not needed:
        yield Fix.of(f"Remove {quoted(code.spelled(switch), 'the switch')}", Applicability.UNSAFE, removed(code, switch))
    header, switch_on = no_grad(code), next_switch_on(code, switch)
    for span, extent in spans(code, switch) if header else ():
        contained = span[: span.index(switch_on)] if switch_on in span else span
        edits = opened(code, switch, contained, f"with {header}:") if contained else None
        removal = removed(code, switch_on) if switch_on is not None and switch_on in span else ()
        yield Fix.of(f"Use a `with {header}:` block{extent}", Applicability.UNSAFE, edits, removal)
    last = code.statement_at(backward)
    first = code.statement_at(forward) if forward is not None else None
    training = before_training(code, switch, first or last, last) if last is not None else None
    call = switch.value
    if training is not None and isinstance(call, ast.Call):
        edits = inserted_before(code, training, f"{code.spelled(call.func)}(True)")
        yield Fix.of("Switch grad mode on before training", Applicability.UNSAFE, edits)


def enter_mode(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Propose to enter a grad mode that is created and not entered: its missing call, a block, or a decorator."""
    mode = code.node_at(finding.site, ast.expr)
    owner = code.parent(mode) if mode is not None else None
    if mode is None or owner is None:
        return
    source = code.spelled(mode)
    if isinstance(owner, ast.withitem):
        yield Fix.of(f"Call `{source}()`", Applicability.SAFE, called(code, mode, "()"), uncovers=True)
    elif isinstance(owner, ast.Expr):
        call = source if isinstance(mode, (ast.Call, ast.IfExp)) else f"{source}()"
        decoration = decorate_instead(code, owner, call) if isinstance(mode, ast.Call) and not mode.args and not mode.keywords else None
        if decoration is not None:
            function, *edits = decoration
            yield Fix.of(
                f"Decorate {quoted(function.name, 'the function', 30)} with {quoted(f'@{call}', 'it', 30)}", Applicability.UNSAFE, *edits
            )
        for span, extent in spans(code, owner):
            message = f"Put the statements below in a `with` block{extent}"
            yield Fix.of(message, Applicability.UNSAFE, opened(code, owner, span, f"with {call}:"))
    elif isinstance(owner, ast.Assign) and len(owner.targets) == 1 and isinstance(owner.targets[0], ast.Name):
        name = owner.targets[0].id
        for span, extent in spans(code, owner):
            message = f"Put the statements below in {quoted(f'with {name}:', 'a `with` block')}{extent}"
            yield Fix.of(message, Applicability.UNSAFE, wrapped(code, span, f"with {name}:"))


def spans(code: Code, statement: ast.stmt) -> Iterator[tuple[list[ast.stmt], str]]:
    """Yield the statements that a block opened at a statement may contain: all that follow, or those before training, then fewer.

    Definitions and imports end it, and trailing statements that compute nothing are left out. Each span comes with the words that
    distinguish it from the first one in a fix title.
    """
    block = code.block_of(statement)
    following: list[ast.stmt] = []
    for each in block[block.index(statement) + 1 :]:
        if isinstance(each, (*FUNCTIONS, ast.ClassDef, ast.Import, ast.ImportFrom)):
            break
        following.append(each)
    training = next((index for index, each in enumerate(following) if trains(code, each)), len(following))
    ends = [index + 1 for index, each in enumerate(following) if _computes(each)]
    before = [end for end in reversed(ends) if end <= training]
    for end in before[: MAX_SPANS if training < len(following) else 1]:
        yield following[:end], "" if end == before[0] else f", down to line {following[end - 1].end_lineno}"


def decorate_instead(code: Code, statement: ast.stmt, call: str) -> tuple[Function, Edits, Edits] | None:
    """Return the function that begins with a statement, decorated with the call, and without the statement.

    Args:
        statement: the first statement of the function after its docstring.
    """
    function = code.parent(statement)
    if not isinstance(function, ast.FunctionDef) or statement not in function.body[:2] or len(function.body) == 1:
        return None
    if function.body[0] is not statement and ast.get_docstring(function, clean=False) is None:
        return None
    return function, decorated(code, function, f"@{call}"), removed(code, statement)


def next_switch_on(code: Code, statement: ast.stmt) -> ast.stmt | None:
    """Return the statement of the block that switches grad mode on again after another has switched it off."""
    block = code.block_of(statement)
    for each in block[block.index(statement) + 1 :]:
        if isinstance(each, ast.Expr) and isinstance(each.value, ast.Call) and switches_on(each.value):
            return each
    return None


def before_training(code: Code, switch: ast.stmt, forward: ast.stmt, backward: ast.stmt) -> ast.stmt | None:
    """Return the statement before which to switch grad mode on: the training statement in a block around the switch, or the outermost one
    in its function.

    Args:
        switch: the statement that switches grad mode off.
        forward: the statement of the training's forward pass.
    """
    enclosing = [switch, *code.around(switch)]
    ancestors = [backward, *(each for each in code.around(backward))]
    for index, each in enumerate(ancestors):
        owner = ancestors[index + 1] if index + 1 < len(ancestors) else None
        if isinstance(each, ast.stmt) and (owner in enclosing or isinstance(owner, FUNCTIONS)):
            block = code.block_of(each)
            for other in block[: block.index(each)]:
                if other is forward or forward in ast.walk(other):
                    return other
            return each
    return None


def _computes(statement: ast.stmt) -> bool:
    """Return True if a statement calls code that may compute; a capitalized name only creates a module or an optimizer."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Call):
            name = last_name(node.func)
            if name not in PLAIN and not name[:1].isupper():
                return True
    return False
