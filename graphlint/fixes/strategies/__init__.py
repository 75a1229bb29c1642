"""Fix strategies, by the change that they make to the program. A strategy proposes candidates; the proof chooses.

Graphs and backwards:
- `places`: the sites of a run from which the strategies for failing backwards start (GL101 to GL105, GL107, GL109, GL205).
- `repeated_backward`: one backward of the sum, retained graphs (GL101).
- `loop_invariants`: a part built before a loop, moved into it or built without a graph (GL102).
- `truncated_backprop`: state detached where it enters the next iteration, tensors detached where they are used (GL101 to GL104, GL205).
- `cut_graphs`: detach points removed (GL107).
- `gradients`: gradients with a graph (GL204), gradients of tensors that are not leaves (GL404).
- `saved_tensors`: `save_for_backward` and `saved_tensors` (GL206).

Grad mode, and values without graphs:
- `grad_modes`: `no_grad` as the file spells it, added and removed.
- `evaluation`: evaluation under `no_grad` (GL301), and its distinction from training.
- `mode_scopes`: a block or a function for a mode that is not entered or not left (GL302, GL306, GL902).
- `frozen_parts`: modules called under `no_grad`, frozen, or with their output detached (GL304, GL305, GL308).
- `detached_values`: totals, collections and names with values without graphs (GL202, GL203, GL307).
- `rewrapped_tensors`: tensors instead of copies of their numbers or Variables of them (GL401, GL903).

Training steps:
- `inplace_changes`: out-of-place operations, and clones (GL105).
- `parameter_updates`: manual parameter updates, in place and under `no_grad` (GL106, GL402, GL403, GL501).
- `training_step`: the order of reset, forward pass, backward, clip and step (GL104, GL501 to GL504).
- `scaled_steps`: the order of the methods of a gradient scaler, and a missing step (GL507, GL509).
- `registered_modules`: modules and parameters in plain containers (GL114, GL408).
- `training_mode`: modules that are in eval mode in training (GL309), or in training mode in an evaluation (GL310).
- `optimized_parameters`: optimizers and their parameters (GL405, GL504).
- `parameter_groups`: parameters that an optimizer is given (GL114).
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
        parameter_groups as parameter_groups,
    )
    from graphlint.fixes.strategies import (
        parameter_updates as parameter_updates,
    )
    from graphlint.fixes.strategies import (
        places as places,
    )
    from graphlint.fixes.strategies import (
        reduced_losses as reduced_losses,
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
        scaled_steps as scaled_steps,
    )
    from graphlint.fixes.strategies import (
        training_step as training_step,
    )
    from graphlint.fixes.strategies import (
        truncated_backprop as truncated_backprop,
    )


def __getattr__(name: str) -> ModuleType:
    """Import a strategy when a rule first uses it: most runs propose no fix."""
    import importlib  # noqa: PLC0415

    try:
        return importlib.import_module(f"{__name__}.{name}")
    except ModuleNotFoundError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
