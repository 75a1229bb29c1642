"""The beginning and the end of a connection, and the workspace folders in between."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from lsprotocol import types

from graphlint.server.client_capabilities import client_of
from graphlint.server.features.did_change_configuration import Configuring
from graphlint.server.features.did_change_watched_files import Watching
from graphlint.server.positions import Encoding
from graphlint.server.protocol import Connection
from graphlint.server.session import Session
from graphlint.server.workers import messages

log = logging.getLogger("graphlint.server")


class Lifecycle:
    """Starts and ends a connection.

    Args:
        session: the connection's state.
        connection: the connection.
        configuring: keeps the options.
        watching: says what the client is to watch.
        on_start: the tasks that are started with the connection.
    """

    def __init__(
        self,
        session: Session,
        connection: Connection,
        configuring: Configuring,
        watching: Watching,
        on_start: Callable[[], Coroutine[Any, Any, None]],
    ) -> None:
        self._session = session
        self._connection = connection
        self._configuring = configuring
        self._watching = watching
        self._on_start = on_start
        self._tasks: set[asyncio.Task[None]] = set()

    def initialize(self, params: types.InitializeParams) -> None:
        """Learn who the client is."""
        self._session.client = client_of(params.capabilities)
        self._session.documents.encoding = Encoding(str(_value(self._connection.workspace.position_encoding)))
        if params.workspace_folders:
            for folder in params.workspace_folders:
                self._session.folders.add(folder.uri, folder.name)
        elif params.root_uri:
            self._session.folders.add(params.root_uri)
        self._configuring.start(params.initialization_options)
        if not self._session.client.pulls:
            # What is not offered is not asked for: this client is sent its diagnostics.
            for method in (types.TEXT_DOCUMENT_DIAGNOSTIC, types.WORKSPACE_DIAGNOSTIC):
                self._connection.protocol.fm.features.pop(method, None)

    def initialized(self, params: types.InitializedParams) -> None:
        """The client is ready to be asked."""
        del params
        log.info("graphlint %s serves %d workspace folders", self._connection.version, len(self._session.folders.all))
        task = asyncio.get_running_loop().create_task(self._start())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def folders_changed(self, params: types.DidChangeWorkspaceFoldersParams) -> None:
        """Workspace folders were added or taken away."""
        for folder in params.event.removed:
            self._session.folders.remove(folder.uri)
            self._session.workspaces.forget(folder.uri)
        if params.event.removed:
            # Nobody tells any more of what changes there.
            self._session.pool.tell(messages.Changed(settings=True))
        for folder in params.event.added:
            self._session.folders.add(folder.uri, folder.name)
        self._watching.watch()
        self._session.checks.touch_all()
        await self._configuring.fetch()

    def shutdown(self, params: None) -> None:
        """The client is about to leave."""
        del params
        self._watching.end()
        self._session.close()

    async def _start(self) -> None:
        await self._register()
        self._watching.watch()
        await self._configuring.fetch()
        await self._on_start()

    async def _register(self) -> None:
        """Ask for what has to be asked for."""
        wanted = [self._watching.registration()] if self._session.client.watches else []
        if self._session.client.registers_configuration:
            wanted.append(types.Registration("graphlint.config", types.WORKSPACE_DID_CHANGE_CONFIGURATION))
        if not wanted:
            return
        try:
            await self._connection.client_register_capability_async(types.RegistrationParams(wanted))
        except Exception as error:  # noqa: BLE001  whatever the client answers, what it sends by itself is still heard
            log.warning("the client watches no files: %s", error)


def _value(encoding: object) -> object:
    return getattr(encoding, "value", encoding)
