"""The unit tests of a file: the functions that pytest or unittest collects, and those that only these use.

A function that other code of the project may call is not one of them, whatever its name: code at the top level of the file, which includes
a test of `__name__`, a function that nothing in the file uses, or a file that imports this one and does not belong to tests. Names decide:
a call of a name may call every function of that name.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from graphlint.project import text_search
from graphlint.project.dependencies import DependencyTracker, Memo
from graphlint.project.file_summary import FileSummary, FunctionSummary
from graphlint.project.files import Files
from graphlint.project.markers import PACKAGE
from graphlint.project.name_facts import IMPORTS
from graphlint.project.uncalled_functions import names_module

_COLLECTED = re.compile(r"test|pytest_|(?i:set_?up|tear_?down)")
"""The names of the functions of a test file that pytest calls, from their first letter."""
_RUN_ANY = frozenset(("Fire", "exec"))
"""Functions that may call any function of the file."""


@dataclass(frozen=True, slots=True)
class UnitTests:
    """The unit tests of a file: the lines of their definitions, and the classes that only they use."""

    lines: frozenset[int] = frozenset()
    classes: frozenset[str] = frozenset()


NO_UNIT_TESTS = UnitTests()


@dataclass(frozen=True, slots=True)
class Importers:
    """The files that import a file: whether there are some and all of them belong to tests, and the names of its definitions that the
    others mention."""

    only_tests: bool = False
    names: frozenset[str] = frozenset()


NO_IMPORTERS = Importers()


def unit_tests_of(summary: FileSummary, in_test_file: bool, importers: Importers = NO_IMPORTERS) -> UnitTests:
    """Return the unit tests of a file."""
    tests = _test_classes(summary, in_test_file)
    if not (in_test_file or tests or importers.only_tests) or not _RUN_ANY.isdisjoint(summary.own_calls):
        return NO_UNIT_TESTS
    uses = _Uses(summary, tests, in_test_file)
    of_project = uses.reached(summary.own_calls | summary.own_mentions | importers.names, () if importers.only_tests else uses.unused)
    by_tests = {id(item) for item in uses.reached((), (item for item in uses.all if item.is_collected))}
    outside = {id(item) for item in of_project}
    found = [item for item in uses.all if id(item) not in outside and (importers.only_tests or id(item) in by_tests)]
    lines = frozenset(line for item in found for line in item.lines)
    return UnitTests(lines, frozenset(item.key for item in found if not item.lines))


@dataclass(eq=False, slots=True)
class _Definition:
    """A function or a class at the top level, or a method.

    `key` is the name by which code uses it, `uses` are the names that it uses itself. `lines` are those of a function's definition and of
    the functions in it, none for a class.
    """

    key: str
    uses: frozenset[str]
    is_collected: bool
    lines: list[int] = field(default_factory=list)


class _Uses:
    """The definitions of a file, and which of them use which."""

    def __init__(self, summary: FileSummary, tests: frozenset[str], in_test_file: bool) -> None:
        self.all = [
            _Definition(name, frozenset(base.rpartition(".")[2] for base in item.bases), name in tests)
            for name, item in summary.classes.items()
        ]
        functions = [
            (item, lines, _Definition(item.name, item.called | item.mentioned, _is_collected(item, tests, in_test_file), lines))
            for item, lines in _outer_functions(summary)
        ]
        self.all.extend(made for _, _, made in functions)
        for item, _, made in functions:
            # Python, PyTorch and frameworks call methods that no code names: these are used with their class.
            if item.owner and (item.name.startswith("__") or item.name == "forward" or not self._is_used(made)):
                made.key = item.owner

    @cached_property
    def unused(self) -> list[_Definition]:
        """The definitions that neither pytest nor another definition of the file uses."""
        return [item for item in self.all if not item.is_collected and not self._is_used(item)]

    def reached(self, names: Iterable[str], first: Iterable[_Definition]) -> list[_Definition]:
        """Return some definitions and those that have one of some names, with all that they use."""
        used, pending = set(names), self.all
        found = list(first)
        known = set(map(id, found))
        for item in found:
            used |= item.uses
        while reached := [item for item in pending if item.key in used and id(item) not in known]:
            for item in reached:
                used |= item.uses
            known.update(map(id, reached))
            found.extend(reached)
        return found

    def _is_used(self, definition: _Definition) -> bool:
        return bool(self._users.get(definition.key, set()) - {id(definition)})

    @cached_property
    def _users(self) -> Mapping[str, set[int]]:
        """The definitions that use each name."""
        found: dict[str, set[int]] = {}
        for item in self.all:
            for name in item.uses:
                found.setdefault(name, set()).add(id(item))
        return found


def _outer_functions(summary: FileSummary) -> Iterator[tuple[FunctionSummary, list[int]]]:
    """Yield the functions at the top level and the methods, each with its line and those of the functions in it."""
    found: list[tuple[FunctionSummary, list[int]]] = []
    for item in summary.functions:
        if not item.is_nested:
            found.append((item, [item.line]))
        elif found:
            found[-1][1].append(item.line)
    yield from found


def _is_collected(function: FunctionSummary, tests: frozenset[str], in_test_file: bool) -> bool:
    """Return True if pytest or unittest calls a function itself. The methods of a class of tests are called by these only."""
    if function.owner:
        return function.owner in tests
    return in_test_file and (_COLLECTED.match(function.name) is not None or any("fixture" in name for name in function.decorators))


def _test_classes(summary: FileSummary, in_test_file: bool) -> frozenset[str]:
    """Return the classes of a file that hold tests: those that derive from a test case, and in a test file those that are named so."""
    found: set[str] = set()
    grew = True
    while grew:
        before = len(found)
        found.update(
            name
            for name, item in summary.classes.items()
            if (in_test_file and name.startswith("Test")) or any(base in found or base.endswith("TestCase") for base in item.bases)
        )
        grew = len(found) > before
    return frozenset(found)


class UnitTestSearch:
    """Finds the unit tests of files, and which files only tests import.

    Args:
        summary: returns the facts that a file's code states.
        imported_files: returns the files that define a name which a file imports.
        files: the content of all files.
        checked: returns the files that are checked together, by absolute path.
        is_test_file: returns True for the absolute path of a file that holds tests.
    """

    def __init__(
        self,
        summary: Callable[[str], FileSummary],
        imported_files: Callable[[str], frozenset[str]],
        files: Files,
        checked: Callable[[], Iterable[str]],
        is_test_file: Callable[[str], bool],
        tracer: DependencyTracker,
    ) -> None:
        self._summary, self._imported_files, self._files, self._checked, self._tracer = summary, imported_files, files, checked, tracer
        self._is_test_file = is_test_file
        self._importers: Memo[str, Importers] = tracer.new_memo()

    def of(self, path: str, imported: bool = False) -> UnitTests:
        """Return the unit tests of a file: as far as its own code shows them, or with the files that import it."""
        own = os.path.abspath(path)
        if not imported or not any(map(self._is_test_file, self._checked())):
            return unit_tests_of(self._summary(own), self._is_test_file(own))
        importers = self._importers.get(own, lambda: self._importers_of(own))
        return unit_tests_of(self._summary(own), self._is_test_file(own), importers)

    def _importers_of(self, path: str) -> Importers:
        importing = tuple(self._importing(path))
        others = [other for other in importing if not self._is_test_file(other) and not self._is_only_for_tests(other, {path})]
        own = self._summary(path)
        names = {*own.classes, *(item.name for item in own.functions)}
        with self._tracer.searching(*names):
            used = (self._summary(other).identifiers & names for other in others)
            return Importers(bool(importing) and not others, frozenset[str]().union(*used))

    def _is_only_for_tests(self, path: str, seen: set[str]) -> bool:
        """Return True if only tests import a file, directly or through such a file."""
        seen.add(path)
        importing = [other for other in self._importing(path) if other not in seen]
        return bool(importing) and all(self._is_test_file(other) or self._is_only_for_tests(other, seen) for other in importing)

    def _importing(self, path: str) -> Iterator[str]:
        """Yield the checked files that import a file."""
        name = os.path.basename(os.path.dirname(path)) if os.path.basename(path) == PACKAGE else os.path.splitext(os.path.basename(path))[0]
        others = [other for other in self._checked() if other != path]
        with self._tracer.searching(IMPORTS):
            self._tracer.current.read.update(others)
        for other in others:
            with self._tracer.searching():
                is_named = text_search.may_name(self._files.read(other) or b"", name) and names_module(self._summary(other), name)
                found = is_named and path in self._imported_files(other)
            if found:
                yield other
