"""The methods of tensors and modules by what they do: one list of each kind for all that ask."""

from __future__ import annotations

ACCELERATORS = frozenset(("cuda", "npu", "xpu", "mps"))
"""Methods that move to an accelerator."""
DEVICE_MOVES = ACCELERATORS | {"to", "cpu"}
"""Methods that move a tensor or a module to a device; `to` may cast it, too."""
FLOATING_CASTS = frozenset(("float", "double", "half", "bfloat16"))
"""Methods that cast a tensor, or the parameters of a module, to a floating dtype."""
INTEGER_CASTS = frozenset(("long", "int", "short", "bool", "byte", "char"))
"""Methods that cast a tensor to a dtype without gradients."""
COMPLEX_CASTS = frozenset(("cfloat", "cdouble"))
"""Methods that cast a tensor to a complex dtype."""
CASTS = FLOATING_CASTS | INTEGER_CASTS | COMPLEX_CASTS
"""Methods that cast a tensor."""
MODULE_MOVES = DEVICE_MOVES | FLOATING_CASTS
"""Methods that move or cast a tensor or a module; a module returns itself."""
RESHAPES = frozenset(("contiguous", "view", "reshape", "permute", "squeeze", "unsqueeze"))
"""Methods whose result has the same elements in another shape or layout."""
