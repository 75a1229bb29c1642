"""The order for the process that runs a program, and the end of the program."""

from __future__ import annotations

import dataclasses
import enum
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any


class Emitter(enum.Enum):
    """The library that executes the program."""

    TORCH = "torch"
    SHIM = "shim"


@dataclass(frozen=True)
class Order:
    """A program to run: a script or a module, with its arguments, its limits, and the file for its trace.

    `text` replaces the content of the script, for a notebook. `folders` are those of the project, as absolute paths. Limits of 0 are none.
    `asks` makes the process ask at the ends of loops if every finding is decided, and end the program if so.
    """

    trace: str
    emitter: Emitter = Emitter.SHIM
    script: str = ""
    module: str = ""
    text: str | None = None
    arguments: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    steps: int = 0
    seconds: float = 0
    memory: int = 0
    asks: bool = False

    def write(self, path: Path) -> None:
        """Write the order as JSON."""
        path.write_text(json.dumps({**dataclasses.asdict(self), "emitter": self.emitter.value}), encoding="utf-8")

    @classmethod
    def read(cls, path: Path) -> Order:
        """Read an order."""
        content = json.loads(path.read_text(encoding="utf-8"))
        content |= {"emitter": Emitter(content["emitter"])}
        return cls(**{**content, "arguments": tuple(content["arguments"]), "folders": tuple(content["folders"])})


@dataclass(frozen=True)
class Ending:
    """The end of a program: an error with the line of the program that raised it, a limit, or an exit status; all empty at its end.

    `decided` is True if the program was ended as every finding is decided. `failure` is an error of the recorder: the trace is useless.
    """

    error: str = ""
    message: str = ""
    path: str = ""
    line: int = 0
    traceback: str = ""
    limit: str = ""
    decided: bool = False
    status: int = 0
    failure: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the ending as an object that JSON can hold."""
        return dataclasses.asdict(self)

    @classmethod
    def from_json(cls, content: Any) -> Ending:
        """Return the ending in a trace.

        Raises:
            ValueError: if it has other fields.
        """
        try:
            return cls(**content)
        except TypeError as error:
            raise ValueError(str(error)) from None
