"""Statements for which a grad mode was meant and not set: the block or the function that is to run without a graph."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.fixes.blocks import decorated, opened, wrapped
from graphlint.fixes.edits import Edits, argument_removed, called, inserted_before, removed
from graphlint.fixes.lookups import last_name
from graphlint.fixes.strategies.evaluation import trains
from graphlint.fixes.strategies.grad_modes import no_grad, switches_on, under_no_grad
from graphlint.rule.base import Finding
from graphlint.rule.code import FUNCTIONS, Code, Function
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.wording import quoted

# Calls that compute nothing which could build a graph: a statement that calls nothing else need not stand in the block.
PLAIN = frozenset(("parameters", "len", "print", "float", "int", "str", "range", "round", "list", "tuple", "dict", "set"))
SPANS = 6


def without_volatile(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Ways to say with no_grad what volatile once said: on the function, or around what follows.

    Args:
        finding: the finding, on the call of Variable, with the hint "forward" where a graph is built.
        code: the file.
    """
    call = code.node_at(finding.site, ast.Call)
    spelled = no_grad(code)
    if call is None:
        return
    gone = argument_removed(code, call, "volatile")
    yield Fix.of("Remove `volatile`", Applicability.SAFE, gone)
    if finding.hint("forward") is None or spelled is None:
        return
    statement, function = code.statement_of(call), code.function_of(call)
    if isinstance(function, ast.FunctionDef) and not trains(code, function):
        message = f"Remove `volatile` and decorate {quoted(function.name, 'the function', 30)} with `@no_grad()`"
        yield Fix.of(message, Applicability.UNSAFE, gone, decorated(code, function, f"@{spelled}"))
    message = "Remove `volatile` and compute under `no_grad()`"
    if not isinstance(statement, ast.Assign) or statement.value is not call:
        yield Fix.of(message, Applicability.UNSAFE, gone, under_no_grad(code, [statement]))
        return
    block = code.block_of(statement)
    if not any(trains(code, each) for each in block[block.index(statement) :]):
        for span, _ in spans(code, statement):
            yield Fix.of(message, Applicability.UNSAFE, gone, wrapped(code, span, f"with {spelled}:"))


def switched_back(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Ways to have grad mode on where it was left off: a block for what is meant to run without graphs, or a switch before the training.

    Args:
        finding: the finding, on the switch, with the hints "served", "forward" and "backward".
        code: the file.
    """
    switch = code.statement_at(finding.site)
    if not isinstance(switch, ast.Expr):
        return
    if finding.hint("served") is None:
        yield Fix.of(f"Remove {quoted(code.spelled(switch), 'the switch')}", Applicability.UNSAFE, removed(code, switch))
    header, on = no_grad(code), switched_on_again(code, switch)
    for span, extent in spans(code, switch) if header else ():
        kept = span[: span.index(on)] if on in span else span
        edits = opened(code, switch, kept, f"with {header}:") if kept else None
        again = removed(code, on) if on is not None and on in span else ()
        yield Fix.of(f"Use a `with {header}:` block{extent}", Applicability.UNSAFE, edits, again)
    forward, backward = (code.statement_at(site) if site else None for site in (finding.hint("forward"), finding.hint("backward")))
    training = before_training(code, switch, forward or backward, backward) if backward is not None else None
    call = switch.value
    if training is not None and isinstance(call, ast.Call):
        edits = inserted_before(code, training, f"{code.spelled(call.func)}(True)")
        yield Fix.of("Switch grad mode on before training", Applicability.UNSAFE, edits)


def entered(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Ways to enter a grad mode that was made and not entered: its missing call, a block around what follows, a decorator.

    Args:
        finding: the finding, on the mode, with the call or without.
        code: the file.
    """
    made = code.node_at(finding.site, ast.expr)
    holder = code.parent(made) if made is not None else None
    if made is None or holder is None:
        return
    spelled = code.spelled(made)
    if isinstance(holder, ast.withitem):
        yield Fix.of(f"Call `{spelled}()`", Applicability.SAFE, called(code, made, "()"), uncovers=True)
    elif isinstance(holder, ast.Expr):
        call = spelled if isinstance(made, (ast.Call, ast.IfExp)) else f"{spelled}()"
        begun = decorated_for(code, holder, call) if isinstance(made, ast.Call) and not made.args and not made.keywords else None
        if begun is not None:
            function, *edits = begun
            yield Fix.of(
                f"Decorate {quoted(function.name, 'the function', 30)} with {quoted(f'@{call}', 'it', 30)}", Applicability.UNSAFE, *edits
            )
        for span, extent in spans(code, holder):
            message = f"Put the statements below in a `with` block{extent}"
            yield Fix.of(message, Applicability.UNSAFE, opened(code, holder, span, f"with {call}:"))
    elif isinstance(holder, ast.Assign) and len(holder.targets) == 1 and isinstance(holder.targets[0], ast.Name):
        name = holder.targets[0].id
        for span, extent in spans(code, holder):
            message = f"Put the statements below in {quoted(f'with {name}:', 'a `with` block')}{extent}"
            yield Fix.of(message, Applicability.UNSAFE, wrapped(code, span, f"with {name}:"))


def spans(code: Code, statement: ast.stmt) -> Iterator[tuple[list[ast.stmt], str]]:
    """What a block that is opened at a statement may hold of those behind it: all, or, where training follows, what comes before, then
    less and less.

    Definitions and imports end it, and what computes nothing is left out at its end. With each span comes what tells it from the first
    one in a message.

    Args:
        code: the file.
        statement: the statement.
    """
    block = code.block_of(statement)
    behind: list[ast.stmt] = []
    for each in block[block.index(statement) + 1 :]:
        if isinstance(each, (*FUNCTIONS, ast.ClassDef, ast.Import, ast.ImportFrom)):
            break
        behind.append(each)
    trained = next((place for place, each in enumerate(behind) if trains(code, each)), len(behind))
    ends = [place + 1 for place, each in enumerate(behind) if _computes(each)]
    before = [end for end in reversed(ends) if end <= trained]
    for end in before[: SPANS if trained < len(behind) else 1]:
        yield behind[:end], "" if end == before[0] else f", down to line {behind[end - 1].end_lineno}"


def decorated_for(code: Code, statement: ast.stmt, call: str) -> tuple[Function, Edits, Edits] | None:
    """The function that a statement begins with its call as a decorator, and without the statement.

    Args:
        code: the file.
        statement: the first statement of the function, behind its docstring.
        call: the call.
    """
    function = code.parent(statement)
    if not isinstance(function, ast.FunctionDef) or statement not in function.body[:2] or len(function.body) == 1:
        return None
    if function.body[0] is not statement and ast.get_docstring(function, clean=False) is None:
        return None
    return function, decorated(code, function, f"@{call}"), removed(code, statement)


def switched_on_again(code: Code, statement: ast.stmt) -> ast.stmt | None:
    """The statement in the same block that switches grad mode on again after one that has switched it off.

    Args:
        code: the file.
        statement: the statement that switches it off.
    """
    block = code.block_of(statement)
    for each in block[block.index(statement) + 1 :]:
        if isinstance(each, ast.Expr) and isinstance(each.value, ast.Call) and switches_on(each.value):
            return each
    return None


def before_training(code: Code, switch: ast.stmt, forward: ast.stmt, backward: ast.stmt) -> ast.stmt | None:
    """The statement before which grad mode is to be switched on: the one of the training that stands beside the switch, or the outermost
    in its function.

    Args:
        code: the file.
        switch: the statement that switches grad mode off.
        forward: the statement of the training's forward pass.
        backward: the statement of its backward.
    """
    around = [switch, *code.around(switch)]
    above = [backward, *(each for each in code.around(backward))]
    for place, each in enumerate(above):
        holder = above[place + 1] if place + 1 < len(above) else None
        if isinstance(each, ast.stmt) and (holder in around or isinstance(holder, FUNCTIONS)):
            block = code.block_of(each)
            for other in block[: block.index(each)]:
                if other is forward or forward in ast.walk(other):
                    return other
            return each
    return None


def _computes(statement: ast.stmt) -> bool:
    """Whether a statement calls what may compute: not what only makes a module or an optimizer, by the custom for names of classes."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Call):
            name = last_name(node.func)
            if name not in PLAIN and not name[:1].isupper():
                return True
    return False
