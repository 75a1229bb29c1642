"""torch.utils._pytree: functions over nested structures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._missing import guard


def tree_map(function: Callable[[Any], Any], tree: Any) -> Any:
    """Return the structure with the function applied to its leaves."""
    if isinstance(tree, dict):
        return type(tree)((key, tree_map(function, value)) for key, value in tree.items())
    if isinstance(tree, tuple) and hasattr(tree, "_fields"):
        return type(tree)(*(tree_map(function, each) for each in tree))
    if isinstance(tree, (list, tuple)):
        return type(tree)(tree_map(function, each) for each in tree)
    return function(tree)


def tree_leaves(tree: Any) -> list[Any]:
    """All that the structure holds."""
    found: list[Any] = []
    tree_map(found.append, tree)
    return found


__getattr__ = guard("torch.utils._pytree")
