"""The effects that a callee which the run does not execute may have on what it receives."""

from __future__ import annotations

import enum
from typing import Final


class CalleeEffects(enum.Flag):
    """Possible effects of a callee, besides computing its result."""

    CALLS_MODULES = enum.auto()
    """It may call modules: those that it receives as arguments, and those with forward hooks."""
    STORES = enum.auto()
    """It may store what it receives."""
    RESETS = enum.auto()
    """It may reset or use the gradients of parameters that it receives."""
    TRAINS = enum.auto()
    """It may run backward."""
    SWITCHES = enum.auto()
    """It may switch modules to training or evaluation mode."""
    READS_GRADIENTS = enum.auto()
    """It may read or use the gradients of the modules that it receives."""
    OPTIMIZES = enum.auto()
    """It may fill, use or reset gradients that it does not receive; the operations of tensors do not."""

    @staticmethod
    def when(condition: object, effects: CalleeEffects) -> CalleeEffects:
        """Return effects under a condition, else none."""
        return effects if condition else CalleeEffects(0)


METHOD: Final = ~CalleeEffects(0)
"""Of a method, a class and any other object: all effects."""
COMPUTATION: Final = METHOD & ~CalleeEffects.OPTIMIZES
"""Of a method with the name of a tensor operation."""
FUNCTION: Final = METHOD & ~CalleeEffects.STORES
"""Of a function: it stores nothing."""
OPERATION: Final = FUNCTION & ~(CalleeEffects.TRAINS | CalleeEffects.RESETS | CalleeEffects.OPTIMIZES)
"""Of an operation of PyTorch."""
MUTATION: Final = CalleeEffects.READS_GRADIENTS | CalleeEffects.OPTIMIZES
"""Of code that only changes an object."""
