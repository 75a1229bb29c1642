"""Unresolved collections of modules: a loop that calls `train()` or `eval()` on each element shows their kind and mode."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from graphlint.autograd.events import Certainty
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import NO, NONE, YES, Constant, Ref, Unknown
from graphlint.engine.machine.machine import Machine


def collection_of(key: Hashable) -> Hashable:
    """Return the key of the collection of which a value is an element or item, None for other values."""
    if not isinstance(key, tuple) or len(key) != 3 or key[0] not in ("element", "item"):
        return None
    inner = key[1]
    if key[0] == "item" and (pair := _viewed(inner, "items")) is not None:
        return pair if key[2] == ("constant", "1") else None
    return _base(inner, "values") or inner


def _viewed(key: Hashable, method: str) -> Hashable:
    """Return the key of the mapping if a key identifies an element of its view (`items()`, `keys()` or `values()`)."""
    return _base(key[1], method) if isinstance(key, tuple) and len(key) == 3 and key[0] == "element" else None


def _base(key: Hashable, method: str) -> Hashable:
    """Return the key of the receiver if a key identifies the result of this method."""
    return key[1] if isinstance(key, tuple) and len(key) > 2 and key[0] == "call" and key[2] == method else None


def is_any_element(key: Hashable) -> bool:
    """Return True if a value is the current element of a loop over a collection, not one at a constant index."""
    return isinstance(key, tuple) and (key[0] == "element" or (key[0] == "item" and _is_loop_key(key)))


def _is_loop_key(key: tuple[Hashable, ...]) -> bool:
    """Return True if an item is selected by the loop variable of a loop over its collection, or is the value in a pair of `items()`."""
    chosen, collection = key[2], key[1]
    if _viewed(collection, "items") is not None:
        return chosen == ("constant", "1")
    inner = chosen[1] if isinstance(chosen, tuple) and len(chosen) == 3 and chosen[0] == "element" else None
    return inner is not None and (inner == collection or _base(inner, "keys") == collection)


def switched(machine: Machine, state: State, key: Hashable, mode: Certainty) -> None:
    """Record a switch of a value's training mode; in a loop over a collection, it applies to all elements."""
    collection = collection_of(key)
    if collection is None or not machine.context.iterations or not is_any_element(key):
        return
    state.facts["mode of", collection] = Constant(mode is YES) if mode in (YES, NO) else NONE
    for number, made in list(state.heap.items()):
        if made.kind == "module" and made.module.collection == collection:
            state.edit(number).record = replace(made.module, training=mode)


def is_member(state: State, value: Unknown) -> bool:
    """Return True if a value is an element of a collection of modules."""
    return ("mode of", collection_of(value.key)) in state.facts


def join(state: State, module: Ref, value: Unknown) -> None:
    """Make the module that stands for a value an element of the value's collection, in the mode of the elements."""
    collection = collection_of(value.key)
    if collection is None:
        return
    made = state.edit(module.number)
    made.record = replace(made.module, collection=collection)
    mode = state.facts.get(("mode of", collection))
    if isinstance(mode, Constant) and mode.value is not None:
        made.record = replace(made.module, training=YES if mode.value else NO)
