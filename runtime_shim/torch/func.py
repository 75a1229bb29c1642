"""torch.func: a module called with other parameters."""

from __future__ import annotations

from typing import Any

from ._missing import guard


def functional_call(
    module: Any, parameter_and_buffer_dicts: Any, args: Any = None, kwargs: Any = None, *, tie_weights: bool = True, strict: bool = False
) -> Any:
    """Call a module as if these were its parameters and buffers."""
    given: dict[str, Any] = {}
    for each in parameter_and_buffer_dicts if isinstance(parameter_and_buffer_dicts, (tuple, list)) else (parameter_and_buffer_dicts,):
        given.update(each)
    held = []
    for name, value in given.items():
        place, _, last = name.rpartition(".")
        owner = module.get_submodule(place)
        table = owner._parameters if last in owner._parameters else owner._buffers
        held.append((table, last, table[last]))
        table[last] = value
    try:
        return module(*(() if args is None else args if isinstance(args, tuple) else (args,)), **(kwargs or {}))
    finally:
        for table, last, value in held:
            table[last] = value


__getattr__ = guard("torch.func")
