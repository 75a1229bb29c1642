"""Fields of an object that its methods only set from a batch that they receive: they are data (`BATCH_FIELDS`)."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.engine.domain.objects import Object
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Class, Function
from graphlint.engine.machine.machine import Machine


def is_from_batch(machine: Machine, state: State, made: Object, name: str) -> bool:
    """Return True if all stores to a field in the methods of an object's class store items of a parameter (cached)."""
    owner = made.type
    if not isinstance(owner, Class):
        return False
    found = machine.code_facts.batch_fields.get((owner, name))
    if found is None:
        fields = (function.code.facts.received_fields for function in _methods(state, owner))
        stores = [received[name] for received in fields if name in received]
        found = machine.code_facts.batch_fields[owner, name] = bool(stores) and all(stores)
    return found


def _methods(state: State, owner: Class) -> Iterator[Function]:
    for item in owner.order:
        if item.scope in state.heap:
            yield from (member for member in state.heap[item.scope].fields.values() if isinstance(member, Function))
