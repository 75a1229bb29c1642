"""Tensors without a graph that the program makes require grad, such as copies, and the criteria that compare nothing else with a target."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from graphlint.autograd.events import BecameLeaf, CopiesCompared, Origin, Site
from graphlint.autograd.operations import Shape
from graphlint.engine.domain import havoc_log
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import YES, Function, Tensor, Value
from graphlint.engine.machine.machine import Machine
from graphlint.engine.operations.applications import Application

PREDICTION: Final = "input"
TARGET: Final = "target"
"""The operands of a criterion."""


def note(machine: Machine, event: BecameLeaf) -> None:
    """Record that a tensor without a graph was made to require grad."""
    if event.computed:
        machine.graph.leaves.copies.add(event.leaf)
    machine.graph.emit(event)


def note_comparison(machine: Machine, state: State, call: Application, into: int) -> None:
    """Record a criterion whose prediction is computed from such tensors alone."""
    copies = machine.graph.leaves.copies
    if not copies or call.entry.shape is not Shape.LOSS or TARGET not in call.entry.inputs:
        return
    given = [value for name, value in call.operands if name == PREDICTION]
    if not given or not all(isinstance(value, Tensor) and state.needs_grad(value) is YES for value in given):
        return
    reached = machine.graph.reach([state.node(value) for value in given if isinstance(value, Tensor)])
    nodes = [machine.graph.nodes[number] for number in reached.certain]
    leaves = frozenset(node.number for node in nodes if node.origin is Origin.LEAF)
    if leaves <= copies and not reached.possible and all(node.origin in (Origin.LEAF, Origin.OPERATION) for node in nodes):
        machine.graph.emit(CopiesCompared(call.site, machine.context, leaves, into))


def note_kept(machine: Machine, state: State, functions: Iterable[Function], started: int, site: Site) -> None:
    """Record that other code may read the gradients of the copies that a call leaves in older objects, and in the enclosing scopes of
    nested functions that the run has not called.

    Args:
        started: the last number before the call.
    """
    if machine.graph.leaves.copies:
        scopes = [state.heap[scope] for function in functions for scope in function.scopes[:-1] if scope in state.heap]
        older = [obj for number, obj in state.heap.items() if number <= started]
        note_readable(machine, state, [value for holder in (*scopes, *older) for value in holder.contents], site)


def note_readable(machine: Machine, state: State, values: Iterable[Value], site: Site) -> None:
    """Record that code which is not executed may read the gradients of the copies among some values."""
    nodes = frozenset(state.node(value) for value in values if isinstance(value, Tensor))
    havoc_log.received_parameters(machine.graph, site, nodes & machine.graph.leaves.copies)
