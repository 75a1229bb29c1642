"""What an answer rests on: the files that were read for it, those that were looked for in vain, the names that were searched for."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Dependencies:
    """What the analysis of a file has looked at: absolute paths of files read and of files not found, and names whose callers were
    searched for in all files."""

    read: frozenset[str] = frozenset()
    missing: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()


@dataclass(slots=True)
class Trace:
    """Dependencies as they are collected."""

    read: set[str] = field(default_factory=set)
    missing: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)

    def add(self, other: Trace) -> None:
        """Take over what another has collected.

        Args:
            other: the other.
        """
        self.read |= other.read
        self.missing |= other.missing
        self.names |= other.names

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
        self._answers: dict[Key, tuple[Answer, Trace]] = {}

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
                known = self._answers[key] = (find(), trace)
            finally:
                self._tracer.traces.pop()
        self._tracer.now.add(known[1])
        return known[0]

    def forget(self, path: str) -> None:
        """Drop the answers that rest on a file.

        Args:
            path: the file.
        """
        stale = [key for key, (_, trace) in self._answers.items() if path in trace.read or path in trace.missing]
        for key in stale:
            del self._answers[key]

    def drop(self, key: Key) -> None:
        """Forget one answer.

        Args:
            key: its question.
        """
        self._answers.pop(key, None)
