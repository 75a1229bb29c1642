"""The evaluated arguments of a call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from graphlint.autograd.events import Context, Site
from graphlint.engine.domain.values import Value


class Spelling(NamedTuple):
    """A keyword argument with the call that spells it, and the context of that call."""

    value: Value
    site: Site
    context: Context


@dataclass(slots=True, eq=False)
class Arguments:
    """The evaluated arguments of a call.

    `open` states that star arguments may have passed more. `spread` are the known values at unknown positions: elements of star arguments
    of unknown length, and the arguments after them. `forwarded` are the keywords that a wrapper received as `**kwargs` and passes on.
    """

    positional: tuple[Value, ...]
    keywords: Mapping[str, Value]
    site: Site
    open: bool = False
    spread: tuple[Value, ...] = ()
    forwarded: Mapping[str, Spelling] = field(default_factory=dict)

    def get(self, index: int, name: str) -> Value | None:
        """Return the argument at a position or with a name; None if it was not passed."""
        if 0 <= index < len(self.positional):
            return self.positional[index]
        return self.keywords.get(name)

    def all(self) -> tuple[Value, ...]:
        """Return the values of all arguments."""
        return (*self.positional, *self.keywords.values(), *self.spread)

    def with_first(self, *first: Value) -> Arguments:
        """Return these arguments after others, such as `self`."""
        return Arguments((*first, *self.positional), self.keywords, self.site, self.open, self.spread, self.forwarded)

    def without_first(self, name: str) -> Arguments:
        """Return the known arguments after the first, which may also be passed by name."""
        keywords = {keyword: value for keyword, value in self.keywords.items() if keyword != name}
        return Arguments(self.positional[1:], keywords, self.site)
