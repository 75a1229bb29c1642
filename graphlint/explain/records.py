"""The content of a traceback: the errors in a text, each with its frames."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame: its file as printed, its line from 1, its function and its source line, as far as the traceback shows them.

    `cell` is the execution count of a notebook's cell, in which the line is counted; the file is then empty. `lines` are the other source
    lines that IPython prints around it, by number.
    """

    path: str
    line: int
    function: str = ""
    text: str = ""
    cell: int | None = None
    lines: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class RaisedError:
    """One exception of a traceback: the name of its class, its message, its notes included, and its frames, outermost first."""

    kind: str
    message: str
    frames: tuple[Frame, ...]

    @property
    def headline(self) -> str:
        """The exception as Python prints it, without the further lines of its message."""
        first = self.message.partition("\n")[0]
        return f"{self.kind}: {first}" if first else self.kind


@dataclass(frozen=True, slots=True)
class ForwardTrace:
    """The forward call that anomaly mode prints for the operation whose backward failed."""

    operation: str
    frames: tuple[Frame, ...]


@dataclass(frozen=True, slots=True)
class TracebackText:
    """Everything that a text says about exceptions, in its order."""

    errors: tuple[RaisedError, ...]
    forward: ForwardTrace | None = None
