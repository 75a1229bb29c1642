"""A table of the texts that are remembered: the same paths are missed, and read, by hundreds of files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graphlint.check.cache.json_records import RecordError


class Words:
    """Texts by number.

    Args:
        words: those that are known, in the order of their numbers.
    """

    def __init__(self, words: Sequence[str] = ()) -> None:
        self._words = list(words)
        self._numbers = {word: number for number, word in enumerate(self._words)}

    @property
    def all(self) -> list[str]:
        """All of them, in the order of their numbers."""
        return self._words

    def numbers(self, words: Iterable[str]) -> list[int]:
        """The numbers of texts; those that are new get the next.

        Args:
            words: the texts.
        """
        found = []
        for word in words:
            number = self._numbers.get(word)
            if number is None:
                number = self._numbers[word] = len(self._words)
                self._words.append(word)
            found.append(number)
        return found

    def texts(self, numbers: object) -> list[str]:
        """The texts of numbers.

        Args:
            numbers: what was read in place of a list of them.

        Raises:
            RecordError: if it is none, or one stands for no text.
        """
        if not isinstance(numbers, list) or set(map(type, numbers)) - {int} or (numbers and min(numbers) < 0):
            raise RecordError("a list of numbers expected")
        try:
            return [self._words[number] for number in numbers]
        except IndexError:
            raise RecordError("a number that stands for no text") from None
