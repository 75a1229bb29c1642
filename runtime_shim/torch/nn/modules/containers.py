"""Modules that hold modules or parameters."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from ..parameter import Parameter
from .module import Module


class _Listed(Module):
    """Children by number."""

    def _index(self, index: int) -> str:
        size = len(self)
        if not -size <= index < size:
            raise IndexError(f"index {index} is out of range")
        return next(islice(self._modules, index % size, None))

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._modules.values())

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return (
                type(self)(*list(self._modules.values())[index])
                if isinstance(self, Sequential)
                else type(self)(list(self._modules.values())[index])
            )
        return self._modules[self._index(index)]

    def __setitem__(self, index: int, module: Module) -> None:
        setattr(self, self._index(index), module)

    def __delitem__(self, index: Any) -> None:
        names = list(self._modules)
        for name in names[index] if isinstance(index, slice) else [self._index(index)]:
            del self._modules[name]
        rest = list(self._modules.values())
        self._modules.clear()
        self._modules.update({str(place): each for place, each in enumerate(rest)})

    def append(self, module: Module) -> Any:
        """Add a child at the end."""
        self.add_module(str(len(self)), module)
        return self

    def extend(self, modules: Iterable[Module]) -> Any:
        """Add children at the end."""
        for each in modules:
            self.append(each)
        return self

    def insert(self, index: int, module: Module) -> Any:
        """Add a child before another."""
        listed = list(self._modules.values())
        listed.insert(index, module)
        self._modules.clear()
        self._modules.update({str(place): each for place, each in enumerate(listed)})
        return self

    def pop(self, index: Any = -1) -> Any:
        """Take a child out."""
        taken = self[index]
        del self[index]
        return taken


class Sequential(_Listed):
    """A container that calls each child with the result of the one before."""

    def __init__(self, *args: Any) -> None:
        super().__init__()
        if len(args) == 1 and isinstance(args[0], OrderedDict):
            for name, module in args[0].items():
                self.add_module(name, module)
        else:
            for place, module in enumerate(args):
                self.add_module(str(place), module)

    def forward(self, input: Any) -> Any:
        """One after the other."""
        for module in self:
            input = module(input)
        return input


class ModuleList(_Listed):
    """A list of modules."""

    def __init__(self, modules: Iterable[Module] | None = None) -> None:
        super().__init__()
        self.extend(modules or [])

    def __iadd__(self, modules: Iterable[Module]) -> ModuleList:
        return self.extend(modules)

    def __add__(self, other: Iterable[Module]) -> ModuleList:
        return ModuleList([*self, *other])


class ModuleDict(Module):
    """Modules by name."""

    def __init__(self, modules: Any = None) -> None:
        super().__init__()
        self.update(modules or {})

    def update(self, modules: Any) -> None:
        """Add several."""
        for name, module in modules.items() if isinstance(modules, (Mapping, ModuleDict)) else modules:
            self[name] = module

    def __getitem__(self, key: str) -> Any:
        return self._modules[key]

    def __setitem__(self, key: str, module: Module) -> None:
        self.add_module(key, module)

    def __delitem__(self, key: str) -> None:
        del self._modules[key]

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __contains__(self, key: str) -> bool:
        return key in self._modules

    def keys(self) -> Any:
        """The names."""
        return self._modules.keys()

    def values(self) -> Any:
        """The modules."""
        return self._modules.values()

    def items(self) -> Any:
        """Both."""
        return self._modules.items()

    def pop(self, key: str) -> Any:
        """Take one out."""
        return self._modules.pop(key)

    def clear(self) -> None:
        """Take all out."""
        self._modules.clear()


class ParameterList(Module):
    """A list of parameters."""

    def __init__(self, values: Iterable[Any] | None = None) -> None:
        super().__init__()
        self._size = 0
        self.extend(values or [])

    def append(self, value: Any) -> ParameterList:
        """Add one at the end."""
        setattr(self, str(self._size), value if isinstance(value, Parameter) else Parameter(value))
        self._size += 1
        return self

    def extend(self, values: Iterable[Any]) -> ParameterList:
        """Add several at the end."""
        for each in values:
            self.append(each)
        return self

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return ParameterList(list(self)[index])
        return getattr(self, str(range(self._size)[index]))

    def __setitem__(self, index: int, value: Any) -> None:
        setattr(self, str(range(self._size)[index]), value)

    def __iter__(self) -> Iterator[Any]:
        return iter(getattr(self, str(place)) for place in range(self._size))


class ParameterDict(Module):
    """Parameters by name."""

    def __init__(self, parameters: Any = None) -> None:
        super().__init__()
        for name, value in dict(parameters or {}).items():
            self[name] = value

    def __getitem__(self, key: str) -> Any:
        return self._parameters[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self._parameters[key] = value if isinstance(value, Parameter) else Parameter(value)

    def __len__(self) -> int:
        return len(self._parameters)

    def __iter__(self) -> Iterator[str]:
        return iter(self._parameters)

    def __contains__(self, key: str) -> bool:
        return key in self._parameters

    def keys(self) -> Any:
        """The names."""
        return self._parameters.keys()

    def values(self) -> Any:
        """The parameters."""
        return self._parameters.values()

    def items(self) -> Any:
        """Both."""
        return self._parameters.items()


class DataParallel(Module):
    """On a CPU it only passes the call on."""

    def __init__(self, module: Module, device_ids: Any = None, output_device: Any = None, dim: int = 0) -> None:
        super().__init__()
        self.module = module

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """The module's."""
        return self.module(*args, **kwargs)
