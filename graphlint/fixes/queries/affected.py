"""Queries for the definitions of a module that a change of some of them may affect, by the names that they use.

The proof of a fix need not analyze the others. A name counts wherever it occurs, also as that of an attribute or in a string.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence, Set

from graphlint.fixes.queries.names import bound
from graphlint.rule.code import FUNCTIONS, Function

DEFINITIONS = (*FUNCTIONS, ast.ClassDef)


def affected_definitions(tree: ast.Module, old: Sequence[ast.stmt], new: Sequence[ast.stmt]) -> frozenset[str] | None:
    """Return the names of the definitions that may execute changed ones or use what the changed code of a module uses, and of all that
    these may execute. None stands for all of the module: the names do not show what is affected, or it is more than half.

    Args:
        tree: the module before the change.
        old: the statements of the module that change.
        new: these statements after the change.
    """
    names = [[each.name for each in statements if isinstance(each, DEFINITIONS)] for statements in (old, new)]
    unclear = (ast.Global, ast.Import, ast.ImportFrom)
    if names[0] != names[1] or any(isinstance(node, unclear) for each in (*old, *new) for node in ast.walk(each)):
        return None
    binds = {each: _bound_names(each) for each in (*tree.body, *new)}
    uses = {each: _used_names(each) for each in (*tree.body, *new)}
    of_module = set[str]().union(*(binds[each] for each in tree.body if not isinstance(each, ast.Import | ast.ImportFrom)))
    for each in (*old, *new):
        if not isinstance(each, DEFINITIONS):
            # It may change the objects that it uses.
            binds[each] = binds[each] | (uses[each] & of_module)
    callers = _closure([*old, *new], tree.body, lambda known, other: not uses[other].isdisjoint(binds[known]))
    executed = _closure(callers, tree.body, lambda known, other: not uses[known].isdisjoint(binds[other]))
    names_affected = frozenset(each.name for each in executed if isinstance(each, DEFINITIONS))
    lines = lines_of_definitions(tree)
    affected = sum(len(span) for name, span in lines.items() if name in names_affected)
    return names_affected if 2 * affected < sum(map(len, lines.values())) else None


def lines_of_definitions(tree: ast.Module) -> dict[str, range]:
    """Return the lines of the definitions of a module; of several with one name, all lines from the first one to the last."""
    lines: dict[str, range] = {}
    for each in tree.body:
        if isinstance(each, DEFINITIONS):
            first = min(item.lineno for item in (each, *each.decorator_list))
            known = lines.get(each.name)
            lines[each.name] = range(first if known is None else known.start, (each.end_lineno or first) + 1)
    return lines


def _closure(start: Iterable[ast.stmt], statements: Sequence[ast.stmt], follows: Callable[[ast.stmt, ast.stmt], bool]) -> list[ast.stmt]:
    """Return some statements, and all that follow one of them."""
    found = list(start)
    known = set(found)
    for each in found:
        later = [other for other in statements if other not in known and follows(each, other)]
        known.update(later)
        found += later
    return found


def _bound_names(statement: ast.stmt) -> set[str]:
    """Return the names that a statement binds; for a class, with its methods."""
    methods = [each.name for each in statement.body if isinstance(each, FUNCTIONS)] if isinstance(statement, ast.ClassDef) else []
    return bound(statement) | {name for name in methods if not (name.startswith("__") and name.endswith("__"))}


def _used_names(statement: ast.stmt) -> set[str]:
    """Return the names in a statement that are not those of local variables, wherever they are."""
    if isinstance(statement, ast.ClassDef):
        parts = (*statement.decorator_list, *statement.bases, *(each.value for each in statement.keywords))
        return set[str]().union(*map(_names_in, parts), *map(_used_names, statement.body))
    if isinstance(statement, FUNCTIONS):
        outside = set[str]().union(*map(_names_in, (*statement.decorator_list, statement.args)))
        local = _local_names(statement)
        return outside.union(*(_names_in(each, local) for each in statement.body))
    return _names_in(statement)


def _local_names(function: Function) -> set[str]:
    """Return the names of the local variables of a function."""
    names = bound(*function.body) | {each.arg for each in ast.walk(function.args) if isinstance(each, ast.arg)}
    return names.difference(*(each.names for each in ast.walk(function) if isinstance(each, ast.Global)))


def _names_in(node: ast.AST, local: Set[str] = frozenset()) -> set[str]:
    """Return the names in a piece of code, without those of local variables."""
    names: set[str] = set()
    for each in ast.walk(node):
        if isinstance(each, ast.Name) and each.id not in local:
            names.add(each.id)
        elif isinstance(each, ast.Attribute):
            names.add(each.attr)
        elif isinstance(each, ast.Constant) and isinstance(each.value, str) and each.value.isidentifier():
            names.add(each.value)
    return names
