"""Paths that are joined, built by hand."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from engine.built import ONE, tensor
from graphlint.autograd.events import Certainty
from graphlint.autograd.numbers import ObjectNumber
from graphlint.engine.domain import terms
from graphlint.engine.domain.join import JoinContext, SymbolParts, join_states
from graphlint.engine.domain.objects import Object
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import NO, Unknown, Value

SCOPE = 1
CONTEXT = JoinContext(ObjectNumber(SCOPE), frozenset(), None, None, frozenset(), SymbolParts())
GRAPH, OTHER = tensor(20), tensor(21)
DATA, OTHER_DATA = tensor(22, needs=NO), tensor(23, needs=NO)
PLAIN = Unknown(8, NO)


def joined_value(one: Value, two: Value, graph: Certainty) -> Unknown:
    return Unknown(terms.Tuple((ONE,)), graph)


def path(fields: Mapping[Hashable, Value] | None = None, objects: Mapping[int, Object] | None = None) -> State:
    """Return a path with some variables and objects."""
    state = State()
    state.put(ObjectNumber(SCOPE), Object("scope", fields=dict(fields or {})))
    for number, made in (objects or {}).items():
        state.put(ObjectNumber(number), made)
    return state


def joined(one: State, two: State, context: JoinContext = CONTEXT) -> State | None:
    """Return the join of two paths, None if they are not joined."""
    found = join_states([one, two], context, joined_value)
    return found[0] if len(found) == 1 else None


def variable(one: Value, two: Value, context: JoinContext = CONTEXT) -> Value | None:
    """Return the value of a variable after the join of paths on which it has two values."""
    state = joined(path({"x": one}), path({"x": two}), context)
    return None if state is None else state.heap[ObjectNumber(SCOPE)].fields["x"]


def objects(one: Object, two: Object) -> State | None:
    """Return the join of paths that have written an object."""
    return joined(path(objects={2: one}), path(objects={2: two}))
