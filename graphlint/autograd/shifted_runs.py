"""Runs whose sites are those of a text in which the lines of a file have other numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any, Final

from graphlint.autograd.run import Run
from graphlint.autograd.sites import Site

_WITHOUT_SITES: Final = (str, int, float, Enum, type(None))
"""The classes of values that have no parts. They need not be searched for sites; a value of any other class is."""


def shift_run(run: Run, path: str, line: Callable[[int], int]) -> Run:
    """Return a run with the lines of a file replaced."""
    shift = _Shift(path, line)
    return replace(run, nodes=shift.value(run.nodes), events=shift.value(run.events))


class _Shift:
    """The replacement of the lines in a run. Most records share their contexts, which are replaced once."""

    def __init__(self, path: str, line: Callable[[int], int]) -> None:
        self._path, self._line = path, line
        self._done: dict[int, tuple[object, object]] = {}

    def value(self, value: Any) -> Any:
        """Return a value with the lines of all sites in it replaced; the value itself if there is none."""
        if isinstance(value, _WITHOUT_SITES):
            return value
        known = self._done.get(id(value))
        if known is None:
            # The value is held so that no other one has its id.
            known = self._done[id(value)] = value, self._shifted(value)
        return known[1]

    def _shifted(self, value: Any) -> Any:
        if isinstance(value, Site):
            return value._replace(line=self._line(value.line), end_line=self._line(value.end_line)) if value.path == self._path else value
        if isinstance(value, tuple):
            items = [self.value(item) for item in value]
            return value if _are_same(items, value) else tuple.__new__(type(value), items)
        if isinstance(value, (list, set, frozenset)):
            return type(value)(self.value(item) for item in value)
        if isinstance(value, Mapping):
            return {self.value(key): self.value(item) for key, item in value.items()}
        if is_dataclass(value) and not isinstance(value, type):
            found = {item.name: getattr(value, item.name) for item in fields(value) if item.init}
            changed = {name: new for name, item in found.items() if (new := self.value(item)) is not item}
            return replace(value, **changed) if changed else value
        return value


def _are_same(one: list[object], two: tuple[object, ...]) -> bool:
    return all(new is old for new, old in zip(one, two, strict=True))
