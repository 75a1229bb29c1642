"""Deletion of the parts of a program that its finding does not need: statements, then parts of functions and calls, then expressions."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from graphlint.reduce.oracle import Oracle
from graphlint.reduce.program import Program

Part = TypeVar("Part")

SEQUENCES = (ast.Tuple, ast.List)
BLOCKS = ("body", "orelse", "finalbody")
LISTS = ("decorator_list", "names", "bases", "items", "values", "ifs")
"""The fields with lists of which some items may be deleted."""


def reduce(program: Program, oracle: Oracle) -> None:
    """Delete what the finding does not need, until nothing more can be deleted or the time is over."""
    size = _size(program) + 1
    while _size(program) < size and not oracle.is_late:
        size = _size(program)
        _without_files(program, oracle)
        for path in list(program.trees):
            _reduce_statements(program, program.trees[path], oracle)
        for path in list(program.trees):
            _reduce_parts(program, program.trees[path], oracle)
            _reduce_expressions(program, program.trees[path], oracle)


def smallest(parts: Sequence[Part], holds: Callable[[list[Part]], bool]) -> list[Part]:
    """Return the parts that remain if ranges of them are deleted, large ones first, as long as `holds` is true for the rest."""
    left = list(parts)
    size = max(len(left) // 2, 1)
    while left:
        at, before = 0, len(left)
        while at < len(left):
            tried = [*left[:at], *left[at + size :]]
            if holds(tried):
                left = tried
            else:
                at += size
        if size == 1 and len(left) == before:
            break
        size = max(size // 2, 1)
    return left


def _without_files(program: Program, oracle: Oracle) -> None:
    every = program.trees

    def holds(paths: list[str]) -> bool:
        program.trees = {path: tree for path, tree in every.items() if path in paths or path == program.main}
        return oracle.has_finding(program)

    others = [path for path in every if path != program.main]
    left = smallest(others, holds)
    program.trees = {path: tree for path, tree in every.items() if path in left or path == program.main}


def _reduce_statements(program: Program, node: ast.AST, oracle: Oracle) -> None:
    """Delete statements of each block, outer blocks first, and put the body of a compound statement in its place."""
    for field in BLOCKS:
        if isinstance(getattr(node, field, None), list):
            _reduce_list(program, node, field, oracle)
            _unwrap(program, node, field, oracle)
    for field in ("handlers", "cases"):
        if getattr(node, field, None):
            _reduce_list(program, node, field, oracle)
    for child in _children(node):
        _reduce_statements(program, child, oracle)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    for field in (*BLOCKS, "handlers", "cases"):
        value = getattr(node, field, None)
        if isinstance(value, list):
            yield from value


def _reduce_list(program: Program, node: ast.AST, field: str, oracle: Oracle) -> None:
    """Delete items of a list. A block that would be empty has a `pass`."""
    before = list(getattr(node, field))
    fixed = [id(item) for item in before if program.is_fixed(item)]

    def filled(left: list[Any]) -> list[Any]:
        kept = {id(item) for item in left} | set(fixed)
        items = [item for item in before if id(item) in kept]
        return items or ([ast.Pass()] if field == "body" else [])

    def holds(left: list[Any]) -> bool:
        setattr(node, field, filled(left))
        return oracle.has_finding(program)

    if [type(item) for item in before] == [ast.Pass]:
        return
    left = smallest([item for item in before if id(item) not in fixed], holds)
    setattr(node, field, filled(left))


def _unwrap(program: Program, node: ast.AST, field: str, oracle: Oracle) -> None:
    """Put the statements of a compound statement in its place."""
    at = 0
    while at < len(getattr(node, field)):
        before: list[ast.stmt] = getattr(node, field)
        item = before[at]
        inner = [] if isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) else getattr(item, "body", [])
        if isinstance(inner, list) and inner and item is not program.target and item not in program.kept:
            setattr(node, field, [*before[:at], *inner, *getattr(item, "orelse", []), *before[at + 1 :]])
            if oracle.has_finding(program):
                continue
            setattr(node, field, before)
        at += 1


def _reduce_parts(program: Program, tree: ast.Module, oracle: Oracle) -> None:
    """Delete decorators, bases, imported names and annotations. Arguments remain, so that calls are valid."""
    kept = program.kept_nodes()
    for node in list(ast.walk(tree)):
        if id(node) in kept:
            continue
        for field in LISTS:
            # A global or nonlocal statement has a list of texts: one of them is not deleted alone.
            if _are_nodes(getattr(node, field, None)) and not isinstance(node, ast.Module):
                _reduce_list(program, node, field, oracle)
        if isinstance(node, ast.Assign):
            _reduce_pairs(program, node, oracle)
        for field in ("annotation", "returns", "msg", "cause", "optional_vars"):
            value = getattr(node, field, None)
            if isinstance(value, ast.expr) and not isinstance(node, ast.AnnAssign):
                setattr(node, field, None)
                if not oracle.has_finding(program):
                    setattr(node, field, value)


def _reduce_pairs(program: Program, node: ast.Assign, oracle: Oracle) -> None:
    """Delete variables of `a, b = c, d` with their values: the numbers of both must be equal."""
    targets, values = node.targets, node.value
    if len(targets) != 1 or not isinstance(targets[0], SEQUENCES) or not isinstance(values, SEQUENCES):
        return
    pairs = list(zip(targets[0].elts, values.elts, strict=False))
    starred = any(isinstance(each, ast.Starred) for pair in pairs for each in pair)
    if starred or len(targets[0].elts) != len(values.elts):
        return

    def holds(left: list[tuple[ast.expr, ast.expr]]) -> bool:
        if not left:
            return False
        names, given = zip(*left, strict=True)
        one = len(left) == 1
        node.targets = [names[0] if one else ast.Tuple(list(names), ast.Store())]
        node.value = given[0] if one else ast.Tuple(list(given), ast.Load())
        return oracle.has_finding(program)

    left = smallest(pairs, holds)
    if len(left) == len(pairs) or not holds(left):
        node.targets, node.value = targets, values


def _are_nodes(value: object) -> bool:
    """Return True for a list of syntax nodes that is not empty."""
    return isinstance(value, list) and bool(value) and all(isinstance(item, ast.AST) for item in value)


def _reduce_expressions(program: Program, tree: ast.Module, oracle: Oracle) -> None:
    """Put a part of an expression in its place."""
    kept = program.kept_nodes()
    waiting: list[ast.AST] = [tree]
    while waiting and not oracle.is_late:
        node = waiting.pop()
        if id(node) in kept:
            continue
        for field, value in list(ast.iter_fields(node)):
            for number, item in enumerate(value if isinstance(value, list) else [value]):
                if isinstance(item, ast.expr):
                    _put_part(program, _Slot(node, field, number if isinstance(value, list) else None), oracle)
        waiting.extend(ast.iter_child_nodes(node))


class _Slot(NamedTuple):
    """The place of an expression: a field of a node, and the position if it is a list."""

    node: ast.AST
    field: str
    position: int | None

    def get(self) -> ast.expr:
        value = getattr(self.node, self.field)
        return value if self.position is None else value[self.position]  # type: ignore[no-any-return]

    def put(self, item: ast.expr) -> None:
        if self.position is None:
            setattr(self.node, self.field, item)
        else:
            getattr(self.node, self.field)[self.position] = item


def _put_part(program: Program, slot: _Slot, oracle: Oracle) -> None:
    """Put the smallest part of an expression in its place that keeps the finding."""
    if _must_be_iterable(slot):
        return
    parts = list(_parts(slot.get()))
    while parts:
        before = slot.get()
        slot.put(parts.pop(0))
        if oracle.has_finding(program):
            parts = list(_parts(slot.get()))
        else:
            slot.put(before)


def _must_be_iterable(slot: _Slot) -> bool:
    """Return True if the value is unpacked, or is a range: a part of it may have another number of elements, or none."""
    node = slot.node
    if isinstance(node, ast.Assign):
        return slot.field == "value" and any(isinstance(target, SEQUENCES) for target in node.targets)
    if isinstance(node, ast.For | ast.AsyncFor | ast.comprehension) and slot.field == "iter":
        value = slot.get()
        is_range = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "range"
        return is_range or isinstance(node.target, SEQUENCES)
    return False


def _parts(value: ast.expr) -> Iterator[ast.expr]:
    """Yield the parts of an expression that may stand in its place. Those of a call are themselves computed: what a layer or a dataset
    is called with does not stand for its result."""
    match value:
        case ast.Call(func=ast.Attribute(value=receiver)):
            if isinstance(receiver, ast.Call | ast.Subscript | ast.BinOp):
                yield receiver
            yield from filter(_is_computed, value.args)
        case ast.Call():
            yield from filter(_is_computed, value.args)
        case ast.BinOp():
            yield from (value.left, value.right)
        case ast.BoolOp():
            yield from value.values
        case ast.IfExp():
            yield from (value.body, value.orelse)
        case ast.UnaryOp():
            yield value.operand
        case ast.Compare():
            yield value.left
        case ast.Tuple(ctx=ast.Load()) | ast.List(ctx=ast.Load()):
            yield from value.elts
        case ast.Subscript(ctx=ast.Load()) if isinstance(value.value, ast.Call):
            yield value.value
        case ast.Await() | ast.Starred():
            yield value.value


def _is_computed(value: ast.expr) -> bool:
    return isinstance(value, ast.Call | ast.BinOp)


def _size(program: Program) -> int:
    return sum(1 for tree in program.trees.values() for _ in ast.walk(tree))
