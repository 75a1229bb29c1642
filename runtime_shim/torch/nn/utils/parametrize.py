"""torch.nn.utils.parametrize: a parameter computed from another one at each read, or once within `cached`."""

from __future__ import annotations

from typing import Any

from ..._missing import guard
from ..modules.containers import ModuleDict
from ..modules.module import Module


class _Cache:
    """The values computed inside of `cached`."""

    depth = 0
    values: dict[Any, Any] = {}  # noqa: RUF012 - emptied whenever no block is open


class cached:
    """A block in which each parametrized parameter is computed once."""

    def __enter__(self) -> None:
        _Cache.depth += 1

    def __exit__(self, *_: object) -> None:
        _Cache.depth -= 1
        if not _Cache.depth:
            _Cache.values.clear()


class ParametrizationList(Module):
    """The original parameter and its parametrizations."""

    def __init__(self, modules: list[Module], original: Any) -> None:
        super().__init__()
        self.original = original
        for place, module in enumerate(modules):
            self.add_module(str(place), module)

    def forward(self) -> Any:
        """The parameter's value."""
        value = self.original
        for module in self._modules.values():
            value = module(value)
        return value


def register_parametrization(module: Module, tensor_name: str, parametrization: Module, *, unsafe: bool = False) -> Module:
    """Compute an attribute from its parameter by a module."""
    if not hasattr(module, "parametrizations"):
        module.parametrizations = ModuleDict()
    if tensor_name in module.parametrizations:
        held = module.parametrizations[tensor_name]
        held.add_module(str(len(held._modules)), parametrization)
        return module
    original = module._parameters.pop(tensor_name)
    module.parametrizations[tensor_name] = ParametrizationList([parametrization], original)

    def read(self: Any) -> Any:
        key = (id(self), tensor_name)
        if not _Cache.depth:
            return self.parametrizations[tensor_name]()
        if key not in _Cache.values:
            _Cache.values[key] = self.parametrizations[tensor_name]()
        return _Cache.values[key]

    cls = type(module)
    module.__class__ = type("Parametrized" + cls.__name__, (cls,), {tensor_name: property(read)})
    return module


__getattr__ = guard("torch.nn.utils.parametrize")
