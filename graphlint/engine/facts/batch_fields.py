"""Fields of an object that its methods only set from a batch that they receive: they are data (`BATCH_FIELDS`)."""

from __future__ import annotations

from graphlint.engine.domain import class_lookup
from graphlint.engine.domain.objects import Object
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Class
from graphlint.engine.machine.machine import Machine


def is_from_batch(machine: Machine, state: State, holder: Object, name: str) -> bool:
    """Return True if all stores to a field in the methods of an object's class store items of a parameter (cached)."""
    owner = holder.type
    if not isinstance(owner, Class):
        return False
    known = machine.code_facts.batch_fields
    if (owner, name) not in known:
        fields = (function.code.facts.received_fields for function in class_lookup.methods(state, owner))
        stores = [received[name] for received in fields if name in received]
        known[owner, name] = bool(stores) and all(stores)
    return known[owner, name]
