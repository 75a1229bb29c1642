"""The lines that edits change, as a unified diff without context: what a reader needs to make the change."""

from __future__ import annotations

import bisect
import difflib
import itertools
from collections.abc import Iterator, Sequence

from graphlint.source.source import LINE_END, Source
from graphlint.source.text_edits import Edit, apply_edits

NEAR = 3
"""Edits of which at most as many lines are between them are compared as one region."""

MOST_LINES = 400
"""The maximum number of lines of a region that are compared."""


def changed_lines(source: Source, edits: Sequence[Edit]) -> Iterator[str]:
    """Yield the headers and lines of the hunks of some edits, in order. In a notebook, a header names the cell."""
    shift = 0
    for first, last, inside in _regions(source, edits):
        start = source.line_starts[first]
        end = source.line_starts[last + 1] if last + 1 < len(source.line_starts) else len(source.text)
        text = source.shown_text[start:end]
        new = apply_edits(text, [Edit(edit.start - start, edit.end - start, edit.text) for edit in inside])
        before, after = _lines(text), _lines(new)
        if len(before) + len(after) <= MOST_LINES:
            yield from _hunks(source, first, before, after, shift)
        shift += len(after) - len(before)


def _regions(source: Source, edits: Sequence[Edit]) -> Iterator[tuple[int, int, list[Edit]]]:
    """Yield the first and the last line (from 0) of each region, with its edits."""
    regions: list[tuple[int, int, list[Edit]]] = []
    for edit in edits:
        first, last = (bisect.bisect_right(source.line_starts, offset) - 1 for offset in (edit.start, edit.end))
        if regions and first <= regions[-1][1] + NEAR:
            begin, end, inside = regions[-1]
            regions[-1] = (begin, max(end, last), [*inside, edit])
        else:
            regions.append((first, last, [edit]))
    yield from regions


def _hunks(source: Source, first: int, before: list[str], after: list[str], shift: int) -> Iterator[str]:
    """Yield the hunks of one region: `first` is its line (from 0), `shift` the number of lines that earlier regions add."""
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    for tag, start, end, new_start, new_end in matcher.get_opcodes():
        if tag == "equal":
            continue
        place = source.place(first + start + 1, 1)
        offset = place.row - 1 - start
        cell = "" if place.cell is None else f" cell {place.cell}"
        old, new = _range(offset + start, end - start), _range(offset + shift + new_start, new_end - new_start)
        yield f"@@ -{old} +{new} @@{cell}"
        yield from (f"-{line}" for line in before[start:end])
        yield from (f"+{line}" for line in after[new_start:new_end])


def _range(start: int, length: int) -> str:
    """Return a range of lines in the notation of a unified diff."""
    if length == 1:
        return str(start + 1)
    return f"{start + 1 if length else start},{length}"


def _lines(text: str) -> list[str]:
    """Return the lines of a text without their ends."""
    starts = [0, *(found.end() for found in LINE_END.finditer(text)), len(text)]
    return [text[one:two].rstrip("\r\n") for one, two in itertools.pairwise(starts) if one < two]
