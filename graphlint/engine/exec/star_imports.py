"""Star imports of libraries: the names that they bind, as far as these are modeled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

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


def bound_names(module: str, level: int) -> Mapping[str, str]:
    """Return the names that a star import of an unresolved module binds, with the qualified names of their values."""
    return {} if level else {member: f"{module}.{member}" for member in _MODELED.get(module, ())}
