"""Fixes: edits of one file's text, with their applicability and distinct titles."""

from __future__ import annotations

import enum
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from graphlint.source.text_edits import Edit

if TYPE_CHECKING:
    from graphlint.rule.code import Code


LONGEST_TITLE = 80
ON_LINE = " on line "


class Applicability(enum.Enum):
    """The trust in a fix.

    A safe one preserves values and gradients, or removes an error on which nothing can depend. One that detaches or frees a graph is safe
    only if all code that may use the graph was analyzed (`Finding.coverage`). An unsafe one may change computed values,
    often on purpose. A display-only one shows an incomplete change for the user to finish.
    """

    SAFE = "safe"
    UNSAFE = "unsafe"
    DISPLAY = "display"


@dataclass(frozen=True, slots=True)
class Fix:
    """A fix of a finding: an imperative title, and its edits, in order, which do not overlap.

    `uncovers` says that the statement raises and has only one possible meaning: new findings after the fix were hidden by the error and are
    not caused by the fix.
    """

    message: str
    applicability: Applicability
    edits: tuple[Edit, ...]
    uncovers: bool = False

    @classmethod
    def of(cls, message: str, applicability: Applicability, *groups: Iterable[Edit] | None, uncovers: bool = False) -> Fix | None:
        """Create a fix from groups of edits; None if one of them is None, or two overlap."""
        edits: list[Edit] = []
        for group in groups:
            if group is None:
                return None
            edits.extend(group)
        edits.sort(key=lambda edit: (edit.start, edit.end))
        apart = all(one.end <= two.start for one, two in itertools.pairwise(edits))
        return cls(message, applicability, tuple(edits), uncovers) if edits and apart else None


def distinct_fixes(code: Code, fixes: Iterable[Fix | None]) -> Iterator[Fix]:
    """Drop proposals with equal edits, and add the line, and if needed the column, to equal titles.

    A proposal that does more than another one of the same title is a variant of it, and keeps the title: only one of them is offered.
    """
    found: dict[object, Fix] = {}
    for fix in fixes:
        if fix is not None:
            found.setdefault(fix.edits, fix)
    edits = [(fix.message, frozenset(fix.edits)) for fix in found.values()]
    distinct = [fix for fix in found.values() if not any(title == fix.message and more > frozenset(fix.edits) for title, more in edits)]
    messages = Counter(fix.message for fix in distinct)
    lines = Counter((fix.message, _line(code, fix)) for fix in distinct)
    for fix in found.values():
        if messages[fix.message] == 1:
            yield fix
            continue
        start = _start(fix)
        line = code.line_number(start)
        place = "" if ON_LINE in fix.message else on_line(code, start)
        column = f", column {start - code.line_start(start) + 1}" if lines[fix.message, line] > 1 else ""
        yield replace(fix, message=shortened(fix.message, LONGEST_TITLE - len(place + column)) + place + column)


def on_line(code: Code, offset: int) -> str:
    """Return the end of a title that names a line: " on line 17"; in a notebook with the cell."""
    position = code.source.position_of(offset)
    return f"{ON_LINE}{position.row}" + (f" of cell {position.cell}" if position.cell is not None else "")


def shortened(title: str, limit: int = 80) -> str:
    """Shorten a title to a limit, without cutting a piece of code in two."""
    if len(title) <= limit:
        return title
    cut = title[: limit + 1].rsplit(" ", 1)[0]
    return (cut.rsplit("`", 1)[0] if cut.count("`") % 2 else cut).rstrip()


def _start(fix: Fix) -> int:
    """Return the offset of the first insertion, or of the first edit if there is none."""
    return next((edit.start for edit in fix.edits if edit.text), fix.edits[0].start)


def _line(code: Code, fix: Fix) -> int:
    return code.line_number(_start(fix))
