"""Modules without trainable parameters that callers pass: a function's own run takes them for modules that may be frozen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from graphlint.autograd.events import Certainty
from graphlint.engine.domain.path_facts import Frozen
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Constant, Function, Ref, Unknown, Value
from graphlint.engine.machine.machine import Machine
from graphlint.engine.operations import ownership


def frozen_names(machine: Machine, state: State, function: Function, bound: Mapping[object, Value]) -> frozenset[str]:
    """Return the parameters of a call, by name, whose values are modules no parameter of which certainly requires grad, or None.

    Functions of other files and the receivers of methods are left out: no run of its own takes them as an unknown argument here.

    Args:
        bound: the values of the parameters.
    """
    code = function.code
    if code.path != machine.home:
        return frozenset()
    names = [parameter.name for parameter in code.parameters[function.owner is not None :]]
    return frozenset(name for name in names if name in bound and _is_frozen(machine, state, bound[name]))


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
