"""Edits of a text: spans of characters that become others, and where what stands beside them moves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Edit(NamedTuple):
    """The characters of a text from `start` up to `end` become `text`; an insertion where both are the same."""

    start: int
    end: int
    text: str


def applied(text: str, edits: Iterable[Edit]) -> str:
    """A text with edits made.

    Args:
        text: the text.
        edits: edits that do not overlap, in order.
    """
    pieces: list[str] = []
    done = 0
    for edit in edits:
        pieces += (text[done : edit.start], edit.text)
        done = edit.end
    return "".join((*pieces, text[done:]))


def moved(offset: int, edits: Iterable[Edit]) -> int:
    """Where a character stands once edits are made; what is inserted at its place comes before it.

    Args:
        offset: the character's place before.
        edits: edits that do not overlap, in order.
    """
    shift = 0
    for edit in edits:
        if edit.end <= offset:
            shift += len(edit.text) - (edit.end - edit.start)
        elif edit.start <= offset:
            # Replaced text is taken to keep its beginning: `x.backward(retain_graph=True)` still begins where it began.
            return edit.start + shift + min(offset - edit.start, len(edit.text))
    return offset + shift
