"""The assumptions about a snippet, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MOST_NAMES = 12
"""The maximum number of names that a sentence lists."""


@dataclass(frozen=True, slots=True)
class Assumed:
    """The imports that a snippet lacks, the names of unknown value, and the number of parts that are not shown."""

    imports: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    gaps: int = 0

    def sentences(self) -> tuple[str, ...]:
        """Return what is assumed, each in one sentence."""
        imports = f"assumed imports: {_listed(self.imports)}" if self.imports else ""
        names = f"names of unknown value: {_listed(self.names)}" if self.names else ""
        parts = "1 part that is not shown" if self.gaps == 1 else f"{self.gaps} parts that are not shown"
        gaps = f"{parts} may do anything but change the grad mode" if self.gaps else ""
        return tuple(sentence for sentence in (imports, names, gaps) if sentence)

    def counts(self) -> str:
        """Return how much is assumed, in a few words; "" if nothing is."""
        counted = ((len(self.imports), "import"), (len(self.names), "unknown name"), (self.gaps, "gap"))
        words = [f"{number} {word}{'s' * (number != 1)}" for number, word in counted if number]
        return f"assumed {', '.join(words)}" if words else ""


def _listed(items: Sequence[str]) -> str:
    """Return items in code marks, as many as are worth reading."""
    shown = ", ".join(f"`{item}`" for item in items[:MOST_NAMES])
    more = len(items) - MOST_NAMES
    return f"{shown} and {more} more" if more > 0 else shown
