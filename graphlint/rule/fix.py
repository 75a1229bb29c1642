"""What a fix is: edits of one file's text, with how far they can be trusted; and how several are told apart."""

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
    """How far a fix can be trusted.

    A safe one keeps what the program computes, values and gradients, or ends an error that nothing can depend on. An unsafe one may
    change what is computed, often on purpose. One for display shows what to do, and is for people to finish.
    """

    SAFE = "safe"
    UNSAFE = "unsafe"
    DISPLAY = "display"


@dataclass(frozen=True, slots=True)
class Fix:
    """One way to take a finding away: what it does, in the imperative, and its edits, which do not overlap, in their order.

    `uncovers` says that the statement raises as it is and can have no other meaning than the one that it is given: what comes to light
    behind it was hidden by the error, and is not brought by the fix.
    """

    message: str
    applicability: Applicability
    edits: tuple[Edit, ...]
    uncovers: bool = False

    @classmethod
    def of(cls, message: str, applicability: Applicability, *groups: Iterable[Edit] | None, uncovers: bool = False) -> Fix | None:
        """A fix of several groups of edits; None where one of them cannot be made, or two overlap.

        Args:
            message: what it does.
            applicability: how far it can be trusted.
            groups: the edits, None for what could not be made.
            uncovers: whether the statement raises as it is, and this is the one meaning that it can have.
        """
        edits: list[Edit] = []
        for group in groups:
            if group is None:
                return None
            edits.extend(group)
        edits.sort(key=lambda edit: (edit.start, edit.end))
        apart = all(one.end <= two.start for one, two in itertools.pairwise(edits))
        return cls(message, applicability, tuple(edits), uncovers) if edits and apart else None


def distinct_fixes(code: Code, fixes: Iterable[Fix | None]) -> Iterator[Fix]:
    """Proposals, each edit once; a title that several have names the line, and the column where the line is the same.

    Args:
        code: the file.
        fixes: the proposals, the preferred one first.
    """
    found: dict[object, Fix] = {}
    for fix in fixes:
        if fix is not None:
            found.setdefault(fix.edits, fix)
    messages = Counter(fix.message for fix in found.values())
    lines = Counter((fix.message, _line(code, fix)) for fix in found.values())
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
    """The end of a title that names a line: " on line 17"; in a notebook with the cell."""
    position = code.source.position_of(offset)
    return f"{ON_LINE}{position.row}" + (f" of cell {position.cell}" if position.cell is not None else "")


def shortened(title: str, limit: int = 80) -> str:
    """A title that fits a limit, with no piece of code cut in two."""
    if len(title) <= limit:
        return title
    cut = title[: limit + 1].rsplit(" ", 1)[0]
    return (cut.rsplit("`", 1)[0] if cut.count("`") % 2 else cut).rstrip()


def _start(fix: Fix) -> int:
    """Where a fix first puts something in, or else where it first changes something."""
    return next((edit.start for edit in fix.edits if edit.text), fix.edits[0].start)


def _line(code: Code, fix: Fix) -> int:
    return code.line_number(_start(fix))
