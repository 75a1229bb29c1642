"""The owners of graphs: the names, attributes and containers that reference them, and the statements that store into these."""

from __future__ import annotations

import ast
import sys
from collections import deque
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType, FunctionType, MethodType, ModuleType
from typing import Any

from graphlint.testing.built_graphs import KEY, BuiltGraph, CodePlace, node_of

STORING = frozenset(("append", "appendleft", "add", "extend", "insert", "put", "put_nowait", "setdefault", "update"))
CONTAINERS = (list, tuple, set, dict, deque)
DEPTH = 6
LARGEST = 10_000
"""Elements of a container that are searched."""


@dataclass(frozen=True)
class Owner:
    """A name, attribute or container that references graphs: its spelling, the statements that store into it, and where one is built."""

    name: str
    is_container: bool
    statements: tuple[CodePlace, ...]
    place: CodePlace


def owners_of(graphs: Collection[BuiltGraph], functions: Collection[CodeType], frame: FrameType) -> list[Owner]:
    """Return the owners of graphs that can be reached from the frames of a test and from the modules of the functions that built them."""
    search = _Search(frozenset(map(id, graphs)))
    places: dict[int, BuiltGraph] = {id(graph): graph for graph in graphs}
    files = {function.co_filename for function in functions}
    scopes: list[dict[str, Any]] = []
    current: FrameType | None = frame
    while current is not None and current.f_code.co_filename in files:
        scopes += [current.f_locals, current.f_globals]
        current = current.f_back
    scopes += [vars(module) for module in list(sys.modules.values()) if getattr(module, "__file__", None) in files]
    found: dict[str, Owner] = {}
    for scope in scopes:
        for name, value in list(scope.items()):
            if name.startswith("__"):
                continue
            for path, is_container, graph in search.owners(name, value, DEPTH):
                last = path.rpartition(".")[2]
                statements = tuple(statements_storing(last, functions))
                found.setdefault(path, Owner(path, is_container, statements, places[graph].place))
    return list(found.values())


class _Search:
    """A search for the owners of graphs, by the ids of their notes."""

    def __init__(self, graphs: frozenset[int]) -> None:
        self.graphs = graphs
        self.seen: set[int] = set()
        self.tensor: Any = sys.modules["torch"].Tensor

    def owners(self, path: str, value: Any, depth: int) -> Iterator[tuple[str, bool, int]]:
        """Yield each owner in a value: its path, whether it is a container, and a graph that it references."""
        if isinstance(value, self.tensor):
            graph = self.graph_of(value)
            if graph:
                yield path, False, graph
            return
        if not depth or id(value) in self.seen or isinstance(value, (str, bytes, int, float, type, ModuleType)):
            return
        self.seen.add(id(value))
        if isinstance(value, CONTAINERS):
            yield from self.owners_in_container(path, value, depth)
        elif isinstance(value, FunctionType):
            for name, cell in zip(value.__code__.co_freevars, value.__closure__ or (), strict=True):
                try:
                    content = cell.cell_contents
                except ValueError:  # an empty cell
                    continue
                yield from self.owners(name, content, depth - 1)
        elif isinstance(value, MethodType):
            yield from self.owners(path.rpartition(".")[0] or path, value.__self__, depth - 1)
        else:
            for name, attribute in list(getattr(value, "__dict__", {}).items()):
                yield from self.owners(f"{path}.{name}", attribute, depth - 1)

    def owners_in_container(self, path: str, value: Any, depth: int) -> Iterator[tuple[str, bool, int]]:
        """Yield the owners in a container, which is one itself if its elements are tensors with graphs."""
        elements = list(value.values() if isinstance(value, dict) else value)[:LARGEST]
        for element in elements:
            for inner, is_container, graph in self.owners(path, element, depth - 1):
                yield inner, is_container or inner == path, graph

    def graph_of(self, tensor: Any) -> int:
        """Return a graph that a tensor references, 0 if none of those in question."""
        gradient = tensor.grad if tensor.is_leaf else None
        pending, seen = [node_of(tensor), None if gradient is None else node_of(gradient)], set[int]()
        while pending:
            node = pending.pop()
            if node is None or node in seen:
                continue
            seen.add(node)
            note = id(node.metadata.get(KEY))
            if note in self.graphs:
                return note
            pending += [below for below, _ in node.next_functions]
        return 0


def statements_storing(name: str, functions: Iterable[CodeType]) -> Iterator[CodePlace]:
    """Yield the statements in functions that store into a name or an attribute."""
    spans: dict[str, list[tuple[int, int]]] = {}
    for function in functions:
        lines = [line for _, _, line in function.co_lines() if line] if hasattr(function, "co_lines") else [function.co_firstlineno]
        spans.setdefault(function.co_filename, []).append((min(lines), max(lines)))
    for filename, ranges in sorted(spans.items()):
        try:
            tree = ast.parse(Path(filename).read_bytes())
        except (OSError, SyntaxError, ValueError):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.stmt) and _stores(node, name) and any(low <= node.lineno <= high for low, high in ranges):
                yield CodePlace(filename, node.lineno)


def _stores(node: ast.stmt, name: str) -> bool:
    """Return True if a statement stores a value, other than an empty container or a number, into a name or an attribute."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute):
        return node.value.func.attr in STORING and _last_name(node.value.func.value) == name
    if isinstance(node, ast.AugAssign):
        return _last_name(node.target) == name
    if isinstance(node, ast.Assign):
        is_empty = isinstance(node.value, (ast.Constant, ast.List, ast.Dict, ast.Tuple)) and not any(
            isinstance(item, ast.Name) for item in ast.walk(node.value)
        )
        return not is_empty and any(_last_name(target) == name for target in node.targets)
    return False


def _last_name(node: ast.expr) -> str:
    """Return the last name of a target: `a`, `x.a` and `a[0]` all end in `a`."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
