"""What is said to the person at the editor: lines of the log, and now and then a message, each only once."""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable

from lsprotocol import types

log = logging.getLogger("graphlint.server")

LEVELS = {
    logging.ERROR: types.MessageType.Error,
    logging.WARNING: types.MessageType.Warning,
    logging.INFO: types.MessageType.Info,
    logging.DEBUG: types.MessageType.Log,
}


class ClientLog(logging.Handler):
    """Sends lines of the log to the client.

    Args:
        send: sends one.
    """

    def __init__(self, send: Callable[[types.LogMessageParams], None]) -> None:
        super().__init__()
        self._send = send

    def emit(self, record: logging.LogRecord) -> None:
        """Send a line."""
        level = max((level for level in LEVELS if level <= record.levelno), default=logging.DEBUG)
        try:
            self._send(types.LogMessageParams(LEVELS[level], self.format(record)))
        except Exception:  # noqa: BLE001  a log that cannot be sent must not end what it tells of
            self.handleError(record)


class Notices:
    """Messages to the person at the editor.

    Args:
        show: shows one.
    """

    def __init__(self, show: Callable[[types.ShowMessageParams], None]) -> None:
        self._show = show
        self._told: set[Hashable] = set()

    def failure(self, name: str, message: str, detail: str) -> None:
        """Tell that a program could not be checked: a line of the log each time, a message once a program.

        Args:
            name: the program.
            message: what went wrong.
            detail: a traceback, where it was graphlint's own fault.
        """
        log.error("%s", message if not detail else f"{message}\n{detail}")
        if detail or message.startswith("internal error"):
            self._once(("failure", name), types.MessageType.Error, message)

    def problem(self, message: str) -> None:
        """Tell what is wrong with the settings, once for each change of them.

        Args:
            message: what is wrong.
        """
        if self._once(("problem", message), types.MessageType.Error, f"graphlint: {message}"):
            log.warning("settings: %s", message)

    def settings_changed(self) -> None:
        """What was wrong with the settings may be told again."""
        self._told = {key for key in self._told if not (isinstance(key, tuple) and key[0] == "problem")}

    def _once(self, key: Hashable, kind: types.MessageType, message: str) -> bool:
        if key in self._told:
            return False
        self._told.add(key)
        self._show(types.ShowMessageParams(kind, message))
        return True
