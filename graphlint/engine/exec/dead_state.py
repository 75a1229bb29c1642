"""Forgetting what no path can come back to, so that paths which differ only in that become one."""

from __future__ import annotations

from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Each, Sequence, Tensor, Value
from graphlint.engine.machine.machine import Machine
from graphlint.ir.instructions import Loop
from graphlint.ir.reads_before_writes import written_before_read


def between_turns(machine: Machine, states: list[State], instruction: Loop) -> list[State]:
    """Between two iterations: names that the next one sets before it reads them are gone, and with them what only they held."""
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


def _forget(machine: Machine, state: State) -> None:
    """Drop what is noted of nodes that nothing on the heap hangs on any more."""
    if not state.freed and not state.keepers:
        return
    values = [value for made in state.heap.values() for value in made.fields.values() if type(value) in _HOLDING]
    values.extend(value for made in state.heap.values() if made.items for value in made.items if type(value) in _HOLDING)
    values.extend(value for value in state.facts.values() if type(value) in _HOLDING)
    # Most variables hold the same few tensors.
    roots = {node for value in {id(value): value for value in values}.values() for node in _nodes(state, value)}
    reached = machine.graph.reach(roots)
    alive = reached.certain | reached.perhaps
    state.freed = {node: by for node, by in state.freed.items() if node in alive}
    state.keepers = {node: by for node, by in state.keepers.items() if node in alive}


_HOLDING = frozenset((Tensor, Each, Sequence))
"""The kinds of values that hang on nodes."""


def _nodes(state: State, value: Value) -> list[int]:
    if isinstance(value, Tensor):
        return [state.node(value)]
    if isinstance(value, Each):
        return [state.node(item) for item in value.tensors]
    if isinstance(value, Sequence):
        return [node for item in value.items for node in _nodes(state, item)]
    return []
