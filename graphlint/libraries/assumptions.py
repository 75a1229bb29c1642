"""Assumptions about code that is not analyzed: the version of PyTorch, the users' effects, and the models of libraries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from graphlint.autograd.presumptions import Presumption
from graphlint.libraries import tables
from graphlint.libraries.vocabulary import OF_CLASSES, OF_METHODS, REPEATING, ModelEntry

NEWEST_TORCH = "2.13.0"
"""The newest version of PyTorch that was probed for the model of autograd."""


@dataclass(frozen=True)
class Assumptions:
    """The assumptions of an analysis: `torch` is the version that the checked code runs on, `effects` are the users' entries by qualified
    name, which come before those of the built-in models, and `without` are the presumptions that are switched off."""

    torch: str = NEWEST_TORCH
    effects: tuple[tuple[str, ModelEntry], ...] = ()
    without: frozenset[Presumption] = frozenset()

    def of_function(self, name: str) -> ModelEntry | None:
        """Return the entry of a function or class of a library that is called; None if nothing is known of it."""
        own = self.own(name)
        return own if own is not None and own.effect not in OF_METHODS else tables.of_function(name)

    def of_base(self, name: str) -> ModelEntry | None:
        """Return the entry of a base class by its qualified name; None if nothing is known of it."""
        own = self.own(name)
        return own if own is not None and own.effect in OF_CLASSES else tables.of_base(name)

    def of_method(self, base: str, method: str) -> ModelEntry | None:
        """Return the entry of a method of a class of a library; None if nothing is known of it."""
        return self.own(f"{base}.{method}") or tables.of_method(base, method)

    def repeating(self, packages: Iterable[str]) -> frozenset[str]:
        """Return the last parts of the names that are called repeatedly, or call their argument repeatedly, in packages and settings."""
        own = (name.rpartition(".")[2] for name, entry in self.effects if entry.effect in REPEATING)
        return tables.repeating(packages).union(own)

    def own(self, name: str) -> ModelEntry | None:
        """Return the entry that a setting gives a name; a relative one (`.module.name`) may lack its packages."""
        if not self.effects:
            return None
        known = name.lstrip(".")
        relative = known != name
        for spelled, entry in self.effects:
            if spelled == known or (relative and spelled.endswith(f".{known}")):
                return entry
        return None

    def own_at(self, path: str, name: str) -> ModelEntry | None:
        """Return the entry that a setting gives a function of the project by its file and its name there."""
        if not self.effects:
            return None
        module = path.replace("\\", "/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        whole = f".{module}.{name}"
        return next((entry for spelled, entry in self.effects if whole.endswith(f".{spelled}")), None)
