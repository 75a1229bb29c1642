"""Start and end of a connection, and changes of the workspace folders."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Coroutine
from typing import Any

from lsprotocol import types

from graphlint.common.system import is_running
from graphlint.server.client_capabilities import read_client
from graphlint.server.features.did_change_configuration import ConfigurationSync
from graphlint.server.features.did_change_watched_files import WatchedFiles
from graphlint.server.positions import Encoding
from graphlint.server.protocol import Connection
from graphlint.server.session import Session
from graphlint.server.workers import messages

log = logging.getLogger("graphlint.server")

SECONDS_BETWEEN_CHECKS = 2.0


class Lifecycle:
    """Starts and ends a connection.

    Args:
        session: the connection's state.
        connection: the connection.
        configuration: reads the client's options.
        watched_files: registers the files to watch.
        on_start: called after the client is initialized.
    """

    def __init__(
        self,
        session: Session,
        connection: Connection,
        configuration: ConfigurationSync,
        watched_files: WatchedFiles,
        on_start: Callable[[], Coroutine[Any, Any, None]],
    ) -> None:
        self._session = session
        self._connection = connection
        self._configuration = configuration
        self._watched_files = watched_files
        self._on_start = on_start
        self._tasks: set[asyncio.Task[None]] = set()

    def initialize(self, params: types.InitializeParams) -> None:
        """Read the client's capabilities, folders and options."""
        if params.process_id is not None and self._connection.ends_with_client and is_running(params.process_id):
            self._start_task(self._end_with(params.process_id))
        self._session.client = read_client(params.capabilities)
        self._session.documents.encoding = Encoding(str(_value(self._connection.workspace.position_encoding)))
        if params.workspace_folders:
            for folder in params.workspace_folders:
                self._session.folders.add(folder.uri, folder.name)
        elif params.root_uri:
            self._session.folders.add(params.root_uri)
        self._configuration.start(params.initialization_options)
        if not self._session.client.pulls:
            # Remove the pull methods: a client without support for them receives pushed diagnostics.
            for method in (types.TEXT_DOCUMENT_DIAGNOSTIC, types.WORKSPACE_DIAGNOSTIC):
                self._connection.protocol.fm.features.pop(method, None)

    def initialized(self, params: types.InitializedParams) -> None:
        """Register for changes and request the configuration."""
        del params
        log.info("graphlint %s: %d workspace folders", self._connection.version, len(self._session.folders.all))
        self._start_task(self._start())

    async def folders_changed(self, params: types.DidChangeWorkspaceFoldersParams) -> None:
        """Add and remove workspace folders."""
        for folder in params.event.removed:
            self._session.folders.remove(folder.uri)
            self._session.workspaces.discard(folder.uri)
        if params.event.removed:
            # Changes in a removed folder are no longer reported.
            self._session.pool.broadcast(messages.FilesChanged(settings=True))
        for folder in params.event.added:
            self._session.folders.add(folder.uri, folder.name)
        self._watched_files.watch()
        self._session.scheduler.schedule_all()
        await self._configuration.fetch()

    def shutdown(self, params: None) -> None:
        """Stop all work before the client disconnects."""
        del params
        self._watched_files.stop()
        self._session.close()

    def exit(self, params: None) -> None:
        """Set the exit status: an exit without `shutdown` is an error of the client."""
        del params
        self._connection.exit_status = 0 if self._connection.protocol.was_shut_down else 1

    def _start_task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _end_with(self, process: int) -> None:
        """End the server when the client's process has ended: its end of the connection may stay open."""
        while is_running(process):
            await asyncio.sleep(SECONDS_BETWEEN_CHECKS)
        log.error("the client's process has ended")
        self._session.close()
        os._exit(1)

    async def _start(self) -> None:
        await self._register()
        self._watched_files.watch()
        await self._configuration.fetch()
        await self._on_start()

    async def _register(self) -> None:
        """Register dynamically for the notifications that require it."""
        registrations = [self._watched_files.registration()] if self._session.client.watches else []
        if self._session.client.registers_configuration:
            registrations.append(types.Registration("graphlint.config", types.WORKSPACE_DID_CHANGE_CONFIGURATION))
        if not registrations:
            return
        try:
            await self._connection.client_register_capability_async(types.RegistrationParams(registrations))
        except Exception as error:  # noqa: BLE001  after any error of the client, the notifications that it sends anyway still arrive
            log.warning("the client does not watch files: %s", error)


def _value(encoding: object) -> object:
    return getattr(encoding, "value", encoding)
