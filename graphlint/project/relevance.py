"""Which names that a file imports make a function worth entering that calls them: those of functions that walk graphs.

It is found by searching texts, over two steps of imports; what a package's `__init__` brings on from its modules is no step of its own.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import NamedTuple, Protocol

from graphlint.project import text_search
from graphlint.project.dependencies import Memo, Tracer
from graphlint.project.markers import PACKAGE
from graphlint.project.modules import Module
from graphlint.source.prefilter import can_hold_finding

STEPS = 2
COMMON = frozenset("forward get items close update size append format join reset to copy extend add keys values".split())
"""Names of methods that so many things have that they say nothing."""


class Taken(NamedTuple):
    """What a file takes from another: a function by its name there and here; all that it defines without one."""

    path: str
    name: str | None
    here: str


class Finds(Protocol):
    """What it takes to follow imports."""

    def module(self, path: str) -> Module:
        """A file as it was read."""

    def locate(self, path: str, module: str, level: int, member: str = "") -> str | None:
        """The module that an import means."""

    def inside(self, module: str, name: str) -> str | None:
        """A module of a package."""


class WorthEntering:
    """Searches the files that a file imports."""

    def __init__(self, project: Finds, tracer: Tracer) -> None:
        """Search.

        Args:
            project: finds and reads files.
            tracer: notes what an answer rests on.
        """
        self._project = project
        self._imported: Memo[str, tuple[Taken, ...]] = tracer.memo()
        self._defined: Memo[str, frozenset[str]] = tracer.memo()
        self._packages: Memo[str, Mapping[str, str]] = tracer.memo()
        self._foreign: Memo[tuple[str, int], frozenset[str]] = tracer.memo()
        self._worth: Memo[tuple[str, int], frozenset[str]] = tracer.memo()

    def foreign(self, path: str, steps: int = STEPS) -> frozenset[str]:
        """The names that a file imports and that are worth entering.

        Args:
            path: the file.
            steps: how many imports to follow.
        """
        return self._foreign.get((path, steps), lambda: self._find(path, steps)) if steps else frozenset()

    def _find(self, path: str, steps: int) -> frozenset[str]:
        found: set[str] = set()
        for target, name, here in self._taken(path):
            worth = self._worth.get((target, steps - 1), lambda target=target: self._worth_in(target, steps - 1))  # type: ignore[misc]
            if name is None:
                found |= worth
            elif name in worth:
                found.add(here)
        return frozenset(found)

    def _worth_in(self, path: str, steps: int) -> frozenset[str]:
        module = self._project.module(path)
        if not can_hold_finding(module.data):
            return frozenset()
        found = module.evidence.scan.walking(self.foreign(path, steps))
        return frozenset(name for name in found if not name.startswith("__") and name not in COMMON)

    def imported_files(self, path: str) -> frozenset[str]:
        """The files from which a file imports something that they define.

        Args:
            path: the file.
        """
        return frozenset(item.path for item in self._taken(path))

    def _taken(self, path: str) -> tuple[Taken, ...]:
        return self._imported.get(path, lambda: tuple(self._imports(path)))

    def _imports(self, path: str) -> Iterator[Taken]:
        for item in text_search.imports(self._project.module(path).data):
            if not item.names:
                target = self._project.locate(path, item.module, 0)
                if target is not None and target.endswith(".py") and target != path:
                    yield Taken(target, None, "")
                continue
            for name, here in item.names:
                target = self._project.locate(path, item.module, item.level, name)
                if target is not None:
                    yield from self._member(path, target, name, here)

    def _member(self, path: str, target: str, name: str, here: str) -> Iterator[Taken]:
        inner = self._project.inside(target, name) if name != "*" else None
        if inner is not None:
            if inner.endswith(".py") and inner != path:
                yield Taken(inner, None, "")
            return
        if not target.endswith(".py"):
            return
        if name == "*":
            for source in dict.fromkeys((target, *self._package(target).values())):
                if source != path:
                    yield Taken(source, None, "")
            return
        origin = target if name in self._definitions(target) else self._package(target).get(name)
        if origin is not None and origin != path:
            yield Taken(origin, None if name[:1].isupper() else name, here)

    def _package(self, package: str) -> Mapping[str, str]:
        """By name, the files from which a module brings it on, through others that do the same."""

        def find() -> Mapping[str, str]:
            found: dict[str, str] = {}
            seen, waiting = {package}, [package]
            while waiting:
                path = waiting.pop()
                for item in text_search.imports(self._project.module(path).data):
                    target = self._project.locate(path, item.module, item.level) if item.names else None
                    if target is None or target in seen or not target.endswith(".py"):
                        continue
                    seen.add(target)
                    if os.path.basename(target) == PACKAGE or any(name == "*" for name, _ in item.names) or path == package:
                        waiting.append(target)
                    for name in self._definitions(target):
                        found.setdefault(name, target)
            return found

        return self._packages.get(package, find)

    def _definitions(self, path: str) -> frozenset[str]:
        return self._defined.get(path, lambda: text_search.definitions(self._project.module(path).data))
