"""Loops in which one iteration stands for several elements, such as the parameters of a module.

A condition on the element, such as one on a parameter's name, holds for some of the elements and not for others. The paths on which it was
assumed and refuted are not two runs of the program: each has what the other one has done, for some of the elements.
"""

from __future__ import annotations

from collections.abc import Iterable

from graphlint.autograd.numbers import RunNumber
from graphlint.engine.domain.element_tests import is_newer
from graphlint.engine.domain.state import State
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.values import MAYBE
from graphlint.engine.machine.machine import Machine


def join_requires_grad(states: Iterable[State], run: RunNumber) -> None:
    """Make requires_grad uncertain for the tensors in which paths differ that only conditions on the elements of a loop run tell apart."""
    paths = list(states)
    if all(state.needs == paths[0].needs for state in paths):
        return
    # What all paths have assumed divides them no further.
    shared = frozenset.intersection(*(frozenset(state.condition.truths.items()) for state in paths))
    groups: dict[frozenset[tuple[Symbol, bool]], list[State]] = {}
    for state in paths:
        common = frozenset(item for item in state.condition.truths.items() - shared if not is_newer(item[0], run))
        groups.setdefault(common, []).append(state)
    for group in groups.values():
        first = group[0].needs
        differing = {number for state in group for number, needs in state.needs.items() ^ first.items()}
        for state in group if differing else ():
            state.needs = {**state.needs, **dict.fromkeys(differing, MAYBE)}


def is_tested(machine: Machine, condition: Symbol) -> bool:
    """Return True if a condition depends on an element of a loop whose current iteration stands for several."""
    return any(extent.summarized and is_newer(condition, extent.run) for extent in machine.blocks.extents)
