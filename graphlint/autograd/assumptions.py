"""What the analysis takes for granted of code that it does not see: the version of PyTorch, and what functions do that a project names."""

from __future__ import annotations

import enum
from dataclasses import dataclass

NEWEST_TORCH = "2.13.0"
"""The newest version of PyTorch that the model of autograd was probed from."""


class Effect(enum.Enum):
    """What a call of a function does to the graphs that its arguments hang on."""

    DETACHES = "detaches"
    RETURNS_FLOAT = "returns a float"
    KEEPS = "keeps"
    WALKS = "walks"
    WALKS_AND_RETAINS = "walks and retains"
    NONE = "no effect"
    UNKNOWN = "unknown"


MEANINGS = {
    Effect.DETACHES: "what it returns has no graph, and it keeps none",
    Effect.RETURNS_FLOAT: "it returns a Python number, and keeps no graph",
    Effect.KEEPS: "what it returns hangs on its arguments, and nothing else keeps their graph",
    Effect.WALKS: "it calls backward on its first argument, which frees the graph, and returns nothing",
    Effect.WALKS_AND_RETAINS: "it calls backward on its first argument with retain_graph=True, and returns nothing",
    Effect.NONE: "it does nothing to the graph of its arguments, and returns nothing that hangs on it",
    Effect.UNKNOWN: "it may do anything, whatever its code says",
}
"""Each effect in a sentence, for the documentation."""


@dataclass(frozen=True)
class Assumptions:
    """What is taken for granted: `torch` is the version that the checked code runs on, `effects` what functions do, by qualified name."""

    torch: str = NEWEST_TORCH
    effects: tuple[tuple[str, Effect], ...] = ()

    def effect(self, name: str) -> Effect | None:
        """What a function does; None where nothing is said of it.

        Args:
            name: its qualified name; of one that is imported relatively, with the dots; of one in the project, its file's path dotted.
        """
        known = name.lstrip(".")
        relative = known != name
        for spelled, effect in self.effects:
            if spelled == known or (relative and spelled.endswith(f".{known}")):
                return effect
        return None

    def effect_at(self, path: str, name: str) -> Effect | None:
        """What a function of the project does; None where nothing is said of it.

        Args:
            path: the file that it is defined in.
            name: its name, behind that of its class.
        """
        if not self.effects:
            return None
        module = path.replace("\\", "/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        whole = f".{module}.{name}"
        return next((effect for spelled, effect in self.effects if whole.endswith(f".{spelled}")), None)
