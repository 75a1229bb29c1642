"""Edits of a text: replacements of character spans, and the shift of offsets by them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias


class Edit(NamedTuple):
    """The replacement of the characters from `start` to `end` (exclusive) by `text`; an insertion if both are equal."""

    start: int
    end: int
    text: str


Edits: TypeAlias = tuple[Edit, ...] | None
"""Edits in order, which do not overlap; None if there are none to make."""


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Apply edits to a text. They must be in order and may not overlap."""
    pieces: list[str] = []
    position = 0
    for edit in edits:
        pieces += (text[position : edit.start], edit.text)
        position = edit.end
    return "".join((*pieces, text[position:]))


def shift_offset(offset: int, edits: Iterable[Edit]) -> int:
    """Return the offset of a character after edits, which are in order and do not overlap. An insertion at the offset comes before it."""
    shift = 0
    for edit in edits:
        if edit.end <= offset:
            shift += len(edit.text) - (edit.end - edit.start)
        elif edit.start <= offset:
            # A replacement is assumed to keep its beginning: `x.backward(retain_graph=True)` still begins at the same offset.
            return edit.start + shift + min(offset - edit.start, len(edit.text))
    return offset + shift


def written_spans(edits: Iterable[Edit]) -> Iterator[tuple[int, int]]:
    """Yield the spans that edits write, in the changed text: the start and the end of each."""
    shift = 0
    for edit in edits:
        start = edit.start + shift
        yield start, start + len(edit.text)
        shift += len(edit.text) - (edit.end - edit.start)
