"""Progress of long work, shown by the client, which may cancel it."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from lsprotocol import types

from graphlint.server.protocol import Connection
from graphlint.server.session import Session

# Seconds after which a client that does not say whether it shows progress is taken not to.
PATIENCE = 5


class Progress:
    """Tells the client how far work has come.

    Args:
        session: the connection's state.
        connection: the connection.
    """

    def __init__(self, session: Session, connection: Connection) -> None:
        self._session = session
        self._connection = connection
        self._running: dict[types.ProgressToken, asyncio.Task[object]] = {}

    @asynccontextmanager
    async def of(self, title: str, token: types.ProgressToken | None, wanted: bool) -> AsyncIterator[Callable[[int, int], None]]:
        """Show the progress of what is done in this block.

        Args:
            title: what is done.
            token: under which the client wants to be told; without one, it is asked to show a new progress.
            wanted: whether the work is worth a new one.

        Yields:
            A function that reports how many of how many are done.
        """
        if token is None and wanted and self._session.client.progress:
            token = await self._created()
        if token is None:
            yield _unseen
            return
        task = asyncio.current_task()
        if task is not None:
            self._running[token] = task
        progress = self._connection.work_done_progress
        progress.begin(token, types.WorkDoneProgressBegin(title=title, cancellable=True, percentage=0))

        def report(done: int, total: int) -> None:
            message, percentage = f"{done} of {total} files", 100 * done // max(total, 1)
            progress.report(token, types.WorkDoneProgressReport(message=message, cancellable=True, percentage=percentage))

        try:
            yield report
        finally:
            self._running.pop(token, None)
            progress.end(token, types.WorkDoneProgressEnd())
            progress.tokens.pop(token, None)

    def cancel(self, params: types.WorkDoneProgressCancelParams) -> None:
        """The client has cancelled some work."""
        task = self._running.get(params.token)
        if task is not None:
            task.cancel()

    async def _created(self) -> types.ProgressToken | None:
        """A token for a new progress; None where the client refuses it."""
        token = str(uuid.uuid4())
        try:
            await asyncio.wait_for(self._connection.work_done_progress.create_async(token), PATIENCE)
        except Exception:  # noqa: BLE001  whatever the client answers, the work itself goes on
            return None
        return token


def _unseen(done: int, total: int) -> None:
    """Progress that nobody sees."""
    del done, total
