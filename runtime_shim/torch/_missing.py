"""Errors for parts of PyTorch that the shim does not implement."""

from __future__ import annotations

from typing import Any, NoReturn


class MissingError(NotImplementedError, AttributeError):
    """Part of PyTorch that the runtime shim does not have.

    An AttributeError too, so that `hasattr` and `getattr` with a default work.
    """


def missing(what: str, name: str = "") -> NoReturn:
    """Say that something is not part of the shim.

    Args:
        what: its name as a program spells it.
        name: the attribute asked for; names with underscores that Python itself looks for get a plain AttributeError.

    Raises:
        MissingError: always.
        AttributeError: for Python's own names.
    """
    if name.startswith("__"):
        raise AttributeError(name)
    raise MissingError(f"{what} is not part of the runtime shim")


def guard(module: str) -> Any:
    """A module's `__getattr__`.

    Args:
        module: the module's public name.
    """

    def getter(name: str) -> Any:
        missing(f"{module}.{name}", name)

    return getter
