"""The errors of a run other than findings: each message names the file, the place and the remedy.

A `SyntaxProblem` becomes a GL000 finding; every other `GraphlintError` is printed to stderr and sets the exit status to 2.
"""

from __future__ import annotations

from typing import NamedTuple


class GraphlintError(Exception):
    """The base of all errors that are reported in one sentence, never as a traceback."""


class UsageError(GraphlintError):
    """An invalid option, rule or command, or an invalid combination."""


class SettingsPlace(NamedTuple):
    """The place of an error in a settings file: the absolute path, the row from 1, and the error without them."""

    path: str
    row: int
    message: str


class SettingsError(GraphlintError):
    """An unreadable settings file, or an invalid setting in one; the message names the file and the key."""

    def __init__(self, message: str, places: tuple[SettingsPlace, ...] = ()) -> None:
        super().__init__(message)
        self.places = places


class UnreadableSource(GraphlintError):
    """A file that cannot be read or decoded."""

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(f"{path}: {problem}")
        self.path = path
        self.problem = problem


class SyntaxProblem(Exception):
    """A file that does not parse, reported as GL000."""

    def __init__(self, path: str, line: int, column: int, message: str) -> None:
        super().__init__(f"{path}:{line}:{column}: {message}")
        self.path = path
        self.line = line
        self.column = column
        self.message = message


class Terminated(KeyboardInterrupt):
    """The process received a termination signal other than Ctrl-C."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number
