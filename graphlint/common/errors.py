"""The errors of a run other than findings: each message names the file, the place and the remedy.

A `SyntaxProblem` becomes a GL000 finding; every other `GraphlintError` is printed to stderr and sets the exit status to 2.
"""

from __future__ import annotations


class GraphlintError(Exception):
    """The base of all errors that are reported in one sentence, never as a traceback."""


class UsageError(GraphlintError):
    """An invalid option, rule or command, or an invalid combination."""


class SettingsError(GraphlintError):
    """An unreadable settings file, or an invalid setting in one; the message names the file and the key."""


class UnreadableSource(GraphlintError):
    """A file that cannot be read or decoded."""

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(f"{path}: {problem}")
        self.path = path
        self.problem = problem


class NewerSyntax(GraphlintError):
    """A file with syntax of a later Python than the one that runs graphlint."""

    def __init__(self, path: str, line: int, feature: str, needed: str, running: str) -> None:
        super().__init__(
            f"{path}:{line}: {feature} is syntax of Python {needed}, and graphlint runs on Python {running}; "
            f"run graphlint under Python {needed} or newer to check this file"
        )
        self.path = path
        self.line = line


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
