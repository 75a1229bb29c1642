"""The suppressions of a file by the rows that they cover, so that a file of thousands is filtered in linear time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from graphlint.check.suppression.comments import Scope, Suppression

# A group that covers more rows is not listed under each of them: a file has few such statements.
MOST_LISTED_ROWS = 64


class RowGroups:
    """Groups of suppressions: those in a group cover the same rows.

    `of` holds the group of each suppression.
    """

    def __init__(self, suppressions: Sequence[Suppression]) -> None:
        numbers: dict[tuple[int, int] | None, int] = {}
        self.of = [numbers.setdefault(None if item.scope is Scope.FILE else item.rows, len(numbers)) for item in suppressions]
        self._of_file = [numbers[None]] if None in numbers else []
        self._by_row: dict[int, list[int]] = defaultdict(list)
        self._long: list[tuple[int, int, int]] = []
        for rows, group in numbers.items():
            if rows is None:
                continue
            first, last = rows
            if last - first < MOST_LISTED_ROWS:
                for row in range(first, last + 1):
                    self._by_row[row].append(group)
            else:
                self._long.append((first, last, group))

    def covering(self, row: int) -> list[int]:
        """Return the groups that apply to findings that begin in a row."""
        return [*self._of_file, *self._by_row.get(row, ()), *(group for first, last, group in self._long if first <= row <= last)]
