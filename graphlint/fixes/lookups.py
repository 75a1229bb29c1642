"""Look-ups for those who write fixes: what stands at places, which statement holds which, what expressions are called and what they are."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator

from graphlint.autograd.events import Site
from graphlint.rule.code import SCOPES, Code

# Of the longest messages, those with a line number at their end, as much is left for a name.
LONGEST_NAME = 26


def statements_at(code: Code, sites: Iterable[Site]) -> list[ast.stmt]:
    """The statements that hold places, in their order, each once.

    Args:
        code: the file.
        sites: the places.
    """
    found = [code.statement_at(site) for site in sites]
    return list(dict.fromkeys(each for each in found if each is not None))


def expressions_at(code: Code, sites: Iterable[Site]) -> list[ast.expr]:
    """The expressions at places, in their order, each once.

    Args:
        code: the file.
        sites: the places.
    """
    found = [code.node_at(site, ast.expr) for site in sites]
    return list(dict.fromkeys(each for each in found if each is not None))


def body_of(code: Code, node: ast.AST) -> list[ast.stmt]:
    """The statements of the function that holds a node, or of the module.

    Args:
        code: the file.
        node: the node.
    """
    function = code.function_of(node)
    return function.body if function is not None else code.tree.body


def statements_within(statements: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements and those in their blocks, in order; those of functions and classes defined there are left out.

    Args:
        statements: the statements.
    """
    for statement in statements:
        yield statement
        if not isinstance(statement, SCOPES):
            for name in ("body", "orelse", "handlers", "finalbody", "cases"):
                for child in getattr(statement, name, []):
                    if isinstance(child, ast.stmt):
                        yield from statements_within([child])
                    elif isinstance(child, (ast.ExceptHandler, ast.match_case)):
                        yield from statements_within(child.body)


def ancestor_in(code: Code, statement: ast.stmt, block: list[ast.stmt]) -> ast.stmt | None:
    """The statement of a block that another one is, or is in; None where it is not in that block.

    Args:
        code: the file.
        statement: the statement.
        block: the block.
    """
    return next((each for each in (statement, *code.around(statement)) if isinstance(each, ast.stmt) and each in block), None)


def neighbours(code: Code, statement: ast.stmt, alike: Callable[[ast.stmt], object]) -> list[ast.stmt]:
    """The run of statements of one kind, next to one another, that holds a statement.

    Args:
        code: the file.
        statement: one of them.
        alike: tells whether another statement is of that kind.
    """
    block = code.block_of(statement)
    first = last = block.index(statement)
    while first > 0 and alike(block[first - 1]):
        first -= 1
    while last + 1 < len(block) and alike(block[last + 1]):
        last += 1
    return block[first : last + 1]


def nodes_within(node: ast.AST) -> Iterator[ast.AST]:
    """A node and what is in it, but for what is in functions and classes inside.

    Args:
        node: the node.
    """
    yield node
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, SCOPES):
            yield from nodes_within(child)


def named(code: Code, *nodes: ast.expr, otherwise: str = "the tensor") -> str:
    """Expressions as a message names them: as the file writes them, if that is short.

    Args:
        code: the file.
        nodes: the expressions.
        otherwise: what to say of one that is long.
    """
    spelled = list(dict.fromkeys(code.spelled(each) for each in nodes))
    text = " and ".join(f"`{each}`" for each in spelled)
    return text if len(text) <= LONGEST_NAME and text.isprintable() else otherwise if len(spelled) == 1 else f"{otherwise}s"


def called_module(code: Code, call: ast.Call) -> str:
    """What a call of a module calls, as a message names it.

    Args:
        code: the file.
        call: the call.
    """
    return named(code, call.func, otherwise="the module")


def last_name(node: ast.AST | None) -> str:
    """The last part of a name with dots, "" for anything else: `step` of `optimizer.step`.

    Args:
        node: the expression.
    """
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def root_name(node: ast.expr) -> str:
    """The name that an attribute or an entry begins with; "" where it is none.

    Args:
        node: the expression.
    """
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def same(one: ast.AST, two: ast.AST) -> bool:
    """Whether two expressions are the same, be they read or bound.

    Args:
        one: an expression.
        two: another one.
    """
    return re.sub(r"Store\(\)|Del\(\)", "Load()", ast.dump(one)) == re.sub(r"Store\(\)|Del\(\)", "Load()", ast.dump(two))


def target_of(statement: ast.stmt, value: ast.expr | None = None) -> ast.expr | None:
    """The only target of an assignment; None for any other statement.

    Args:
        statement: the statement.
        value: what it has to assign, if that matters.
    """
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and value in (None, statement.value):
        return statement.targets[0]
    return None


def calls(node: ast.AST, *names: str) -> Iterator[ast.Call]:
    """The calls of functions or methods of these names in a piece of code.

    Args:
        node: the code.
        names: the last part of the called name.
    """
    for each in ast.walk(node):
        if isinstance(each, ast.Call) and last_name(each.func) in names:
            yield each
