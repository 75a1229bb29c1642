"""A module's top-level statements by the names that they bind, so that the import of a name runs only the statements it needs.

Statements that bind or mutate the same names form a group, which is lowered and run as a whole. Groups do not overlap.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import cached_property

from graphlint.common.timing import Stopwatch
from graphlint.ir import registries
from graphlint.ir.instructions import FunctionCode
from graphlint.ir.statements import lower_statements

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_IMPORTS = (ast.Import, ast.ImportFrom)


class ModuleSlices:
    """The top level of a module, in groups.

    Args:
        declares_global: False if no function of the module declares a name global; the tree is not searched for it then.
    """

    def __init__(self, tree: ast.Module, path: str, watch: Stopwatch | None = None, *, declares_global: bool = True) -> None:
        self.path = path
        self._watch = watch or Stopwatch()
        self.stars: tuple[tuple[str, int], ...] = tuple(
            (node.module or "", node.level)
            for node in tree.body
            if isinstance(node, ast.ImportFrom) and any(item.name == "*" for item in node.names)
        )
        self._groups = _groups(tree.body)
        self._codes: dict[int, FunctionCode] = {}
        self._values = frozenset(
            name for node in tree.body if not isinstance(node, (*_DEFINITIONS, *_IMPORTS)) for name in bound_names(node)
        )
        self._tree = tree if declares_global else None
        self.exported = _public_names(tree.body)

    @property
    def names(self) -> tuple[str, ...]:
        """All names that the module's statements bind."""
        return tuple(self._groups)

    def names_in_group(self, name: str) -> tuple[str, ...]:
        """Return the names that are bound together with one, including itself."""
        group = self._groups[name]
        return tuple(other for other, item in self._groups.items() if item is group)

    def is_rebound_by_function(self, name: str) -> bool:
        """Return True if a function of the module may rebind a top-level name."""
        return name in self._values and name in self._declared_global

    @cached_property
    def _declared_global(self) -> frozenset[str]:
        """The names that functions of the module declare global."""
        if self._tree is None:
            return frozenset()
        return frozenset(name for node in ast.walk(self._tree) if isinstance(node, ast.Global) for name in node.names)

    def code(self, name: str) -> FunctionCode | None:
        """Return the statements that bind a name, in order; None if there are none."""
        group = self._groups.get(name)
        if group is None:
            return None
        key = id(group)
        if key not in self._codes:
            self._codes[key] = lower_statements(group, self.path, self._watch)
        return self._codes[key]


def bound_names(node: ast.stmt) -> Iterator[str]:
    """Return the names that a statement binds in its own scope, not in nested functions and classes."""
    if isinstance(node, _DEFINITIONS):
        yield node.name
    elif isinstance(node, ast.Import):
        yield from (item.asname or item.name.split(".")[0] for item in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield from (item.asname or item.name for item in node.names if item.name != "*")
    elif isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.For | ast.AsyncFor):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if not (isinstance(node, ast.AnnAssign) and node.value is None):
            yield from (item.id for target in targets for item in _assigned_names(target))
        yield from _bound_in_blocks(node)
    elif isinstance(node, ast.With | ast.AsyncWith):
        yield from (name.id for item in node.items if item.optional_vars is not None for name in _assigned_names(item.optional_vars))
        yield from _bound_in_blocks(node)
    else:
        yield from _bound_in_blocks(node)


def _assigned_names(target: ast.expr) -> Iterator[ast.Name]:
    """Yield the names that an assignment target binds."""
    if isinstance(target, ast.Name):
        yield target
    elif isinstance(target, ast.Tuple | ast.List):
        for item in target.elts:
            yield from _assigned_names(item)
    elif isinstance(target, ast.Starred):
        yield from _assigned_names(target.value)


def _bound_in_blocks(node: ast.stmt) -> Iterator[str]:
    """Yield the names that the blocks of a statement bind."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            yield from bound_names(child)
        elif isinstance(child, ast.ExceptHandler | ast.match_case):
            for inner in child.body:
                yield from bound_names(inner)


def _mutated_name(node: ast.stmt) -> str | None:
    """Return the name whose value a statement mutates without binding it: `model.eval()`, `Net.forward = f`, `for p in
    model.parameters()`."""
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


def is_main(node: ast.stmt) -> bool:
    """Return True for `if __name__ == "__main__"`, which an import does not run."""
    return (
        isinstance(node, ast.If)
        and isinstance(node.test, ast.Compare)
        and any(isinstance(item, ast.Name) and item.id == "__name__" for item in (node.test.left, *node.test.comparators))
    )


def _groups(body: Sequence[ast.stmt]) -> dict[str, list[ast.stmt]]:
    """Return the statements to run for each name; the names of a group share one list."""
    everywhere = [(node, tuple(bound_names(node))) for node in body if not is_main(node)]
    values = {name for node, names in everywhere if not isinstance(node, (*_DEFINITIONS, *_IMPORTS)) for name in names}
    patched = {name for node, names in everywhere if isinstance(node, _DEFINITIONS) for name in names}
    groups: dict[str, list[ast.stmt]] = {}
    filled = registries.filled_by_statements([node for node, _ in everywhere], values)
    for node, names in everywhere:
        changed = _mutated_name(node)
        counts = changed in values or (changed in patched and isinstance(node, ast.Assign))
        together = list(dict.fromkeys((*names, *((changed,) if counts and changed is not None else ()), *filled.get(id(node), ()))))
        if not together:
            continue
        # Each name of an import is bound separately.
        if isinstance(node, ast.ImportFrom | ast.Import) and len(node.names) > 1:
            for item in node.names:
                one: ast.stmt = _single_import(node, item)
                for name in bound_names(one):
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


def _single_import(node: ast.Import | ast.ImportFrom, item: ast.alias) -> ast.stmt:
    """Return the import of a single name."""
    if isinstance(node, ast.Import):
        return ast.copy_location(ast.Import([item]), node)
    return ast.copy_location(ast.ImportFrom(node.module, [item], node.level), node)


def _public_names(body: Sequence[ast.stmt]) -> tuple[str, ...] | None:
    """Return the names in `__all__` as far as they are literals; None without it."""
    found: list[str] | None = None
    for node in body:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign | ast.AugAssign) else []
        if any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets):
            value = node.value if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign) else None
            if not isinstance(value, ast.List | ast.Tuple):
                return None
            found = [*(found or ()), *(item.value for item in value.elts if isinstance(item, ast.Constant) and isinstance(item.value, str))]
    return None if found is None else tuple(found)
