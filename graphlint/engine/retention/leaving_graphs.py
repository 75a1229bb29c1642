"""Graphs that leave a call of a function of the program: as its result, or in an object that is older than the call.

The caller can use them then. Calls inside of a module's forward pass are left out: a module returns its graph.
"""

from __future__ import annotations

from graphlint.autograd.events import LeftCalls, Site
from graphlint.autograd.numbers import ObjectNumber
from graphlint.engine.domain import reuse
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Constant, Value
from graphlint.engine.facts import dependencies
from graphlint.engine.machine.machine import Machine


def note_returned(machine: Machine, state: State, site: Site, function: str) -> None:
    """Record the graph of the result of a call that has ended at a site."""
    if not machine.graph.forwards and not isinstance(state.result, Constant):
        context = machine.context.in_call(site, function)
        _emit(machine, LeftCalls(site, context, _nodes(machine, state, state.result), len(context.calls) - 1))


def note_stored(machine: Machine, state: State, holder: ObjectNumber, value: Value, site: Site) -> None:
    """Record the graph of a value that a call stores in an object, by its number."""
    if holder >= machine.frames[-1].scope or machine.graph.forwards or not machine.context.calls:
        return
    newer = sum(frame.scope > holder for frame in machine.frames)
    outside = max(0, len(machine.context.calls) - newer)
    _emit(machine, LeftCalls(site, machine.context, _nodes(machine, state, value), outside))


def _nodes(machine: Machine, state: State, value: Value) -> frozenset[int]:
    """Return the nodes of a value through which code may still run a backward pass."""
    nodes = dependencies.nodes_in(machine, state, (value,))
    return frozenset(nodes) - reuse.spent_nodes(machine.graph, state, nodes)


def _emit(machine: Machine, event: LeftCalls) -> None:
    key = event.context.calls, event.outside, event.nodes
    if event.nodes and key not in machine.graph.left_calls:
        machine.graph.left_calls.add(key)
        machine.graph.emit(event)
