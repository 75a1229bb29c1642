"""Evaluated arguments of a call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from graphlint.autograd.events import Context, Site
from graphlint.engine.domain.values import Value


class Spelling(NamedTuple):
    """The call that spells a keyword argument, and its context."""

    value: Value
    site: Site
    context: Context


@dataclass(slots=True, eq=False)
class Arguments:
    """Evaluated arguments.

    `open` says that more may have been passed by stars that are not known; `spread` is what is known of these: elements of what they
    spread out, and what follows them, at unknown places. `forwarded` are the keywords that a wrapper received as `**kwargs`
    and passes on.
    """

    positional: tuple[Value, ...]
    keywords: Mapping[str, Value]
    site: Site
    open: bool = False
    spread: tuple[Value, ...] = ()
    forwarded: Mapping[str, Spelling] = field(default_factory=dict)

    def get(self, index: int, name: str) -> Value | None:
        """The argument at a position or of a name, None where it was not passed."""
        if 0 <= index < len(self.positional):
            return self.positional[index]
        return self.keywords.get(name)

    def all(self) -> tuple[Value, ...]:
        """Every argument's value."""
        return (*self.positional, *self.keywords.values(), *self.spread)

    def behind(self, *first: Value) -> Arguments:
        """The same arguments with others put in front."""
        return Arguments((*first, *self.positional), self.keywords, self.site, self.open, self.spread, self.forwarded)
