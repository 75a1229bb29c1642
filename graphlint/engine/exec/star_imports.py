"""Star imports of modules that are not in the project: the names that they bind, as far as these are modeled."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from graphlint.autograd.presumptions import Presumption
from graphlint.engine.machine.machine import Machine
from graphlint.libraries import tables

_MODELED: Final = {
    "torch.nn": (
        "Module",
        "Linear",
        "Conv2d",
        "Sequential",
        "ReLU",
        "MSELoss",
        "CrossEntropyLoss",
        "ModuleList",
        "Parameter",
        "functional",
    ),
    "torch": ("nn", "optim", "no_grad", "tensor", "zeros", "ones", "randn", "rand"),
}
"""The names that star imports of libraries bind."""

CONVENTIONAL: Final[Mapping[str, str]] = MappingProxyType(
    {"torch": "torch", "nn": "torch.nn", "F": "torch.nn.functional", "optim": "torch.optim", "np": "numpy"}
)
"""The names that a missing module of the project may bind: they mean the same in every program."""


def bound_names(machine: Machine, module: str, level: int) -> Mapping[str, str]:
    """Return the names that a star import of an unresolved module binds, with the qualified names of their values."""
    root = module.partition(".")[0]
    if level or not (root == "torch" or root in sys.stdlib_module_names or tables.is_known(module)):
        return CONVENTIONAL if machine.graph.presumes(Presumption.STAR_IMPORTS) else {}
    return {member: f"{module}.{member}" for member in _MODELED.get(module, ())}
