"""The tables of what a path knows beside its heap and its graph: one for each type of fact, and the way in which it is joined."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from graphlint.autograd.events import Certainty, ScalerCall
from graphlint.engine.domain.path_facts import CertainFact, CompiledGraph, Obtained, PossibleFact
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.values import Constant, Value

Key = TypeVar("Key", bound=Hashable)
Item = TypeVar("Item")


@dataclass(slots=True)
class FactTables:
    """The facts of a path; `join` states of each table what a joined path keeps."""

    certain: set[CertainFact] = field(default_factory=set)
    """Facts that hold."""
    possible: set[PossibleFact] = field(default_factory=set)
    """Facts that may hold."""
    obtained: dict[Obtained, Value] = field(default_factory=dict)
    """Values that the path obtains again, by their origin."""
    tested_classes: dict[Symbol, tuple[str, ...]] = field(default_factory=dict)
    """The names of the library classes of which a value is an instance by a test."""
    first_steps: dict[int, bool] = field(default_factory=dict)
    """By optimizer or scheduler: True if it has not stepped since its construction."""
    scaler_calls: dict[tuple[int, int], ScalerCall] = field(default_factory=dict)
    """By gradient scaler and optimizer: the last call of the scaler for the optimizer since the scaler's update."""
    collection_modes: dict[Symbol, Certainty] = field(default_factory=dict)
    """By unresolved collection of modules: their training mode."""
    compiled_backwards: dict[CompiledGraph, int] = field(default_factory=dict)
    """By compiled graph: the number of its first backward pass, or 0 if that retained it, or may have."""
    needs_before_toggle: dict[tuple[int, int], Certainty] = field(default_factory=dict)
    """By Lightning module and leaf: requires_grad of the leaf before `toggle_optimizer`."""

    def copy(self) -> FactTables:
        """Return a copy for another path."""
        return FactTables(
            self.certain.copy(), self.possible.copy(), self.obtained.copy(), self.tested_classes.copy(), self.first_steps.copy(),
            self.scaler_calls.copy(), self.collection_modes.copy(), self.compiled_backwards.copy(), self.needs_before_toggle.copy(),
        )  # fmt: skip

    def since(self, before: FactTables) -> FactTables:
        """Return the entries that earlier tables do not have."""
        return FactTables(
            self.certain - before.certain, self.possible - before.possible, _new_entries(self.obtained, before.obtained),
            _new_entries(self.tested_classes, before.tested_classes), _new_entries(self.first_steps, before.first_steps),
            _new_entries(self.scaler_calls, before.scaler_calls), _new_entries(self.collection_modes, before.collection_modes),
            _new_entries(self.compiled_backwards, before.compiled_backwards),
            _new_entries(self.needs_before_toggle, before.needs_before_toggle),
        )  # fmt: skip

    def include(self, new: FactTables) -> None:
        """Add the entries for which the path has none."""
        self.certain |= new.certain
        self.possible |= new.possible
        self.obtained = new.obtained | self.obtained
        self.tested_classes = new.tested_classes | self.tested_classes
        self.first_steps = new.first_steps | self.first_steps
        self.scaler_calls = new.scaler_calls | self.scaler_calls
        self.collection_modes = new.collection_modes | self.collection_modes
        self.compiled_backwards = new.compiled_backwards | self.compiled_backwards
        self.needs_before_toggle = new.needs_before_toggle | self.needs_before_toggle

    def join(self, other: FactTables) -> None:
        """Join the facts of another path into this one's. Of `tested_classes`, this path's remain."""
        self.certain &= other.certain
        self.possible |= other.possible
        retain_equal_constants(self.obtained, other.obtained)
        _retain_equal(self.first_steps, other.first_steps)
        _retain_equal(self.scaler_calls, other.scaler_calls)
        _retain_equal(self.collection_modes, other.collection_modes)
        _retain_equal(self.compiled_backwards, other.compiled_backwards)
        _retain_equal(self.needs_before_toggle, other.needs_before_toggle)


def _new_entries(table: Mapping[Key, Item], before: Mapping[Key, Item]) -> dict[Key, Item]:
    return {key: item for key, item in table.items() if key not in before}


def _retain_equal(table: dict[Key, Item], other: Mapping[Key, Item]) -> None:
    """Remove the facts that another path has not established with an equal value."""
    for key in [key for key, value in table.items() if other.get(key) != value]:
        del table[key]


def retain_equal_constants(table: dict[Key, Value], other: Mapping[Key, Value]) -> None:
    """Remove the constants that another path does not know; all other values remain."""
    constants = [(key, value) for key, value in table.items() if isinstance(value, Constant)]
    for key, value in constants:
        if not is_constant(other.get(key), value):
            del table[key]


def is_constant(value: Value | None, constant: Constant) -> bool:
    """Return True if a value equals a constant in value and type."""
    return isinstance(value, Constant) and value.value == constant.value and type(value.value) is type(constant.value)
