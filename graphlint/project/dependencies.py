"""Dependencies of a value: files that were read for it, files that were missing, and names whose users were searched.

A file that was only searched for names concerns the value as far as what it states about these names (`name_facts`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Dependencies:
    """The dependencies of a file's analysis: absolute paths of files read and of missing files, and names, of functions and modules, whose
    users were searched in the files `searched`."""

    read: frozenset[str] = frozenset()
    missing: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    searched: frozenset[str] = frozenset()

    @property
    def files(self) -> frozenset[str]:
        """The files that were read or searched."""
        return self.read | self.searched

    def joined(self, other: Dependencies) -> Dependencies:
        """Return the dependencies of two analyses together."""
        read = self.read | other.read
        return Dependencies(read, self.missing | other.missing, self.names | other.names, (self.searched | other.searched) - read)


INDEPENDENT = Dependencies()
"""No dependencies."""


class StoredDependencies(NamedTuple):
    """The dependencies of one memoized value, as tuples: there are many values, and most have next to no dependencies."""

    read: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    searched: tuple[str, ...] = ()


NO_DEPENDENCIES = StoredDependencies()


@dataclass(slots=True)
class DependencyCollector:
    """Dependencies under construction."""

    read: set[str] = field(default_factory=set)
    missing: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    searched: set[str] = field(default_factory=set)

    def add(self, stored: StoredDependencies) -> None:
        """Add the dependencies of a memoized value."""
        self.read.update(stored.read)
        if stored.missing:
            self.missing.update(stored.missing)
        if stored.names:
            self.names.update(stored.names)
        if stored.searched:
            self.searched.update(stored.searched)

    def add_search(self, found: DependencyCollector) -> None:
        """Add the dependencies of a search, whose files were read for names only."""
        self.searched |= found.read | found.searched
        self.missing |= found.missing
        self.names |= found.names

    def stored(self) -> StoredDependencies:
        """Return the dependencies so far, to be stored with a value."""
        if not (self.read or self.missing or self.names or self.searched):
            return NO_DEPENDENCIES
        return StoredDependencies(tuple(self.read), tuple(self.missing), tuple(self.names), tuple(self.searched))

    def frozen(self) -> Dependencies:
        """Return the dependencies so far."""
        return Dependencies(frozenset(self.read), frozenset(self.missing), frozenset(self.names), frozenset(self.searched - self.read))


class DependencyTracker:
    """Tracks dependencies of memoized values: using a memoized value adds its dependencies as if it had been computed again."""

    def __init__(self) -> None:
        self.collectors = [DependencyCollector()]
        self._memos: list[Memo[Hashable, object]] = []

    @property
    def current(self) -> DependencyCollector:
        """The active collector."""
        return self.collectors[-1]

    @contextmanager
    def searching(self, *names: str) -> Iterator[None]:
        """Search files for names in this block: what it reads matters as far as it states something about the names."""
        collector = DependencyCollector()
        self.collectors.append(collector)
        try:
            yield
        finally:
            self.collectors.pop()
            self.current.names.update(names)
            self.current.add_search(collector)

    def new_memo(self) -> Memo[Key, Value]:
        """Create an empty table of values."""
        made: Memo[Key, Value] = Memo(self)
        self._memos.append(made)  # type: ignore[arg-type]
        return made

    def forget(self, path: str) -> None:
        """Drop every value that depends on a file."""
        for new_memo in self._memos:
            new_memo.forget(path)


class Memo(Generic[Key, Value]):
    """Memoized values by key.

    `_keys` holds, by file, the keys of the values that depended on it when they were computed: each proof of a fix forgets a file, and
    must not search the values of the whole project for it.
    """

    def __init__(self, tracer: DependencyTracker) -> None:
        self._tracer = tracer
        self._values: dict[Key, tuple[Value, StoredDependencies]] = {}
        self._keys: dict[str, set[Key]] = {}

    def get(self, key: Key, compute: Callable[[], Value]) -> Value:
        """Return the value of a key; compute it if it is missing."""
        known = self._values.get(key)
        if known is None:
            collector = DependencyCollector()
            self._tracer.collectors.append(collector)
            try:
                known = self._values[key] = (compute(), collector.stored())
            finally:
                self._tracer.collectors.pop()
            for path in (*known[1].read, *known[1].missing, *known[1].searched):
                self._keys.setdefault(path, set()).add(key)
        value, stored = known
        if stored is not NO_DEPENDENCIES:
            self._tracer.collectors[-1].add(stored)
        return value

    def forget(self, path: str) -> None:
        """Drop the values that depend on a file."""
        for key in self._keys.pop(path, ()):
            known = self._values.get(key)
            if known is not None and any(path in paths for paths in (known[1].read, known[1].missing, known[1].searched)):
                del self._values[key]

    def drop(self, key: Key) -> None:
        self._values.pop(key, None)
