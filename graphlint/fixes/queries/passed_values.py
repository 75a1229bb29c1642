"""Queries for values that a function receives: a parameter is a tensor in one call and may be a number in another."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from graphlint.fixes.queries.names import bound, parameters
from graphlint.rule.code import Code, Function

_ELEMENTS = frozenset(("items", "values"))
"""Methods of a dict that give its values."""
_LOOKED_AT = frozenset(("enumerate", "zip", "reversed", "sorted", "list", "tuple", "iter"))
"""Functions that give the elements of their arguments."""


class PassedValues(NamedTuple):
    """The parameters that decide what a value is: those that it is, or is computed from by arithmetic, and those of which it is an
    element."""

    names: tuple[str, ...] = ()
    collections: tuple[str, ...] = ()


def passed_values(code: Code, function: Function, value: ast.expr, is_number: Callable[[ast.expr], bool]) -> PassedValues:
    """Return what the callers of a function decide of a value in it, through local variables, too.

    Args:
        is_number: returns True if an expression certainly is not a tensor.
    """
    received = set(parameters(function)) | {item.arg for item in (function.args.vararg, function.args.kwarg) if item is not None}
    found = _Search(code, function, received - {"self", "cls"}, is_number).of(value, within=False) or ()
    names = dict.fromkeys(name for name, within in found if not within)
    return PassedValues(tuple(names), tuple(dict.fromkeys(name for name, within in found if within)))


class _Search:
    """The search of the parameters from which a value comes; `seen` are the variables that were followed."""

    def __init__(self, code: Code, function: Function, received: AbstractSet[str], is_number: Callable[[ast.expr], bool]) -> None:
        self._code, self._function, self._received, self._is_number = code, function, received, is_number
        self._seen: set[str] = set()

    def of(self, value: ast.expr, *, within: bool) -> tuple[tuple[str, bool], ...] | None:
        """Return the parameters, and whether the value is an element of them; None if the function computes the value by other code.

        Args:
            within: True if the value sought is an element of `value`.
        """
        if isinstance(value, ast.UnaryOp):
            return self.of(value.operand, within=within)
        if isinstance(value, ast.BinOp):
            left, right = self.of(value.left, within=within), self.of(value.right, within=within)
            return None if left is None or right is None else (*left, *right)
        if isinstance(value, ast.Name):
            return self._of_name(value.id, within)
        return () if isinstance(value, ast.Attribute) or self._is_number(value) else None

    def _of_name(self, name: str, within: bool) -> tuple[tuple[str, bool], ...] | None:
        if name in self._seen:
            return ()
        self._seen.add(name)
        own = ((name, within),) if name in self._received else ()
        sources = [self.of(source, within=within or element) for source, element in _sources(self._code, self._function, name)]
        known = [each for each in sources if each is not None]
        return None if sources and not known and not own else (*own, *(item for each in known for item in each))


def bound_values(code: Code, function: Function | None, name: str) -> list[ast.expr]:
    """Return the values that a function, or the module, binds a variable to, before any other code that uses the variable.

    A number of a range stands for itself. The list is empty if something else may bind the variable, or if its own value is part of one.
    """
    scope: ast.AST = function or code.tree
    nodes = [node for node in ast.walk(scope) if isinstance(node, ast.Name | ast.Global | ast.Nonlocal)]
    if any(not isinstance(node, ast.Name) and name in node.names for node in nodes):
        return []
    stores = [node for node in nodes if isinstance(node, ast.Name) and node.id == name and not isinstance(node.ctx, ast.Load)]
    sources = list(_sources(code, function, name))
    if not sources or len(stores) != len(sources) or any(element and not _is_range(value) for value, element in sources):
        return []
    values = [value for value, element in sources if not element]
    own = any(isinstance(node, ast.Name) and node.id == name for value in values for node in ast.walk(value))
    return [] if own else values or [ast.Constant(0)]


def _is_range(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "range"


def _sources(code: Code, function: Function | None, name: str) -> Iterator[tuple[ast.expr, bool]]:
    """Yield the expressions that a function binds a name to, and whether it binds it to their elements."""
    for node in ast.walk(function or code.tree):
        if isinstance(node, ast.Assign | ast.NamedExpr) and code.function_of(node) is function:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                yield from _bound_to(target, node.value, name)
        elif isinstance(node, ast.For | ast.comprehension) and name in bound(node.target):
            yield from ((part, True) for part in _collections(node.iter))


def _bound_to(target: ast.expr, value: ast.expr, name: str) -> Iterator[tuple[ast.expr, bool]]:
    """Yield the values that an assignment binds a name to."""
    if isinstance(target, ast.Name) and target.id == name:
        yield value, False
    elif isinstance(target, ast.Tuple | ast.List) and isinstance(value, ast.Tuple | ast.List) and len(target.elts) == len(value.elts):
        for one, each in zip(target.elts, value.elts, strict=True):
            yield from _bound_to(one, each, name)


def _collections(iterated: ast.expr) -> Sequence[ast.expr]:
    """Return the collections whose elements a loop reads."""
    if isinstance(iterated, ast.Call) and isinstance(iterated.func, ast.Attribute) and iterated.func.attr in _ELEMENTS:
        return (iterated.func.value,)
    if isinstance(iterated, ast.Call) and isinstance(iterated.func, ast.Name) and iterated.func.id in _LOOKED_AT:
        return [part for each in iterated.args for part in _collections(each)]
    return (iterated,)
