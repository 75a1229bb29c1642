"""The meaning of PyTorch's error messages about graphs (`messages.toml`)."""

from __future__ import annotations

import enum
import functools
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from graphlint.autograd.events import Fault
from graphlint.explain.records import Frame, RaisedError
from graphlint.explain.user_code import user_frames

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


class Subject(enum.Enum):
    """The part of the raising statement that an error is about."""

    ROOT = "root"
    RECEIVER = "receiver"
    TARGET = "target"
    ARGUMENT = "argument"
    ELEMENTS = "elements"
    INPUTS = "inputs"
    GRADIENT = "gradient"
    OPERATION = "operation"
    NONE = "none"


class Question(enum.Enum):
    """The search in the code that a message asks for."""

    FREED = "freed"
    CHANGED = "changed"
    DETACHED = "detached"
    BUILT = "built"
    LEAF = "leaf"
    NO_GRAD = "no_grad"
    SAME_CALL = "same-call"
    FUNCTION = "function"
    ONCE_DIFFERENTIABLE = "once-differentiable"
    CHECKPOINT = "checkpoint"
    COMPILED = "compiled"
    BACKWARD = "backward"
    GRAD_NONE = "grad-none"
    FORWARD = "forward"
    MEMORY = "memory"
    NOTHING = "none"


@dataclass(frozen=True, slots=True)
class Message:
    """One kind of error, as described at the top of `messages.toml`."""

    name: str
    title: str
    pattern: re.Pattern[str]
    source: re.Pattern[str] | None
    fault: Fault | None
    subject: Subject
    question: Question
    codes: tuple[str, ...]
    means: str
    help: str
    next: tuple[str, ...]
    calls: tuple[str, ...] = ()

    def matches(self, error: RaisedError) -> bool:
        """Return True if an exception is of this kind."""
        if not self.pattern.search(error.message):
            return False
        return self.source is None or any(self.source.search(frame.text) for frame in user_frames(error.frames)[-1:])


@functools.cache
def messages() -> tuple[Message, ...]:
    """Return the table, in order: the first message that matches counts."""
    tables = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return tuple(
        Message(
            name=name,
            title=entry["title"],
            pattern=re.compile(entry["pattern"]),
            source=re.compile(entry["source"]) if "source" in entry else None,
            fault=Fault[entry["fault"]] if "fault" in entry else None,
            subject=Subject(entry["subject"]),
            question=Question(entry["asks"]),
            codes=tuple(entry["codes"]),
            means=entry["means"],
            help=entry["help"],
            next=tuple(entry["next"]),
            calls=tuple(entry.get("calls", ())),
        )
        for name, entry in tables.items()
    )


def message_of(error: RaisedError) -> Message | None:
    """Return the kind of an exception, None if it is not an error about a graph."""
    return next((message for message in messages() if message.matches(error)), None)


def relevant_error(errors: Sequence[RaisedError]) -> tuple[RaisedError, Message | None] | None:
    """Return the exception to explain: the first one about a graph, since what follows it is a consequence; otherwise the last one."""
    for error in errors:
        if (message := message_of(error)) is not None:
            return error, message
    return (errors[-1], None) if errors else None


_SAVED = re.compile(
    r"\[\S*Tensor \[(?P<shape>[\d, ]*)\]\], which is output \d+ of (?P<operation>\w+?)(?:Backward\d*)?, "
    r"is at version (?P<version>\d{1,18}); expected version (?P<expected>\d{1,18})"
)


@dataclass(frozen=True, slots=True)
class ChangedTensor:
    """The tensor in the error about an in-place change: its shape, the operation that computed it, and its versions.

    The operation is empty for a tensor that no operation has computed.
    """

    shape: str
    operation: str
    version: int
    expected: int

    @classmethod
    def of(cls, error: RaisedError) -> ChangedTensor | None:
        """Read it from the message."""
        found = _SAVED.search(error.message)
        return None if found is None else cls(found["shape"], found["operation"], int(found["version"]), int(found["expected"]))


def raising_frame(error: RaisedError) -> Frame | None:
    """Return the last frame in the user's code; None if there is none."""
    frames = user_frames(error.frames)
    return frames[-1] if frames else None
