"""Escapes: nodes that unresolved code received, with what is presumed of the callee."""

from __future__ import annotations

from typing import NamedTuple


class Escape(NamedTuple):
    """A node that a call of unresolved code received.

    `time` is comparable with the numbers of events. `result` is the node of the call's result, 0 if the result has none. `keeps` is False
    for a callee that is presumed to store nothing: one called as a function rather than as a method of an object. `spent` is True if an
    optimizer step had modified what the graph of the node saves, so that a backward through it would raise.
    """

    node: int
    time: int
    result: int
    keeps: bool
    spent: bool = False
