"""The summaries of files by content, so that a file is summarized once, however often its tree is dropped and parsed again.

With a store, that holds across runs: a file that others import is then only parsed if its code is executed.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from typing import Protocol

from graphlint.project.file_summary import FileSummary

# A summary takes some 5 times the memory of its text, a tree 60 times.
SUMMARIES_OF_BYTES = 16_000_000


class SummaryStore(Protocol):
    """The summaries of earlier runs, by a digest of the text."""

    def get(self, key: str) -> FileSummary | None:
        """Return a summary; None if it is not known."""

    def add(self, key: str, summary: FileSummary) -> None:
        """Add a summary for later runs."""


class Summaries:
    """A cache of the summaries that were used last, for this many bytes of text, over a store of those of earlier runs."""

    def __init__(self, store: SummaryStore | None = None, max_bytes: int = SUMMARIES_OF_BYTES) -> None:
        self._store = store
        self._most = max_bytes
        self._size = 0
        self._found: OrderedDict[str, tuple[FileSummary, int]] = OrderedDict()

    def get(self, text: str, summarize: Callable[[], FileSummary]) -> FileSummary:
        """Return the summary of a text; compute it on first use."""
        data = text.encode("utf-8", "surrogatepass")
        key = hashlib.blake2b(data, digest_size=16).hexdigest()
        known = self._found.get(key)
        if known is not None:
            self._found.move_to_end(key)
            return known[0]
        made = self._store.get(key) if self._store is not None else None
        if made is None:
            made = summarize()
            if self._store is not None:
                self._store.add(key, made)
        self._found[key] = made, len(data)
        self._size += len(data)
        while self._size > self._most and len(self._found) > 1:
            self._size -= self._found.popitem(last=False)[1][1]
        return made
