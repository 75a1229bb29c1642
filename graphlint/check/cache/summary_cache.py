"""The summaries of files across runs, by content: a file that a changed file imports need not be parsed again to know what it states."""

from __future__ import annotations

import json
from collections.abc import Mapping

from graphlint.check.cache.identity import linter_digest
from graphlint.check.cache.json_records import RecordError, decode, encode
from graphlint.check.cache.store import Store
from graphlint.common.timing import Phase, Stopwatch
from graphlint.project.file_summary import FileSummary
from graphlint.source.parsers import Parser

# A summary takes about as many bytes as its text. Older ones are dropped first.
MOST_BYTES = 64_000_000


class SummaryCache:
    """The summaries of earlier runs, and those that this process adds. A file of the cache has a line for each: the digest, and JSON.

    Args:
        folder: the cache folder.
        parser: the parser of all files: what one refuses, another may accept.
    """

    def __init__(self, folder: str, parser: Parser, watch: Stopwatch) -> None:
        self._store = Store(folder, "summaries", f"{linter_digest()} {parser.value}")
        self._watch = watch
        self._known: dict[str, bytes] | None = None
        self._added: dict[str, bytes] = {}

    def get(self, key: str) -> FileSummary | None:
        """Return the summary of an earlier run; None if there is none."""
        with self._watch.phase(Phase.CACHE):
            summary = self._load().get(key)
            try:
                return None if summary is None else decode(FileSummary, json.loads(summary))
            except (RecordError, ValueError, RecursionError):
                return None

    def add(self, key: str, summary: FileSummary) -> None:
        """Add a summary; `take_added` returns it."""
        if self._store.usable:
            with self._watch.phase(Phase.CACHE):
                self._added[key] = json.dumps(encode(summary), separators=(",", ":")).encode()

    def take_added(self) -> dict[str, bytes]:
        """Return what was added since the last call, for the process that saves it."""
        added, self._added = self._added, {}
        return added

    def save(self, added: Mapping[str, bytes]) -> None:
        """Save summaries together with those of earlier runs."""
        if not added:
            return
        entries = [*self._load().items(), *added.items()]
        size = sum(len(entry) for _, entry in entries)
        first = 0
        while size > MOST_BYTES:
            size -= len(entries[first][1])
            first += 1
        self._store.save_bytes(b"\n".join(key.encode() + b" " + entry for key, entry in entries[first:]))

    def _load(self) -> dict[str, bytes]:
        if self._known is None:
            lines = (line.partition(b" ") for line in (self._store.load_bytes() or b"").split(b"\n"))
            # What is damaged is found under no digest.
            self._known = {key.decode("ascii", "replace"): entry for key, _, entry in lines if entry}
        return self._known
