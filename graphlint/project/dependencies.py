"""What an answer rests on: the files that were read for it, those that were looked for in vain, the names that were searched for."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

Key = TypeVar("Key", bound=Hashable)
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Dependencies:
    """What the analysis of a file has looked at: absolute paths of files read and of files not found, and names whose callers were
    searched for in all files."""

    read: frozenset[str] = frozenset()
    missing: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()


class Kept(NamedTuple):
    """The dependencies of one answer. There are many answers, and most rest on little: sets of next to nothing would fill the room."""

    read: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


NOTHING = Kept()


@dataclass(slots=True)
class Trace:
    """Dependencies as they are collected."""

    read: set[str] = field(default_factory=set)
    missing: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)

    def add(self, kept: Kept) -> None:
        """Take over what was collected for an answer.

        Args:
            kept: what it rests on.
        """
        self.read.update(kept.read)
        self.missing.update(kept.missing)
        self.names.update(kept.names)

    def kept(self) -> Kept:
        """The dependencies so far, to be remembered with an answer."""
        if not (self.read or self.missing or self.names):
            return NOTHING
        return Kept(tuple(self.read), tuple(self.missing), tuple(self.names))

    def frozen(self) -> Dependencies:
        """The dependencies so far."""
        return Dependencies(frozenset(self.read), frozenset(self.missing), frozenset(self.names))


class Tracer:
    """Remembers answers together with what they rest on, so that one given again is noted as if it had been found again."""

    def __init__(self) -> None:
        self.traces = [Trace()]
        self._memos: list[Memo[Hashable, object]] = []

    @property
    def now(self) -> Trace:
        """What is being collected."""
        return self.traces[-1]

    def memo(self) -> Memo[Key, Answer]:
        """A new table of answers."""
        made: Memo[Key, Answer] = Memo(self)
        self._memos.append(made)  # type: ignore[arg-type]
        return made

    def forget(self, path: str) -> None:
        """Drop every answer that rests on a file.

        Args:
            path: the file.
        """
        for memo in self._memos:
            memo.forget(path)


class Memo(Generic[Key, Answer]):
    """Answers by question."""

    def __init__(self, tracer: Tracer) -> None:
        self._tracer = tracer
        self._answers: dict[Key, tuple[Answer, Kept]] = {}

    def get(self, key: Key, find: Callable[[], Answer]) -> Answer:
        """The answer, found where it is not remembered.

        Args:
            key: the question.
            find: how to find it.
        """
        known = self._answers.get(key)
        if known is None:
            trace = Trace()
            self._tracer.traces.append(trace)
            try:
                known = self._answers[key] = (find(), trace.kept())
            finally:
                self._tracer.traces.pop()
        self._tracer.now.add(known[1])
        return known[0]

    def forget(self, path: str) -> None:
        """Drop the answers that rest on a file.

        Args:
            path: the file.
        """
        stale = [key for key, (_, kept) in self._answers.items() if path in kept.read or path in kept.missing]
        for key in stale:
            del self._answers[key]

    def drop(self, key: Key) -> None:
        """Forget one answer.

        Args:
            key: its question.
        """
        self._answers.pop(key, None)
