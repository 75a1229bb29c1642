"""What can go wrong besides the findings: each error names the file, the place and the remedy.

A `SyntaxProblem` becomes a GL000 finding; every `GraphlintError` is told on stderr and makes the exit status 2.
"""

from __future__ import annotations


class GraphlintError(Exception):
    """The base of all errors that are told to the user in one sentence, never as a traceback."""


class UsageError(GraphlintError):
    """An option, a rule or a command that does not exist or cannot be had in this combination."""


class SettingsError(GraphlintError):
    """A settings file that cannot be read, or in which something is no setting; the message names the file and the key."""


class UnreadableSource(GraphlintError):
    """A file that cannot be read or decoded.

    Args:
        path: the file, as displayed.
        problem: what is wrong, with its place in the file where it has one, and what to do about it.
    """

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(f"{path}: {problem}")
        self.path = path
        self.problem = problem


class NewerSyntax(GraphlintError):
    """A file in the syntax of a later Python than the one that runs graphlint.

    Args:
        path: the file, as displayed.
        line: the line that the running Python does not understand, from 1.
        feature: what stands there.
        needed: the first Python that has it, as "3.12".
        running: the Python that runs graphlint, as "3.11".
    """

    def __init__(self, path: str, line: int, feature: str, needed: str, running: str) -> None:
        super().__init__(
            f"{path}:{line}: {feature} is syntax of Python {needed}, and graphlint runs on Python {running}; "
            f"run graphlint under Python {needed} or newer to check this file"
        )
        self.path = path
        self.line = line


class SyntaxProblem(Exception):
    """A file that does not parse: what GL000 is made of.

    Args:
        path: the file, as displayed.
        line: the line, from 1.
        column: the column, from 0, in UTF-8 bytes, as everywhere in a `Site`.
        message: what is wrong, in Python's words where they are good.
    """

    def __init__(self, path: str, line: int, column: int, message: str) -> None:
        super().__init__(f"{path}:{line}:{column}: {message}")
        self.path = path
        self.line = line
        self.column = column
        self.message = message


class Terminated(KeyboardInterrupt):
    """The process was asked to end by another signal than that of Ctrl-C.

    Args:
        number: the signal.
    """

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number
