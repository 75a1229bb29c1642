"""What rules propose, by what is done to the program. A strategy guesses where the text leaves several readings; the proof chooses.

Walks through graphs:
- `places`: read off a run, the places that the strategies for walks start from (GL101 to GL105, GL107, GL109, GL205).
- `repeated_backward`: one walk of the sum, graphs retained (GL101).
- `loop_invariants`: what was built before a loop, built anew in every iteration or without a graph (GL102).
- `truncated_backprop`: state detached where it enters the next iteration, tensors detached where they are fed (GL101 to GL104, GL205).
- `cut_graphs`: what cuts a graph off, taken away (GL107).
- `gradients`: gradients with a graph (GL204), gradients of tensors that are no leaves (GL404).
- `saved_tensors`: `save_for_backward` and `saved_tensors` (GL206).

Grad mode, and values without graphs:
- `grad_modes`: no_grad as the file spells it, put on and taken off.
- `evaluation`: evaluation under no_grad (GL301), and what tells it from training.
- `mode_scopes`: a block or a function for a mode that was not entered or not left (GL302, GL306, GL902).
- `frozen_parts`: modules called under no_grad, frozen, or detached where others are fed (GL304, GL305, GL308).
- `detached_values`: totals, collections and names that hold values without graphs (GL202, GL203, GL307).
- `rewrapped_tensors`: tensors without the numbers or the Variable that they were made of (GL401, GL903).

Training steps:
- `inplace_changes`: changes out of place, and clones (GL105).
- `parameter_updates`: changes of parameters by hand, in place and under no_grad (GL106, GL402, GL403, GL501).
- `training_step`: the order of reset, forward pass, backward, clip and step (GL104, GL501 to GL504).
- `optimized_parameters`: optimizers and what they are given (GL405, GL504).
"""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graphlint.fixes.strategies import (
        cut_graphs as cut_graphs,
    )
    from graphlint.fixes.strategies import (
        detached_values as detached_values,
    )
    from graphlint.fixes.strategies import (
        evaluation as evaluation,
    )
    from graphlint.fixes.strategies import (
        frozen_parts as frozen_parts,
    )
    from graphlint.fixes.strategies import (
        grad_modes as grad_modes,
    )
    from graphlint.fixes.strategies import (
        gradients as gradients,
    )
    from graphlint.fixes.strategies import (
        inplace_changes as inplace_changes,
    )
    from graphlint.fixes.strategies import (
        loop_invariants as loop_invariants,
    )
    from graphlint.fixes.strategies import (
        mode_scopes as mode_scopes,
    )
    from graphlint.fixes.strategies import (
        optimized_parameters as optimized_parameters,
    )
    from graphlint.fixes.strategies import (
        parameter_updates as parameter_updates,
    )
    from graphlint.fixes.strategies import (
        places as places,
    )
    from graphlint.fixes.strategies import (
        repeated_backward as repeated_backward,
    )
    from graphlint.fixes.strategies import (
        rewrapped_tensors as rewrapped_tensors,
    )
    from graphlint.fixes.strategies import (
        saved_tensors as saved_tensors,
    )
    from graphlint.fixes.strategies import (
        training_step as training_step,
    )
    from graphlint.fixes.strategies import (
        truncated_backprop as truncated_backprop,
    )


def __getattr__(name: str) -> ModuleType:
    """A strategy, imported when a rule first asks for it: most runs propose nothing."""
    import importlib  # noqa: PLC0415

    try:
        return importlib.import_module(f"{__name__}.{name}")
    except ModuleNotFoundError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
