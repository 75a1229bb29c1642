"""Assumptions about unresolved code: the version of PyTorch, and the effects of functions that the settings name."""

from __future__ import annotations

import enum
from dataclasses import dataclass

NEWEST_TORCH = "2.13.0"
"""The newest version of PyTorch that was probed for the model of autograd."""


class Effect(enum.Enum):
    """The effect of a function call on the graphs of its arguments."""

    DETACHES = "detaches"
    RETURNS_FLOAT = "returns a float"
    KEEPS = "keeps"
    WALKS = "walks"
    WALKS_AND_RETAINS = "walks and retains"
    NONE = "no effect"
    UNKNOWN = "unknown"


MEANINGS = {
    Effect.DETACHES: "the result has no graph, and the call retains none",
    Effect.RETURNS_FLOAT: "the result is a Python number, and the call retains no graph",
    Effect.KEEPS: "the result depends on the arguments, and the call does not retain their graph elsewhere",
    Effect.WALKS: "the call runs `backward()` on its first argument, which frees the graph, and returns None",
    Effect.WALKS_AND_RETAINS: "the call runs `backward(retain_graph=True)` on its first argument and returns None",
    Effect.NONE: "the call has no effect on the graph of its arguments, and its result does not depend on it",
    Effect.UNKNOWN: "the call may have any effect, even if its source is available",
}
"""A sentence on each effect, for the documentation."""


@dataclass(frozen=True)
class Assumptions:
    """The assumptions of an analysis: `torch` is the version that the checked code runs on, `effects` maps qualified function names to
    their effects."""

    torch: str = NEWEST_TORCH
    effects: tuple[tuple[str, Effect], ...] = ()

    def effect(self, name: str) -> Effect | None:
        """Return the effect of a function; None if no setting names it."""
        known = name.lstrip(".")
        relative = known != name
        for spelled, effect in self.effects:
            if spelled == known or (relative and spelled.endswith(f".{known}")):
                return effect
        return None

    def effect_at(self, path: str, name: str) -> Effect | None:
        """Return the effect of a function of the project; None if no setting names it."""
        if not self.effects:
            return None
        module = path.replace("\\", "/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        whole = f".{module}.{name}"
        return next((effect for spelled, effect in self.effects if whole.endswith(f".{spelled}")), None)
