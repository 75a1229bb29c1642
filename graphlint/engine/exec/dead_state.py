"""Collection of dead state: variables and graph status that no path can use again, so that paths which differ only in them are joined."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from graphlint.engine.domain import terms
from graphlint.engine.domain.join import RESULT
from graphlint.engine.domain.state import State
from graphlint.engine.domain.term import Symbol, Term
from graphlint.engine.domain.values import Each, Function, Ref, Sequence, Tensor, Unknown, Value
from graphlint.engine.machine.machine import Machine
from graphlint.ir.instructions import Loop
from graphlint.ir.reads_before_writes import written_before_read


def between_iterations(machine: Machine, states: list[State], instruction: Loop) -> list[State]:
    """Collect dead state between two iterations: names that the next iteration sets before it reads them."""
    if instruction.fresh is None:
        instruction.fresh = written_before_read(instruction.body)
    fresh = instruction.fresh
    scope = machine.frame.scope
    for state in states:
        fields = state.edit(scope).fields
        for name in [name for name in fields if name in fresh or (type(name) is int and name != instruction.item)]:
            if type(name) is not int or name in instruction.temporaries:
                del fields[name]
        _forget(machine, state)
    return machine.join(states)


def after_return(machine: Machine, states: list[State]) -> list[State]:
    """Collect dead state after a call that returned on several paths: the status of objects that only its variables referenced."""
    first = _notes(states[0])
    if all(_notes(state) == first for state in states[1:]):
        return states
    for state in states:
        _forget_unreachable(machine, state)
    return machine.join(states, RESULT)


def _notes(state: State) -> tuple[dict[int, Any], ...]:
    """Return the tables in which states must be equal to be joined."""
    return (
        state.freed,
        state.retained_by,
        state.gradients,
        state.new_grad_fns,
        state.needs,
        state.became_leaf,
        state.optimizer_gradients,
        state.optimizer_resets,
    )


def _forget_unreachable(machine: Machine, state: State) -> None:
    """Remove the status of nodes, tensors and optimizers that no variable and no temporary references."""
    graph = machine.graph
    numbers, families, objects = set[int](), set[int](), set[int]()
    nodes, keys = set[int](), set[Symbol]()
    closures = set(machine.ended_scopes)
    stack = [*machine.escaping_callbacks.values(), *machine.nested_functions.values(), *state.values_of_scopes(closures)]
    for value in state.values_below(stack):
        kind = type(value)
        if kind is Tensor:
            assert isinstance(value, Tensor)
            numbers.add(value.number)
            families.add(value.family)
            nodes.update((value.node, state.node(value)))
        elif kind is Ref:
            assert isinstance(value, Ref)
            objects.add(value.number)
        elif kind is Unknown:
            assert isinstance(value, Unknown)
            keys.add(value.symbol)
        elif kind is Function:
            assert isinstance(value, Function)
            for scope in closures.intersection(value.scopes):
                closures.remove(scope)
                stack.extend(state.get(scope).fields.values() if scope in state.heap else ())
        elif kind is int:
            assert isinstance(value, int)
            nodes.add(value)
    nodes.update(node for key, node in graph.unresolved.nodes.items() if _can_be_read(key, keys, objects, numbers))
    reached = graph.reach(node for node in nodes if node in graph.nodes)
    alive = reached.all
    _retain_only(alive, state.freed, state.retained_by, state.gradients, state.discarded_gradients)
    _retain_only(numbers, state.needs, state.became_leaf)
    _retain_only(families, state.new_grad_fns)
    _retain_only(objects, state.optimizer_gradients, state.optimizer_resets, state.optimizer_steps)


def _can_be_read(symbol: object, symbols: Set[Symbol], objects: Set[int], tensors: Set[int]) -> bool:
    """Return True for an unknown value that a variable references, or that a later read of an attribute or item may yield."""
    if symbol in symbols:
        return True
    if not isinstance(symbol, Term):
        return not isinstance(symbol, int)
    if isinstance(symbol, terms.Object):
        return symbol.number in objects
    if isinstance(symbol, terms.Tensor):
        return symbol.number in tensors
    if isinstance(symbol, terms.Deep):
        return False
    first = next(symbol.parts(), None)
    return _can_be_read(first, symbols, objects, tensors)


def _retain_only(alive: Set[int], *tables: dict[int, Any]) -> None:
    for table in tables:
        for key in table.keys() - alive:
            del table[key]


def _forget(machine: Machine, state: State) -> None:
    """Remove the status of nodes that no variable and no temporary references."""
    if not state.freed and not state.retained_by:
        return
    values = [value for made in state.heap.values() for value in made.fields.values() if type(value) in _HOLDING]
    values.extend(value for made in state.heap.values() if made.items for value in made.items if type(value) in _HOLDING)
    values.extend(value for value in state.facts.values() if type(value) in _HOLDING)
    # Most variables reference the same few tensors.
    roots = set[int]()
    for value in {id(value): value for value in values}.values():
        if type(value) is Tensor:
            roots.add(state.node(value))
        else:
            roots.update(_nodes(state, value))
    reached = machine.graph.reach(roots)
    alive = reached.all
    state.freed = {node: by for node, by in state.freed.items() if node in alive}
    state.retained_by = {node: by for node, by in state.retained_by.items() if node in alive}


_HOLDING = frozenset((Tensor, Each, Sequence))
"""The classes of values that depend on nodes."""


def _nodes(state: State, value: Value) -> list[int]:
    if isinstance(value, Tensor):
        return [state.node(value)]
    if isinstance(value, Each):
        return [state.node(item) for item in value.tensors]
    if isinstance(value, Sequence):
        return [node for item in value.items for node in _nodes(state, item)]
    return []
