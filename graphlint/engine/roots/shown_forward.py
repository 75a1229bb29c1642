"""The forward of a module in a snippet that does not show its training: a backward pass starts from its result.

What the forward changes in place after an operation has saved it raises in any such pass. The place of the error is that of the change,
because the pass has none. In a file, other files may use the module for inference alone, so that nothing is assumed there.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from graphlint.autograd.events import Change, Fault, Site
from graphlint.engine.domain import graph_effects
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import NO, Function
from graphlint.engine.machine.machine import Machine

FORWARD: Final = "forward"


def report_change(machine: Machine, state: State, function: Function, result: Collection[int], site: Site) -> None:
    """Report the error of a backward pass from the result of a root, if the root is a forward and a saved tensor was changed.

    Args:
        result: the nodes of the result.
        site: the function.
    """
    if function.code.name != FORWARD or state.grad_mode is NO or not machine.evidence.is_fragment(function.code.path):
        return
    for node in result:
        error = graph_effects.error_of(machine.graph, state, site, [node], machine.graph.reach([node]))
        if error is not None and error.fault is Fault.CHANGED and isinstance(error.cause, Change):
            first = _first_change(machine, error.cause, error.chain[-1])
            machine.graph.emit(replace(error, site=first.site, cause=first))
            return


def _first_change(machine: Machine, latest: Change, saving: int) -> Change:
    """Return the first change of a storage after a node has saved it: without this one, the later ones change another tensor."""
    return next((item for item in machine.graph.changes if item.storage == latest.storage and item.number > saving), latest)
