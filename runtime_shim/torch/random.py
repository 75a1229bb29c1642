"""torch.random."""

from __future__ import annotations

from typing import Any

from ._missing import guard
from ._random import default_generator, get_rng_state, initial_seed, manual_seed, seed, set_rng_state

__all__ = ["default_generator", "fork_rng", "get_rng_state", "initial_seed", "manual_seed", "seed", "set_rng_state"]


class fork_rng:
    """Restore the stream's position after a block."""

    def __init__(self, *_: Any, **__: Any) -> None:
        self.held = get_rng_state()

    def __enter__(self) -> None:
        self.held = get_rng_state()

    def __exit__(self, *_: object) -> None:
        set_rng_state(self.held)


__getattr__ = guard("torch.random")
