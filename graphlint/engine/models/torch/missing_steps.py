"""Optimizers that never step: no code of the program may step them, whether a run executes it or not."""

from __future__ import annotations

from collections.abc import Sequence as Items

from graphlint.engine.domain import step_order
from graphlint.engine.domain.records import LibraryKind
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import NO, Ref, Sequence, Value
from graphlint.engine.facts import library_objects
from graphlint.engine.machine.machine import Machine


def is_unstepped(machine: Machine, state: State, optimizer: Ref) -> bool:
    """Return True if an optimizer has not stepped, unresolved code has not received it, and no other code of these files may step it.

    Each object whose `step` the files of the run call has to be known as another optimizer or a scheduler.
    """
    if step_order.has_stepped(state, optimizer.number) is not NO:
        return False
    paths = {machine.home, *(path for path, _ in machine.functions.entered)}
    stepped = {receiver.rpartition(".")[2] for path in paths for receiver in machine.evidence.receivers_of(path, "step")}
    return all(_is_another(state, name, optimizer) for name in stepped)


def _is_another(state: State, spelling: str, optimizer: Ref) -> bool:
    """Return True if a name, or an item of what it is bound to, is bound, and only to schedulers and other optimizers."""
    name, _, key = spelling.rstrip("]").partition("[")
    values: list[Value | None] = [obj.fields[name] for obj in state.heap.values() if name in obj.fields]
    if key:
        values = [_item(state, value, key) for value in values]
    return bool(values) and all(
        isinstance(value, Ref)
        and value.number != optimizer.number
        and (value.kind == "optimizer" or (value.kind == "helper" and library_objects.sources_of(state, value)[0] == LibraryKind.SCHEDULER))
        for value in values
    )


def _item(state: State, holder: Value | None, key: str) -> Value | None:
    """Return the item of a list, a tuple or a dict under a literal key, None if it is not known."""
    if isinstance(holder, Sequence):
        items: Items[Value] = holder.items
    elif isinstance(holder, Ref) and holder.kind == "dict":
        fields = {str(slot): value for slot, value in state.get(holder.number).fields.items()}
        return fields.get(key)
    elif isinstance(holder, Ref) and holder.kind == "list" and state.get(holder.number).exact:
        items = state.get(holder.number).items
    else:
        return None
    return items[int(key)] if key.isdecimal() and int(key) < len(items) else None
