"""Canonical names of library objects that are exported under several names."""

from __future__ import annotations

from typing import Final

from graphlint.engine.domain.values import Api, Constant, Value
from graphlint.engine.machine.machine import Machine, Unbound
from graphlint.libraries import removed_names
from graphlint.project.libraries import PLAIN_ROOTS


def attribute(machine: Machine, value: Api, name: str) -> Value:
    """Return an attribute of a library object."""
    qualified = f"{value.name}.{name}"
    if qualified == "torch.__version__":
        return Constant(machine.assumptions.torch)
    if value.name.split(".", 1)[0] in PLAIN_ROOTS and value.name.split(".", 1)[0] not in ("gym", "gymnasium"):
        return Api(qualified)
    return Api(_ALIASES.get(qualified, qualified))


_ALIASES: Final = {
    "torch.autograd.variable.Variable": "torch.autograd.Variable",
    "torch.nn.parameter.Parameter": "torch.nn.Parameter",
    "torch.nn.modules.module.Module": "torch.nn.Module",
    "torch.optim.optimizer.Optimizer": "torch.optim.Optimizer",
    "torch.functional": "torch.nn.functional",
}


def require(machine: Machine, name: str) -> None:
    """Raise an error for an attribute that its library has removed, unless the program defines it."""
    if name not in removed_names.removed_names():
        return
    last, here = name.rpartition(".")[2], machine.frame.code.path
    if not any(machine.evidence.replaces(path, last) for path in {here, machine.home}):
        raise Unbound


def canonical(name: str) -> str:
    """Return the canonical name of a library object."""
    if name.startswith("torch.nn.modules."):
        return "torch.nn." + name.rsplit(".", 1)[-1]
    return _ALIASES.get(name, name)
