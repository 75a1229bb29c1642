"""Attributes of optimizers, among them their groups of parameters."""

from __future__ import annotations

from typing import Final

from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Each, Method, Ref, Value
from graphlint.engine.machine.machine import Machine
from graphlint.engine.operations import ownership


def attribute(machine: Machine, state: State, optimizer: Ref, name: str) -> Value:
    """Return an attribute of an optimizer."""
    if name in ("step", "zero_grad", "add_param_group"):
        return Method(optimizer, name)
    if name == "optimizer":
        return optimizer
    if name == "param_groups":
        return _parameter_groups(machine, state, optimizer)
    return machine.plain(name)


def _parameter_groups(machine: Machine, state: State, optimizer: Ref) -> Value:
    """Return `param_groups`, as one group of all parameters; plain data if the parameters are not all resolved."""
    owned, complete = ownership.owned_by(state, optimizer)
    if not complete:
        return machine.plain("param_groups")
    parameters, group, groups = (machine.allocate(state, kind) for kind in ("parameters", "dict", "list"))
    state.get(parameters.number).items = [Each(owned)] if len(owned) > 1 else list(owned)
    obj = state.get(group.number)
    obj.fields.update({"params": parameters, **{option: machine.plain(option) for option in OPTIONS}})
    obj.exact = False
    state.get(groups.number).items = [group]
    return groups


OPTIONS: Final = ("lr", "initial_lr", "weight_decay", "momentum", "betas", "eps", "name", "lr_scale", "alpha")
"""Keys of a parameter group, without "params"."""
