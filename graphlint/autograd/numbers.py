"""The kinds of numbers of a run. One counter gives them all, so that a greater number is newer; type checkers refuse one for another."""

from __future__ import annotations

from typing import Final, NewType, TypeVar

RunNumber = NewType("RunNumber", int)
"""The number of one execution of a loop."""
NO_RUN: Final = RunNumber(0)
"""The code is in no loop."""

StorageNumber = NewType("StorageNumber", int)
"""The number of a storage, which tensors share that are views of one another."""
NO_STORAGE: Final = StorageNumber(0)
"""The storage of a tensor that the program cannot reach."""

ObjectNumber = NewType("ObjectNumber", int)
"""The number of an object on the heap, also of a scope, a module or an optimizer."""
NO_OBJECT: Final = ObjectNumber(0)
"""Stands for none."""

Number = TypeVar("Number", bound=int)
"""A number of any kind."""
