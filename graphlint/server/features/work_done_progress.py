"""Progress of long operations, displayed by the client, which may cancel them."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from lsprotocol import types

from graphlint.server.protocol import Connection
from graphlint.server.session import Session

# Seconds to wait for the client to create a progress token.
TOKEN_TIMEOUT = 5


class Progress:
    """Reports the progress of long operations to the client."""

    def __init__(self, session: Session, connection: Connection) -> None:
        self._session = session
        self._connection = connection
        self._running: dict[types.ProgressToken, asyncio.Task[object]] = {}

    @asynccontextmanager
    async def show(self, title: str, token: types.ProgressToken | None, is_long: bool) -> AsyncIterator[Callable[[int, int], None]]:
        """Show the progress of the operation in the `with` block.

        Args:
            title: name of the operation.
            token: the client's progress token; None to create one.
            is_long: whether the operation is worth a new token.

        Yields:
            A function that reports the numbers of finished and of all files.
        """
        if token is None and is_long and self._session.client.progress:
            token = await self._create_token()
        if token is None:
            yield _ignore
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
        """Cancel an operation on the client's request."""
        task = self._running.get(params.token)
        if task is not None:
            task.cancel()

    async def _create_token(self) -> types.ProgressToken | None:
        """Create a progress token; None if the client rejects it."""
        token = str(uuid.uuid4())
        try:
            await asyncio.wait_for(self._connection.work_done_progress.create_async(token), TOKEN_TIMEOUT)
        except Exception:  # noqa: BLE001  after any error of the client, the operation runs without progress
            return None
        return token


def _ignore(done: int, total: int) -> None:
    del done, total
