"""Client configuration: sent at the start, after changes, and for each workspace folder."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from lsprotocol import types

from graphlint.server.client_options import SECTION, Options, read_options
from graphlint.server.session import Session
from graphlint.server.workers import messages

log = logging.getLogger("graphlint.server")


class ConfigurationSync:
    """Keeps the options as the client has them.

    Args:
        session: the connection.
        ask: requests the client's configuration.
        on_change: called after options have changed.
    """

    def __init__(
        self,
        session: Session,
        request_configuration: Callable[[types.ConfigurationParams], Awaitable[Sequence[Any]]],
        on_change: Callable[[], None],
    ) -> None:
        self._session = session
        self._request_configuration = request_configuration
        self._on_change = on_change

    def start(self, sent: object) -> None:
        """Read the initialization options.

        Args:
            sent: the options for all folders, or an object with `settings` and `globalSettings`. `settings` is either the options for all
                folders or
                a list with the options of each folder and its URI as `workspace`; `globalSettings` are then the options for all.
        """
        settings = sent.get("settings", sent) if isinstance(sent, dict) else sent
        if not isinstance(settings, list):
            self._set_common(read_options(settings))
            return
        self._set_common(read_options(sent.get("globalSettings") if isinstance(sent, dict) else None))
        for item in settings:
            if isinstance(item, dict) and isinstance(item.get("workspace"), str):
                self._session.folders.set_options(item["workspace"], self._report_problems(read_options(item)))

    async def change(self, params: types.DidChangeConfigurationParams) -> None:
        """Read a changed configuration."""
        if self._session.client.configuration:
            await self.fetch()
            return
        if params.settings is not None:
            self._set_common(read_options(params.settings))
        self._on_options_change()

    async def fetch(self) -> None:
        """Request the configuration of every folder, if the client supports that."""
        if not self._session.client.configuration:
            return
        folders = self._session.folders.all
        items = [types.ConfigurationItem(section=SECTION), *(types.ConfigurationItem(folder.uri, SECTION) for folder in folders)]
        try:
            answer = list(await self._request_configuration(types.ConfigurationParams(items)))
        except Exception as error:  # noqa: BLE001  after any error of the client, the previous options remain valid
            log.warning("the client did not return its configuration: %s", error)
            return
        before = (self._session.folders.common, [self._session.folders.options(folder) for folder in folders])
        # Null means that the client has no such section: the initialization options remain valid.
        if answer and answer[0] is not None:
            self._set_common(read_options(answer[0]))
        for folder, item in zip(folders, answer[1:], strict=False):
            if item is not None:
                self._session.folders.set_options(folder.uri, self._report_problems(read_options(item)))
        if before != (self._session.folders.common, [self._session.folders.options(folder) for folder in folders]):
            self._on_options_change()

    def _set_common(self, options: Options) -> None:
        self._session.folders.common = self._report_problems(options)
        logging.getLogger("graphlint").setLevel(options.level)

    def _report_problems(self, options: Options) -> Options:
        for problem in options.problems:
            self._session.notifier.settings_problem(messages.SettingsProblem(problem))
        return options

    def _on_options_change(self) -> None:
        self._session.notifier.settings_changed()
        self._session.pool.broadcast(messages.FilesChanged(settings=True))
        self._on_change()
