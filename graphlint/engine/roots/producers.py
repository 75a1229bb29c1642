"""Producers: methods that fill the containers from which a training step of the same class computes its loss.

An agent stores the log-probability of each action, and a second method backpropagates through all of them. Unresolved code calls the
methods in turn. Analyzed alone, the step lacks the values, and the producers lack the backward pass.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from graphlint.engine.domain import class_lookup
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Class, Function
from graphlint.engine.machine.machine import Machine
from graphlint.ir.instructions import FunctionCode
from graphlint.ir.names import nodes_below

MOST = 3
"""The maximum number of producers of a step."""

RECEIVER = "self"


@dataclass(frozen=True, slots=True)
class Production:
    """The producers of a training step, in the order of their definitions, and the attributes whose containers they alone fill."""

    producers: tuple[Function, ...]
    filled: frozenset[str]


def of_step(machine: Machine, state: State, owner: Class, step: Function) -> Production | None:
    """Return the producers of a training step, None if it has none or if other methods may fill the same containers."""
    if not machine.evidence.roots(step.code.path).is_training_step(step.code):
        return None
    read = {name for name in _attributes(step.code) if name not in _filled_by(step.code)}
    fills = {item: _filled_by(item.code) & read for item in _methods(state, owner) if item is not step} if read else {}
    found = [item for item, names in fills.items() if names]
    names = [name for item in found for name in fills[item]]
    called = machine.evidence.roots(step.code.path).self_calls(step.code)
    if not 0 < len(found) <= MOST or len(set(names)) < len(names) or any(not _is_producer(machine, item, called) for item in found):
        return None
    return Production(tuple(found), frozenset(names))


def _is_producer(machine: Machine, function: Function, called: frozenset[str]) -> bool:
    """Return True for a method that unresolved code calls, and that neither trains nor is a part of the step."""
    code = function.code
    if function.kind or code.name.startswith("__") or code.generator or code.name in called:
        return False
    return not machine.evidence.roots(code.path).runs_backward(code)


def _methods(state: State, owner: Class) -> Iterator[Function]:
    """Yield the methods of a class, without those that another class of the resolution order overrides."""
    names = {name for item in reversed(owner.order) if item.scope in state.heap for name in state.heap[item.scope].fields}
    for name in sorted(item for item in names if isinstance(item, str)):
        member = class_lookup.attribute(state, owner, name)
        if isinstance(member, Function):
            yield member


def _attributes(code: FunctionCode) -> set[str]:
    """Return the attributes of self, and of objects in them, that a function reads."""
    return {
        node.attr
        for node in nodes_below(code.node)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and _is_of_receiver(node.value)
    }


def _filled_by(code: FunctionCode) -> set[str]:
    """Return the attributes of self, and of objects in them, to which a function appends."""
    return {
        node.func.value.attr
        for node in nodes_below(code.node)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "append"
        and isinstance(node.func.value, ast.Attribute)
        and _is_of_receiver(node.func.value.value)
    }


def _is_of_receiver(node: ast.expr) -> bool:
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name) and node.id == RECEIVER
