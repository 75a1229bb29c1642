"""Grad mode switched off over statements: how a file spells it, where it is off already, and which statements a block may hold."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from graphlint.fixes.code import FUNCTIONS, Code, Function
from graphlint.fixes.edits import Edits, decorated, removed, wrapped

SWITCHES = ("no_grad", "inference_mode")
# Calls that compute nothing which could build a graph: a statement that calls nothing else need not stand in the block.
PLAIN = frozenset(("parameters", "len", "print", "float", "int", "str", "range", "round", "list", "tuple", "dict", "set"))
SPANS = 6


def no_grad(code: Code) -> str | None:
    """The call of no_grad as this file spells it; None where it imports neither torch nor the name.

    Args:
        code: the file.
    """
    if code.torch is not None:
        return f"{code.torch}.no_grad()"
    for node in ast.walk(code.tree):
        if isinstance(node, ast.ImportFrom) and node.module in ("torch", "torch.autograd"):
            for alias in node.names:
                if alias.name == "no_grad":
                    return f"{alias.asname or alias.name}()"
    return None


def is_off(code: Code, node: ast.AST) -> bool:
    """Whether a `with` or a decorator around a place switches grad mode off.

    Args:
        code: the file.
        node: the place.
    """
    for each in code.around(node):
        managers: list[ast.expr] = []
        if isinstance(each, (ast.With, ast.AsyncWith)):
            managers = [item.context_expr for item in each.items]
        elif isinstance(each, FUNCTIONS):
            managers = each.decorator_list
        if any(switches_off(manager) for manager in managers):
            return True
        if isinstance(each, FUNCTIONS):
            return False
    return False


def switches_off(manager: ast.expr) -> bool:
    """Whether a context manager or decorator is one that switches grad mode off.

    Args:
        manager: the expression.
    """
    function = manager.func if isinstance(manager, ast.Call) else manager
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    if name == "set_grad_enabled" and isinstance(manager, ast.Call):
        given = [*manager.args, *(each.value for each in manager.keywords)]
        return any(isinstance(each, ast.Constant) and each.value is False for each in given)
    return name in SWITCHES


def covered(code: Code, statements: Sequence[ast.stmt]) -> Edits:
    """Statements under no_grad; as they are, where grad mode is off already.

    Args:
        code: the file.
        statements: statements that follow one another in a block.
    """
    if is_off(code, statements[0]):
        return ()
    spelled = no_grad(code)
    return wrapped(code, statements, f"with {spelled}:") if spelled else None


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


def trains(code: Code, statement: ast.AST) -> bool:
    """Whether a statement names a backward, or a function of this file that does.

    Args:
        code: the file.
        statement: the statement.
    """
    training = {each.name for each in ast.walk(code.tree) if isinstance(each, FUNCTIONS) and _names_backward(each)}
    for node in ast.walk(statement):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name == "backward" or name in training:
                return True
    return False


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


def _computes(statement: ast.stmt) -> bool:
    """Whether a statement calls what may compute: not what only makes a module or an optimizer, by the custom for names of classes."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name not in PLAIN and not name[:1].isupper():
                return True
    return False


def _names_backward(function: Function) -> bool:
    return any(isinstance(node, ast.Attribute) and node.attr == "backward" for node in ast.walk(function))


def switched_on_again(code: Code, statement: ast.stmt) -> ast.stmt | None:
    """The statement in the same block that switches grad mode on again after one that has switched it off.

    Args:
        code: the file.
        statement: the statement that switches it off.
    """
    block = code.block_of(statement)
    for each in block[block.index(statement) + 1 :]:
        if isinstance(each, ast.Expr) and isinstance(each.value, ast.Call):
            name = each.value.func.attr if isinstance(each.value.func, ast.Attribute) else getattr(each.value.func, "id", "")
            given = [*each.value.args, *(keyword.value for keyword in each.value.keywords)]
            if name == "set_grad_enabled" and any(isinstance(item, ast.Constant) and item.value is True for item in given):
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
