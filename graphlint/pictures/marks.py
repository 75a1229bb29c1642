"""The marks of a drawing: each kind has a shape of its own, so that they differ without colors, and a word in the legend."""

from __future__ import annotations

from typing import NamedTuple

from graphlint.pictures.record import MarkKind


class Sign(NamedTuple):
    """The look of a kind of marks: its outline from a point on (`M` and the point precede it), its color and its word in the legend.

    `start` is the point of the outline, from the center of the mark. `hollow` shapes are not filled.
    """

    start: tuple[float, float]
    outline: str
    color: str
    word: str
    hollow: bool = False


_CIRCLE = ((-5, 0), "a5 5 0 1 0 10 0a5 5 0 1 0-10 0z")
_SQUARE = ((-5, -5), "h10v10h-10z")
_ARROW = ((-4, -5), "l9 5-9 5z")
SIGNS = {
    MarkKind.BUILT: Sign(*_CIRCLE, "g", "built"),
    MarkKind.USED: Sign(*_ARROW, "u", "used", hollow=True),
    MarkKind.FREED: Sign(*_CIRCLE, "f", "freed", hollow=True),
    MarkKind.RETAINED: Sign(*_SQUARE, "k", "stays in memory"),
    MarkKind.MODIFIED: Sign((0, -7), "l2 5 5 2-5 2-2 5-2-5-5-2 5-2z", "m", "modified"),
    MarkKind.ERROR: Sign((-5, -5), "l10 10m0-10l-10 10", "e", "error", hollow=True),
    MarkKind.KEPT: Sign(*_SQUARE, "k", "stays in memory"),
    MarkKind.DETACHED: Sign((-5, 5), "l4-10m2 10l4-10", "f", "cut off", hollow=True),
    MarkKind.MODE: Sign((0, -5), "l5 5-5 5-5-5z", "u", "eval mode"),
    MarkKind.FILLED: Sign((-2, -6), "h4v4h4v4h-4v4h-4v-4h-4v-4h4z", "g", "gradients added"),
    MarkKind.STEPPED: Sign(*_ARROW, "u", "used", hollow=True),
    MarkKind.RESET: Sign((-5, 0), "a5 5 0 1 0 10 0a5 5 0 1 0-10 0m1.5 3.5l7-7", "f", "reset", hollow=True),
}
