"""Searches of a file's bytes that decide whether its code is worth a look. Each finds more than the code states, never less."""

from __future__ import annotations

import re

_CALL = re.compile(rb"(\w+)[\s\\]*\(")
SWITCHES = (b"no_grad", b"inference_mode", b"set_grad_enabled")
_NOT_PROSE = rb"\b(?![ \t]+(?!(?:if|for|else|and|or|in|is|not|as|import|async)\b)\w)"
"""The end of a word that may be a name of the code: another word that follows in the line is one of Python's keywords."""


def may_name(data: bytes, name: str) -> bool:
    """Return True if a name may occur in the code of a file, and not only within other words or in prose."""
    word = name.encode()
    return word in data and (not name.isascii() or re.search(rb"\b" + re.escape(word) + _NOT_PROSE, data) is not None)


def switches_grad_mode(data: bytes) -> bool:
    """Return True if a file mentions a grad mode switch."""
    return any(word in data for word in SWITCHES)


def calls_if_switching_grad_mode(data: bytes) -> frozenset[str]:
    """Return the names that a file may call if it mentions a grad mode switch; otherwise none."""
    if not switches_grad_mode(data):
        return frozenset()
    return frozenset(name.decode("utf-8", "replace") for name in _CALL.findall(data))
