"""Proposals told apart: no edit twice, no two messages alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from graphlint.fixes.code import Code
from graphlint.fixes.model import Fix


def distinct(code: Code, fixes: Iterable[Fix | None]) -> Iterator[Fix]:
    """Proposals, each edit once; a message that several have tells the line, and the column where the line is the same.

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
        line = _line(code, fix)
        place = f"{line}:{_start(fix) - code.line_start(_start(fix)) + 1}" if lines[fix.message, line] > 1 else f"{line}"
        yield replace(fix, message=f"{fix.message[: 72 - len(place)]}, line {place}")


def _start(fix: Fix) -> int:
    """Where a fix first puts something in, or else where it first changes something."""
    return next((edit.start for edit in fix.edits if edit.text), fix.edits[0].start)


def _line(code: Code, fix: Fix) -> int:
    return code.line_number(_start(fix))
