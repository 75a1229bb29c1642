"""A module's own statements by the names that they bind, so that what another file imports can be run without the rest.

Statements that bind or change the same names belong to one group, which is lowered and run as a whole; groups do not overlap.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import cached_property

from graphlint.common.timing import Stopwatch
from graphlint.ir.instructions import FunctionCode
from graphlint.ir.statements import lower_statements

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_IMPORTS = (ast.Import, ast.ImportFrom)


class ModuleSlices:
    """The top level of a module, group by group."""

    def __init__(self, tree: ast.Module, path: str, watch: Stopwatch | None = None) -> None:
        self.path = path
        self._watch = watch or Stopwatch()
        self.stars: tuple[tuple[str, int], ...] = tuple(
            (node.module or "", node.level)
            for node in tree.body
            if isinstance(node, ast.ImportFrom) and any(item.name == "*" for item in node.names)
        )
        self._groups = _groups(tree.body)
        self._codes: dict[int, FunctionCode] = {}
        self._values = frozenset(name for node in tree.body if not isinstance(node, (*_DEFINITIONS, *_IMPORTS)) for name in bound(node))
        self._tree = tree
        self.exported = _exported(tree.body)

    @property
    def names(self) -> tuple[str, ...]:
        """Every name that a statement of the module binds."""
        return tuple(self._groups)

    def names_beside(self, name: str) -> tuple[str, ...]:
        """The names that are bound together with one, itself among them.

        Args:
            name: a name that the module binds.
        """
        group = self._groups[name]
        return tuple(other for other, item in self._groups.items() if item is group)

    def changed_elsewhere(self, name: str) -> bool:
        """Whether a function of the module may bind a value of its top level anew.

        Args:
            name: a name that the module binds.
        """
        return name in self._values and name in self._shared

    @cached_property
    def _shared(self) -> frozenset[str]:
        """The names that functions of the module declare global."""
        return frozenset(name for node in ast.walk(self._tree) if isinstance(node, ast.Global) for name in node.names)

    def code(self, name: str) -> FunctionCode | None:
        """The statements that bind a name, in order; None where none does.

        Args:
            name: the name.
        """
        group = self._groups.get(name)
        if group is None:
            return None
        key = id(group)
        if key not in self._codes:
            self._codes[key] = lower_statements(group, self.path, self._watch)
        return self._codes[key]


def bound(node: ast.stmt) -> Iterator[str]:
    """The names that a statement binds where it stands, not in functions and classes of its own.

    Args:
        node: the statement.
    """
    if isinstance(node, _DEFINITIONS):
        yield node.name
    elif isinstance(node, ast.Import):
        yield from (item.asname or item.name.split(".")[0] for item in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield from (item.asname or item.name for item in node.names if item.name != "*")
    elif isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.For | ast.AsyncFor):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if not (isinstance(node, ast.AnnAssign) and node.value is None):
            yield from (item.id for target in targets for item in _stored(target))
        yield from _inside(node)
    elif isinstance(node, ast.With | ast.AsyncWith):
        yield from (name.id for item in node.items if item.optional_vars is not None for name in _stored(item.optional_vars))
        yield from _inside(node)
    else:
        yield from _inside(node)


def _stored(target: ast.expr) -> Iterator[ast.Name]:
    """The names in the target of an assignment that are bound, not read."""
    if isinstance(target, ast.Name):
        yield target
    elif isinstance(target, ast.Tuple | ast.List):
        for item in target.elts:
            yield from _stored(item)
    elif isinstance(target, ast.Starred):
        yield from _stored(target.value)


def _inside(node: ast.stmt) -> Iterator[str]:
    """The names that the blocks of a statement bind."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            yield from bound(child)
        elif isinstance(child, ast.ExceptHandler | ast.match_case):
            for inner in child.body:
                yield from bound(inner)


def _changed(node: ast.stmt) -> str | None:
    """The name whose value a statement changes without binding it: `model.eval()`, `Net.forward = f`, `for p in model.parameters()`."""
    target: ast.expr | None = None
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute):
        target = node.value.func.value
    elif isinstance(node, ast.Assign | ast.AugAssign):
        first = node.targets[0] if isinstance(node, ast.Assign) else node.target
        target = first if isinstance(first, ast.Attribute | ast.Subscript) else None
    elif isinstance(node, ast.For):
        target = node.iter.func if isinstance(node.iter, ast.Call) else node.iter
    while isinstance(target, ast.Attribute | ast.Subscript | ast.Call):
        target = target.func if isinstance(target, ast.Call) else target.value
    return target.id if isinstance(target, ast.Name) else None


def _is_main(node: ast.stmt) -> bool:
    """if __name__ == "__main__": what an import does not run."""
    return (
        isinstance(node, ast.If)
        and isinstance(node.test, ast.Compare)
        and any(isinstance(item, ast.Name) and item.id == "__name__" for item in (node.test.left, *node.test.comparators))
    )


def _groups(body: Sequence[ast.stmt]) -> dict[str, list[ast.stmt]]:
    """The statements to run for each name: names of one group share one list."""
    everywhere = [(node, tuple(bound(node))) for node in body if not _is_main(node)]
    values = {name for node, names in everywhere if not isinstance(node, (*_DEFINITIONS, *_IMPORTS)) for name in names}
    patched = {name for node, names in everywhere if isinstance(node, _DEFINITIONS) for name in names}
    groups: dict[str, list[ast.stmt]] = {}
    for node, names in everywhere:
        changed = _changed(node)
        counts = changed in values or (changed in patched and isinstance(node, ast.Assign))
        together = list(dict.fromkeys((*names, changed) if counts and changed is not None else names))
        if not together:
            continue
        # An import of several names binds each on its own.
        if isinstance(node, ast.ImportFrom | ast.Import) and len(node.names) > 1:
            for item in node.names:
                one: ast.stmt = _alone(node, item)
                for name in bound(one):
                    groups.setdefault(name, []).append(one)
            continue
        merged = groups.setdefault(together[0], [])
        for name in together[1:]:
            other = groups.get(name)
            if other is None:
                groups[name] = merged
            elif other is not merged:
                merged.extend(item for item in other if item not in merged)
                for each in [key for key, group in groups.items() if group is other]:
                    groups[each] = merged
        merged.append(node)
    for group in {id(group): group for group in groups.values()}.values():
        group.sort(key=lambda item: (item.lineno, item.col_offset))
    return groups


def _alone(node: ast.Import | ast.ImportFrom, item: ast.alias) -> ast.stmt:
    """One name of an import statement."""
    if isinstance(node, ast.Import):
        return ast.copy_location(ast.Import([item]), node)
    return ast.copy_location(ast.ImportFrom(node.module, [item], node.level), node)


def _exported(body: Sequence[ast.stmt]) -> tuple[str, ...] | None:
    """What `__all__` lists, as far as it is written out; None without one."""
    found: list[str] | None = None
    for node in body:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign | ast.AugAssign) else []
        if any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets):
            value = node.value if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign) else None
            if not isinstance(value, ast.List | ast.Tuple):
                return None
            found = [*(found or ()), *(item.value for item in value.elts if isinstance(item, ast.Constant) and isinstance(item.value, str))]
    return None if found is None else tuple(found)
