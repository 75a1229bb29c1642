"""Graphs that a value holds: the tensors with a graph in it, in its elements and in the fields of new objects."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from graphlint.autograd.events import Certainty
from graphlint.autograd.numbers import RunNumber
from graphlint.engine.domain.objects import CONTAINERS
from graphlint.engine.domain.state import State
from graphlint.engine.domain.terms import AtMethod, PartSymbol
from graphlint.engine.domain.values import Ref, Sequence, Tensor, Value


def tensors_with_graph(state: State, value: Value, depth: int = 3, runs: Set[RunNumber] = frozenset()) -> list[Tensor]:
    """Return the tensors with a graph that a value holds.

    An instance of a class counts if it was created in one of the loop runs: an older one exists once, however often it is stored.
    """
    if isinstance(value, Tensor):
        graph = state.node(value) and not value.parameter and state.is_leaf(value) is not Certainty.YES
        if graph and state.needs_grad(value) is Certainty.MAYBE and value.parts:
            return _parts_with_graph(state, value)
        return [value] if graph and state.needs_grad(value) is Certainty.YES else []
    tensors: list[Tensor] = []
    if isinstance(value, Sequence):
        for item in value.items:
            if type(item) in _HOLDING:
                tensors.extend(tensors_with_graph(state, item, depth, runs))
    elif depth and isinstance(value, Ref) and _is_searched(state, value, runs):
        obj = state.get(value.number)
        for item in obj.contents:
            if type(item) in _HOLDING:
                tensors.extend(tensors_with_graph(state, item, depth - 1, runs))
    return tensors


_HOLDING: Final = frozenset((Tensor, Sequence, Ref))
"""The classes of values that may hold a tensor with a graph."""


def _parts_with_graph(state: State, value: Tensor) -> list[Tensor]:
    """Return the items and attributes of an unresolved result that have a graph because a backward started from them."""
    known = [(key, item) for key, item in state.known.items() if type(key) is PartSymbol and key.tensor == value.number]
    parts = [item for key, item in known if type(key.selector) is not AtMethod]
    return [item for item in parts if isinstance(item, Tensor) and state.needs_grad(item) is Certainty.YES]


def _is_searched(state: State, value: Ref, runs: Set[RunNumber]) -> bool:
    """Return True for a container, and for an object created in one of the loop runs."""
    if value.kind in CONTAINERS:
        return True
    return value.kind == "instance" and any(turn.run in runs for turn in state.get(value.number).opened.iterations)
