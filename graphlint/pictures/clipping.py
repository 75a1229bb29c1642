"""Texts that fit into some columns: cut between words, around the part that matters."""

from __future__ import annotations

import unicodedata


def width(text: str) -> int:
    """Return the columns that a text takes: wide characters take two, combining ones none."""
    return sum(0 if unicodedata.combining(each) else 2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in text)


def clipped(text: str, most: int, focus: str = "") -> str:
    """Return a text that fits into some columns.

    Args:
        focus: the part of the text that is shown, with the beginning of the text before it.
    """
    if width(text) <= most:
        return text
    start = text.find(focus) if focus else -1
    if start < 0 or width(text[: start + len(focus)]) < most:
        return f"{_beginning(text, most - 1).rstrip(' ,')}…"
    rest = clipped(text[start:], max(most * 2 // 3, most - width(text[:start])))
    if width(text[:start]) + width(rest) <= most:
        return text[:start] + rest
    return f"{_beginning(text[:start], most - width(rest) - 1).rstrip(' ,')}…{rest}"


def _beginning(text: str, most: int) -> str:
    """Return the beginning of a text in at most some columns, to the end of a word if it has more than one."""
    end = used = 0
    for each in text:
        used += width(each)
        if used > most:
            break
        end += 1
    cut = end
    while 0 < cut < len(text) and _is_in_word(text, cut):
        cut -= 1
    return text[: cut or end]


def _is_in_word(text: str, index: int) -> bool:
    before, after = text[index - 1], text[index]
    return (before.isalnum() or before == "_") and (after.isalnum() or after == "_")
