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
    Effect.DETACHES: "the result has no graph, and the call retains none",
    Effect.RETURNS_FLOAT: "the result is a Python number, and the call retains no graph",
    Effect.KEEPS: "the result depends on the arguments, and the call does not retain their graph elsewhere",
    Effect.WALKS: "the call runs `backward()` on its first argument, which frees the graph, and returns None",
    Effect.WALKS_AND_RETAINS: "the call runs `backward(retain_graph=True)` on its first argument and returns None",
    Effect.NONE: "the call has no effect on the graph of its arguments, and its result does not depend on it",
    Effect.UNKNOWN: "the call may have any effect, even if its source is available",
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
