"""Imported names whose callers are worth analyzing: functions that run backward.

They are found in the summaries of files over two levels of imports; a re-export in a package's `__init__` is not a level of its own.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple, Protocol

from graphlint.project import text_search
from graphlint.project.dependencies import DependencyTracker, Memo
from graphlint.project.file_summary import Imported
from graphlint.project.markers import PACKAGE
from graphlint.project.modules import Module
from graphlint.project.relevant_names import NOTHING, RelevantNames
from graphlint.source.prefilter import can_hold_finding

STEPS = 2
_STAR = re.compile(rb"import[\s\\]*\*")
"""Finds each import of all names, and perhaps other text."""
COMMON = frozenset("forward get items close update size append format join reset to copy extend add keys values".split())
"""Method names that are too common to identify a function."""


class ImportedName(NamedTuple):
    """A name that a file imports: the function's name there and here; everything the file defines if `name` is None."""

    path: str
    name: str | None
    here: str


class ImportLookup(Protocol):
    """The import resolution that the search needs."""

    def module(self, path: str) -> Module:
        """Return a file as read."""

    def locate(self, path: str, module: str, level: int, member: str = "") -> str | None:
        """Return the module that an import refers to; None if it is not in the project."""

    def submodule(self, module: str, name: str) -> str | None:
        """Return a module of a package."""


class RelevantImports:
    """The search of the files that a file imports."""

    def __init__(self, project: ImportLookup, tracer: DependencyTracker) -> None:
        self._project = project
        self._imported: Memo[str, tuple[ImportedName, ...]] = tracer.new_memo()
        self._defined: Memo[str, frozenset[str]] = tracer.new_memo()
        self._packages: Memo[str, Mapping[str, str]] = tracer.new_memo()
        self._reexports: Memo[tuple[str, str], str | None] = tracer.new_memo()
        self._foreign: Memo[tuple[str, int], RelevantNames] = tracer.new_memo()
        self._worth: Memo[tuple[str, int], RelevantNames] = tracer.new_memo()

    def relevant(self, path: str, steps: int = STEPS) -> RelevantNames:
        """Return the imported names of functions that are worth analyzing."""
        return self._foreign.get((path, steps), lambda: self._find(path, steps)) if steps else NOTHING

    def _find(self, path: str, steps: int) -> RelevantNames:
        backward, concerning, active = set[str](), set[str](), set[str]()
        for target, name, here in self.imported_names(path):
            worth = self._worth.get((target, steps - 1), lambda target=target: self._relevant_in(target, steps - 1))  # type: ignore[misc]
            if name is None:
                # The methods of all classes that the file defines. A common method name does not show the class: the class is named.
                backward |= worth.backward - COMMON
                concerning.update({here} if worth.backward & COMMON else ())
                active |= worth.active - COMMON
            else:
                backward.update({here} if name in worth.backward else ())
                concerning.update({here} if name in worth.concerning else ())
                active.update({here} if name in worth.active else ())
        return RelevantNames(frozenset(backward), frozenset(concerning), frozenset(active))

    def _relevant_in(self, path: str, steps: int) -> RelevantNames:
        module = self._project.module(path)
        if not can_hold_finding(module.data) or not module.evidence.summary.can_hold_finding:
            return NOTHING
        graph = module.evidence.graph
        imported = self.relevant(path, steps)
        backward = graph.backward_functions(imported.backward)
        plain = frozenset(name for name in backward if not name.startswith("__"))
        return RelevantNames(plain, graph.concerning_functions, graph.active_functions(imported.active))

    def imported_files(self, path: str) -> frozenset[str]:
        """Return the files that define a name which this file imports."""
        return frozenset(item.path for item in self.imported_names(path))

    def imported_names(self, path: str) -> tuple[ImportedName, ...]:
        """Return the names that a file imports from the project, with the files that define them."""
        return self._imported.get(path, lambda: tuple(self._imports(path)))

    def _imports(self, path: str) -> Iterator[ImportedName]:
        for item in self._imports_of(path):
            if not item.names:
                target = self._project.locate(path, item.module, 0)
                if target is not None and target.endswith(".py") and target != path:
                    yield ImportedName(target, None, "")
                continue
            for name, here in item.names:
                target = self._project.locate(path, item.module, item.level, name)
                if target is not None:
                    yield from self._member(path, target, name, here)

    def _member(self, path: str, target: str, name: str, here: str) -> Iterator[ImportedName]:
        inner = self._project.submodule(target, name) if name != "*" else None
        if inner is not None:
            if inner.endswith(".py") and inner != path:
                yield ImportedName(inner, None, "")
            return
        if not target.endswith(".py") or not (name == "*" or self._may_give(target, name)):
            return
        if name == "*":
            for source in dict.fromkeys((target, *self._package(target).values())):
                if source != path:
                    yield ImportedName(source, None, "")
            return
        origin = target if name in self._definitions(target) else self._reexported(target, name)
        if origin is not None and origin != path:
            yield ImportedName(origin, None if name[:1].isupper() else name, here)

    def _reexported(self, package: str, name: str) -> str | None:
        """Return the file from which a package re-exports a name, through further re-exports; only files that may give it are parsed."""

        def find() -> str | None:
            seen, pending = {package}, [package]
            while pending:
                path = pending.pop()
                for item in self._imports_of(path):
                    star = any(imported == "*" for imported, _ in item.names)
                    if not star and not any(here == name for _, here in item.names):
                        continue
                    target = self._project.locate(path, item.module, item.level)
                    if target is None or target in seen or not target.endswith(".py") or not self._may_give(target, name):
                        continue
                    seen.add(target)
                    if name in self._definitions(target):
                        return target
                    if os.path.basename(target) == PACKAGE or star or path == package:
                        pending.append(target)
            return None

        return self._reexports.get((package, name), find)

    def _package(self, package: str) -> Mapping[str, str]:
        """Return the files from which a package re-exports each name, through further re-exports."""

        def find() -> Mapping[str, str]:
            found: dict[str, str] = {}
            seen, pending = {package}, [package]
            while pending:
                path = pending.pop()
                for item in self._imports_of(path):
                    target = self._project.locate(path, item.module, item.level) if item.names else None
                    if target is None or target in seen or not target.endswith(".py"):
                        continue
                    seen.add(target)
                    if os.path.basename(target) == PACKAGE or any(name == "*" for name, _ in item.names) or path == package:
                        pending.append(target)
                    for name in self._definitions(target):
                        found.setdefault(name, target)
            return found

        return self._packages.get(package, find)

    def _definitions(self, path: str) -> frozenset[str]:
        return self._defined.get(path, lambda: self._project.module(path).evidence.summary.definitions)

    def _imports_of(self, path: str) -> tuple[Imported, ...]:
        module = self._project.module(path)
        return module.evidence.summary.imports if b"import" in module.data else ()

    def _may_give(self, path: str, name: str) -> bool:
        """Return True if a file may define or import a name: only then it is parsed."""
        data = self._project.module(path).data
        return text_search.may_name(data, name) or _STAR.search(data) is not None
