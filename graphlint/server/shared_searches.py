"""Searches that several requests share: one that is canceled and sent again at once continues the search instead of starting over.

Editors cancel a request for code actions whenever the cursor, the diagnostics or the trigger changes, and send the next one within
milliseconds. A worker goes on with a canceled request, so the next one would start from nothing in another worker.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine, Hashable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Answer = TypeVar("Answer")

# Seconds for which a search continues after its last request was canceled.
LINGER = 1.0


@dataclass(eq=False)
class _Search(Generic[Answer]):
    """A search in progress, what it is for, and the number of requests that wait for it."""

    subject: object
    task: asyncio.Task[Answer]
    waiters: int = 0

    def cancel_if_unused(self) -> None:
        if not self.waiters:
            self.task.cancel()


class SharedSearches(Generic[Answer]):
    """Searches in progress, at most one for each owner that new requests can join."""

    def __init__(self, linger: float = LINGER) -> None:
        self._linger = linger
        self._searches: dict[Hashable, _Search[Answer]] = {}

    async def answer(self, owner: Hashable, subject: object, start: Coroutine[Any, Any, Answer]) -> Answer:
        """Return the answer of the owner's search in progress if it is for an equal subject, else of a new one."""
        search = self._searches.get(owner)
        if search is None or search.task.done() or search.subject != subject:
            if search is not None:
                search.cancel_if_unused()
            search = self._searches[owner] = _Search(subject, asyncio.ensure_future(start))
            search.task.add_done_callback(lambda _: self._discard(owner))
        else:
            start.close()
        search.waiters += 1
        try:
            return await asyncio.shield(search.task)
        finally:
            search.waiters -= 1
            if not search.task.done():
                asyncio.get_running_loop().call_later(self._linger, search.cancel_if_unused)

    def _discard(self, owner: Hashable) -> None:
        """Forget the search of an owner if it has ended."""
        search = self._searches.get(owner)
        if search is not None and search.task.done():
            del self._searches[owner]
            with contextlib.suppress(asyncio.CancelledError):
                # Without a request that waits for it, an error would be reported as never retrieved.
                search.task.exception()
