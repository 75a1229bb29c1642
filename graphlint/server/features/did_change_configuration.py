"""What the client sets: at the start, when it changes, and for each workspace folder."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from lsprotocol import types

from graphlint.server.client_options import SECTION, Options, options_of
from graphlint.server.session import Session
from graphlint.server.workers import messages

log = logging.getLogger("graphlint.server")


class Configuring:
    """Keeps the options as the client has them.

    Args:
        session: the connection.
        ask: asks the client for its configuration.
        on_change: is called when options have changed.
    """

    def __init__(
        self,
        session: Session,
        ask: Callable[[types.ConfigurationParams], Awaitable[Sequence[Any]]],
        on_change: Callable[[], None],
    ) -> None:
        self._session = session
        self._ask = ask
        self._on_change = on_change

    def start(self, told: object) -> None:
        """Take what the client says when it starts.

        Args:
            told: its initialization options. `settings` may hold what is set for all folders, or be a list of what is set for each, which
                `workspace` names by its address; `globalSettings` is then what is set for all.
        """
        inner = told.get("settings", told) if isinstance(told, dict) else told
        if not isinstance(inner, list):
            self._set_common(options_of(inner))
            return
        self._set_common(options_of(told.get("globalSettings") if isinstance(told, dict) else None))
        for item in inner:
            if isinstance(item, dict) and isinstance(item.get("workspace"), str):
                self._session.folders.set_options(item["workspace"], self._good(options_of(item)))

    async def change(self, params: types.DidChangeConfigurationParams) -> None:
        """The client's configuration has changed."""
        if self._session.client.configuration:
            await self.fetch()
            return
        if params.settings is not None:
            self._set_common(options_of(params.settings))
        self._changed()

    async def fetch(self) -> None:
        """Ask the client for the configuration of every folder, where it can be asked."""
        if not self._session.client.configuration:
            return
        folders = self._session.folders.all
        items = [types.ConfigurationItem(section=SECTION), *(types.ConfigurationItem(folder.uri, SECTION) for folder in folders)]
        try:
            told = list(await self._ask(types.ConfigurationParams(items)))
        except Exception as error:  # noqa: BLE001  whatever the client answers, what it said before still holds
            log.warning("the client gives no configuration: %s", error)
            return
        before = (self._session.folders.common, [self._session.folders.options(folder) for folder in folders])
        # A client without such a section answers null: what it said at the start holds then.
        if told and told[0] is not None:
            self._set_common(options_of(told[0]))
        for folder, item in zip(folders, told[1:], strict=False):
            if item is not None:
                self._session.folders.set_options(folder.uri, self._good(options_of(item)))
        if before != (self._session.folders.common, [self._session.folders.options(folder) for folder in folders]):
            self._changed()

    def _set_common(self, options: Options) -> None:
        self._session.folders.common = self._good(options)
        logging.getLogger("graphlint").setLevel(options.level)

    def _good(self, options: Options) -> Options:
        for problem in options.problems:
            self._session.notices.problem(problem)
        return options

    def _changed(self) -> None:
        self._session.notices.settings_changed()
        self._session.pool.tell(messages.Changed(settings=True))
        self._on_change()
