"""The summaries of files by content, so that a file is summarized once, however often its tree is dropped and parsed again."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable

from graphlint.project.file_summary import FileSummary

# A summary takes some 5 times the memory of its text, a tree 60 times.
SUMMARIES_OF_BYTES = 16_000_000


class Summaries:
    """A cache of the summaries that were used last, for this many bytes of text."""

    def __init__(self, max_bytes: int = SUMMARIES_OF_BYTES) -> None:
        self._most = max_bytes
        self._size = 0
        self._found: OrderedDict[bytes, tuple[FileSummary, int]] = OrderedDict()

    def get(self, text: str, summarize: Callable[[], FileSummary]) -> FileSummary:
        """Return the summary of a text; compute it on first use."""
        data = text.encode("utf-8", "surrogatepass")
        key = hashlib.blake2b(data, digest_size=16).digest()
        known = self._found.get(key)
        if known is not None:
            self._found.move_to_end(key)
            return known[0]
        made = summarize()
        self._found[key] = made, len(data)
        self._size += len(data)
        while self._size > self._most and len(self._found) > 1:
            self._size -= self._found.popitem(last=False)[1][1]
        return made
