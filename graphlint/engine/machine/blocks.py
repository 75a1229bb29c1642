"""The lines of the branches in progress: a name that is mentioned only there is dead when the branch ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from graphlint.ir.instructions import FunctionCode


class BlockLines(NamedTuple):
    """The lines of a branch, from `first` to `last`."""

    path: str
    first: int
    last: int


def names_local_to(block: BlockLines | None, code: FunctionCode, mentions: Callable[[str, str], Iterable[int]]) -> Callable[[str], bool]:
    """Return a predicate that holds for names mentioned only inside a branch of a function: no later statement reads them."""
    if block is None or block.path != code.path:
        return _never
    first, last = code.at[0], code.at[2]

    def is_local(name: str) -> bool:
        lines = mentions(code.path, name)
        return bool(lines) and all(block.first <= line <= block.last for line in lines if last <= 1 or first <= line <= last)

    return is_local


def _never(name: str) -> bool:
    """Return False: outside of any branch, no name is local to a block."""
    del name
    return False
