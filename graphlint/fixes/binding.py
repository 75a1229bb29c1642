"""What is dropped bound to a name, and lists built anew."""

from __future__ import annotations

import ast

from graphlint.fixes.code import Code
from graphlint.fixes.edits import Edits
from graphlint.fixes.model import Edit


def receiver_of(call: ast.expr) -> ast.expr | None:
    """What a chain of method calls begins with, if something can be bound to it: `h` of `h.detach().cpu()`.

    Args:
        call: the outermost call.
    """
    while isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
        call = call.func.value
    return call if isinstance(call, (ast.Name, ast.Attribute, ast.Subscript)) else None


def bound(code: Code, statement: ast.Expr, target: ast.expr) -> Edits:
    """The value of an expression statement bound to a target.

    Args:
        code: the file.
        statement: the statement.
        target: a name, attribute or item, as the statement spells it.
    """
    spelled = code.spelled(target)
    if "\n" in spelled or "\r" in spelled or (isinstance(target, ast.Name) and not may_bind(code, statement, target.id)):
        return None
    start = code.start(statement)
    return (Edit(start, start, f"{spelled} = "),)


def may_bind(code: Code, place: ast.AST, name: str) -> bool:
    """Whether a name can be bound at a place and stay the variable that it is: in a function it is the function's own, or declared.

    Args:
        code: the file.
        place: the place.
        name: the name.
    """
    function = code.function_of(place)
    if function is None:
        return True
    arguments = function.args
    given = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    if any(each is not None and each.arg == name for each in given):
        return True
    for node in ast.walk(function):
        if isinstance(node, (ast.Global, ast.Nonlocal)) and name in node.names:
            return True
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store) and code.function_of(node) is function:
            return True
    return False


def list_rebuilt(code: Code, statement: ast.Assign) -> Edits:
    """A loop that does nothing but bind its variable turned into a new list under the name of the old one.

    Args:
        code: the file.
        statement: the loop's only statement, `s = s.detach()`.
    """
    loop = code.parent(statement)
    if not isinstance(loop, ast.For) or loop.body != [statement] or loop.orelse or len(statement.targets) != 1:
        return None
    target, states = statement.targets[0], loop.iter
    if not isinstance(target, ast.Name) or not isinstance(loop.target, ast.Name) or target.id != loop.target.id:
        return None
    if isinstance(states, ast.Name):
        if not may_bind(code, loop, states.id):
            return None
    elif not isinstance(states, ast.Attribute):
        return None
    spelled = [code.spelled(each) for each in (states, statement.value)]
    between = code.text[code.end(loop.iter) : code.start(statement)]
    if any("\n" in each or "\r" in each for each in spelled) or "#" in between:
        return None
    text = f"{spelled[0]} = [{spelled[1]} for {target.id} in {spelled[0]}]"
    return (Edit(code.start(loop), code.end(loop), text),)


def bound_before(code: Code, statement: ast.stmt, name: str) -> ast.Assign | None:
    """The last statement before another, in the same block, that binds a name and nothing else.

    Args:
        code: the file.
        statement: the other statement.
        name: the name.
    """
    block = code.block_of(statement)
    for each in reversed(block[: block.index(statement)]):
        if isinstance(each, ast.Assign) and len(each.targets) == 1 and isinstance(each.targets[0], ast.Name) and each.targets[0].id == name:
            return each
    return None
