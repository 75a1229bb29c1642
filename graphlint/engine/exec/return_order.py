"""The order of the results of a helper function, and which of them stand for others."""

from __future__ import annotations

import enum
from collections.abc import Iterable

from graphlint.engine.domain.objects import contents_of
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import NO, YES, Constant, Each, Sequence, Tensor, Unknown, Value


class Content(enum.IntEnum):
    """The extent to which a value may have a graph. A constant or a new leaf as a result is usually for exceptional inputs."""

    CONSTANT = 0
    DATA = 1
    NEW_LEAF = 2
    UNKNOWN = 3
    GRAPH = 4


def most_graph_first(states: list[State]) -> list[State]:
    """Return the states ordered by how much of a graph their results have, the most first."""
    return sorted(states, key=lambda state: -_content(state, state.result))


def stands_for(one: State, other: State) -> bool:
    """Return True if each part of a result has at least as much of a graph as the same part of another path's result.

    Otherwise the other path has a part with a graph that this one does not have: neither stands for the other.
    """
    mine, its = _parts(one, one.result), _parts(other, other.result)
    if mine is None or its is None or len(mine) != len(its):
        return True
    return all(a >= b or b < Content.UNKNOWN for a, b in zip(mine, its, strict=True))


def _parts(state: State, value: Value) -> list[Content] | None:
    """Return the contents of the items of a tuple, None for any other result."""
    return [_content(state, item) for item in value.items] if isinstance(value, Sequence) else None


def _content(state: State, value: Value, depth: int = 3) -> Content:
    if isinstance(value, Tensor):
        needs = state.needs_grad(value)
        if needs is YES:
            return Content.NEW_LEAF if state.is_leaf(value) is YES and not value.parameter else Content.GRAPH
        return Content.DATA if needs is NO else Content.UNKNOWN
    if isinstance(value, Unknown):
        return Content.DATA if value.graph is NO else Content.UNKNOWN
    if isinstance(value, Constant):
        return Content.CONSTANT
    if isinstance(value, Each):
        return Content.GRAPH
    contents = contents_of(state.heap, value)
    return Content.UNKNOWN if contents is None else _most(state, contents, depth)


def _most(state: State, items: Iterable[Value], depth: int) -> Content:
    return max((_content(state, item, depth - 1) for item in items), default=Content.CONSTANT) if depth else Content.UNKNOWN
