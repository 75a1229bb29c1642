"""A table of strings by index: hundreds of files read, and miss, the same paths."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graphlint.check.cache.json_records import RecordError


class StringTable:
    """Strings by index."""

    def __init__(self, strings: Sequence[str] = ()) -> None:
        self._strings = list(strings)
        self._numbers = {text: number for number, text in enumerate(self._strings)}

    @property
    def all(self) -> list[str]:
        """All strings, in the order of their indices."""
        return self._strings

    def numbers(self, strings: Iterable[str]) -> list[int]:
        """Return the indices of strings; new strings are appended."""
        found = []
        for text in strings:
            number = self._numbers.get(text)
            if number is None:
                number = self._numbers[text] = len(self._strings)
                self._strings.append(text)
            found.append(number)
        return found

    def texts(self, numbers: object) -> list[str]:
        """Return the strings of a list of indices.

        Raises:
            RecordError: if it is none, or one stands for no text.
        """
        if not isinstance(numbers, list) or set(map(type, numbers)) - {int} or (numbers and min(numbers) < 0):
            raise RecordError("a list of numbers expected")
        try:
            return [self._strings[number] for number in numbers]
        except IndexError:
            raise RecordError("a number that stands for no text") from None
