"""Modules without trainable parameters that callers pass: a function's own run takes them for modules that may be frozen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from graphlint.autograd.events import Certainty
from graphlint.engine.domain.path_facts import Frozen
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Constant, Ref, Unknown, Value
from graphlint.engine.machine.machine import Machine
from graphlint.engine.operations import ownership


def frozen_names(machine: Machine, state: State, bound: Mapping[object, Value]) -> frozenset[str]:
    """Return the parameters of a call, by name, whose values are modules no parameter of which certainly requires grad, or None.

    Args:
        bound: the values of the parameters.
    """
    return frozenset(str(name) for name, value in bound.items() if _is_frozen(machine, state, value))


def presume_frozen(machine: Machine, state: State, values: Iterable[Value]) -> None:
    """Let unknown values, and modules of which nothing else is known, be modules that may be frozen."""
    for value in values:
        if isinstance(value, Unknown):
            state.facts.possible.add(Frozen(value.symbol))
        elif isinstance(value, Ref) and ownership.is_module(value):
            state.needs.update((leaf.number, Certainty.MAYBE) for leaf in ownership.leaves(machine, state, value))


def _is_frozen(machine: Machine, state: State, value: Value) -> bool:
    if isinstance(value, Unknown):
        if Frozen(value.symbol) in state.facts.possible:
            return True
        value = state.known.get(value.symbol, value)
    if isinstance(value, Constant) and value.value is None:
        return True
    if not isinstance(value, Ref) or not ownership.is_module(value):
        return False
    leaves = ownership.leaves(machine, state, value)
    return bool(leaves) and all(state.needs_grad(leaf) is not Certainty.YES for leaf in leaves)
