"""Hooks that can be taken off again."""

from __future__ import annotations

import itertools
from typing import Any

_IDS = itertools.count()


class RemovableHandle:
    """Holds a hook's place in a table of hooks."""

    def __init__(self, table: dict[int, Any], hook: Any) -> None:
        self.table, self.id = table, next(_IDS)
        table[self.id] = hook

    def remove(self) -> None:
        """Take the hook off."""
        self.table.pop(self.id, None)

    def __enter__(self) -> RemovableHandle:
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()
