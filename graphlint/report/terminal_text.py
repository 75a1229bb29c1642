"""Source text on a terminal: control characters made visible, columns counted as they are shown.

Names and lines of the checked code are printed, and must not steer the terminal that shows them.
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from graphlint.check.diagnostic import Place

TAB = "    "
# Control characters, formats (which turn the direction of writing, or are not seen at all), surrogates, line and paragraph separators.
UNSAFE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
JOINERS = frozenset("\u200c\u200d")
ELLIPSIS = "..."


class Excerpt(NamedTuple):
    """A piece of a source line as it is shown, and the cells that its marked part begins at and covers."""

    text: str
    start: int
    width: int


def visible(text: str) -> str:
    r"""A text in which no character steers the terminal: each that would is shown as its escape, \x1b."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_shown(character) for character in text)


def cells(text: str) -> int:
    """The width of a text in terminal columns."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # noqa: PLC0415  only where wide characters may stand

    return cell_len(text)


def excerpt(line: str, start: int, end: int, width: int) -> Excerpt:
    """The part of a line around the characters `start` to `end` (from 0, exclusive) that fits a width in cells."""
    first, last = 0, len(line)
    if len(line) * len(TAB) > width:
        # Only this much can be shown around the mark, whatever the width of its characters.
        first, last = max(0, start - width), min(len(line), start + width)
    before, marked, after = (_expanded(part) for part in (line[first:start], line[start:end][: last - start], line[max(end, start) : last]))
    rest_width = max(cells(marked + after), 1)
    if cells(before) + rest_width <= width and (first, last) == (0, len(line)):
        return Excerpt(before + marked + after, cells(before), max(cells(marked), 1))
    room = max(width - 2 * len(ELLIPSIS), 1)
    # A third of the width for what leads to the mark, unless what follows leaves more.
    lead = _last_cells(before, max(room // 3, room - rest_width))
    head = ELLIPSIS if first or lead != before else ""
    shown = _first_cells(head + lead + marked + after, room + len(ELLIPSIS))
    tail = ELLIPSIS if last < len(line) or shown != head + lead + marked + after else ""
    offset = cells(head + lead)
    return Excerpt(shown + tail, offset, max(min(cells(marked), cells(shown) - offset), 1))


def location(place: Place) -> str:
    """A place as editors and terminals recognise it: path:row:column; in a notebook path:cell number:row:column."""
    cell = "" if place.start.cell is None else f"cell {place.start.cell}:"
    return f"{visible(place.path)}:{cell}{place.start.row}:{place.start.column}"


def _shown(character: str) -> str:
    """One character, as its escape if it would steer the terminal."""
    if unicodedata.category(character) not in UNSAFE or character in JOINERS:
        return character
    return character.encode("unicode_escape").decode("ascii")


def _expanded(text: str) -> str:
    """A piece of a source line: tabs as spaces, everything else visible."""
    return TAB.join(visible(part) for part in text.split("\t"))


def _first_cells(text: str, width: int) -> str:
    """As much of the beginning of a text as fits."""
    if text.isascii():
        return text[: max(width, 0)]
    taken = 0
    for index, character in enumerate(text):
        taken += cells(character)
        if taken > width:
            return text[:index]
    return text


def _last_cells(text: str, width: int) -> str:
    """As much of the end of a text as fits."""
    return _first_cells(text[::-1], width)[::-1]
