"""Messages to the user: log lines, and pop-up messages that are each shown once."""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable

from lsprotocol import types

from graphlint.server.workers.messages import SettingsProblem

log = logging.getLogger("graphlint.server")

LEVELS = {
    logging.ERROR: types.MessageType.Error,
    logging.WARNING: types.MessageType.Warning,
    logging.INFO: types.MessageType.Info,
    logging.DEBUG: types.MessageType.Log,
}


class ClientLog(logging.Handler):
    """Log handler that sends records to the client."""

    def __init__(self, send: Callable[[types.LogMessageParams], None]) -> None:
        super().__init__()
        self._send = send

    def emit(self, record: logging.LogRecord) -> None:
        level = max((level for level in LEVELS if level <= record.levelno), default=logging.DEBUG)
        try:
            self._send(types.LogMessageParams(LEVELS[level], self.format(record)))
        except Exception:  # noqa: BLE001  a log record that cannot be sent must not raise where it was logged
            self.handleError(record)


class Notifier:
    """Shows messages to the user. Listeners receive each error in the settings, and are called when the settings have changed."""

    def __init__(self, show: Callable[[types.ShowMessageParams], None]) -> None:
        self._show = show
        self._shown: set[Hashable] = set()
        self.on_settings_problem: list[Callable[[SettingsProblem], None]] = []
        self.on_settings_change: list[Callable[[], None]] = []

    def failure(self, name: str, message: str, detail: str) -> None:
        """Report that a program could not be checked: in the log each time, as a message once per program.

        Args:
            name: the program.
            message: the reason.
            detail: the traceback of an internal error, or an empty string.
        """
        log.error("%s", message if not detail else f"{message}\n{detail}")
        if detail or message.startswith("internal error"):
            self._show_once(("failure", name), types.MessageType.Error, message)

    def settings_problem(self, problem: SettingsProblem) -> None:
        """Report an error in the settings, once for each change of them."""
        if self._show_once(("problem", problem.message), types.MessageType.Error, f"graphlint: {problem.message}"):
            log.warning("settings: %s", problem.message)
        for listener in self.on_settings_problem:
            listener(problem)

    def settings_changed(self) -> None:
        """Allow errors in the settings to be reported again."""
        self._shown = {key for key in self._shown if not (isinstance(key, tuple) and key[0] == "problem")}
        for listener in self.on_settings_change:
            listener()

    def _show_once(self, key: Hashable, kind: types.MessageType, message: str) -> bool:
        if key in self._shown:
            return False
        self._shown.add(key)
        self._show(types.ShowMessageParams(kind, message))
        return True
