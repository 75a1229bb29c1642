"""Imports of submodules that are not here say so."""

from __future__ import annotations

import importlib.abc
from typing import Any


class Finder(importlib.abc.MetaPathFinder):
    """The last finder of the import system: a module below `torch` that no other finder has is not part of the shim."""

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> None:
        """Raise for a module below torch.

        Raises:
            ModuleNotFoundError: if the module is below torch.
        """
        if fullname.startswith("torch."):
            raise ModuleNotFoundError(f"{fullname} is not part of the runtime shim", name=fullname)
