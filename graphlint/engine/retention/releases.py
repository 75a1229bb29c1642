"""Releases: where a program lets go of what it has stored in a loop, so that what holds it does not grow with every iteration.

A container that is emptied on some path of an iteration is bounded, unless it is decided that this path is taken once in the loop. The
loops are followed for a few turns, in which a buffer that is emptied every hundred iterations is emptied on some of the paths only:
what one path does counts for all.
"""

from __future__ import annotations

from collections.abc import Hashable

from graphlint.autograd.events import Backward, LoopIteration
from graphlint.engine.domain.state import CONTAINERS, State
from graphlint.engine.domain.values import Ref, Tensor, Value
from graphlint.engine.machine.machine import Machine
from graphlint.engine.retention import retained_graphs

OWNERS = ("instance", "module")


def emptied(machine: Machine, state: State, holder: Ref) -> None:
    """Note that a container is about to lose elements."""
    if machine.context.turns and retained_graphs.held(state, holder):
        _note(machine, state, holder.number)


def replaced(machine: Machine, state: State, holder: Ref, key: Hashable, before: Value | None, value: Value | None) -> None:
    """Note that a name, an attribute or a slot is about to hold another value, or none."""
    turns = machine.context.turns
    if not turns or before is None or before is value or not isinstance(before, Tensor | Ref):
        return
    lost = _graphs(state, before)
    if not lost or (value is not None and _goes_on(machine, state, before, value, lost)):
        return
    if isinstance(before, Tensor):
        if _walked(machine, lost):
            _note(machine, state, (holder.number, key))
        return
    for number in (*_containers(state, before), *_containers(state, value)):
        _note(machine, state, number)


def _note(machine: Machine, state: State, what: Hashable) -> None:
    runs = {turn.run for turn in machine.context.turns} - _once(state, machine.context.turns)
    machine.graph.released.setdefault(what, set()).update(runs)


def _once(state: State, turns: tuple[LoopIteration, ...]) -> set[int]:
    """The runs of loops of which this path is in one certain iteration: their index is equal to a number."""
    found: set[int] = set()
    for key, truth in state.decided.items():
        if not truth or not isinstance(key, tuple) or len(key) != 3 or key[0] != "==":
            continue
        index = key[1]
        if isinstance(index, tuple) and len(index) == 3 and index[0] == "element" and isinstance(index[2], int):
            counts = isinstance(index[1], tuple) and index[1][:1] == ("index",)
            inside = max((turn.run for turn in turns if turn.run < index[2]), default=0)
            if counts and inside:
                found.add(inside)
    return found


def _goes_on(machine: Machine, state: State, before: Value, value: Value, lost: set[int]) -> bool:
    """Whether the new value holds what the old one held: a list with another element, a total with another term."""
    now = _graphs(state, value)
    return bool(now) and lost <= (reached := machine.graph.reach(now)).certain | reached.perhaps


def _walked(machine: Machine, nodes: set[int]) -> bool:
    """Whether a backward has gone through all of these nodes."""
    walked = set[int]().union(*(event.walked | event.perhaps for event in machine.graph.events if isinstance(event, Backward)))
    return nodes <= walked


def _graphs(state: State, value: Value) -> set[int]:
    """The nodes of the graphs that a value holds."""
    if isinstance(value, Ref) and value.kind in OWNERS:
        return {state.node(item) for number in _containers(state, value) for item in retained_graphs.held(state, Ref(number, "list"))}
    return {state.node(item) for item in retained_graphs.held(state, value)}


def _containers(state: State, value: Value | None, depth: int = 2) -> set[int]:
    """The containers that a value is or holds."""
    if not isinstance(value, Ref) or value.kind not in (*CONTAINERS, *OWNERS):
        return set()
    made = state.get(value.number)
    found = {value.number} if value.kind in CONTAINERS else set[int]()
    for item in (*made.items, *made.fields.values()) if depth else ():
        found |= _containers(state, item, depth - 1)
    return found
