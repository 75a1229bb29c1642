"""Numbers in text that others have written: Python refuses to convert one of thousands of digits."""

from __future__ import annotations


def read_number(text: str, most: int) -> int | None:
    """Return the decimal number that a text of ASCII digits holds; None for any other text, and for a number above `most`."""
    digits = text.lstrip("0")
    if not text.isascii() or not text.isdigit() or len(digits) > len(str(most)):
        return None
    number = int(digits or "0")
    return number if number <= most else None
