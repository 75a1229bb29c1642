"""Numbers of things, in words."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """Return a number and its noun, in the plural unless there is one."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
