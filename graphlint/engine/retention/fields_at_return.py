"""Graphs in the fields of an object at the return of a method: other methods of the object can use them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Bound, Class, Function, Ref, Value
from graphlint.engine.facts import dependencies
from graphlint.engine.machine.machine import Machine
from graphlint.ir.instructions import FunctionCode
from graphlint.ir.names import nodes_below


class HeldNodes(NamedTuple):
    """The nodes on which fields of a method's receiver depend when the method has returned.

    `read` are those of fields that other methods of its class read, `backpropagated` those of fields through which they backpropagate.
    """

    read: list[int]
    backpropagated: list[int]


def nodes_held(machine: Machine, state: State, target: Value, function: Function) -> HeldNodes:
    """Return the nodes that the fields of a method's receiver hold for other methods.

    Args:
        state: the state in which the method returned.
        target: the called value.
        function: the method.
    """
    receiver = target.receiver if isinstance(target, Bound) else None
    if not isinstance(receiver, Ref) or receiver.number not in state.heap or function.owner is None:
        return HeldNodes([], [])
    # Fields with a graph are rare: searching for the reads of attributes is left to the end.
    held = dependencies.nodes_by_name(machine, state, state.get(receiver.number).fields)
    if not held:
        return HeldNodes([], [])
    others = [other.code for other in _methods(state, function.owner) if other.code is not function.code]
    read = frozenset[str]().union(*(read_by(machine, code) for code in others))
    backpropagated = frozenset[str]().union(*(backpropagated_by(machine, code) for code in others))
    return HeldNodes(
        [node for name, nodes in held.items() if name in read for node in nodes],
        [node for name, nodes in held.items() if name in backpropagated for node in nodes],
    )


def _methods(state: State, owner: Class) -> Iterator[Function]:
    """Yield the methods of a class and its base classes."""
    for item in owner.order:
        if item.scope in state.heap:
            yield from (member for member in state.heap[item.scope].fields.values() if isinstance(member, Function))


def read_by(machine: Machine, code: FunctionCode) -> frozenset[str]:
    """Return the attributes of `self` that a function reads (cached)."""
    definition = code.node
    found = machine.syntax.attributes_read.get(id(definition))
    if found is None:
        found = machine.syntax.attributes_read[id(definition)] = frozenset(
            node.attr
            for node in nodes_below(definition)
            if isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Load)
            and isinstance(node.value, ast.Name)
            and node.value.id == "self"
        )
    return found


def backpropagated_by(machine: Machine, code: FunctionCode) -> frozenset[str]:
    """Return the attributes of `self` of which a function calls `backward`: their own, that of a part, or of a variable bound to one."""
    definition = code.node
    found = machine.syntax.attributes_backpropagated.get(id(definition))
    if found is None:
        found = machine.syntax.attributes_backpropagated[id(definition)] = _backpropagated(definition)
    return found


def _backpropagated(definition: ast.AST) -> frozenset[str]:
    nodes = list(nodes_below(definition))
    roots = [
        node.func.value
        for node in nodes
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "backward"
    ]
    if not roots:
        return frozenset()
    bound: dict[str, list[ast.AST]] = {}
    for node in nodes:
        targets, source = _binding(node)
        for target in targets:
            for name in ast.walk(target):
                if isinstance(name, ast.Name) and source is not None:
                    bound.setdefault(name.id, []).append(source)
    pending: list[ast.AST] = list(roots)
    found: set[str] = set()
    followed: set[str] = set()
    while pending:
        for node in ast.walk(pending.pop()):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self":
                found.add(node.attr)
            elif isinstance(node, ast.Name) and node.id not in followed:
                followed.add(node.id)
                pending.extend(bound.get(node.id, ()))
    return frozenset(found)


def _binding(node: ast.AST) -> tuple[list[ast.expr], ast.expr | None]:
    """Return the targets that a statement or a comprehension binds, and the expression from which they get their values."""
    if isinstance(node, ast.Assign):
        return node.targets, node.value
    if isinstance(node, ast.For | ast.comprehension):
        return [node.target], node.iter
    return [], None
