"""Unresolved collections of modules: a loop that calls `train()` or `eval()` on each element shows their kind and mode."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from graphlint.autograd.events import Certainty
from graphlint.engine.domain.state import State
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.terms import CallSymbol, Element, Item, constant
from graphlint.engine.domain.values import MAYBE, Ref, Unknown
from graphlint.engine.machine.machine import Machine


def collection_of(key: Symbol) -> Symbol | None:
    """Return the key of the collection of which a value is an element or item, None for other values."""
    if isinstance(key, Item) and (pair := _viewed(key.of, "items")) is not None:
        return pair if key.key == SECOND else None
    return (_base(key.of, "values") or key.of) if isinstance(key, Element | Item) else None


SECOND: Final = constant(1)
"""The index of the value in a pair of `items()`."""


def _viewed(key: Symbol, method: str) -> Symbol | None:
    """Return the key of the mapping if a key identifies an element of its view (`items()`, `keys()` or `values()`)."""
    return _base(key.of, method) if isinstance(key, Element) else None


def _base(key: Symbol, method: str) -> Symbol | None:
    """Return the key of the receiver if a key identifies the result of this method."""
    return key.receiver if isinstance(key, CallSymbol) and key.method == method else None


def is_any_element(key: Symbol) -> bool:
    """Return True if a value is the current element of a loop over a collection, not one at a constant index."""
    return isinstance(key, Element) or (isinstance(key, Item) and _is_loop_key(key))


def _is_loop_key(item: Item) -> bool:
    """Return True if an item is selected by the loop variable of a loop over its collection, or is the value in a pair of `items()`."""
    if _viewed(item.of, "items") is not None:
        return item.key == SECOND
    inner = item.key.of if isinstance(item.key, Element) else None
    return inner is not None and (inner == item.of or _base(inner, "keys") == item.of)


def record_mode(machine: Machine, state: State, key: Symbol, mode: Certainty) -> None:
    """Record a switch of a value's training mode; in a loop over a collection, it applies to all elements."""
    collection = collection_of(key)
    if collection is None or not machine.context.iterations or not is_any_element(key):
        return
    state.facts.collection_modes[collection] = mode
    for number, obj in list(state.heap.items()):
        if obj.kind == "module" and obj.module.collection == collection:
            state.edit(number).record = replace(obj.module, training=mode)


def is_member(state: State, value: Unknown) -> bool:
    """Return True if a value is an element of a collection of modules."""
    collection = collection_of(value.symbol)
    return collection is not None and collection in state.facts.collection_modes


def join(state: State, module: Ref, value: Unknown) -> None:
    """Make the module that stands for a value an element of the value's collection, in the mode of the elements."""
    collection = collection_of(value.symbol)
    if collection is None:
        return
    obj = state.edit(module.number)
    obj.record = replace(obj.module, collection=collection)
    mode = state.facts.collection_modes.get(collection, MAYBE)
    if mode is not MAYBE:
        obj.record = replace(obj.module, training=mode)
