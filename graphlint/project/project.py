"""A project: the checked files, the modules that they import, and what a change in one of them invalidates."""

from __future__ import annotations

import ast
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial

from graphlint.autograd.test_files import is_test_file
from graphlint.common.errors import GraphlintError
from graphlint.common.timing import Phase, Stopwatch
from graphlint.ir.module_slices import ModuleSlices
from graphlint.project import class_facts, effect_names, required_names, text_search, uncalled_functions
from graphlint.project.callee_effects import CalleeEffects
from graphlint.project.dependencies import INDEPENDENT, Dependencies, DependencyCollector, DependencyTracker, Memo
from graphlint.project.evidence import FileEvidence, ProjectEvidence
from graphlint.project.file_summary import EMPTY, Effect, FileSummary
from graphlint.project.files import Files
from graphlint.project.grad_mode_callers import is_only_without_grad, may_be_without_grad, may_call
from graphlint.project.markers import PACKAGE, PROJECT_MARKERS
from graphlint.project.modules import Module, Trees
from graphlint.project.name_facts import FREEZES, IMPORTS
from graphlint.project.relevance import RelevantImports
from graphlint.project.relevant_names import RelevantNames
from graphlint.project.resolve_imports import Resolver
from graphlint.project.summaries import Summaries, SummaryStore
from graphlint.project.summarize import summarize_text
from graphlint.project.unit_tests import UnitTestSearch
from graphlint.source.discovery import display
from graphlint.source.open import read_source, text_source
from graphlint.source.parsers import Parser
from graphlint.source.prefilter import can_hold_finding
from graphlint.source.snippets.snippet import Snippet
from graphlint.source.source import NOTEBOOK_SUFFIX, Source

STANDARD_INPUT = "-"
# Module contents are cached for this many bytes of text.
MODULES_OF_BYTES = 4_000_000
# Words of which a helper that detaches a tensor has one, even if it never names torch.
DETACHING = tuple(word.encode() for word in effect_names.DETACHING)


class Project:
    """Resolves, reads and caches everything that an analysis needs from other files. Nothing is ever imported or executed.

    Paths are passed as displayed. Internally a file is known by its absolute path, which also identifies it as a module.

    Args:
        checked: the files that are checked together.
        folders: the folders on the command line, which are import roots.
        overlay: contents that replace those on disk, by path.
        parser: the parser of all files.
        summaries: the summaries of earlier runs.
    """

    def __init__(
        self,
        checked: Sequence[str] = (),
        folders: Sequence[str] = (),
        overlay: Mapping[str, bytes | str] | None = None,
        watch: Stopwatch | None = None,
        parser: Parser = Parser.AUTO,
        summaries: SummaryStore | None = None,
    ) -> None:
        self.watch = Stopwatch() if watch is None else watch
        self._shown = {os.path.abspath(path): path for path in checked}
        self._files = Files({os.path.abspath(path): data for path, data in (overlay or {}).items()})
        self._tracer = DependencyTracker()
        roots = [os.path.abspath(folder) for folder in folders]
        self._resolver = Resolver(self._files, roots, self._note_missing, self._note_read, lambda path: self.summary(path).imports)
        self._located: Memo[tuple[str, str, int, str], str | None] = self._tracer.new_memo()
        self._inside: Memo[tuple[str, str], str | None] = self._tracer.new_memo()
        self._modules: Memo[str, Module] = self._tracer.new_memo()
        self._switching: Memo[str, bytes | None] = self._tracer.new_memo()
        self._importing: Memo[str, bool] = self._tracer.new_memo()
        self._recent: dict[str, int] = {}
        self._trees = Trees(self.watch, parser=parser)
        self._summaries = Summaries(summaries)
        self._worth = RelevantImports(self, self._tracer)
        self._callees = CalleeEffects(self._relevant_summary, self._worth.imported_names, self._tracer)
        self.unit_tests = UnitTestSearch(
            self.summary, self._worth.imported_files, self._files, lambda: self._shown, self.is_test_file, self._tracer
        )
        self._dependencies: dict[str, Dependencies] = {}

    # Queries of the interpreter.

    def identify(self, path: str) -> str:
        """Return the module of a file."""
        return os.path.abspath(path)

    def locate(self, path: str, module: str, level: int, member: str = "") -> str | None:
        """Return the module that an import refers to; None if it is not in the project."""
        if path == STANDARD_INPUT:
            return None
        importer = os.path.abspath(path)
        place = importer if not level and importer.endswith((f"{module.rpartition('.')[2]}.py", PACKAGE)) else os.path.dirname(importer)
        found = self._located.get((place, module, level, ""), lambda: self._resolver.locate(importer, module, level, ""))
        if found is None and member:
            return self._located.get((place, module, level, member), lambda: self._resolver.locate(importer, module, level, member))
        return found

    def submodule(self, module: str, name: str) -> str | None:
        """Return a module of a package."""
        return self._inside.get((module, name), lambda: self._resolver.submodule(module, name))

    def slices(self, module: str) -> ModuleSlices | None:
        """Return the statements of a module by name; None for a folder without code and for a file that does not parse."""
        if not module.endswith(".py"):
            return None
        source = self.module(module).source
        return None if source is None else self._trees.slices(module, source)

    def evidence(self) -> ProjectEvidence:
        """Return the evidence in the code of all files."""
        return ProjectEvidence(self.file_evidence, lambda path, line: self._callees.of(os.path.abspath(path), line), self._freezes_beside)

    def summary(self, path: str) -> FileSummary:
        """Return the facts that a file's code states; none if it does not parse."""
        return self.module(os.path.abspath(path)).evidence.summary

    def is_test_file(self, path: str) -> bool:
        """Return True if a file holds tests."""
        return is_test_file(self._resolver.path_in_project(os.path.abspath(path)))

    def is_silent(self, path: str) -> bool:
        """Return True if a file has no function that is worth analyzing, inherits none, and its own code has no effect on graphs."""
        own = os.path.abspath(path)
        roots = self.module(own).evidence.roots()
        return roots.is_empty and roots.module_is_silent and not (roots.resolves_bases and self._inherits_roots(own))

    def _inherits_roots(self, path: str) -> bool:
        """Return True if a class of a file may inherit a method that is worth analyzing from another file."""
        seen, pending = {path}, [path]
        while pending:
            here = pending.pop()
            bases = {base.partition(".")[0] for item in self.summary(here).classes.values() for base in item.bases}
            for item in self._worth.imported_names(here) if bases else ():
                if item.path not in seen and (item.here in bases or not item.here):
                    if not self.module(item.path).evidence.roots().is_empty:
                        return True
                    seen.add(item.path)
                    pending.append(item.path)
        return False

    def file_evidence(self, path: str) -> FileEvidence:
        """Return the evidence in a file's code."""
        return self.module(os.path.abspath(path)).evidence

    def relevant_names(self, path: str) -> RelevantNames:
        """Return the names by which a file calls functions of other files that concern graphs."""
        return self._worth.relevant(os.path.abspath(path))

    def is_imported_by(self, path: str, others: Iterable[str]) -> bool:
        """Return True if one of some files, by absolute path, imports a file."""
        own = os.path.abspath(path)
        name = os.path.splitext(os.path.basename(own))[0].encode() if os.path.basename(own) != PACKAGE else b""
        return any(
            other.endswith(".py") and name in self.module(other).data and own in self._worth.imported_files(other) for other in others
        )

    def called(self, source: Source, name: str, method: bool = False) -> bool:
        """Return True if another checked file of the same program that disables grad mode somewhere may call a function of this file: it
        imports the file, or it calls a method of this name, of any object, where grad mode is off. Also if all calls of the name are
        made where it may be disabled, or by functions of which that is true. Any file may load the class of a method without calls."""
        with self._tracer.searching(name, IMPORTS):
            return self._called(source, name, method)

    def _called(self, source: Source, name: str, method: bool) -> bool:
        own = os.path.abspath(source.path)
        program = self._program(source)
        self._tracer.current.read.update(program)
        used = not method or uncalled_functions.mentions(self.tree(source), name)
        if not used and len(program) < len(self._shown) and not any(name in other.called for other in self._files_with(program, name)):
            program = self._shown if self._importing.get("", self._loads_modules) else program
            self._tracer.current.read.update(program)
        for other in program:
            if other != own:
                found = self._switching_off(other)
                if found is None or not text_search.may_name(found, name):
                    continue
                summary = self.summary(other)
                if Effect.GRAD_MODE not in summary.effects or name not in summary.called:
                    continue
                if own in self._worth.imported_files(other) or (method and name in summary.called_without_grad):
                    return True
        return is_only_without_grad(name, self.summary(own).owner_of(name) if method else "", partial(self._files_with, program))

    def may_be_called_without_grad(self, source: Source, name: str, method: bool) -> bool:
        """Return True if a way to a call of a function leads through a call that is made where grad mode is off."""
        owner = self.summary(source.path).owner_of(name) if method else ""
        return may_be_without_grad(name, owner, partial(self._files_with, self._program(source)))

    def may_be_called_elsewhere(self, path: str, name: str, besides: str) -> bool:
        """Return True if a checked file that imports a file mentions the name of one of its functions, `besides` this and another file."""
        own, known = os.path.abspath(path), os.path.abspath(besides)
        with self._tracer.searching(name, IMPORTS):
            others = [other for other in self._shown if other not in (own, known)]
            self._tracer.current.read.update(others)
            naming = (other for other in others if text_search.may_name(self._files.read(other) or b"", name))
            return any(self.summary(other).mentions_anywhere(name) and own in self._worth.imported_files(other) for other in naming)

    def _program(self, source: Source) -> Collection[str]:
        """Return the checked files that may call functions of a file by name. A script that no other file imports is a program with the
        files that it imports, and those that these import; another file may belong to any program."""
        own = os.path.abspath(source.path)
        is_script = not own.endswith(NOTEBOOK_SUFFIX) and uncalled_functions.is_script(self.tree(source))
        if not is_script or self._importing.get(own, lambda: self._is_imported(own)):
            return self._shown
        found, pending = {own: own}, [own]
        with self._tracer.searching(IMPORTS):
            while pending:
                for other in self._worth.imported_files(pending.pop()):
                    if other in self._shown and other not in found:
                        found[other] = other
                        pending.append(other)
        return found

    def _files_with(self, program: Collection[str], name: str) -> Iterator[FileSummary]:
        """Yield the summaries of the files of a program in whose code a name may occur."""
        with self._tracer.searching(name):
            self._tracer.current.read.update(program)
        for other in program:
            with self._tracer.searching():
                found = self.summary(other) if text_search.may_name(self._files.read(other) or b"", name) else None
            if found is not None:
                yield found

    def _freezes_beside(self, path: str) -> bool:
        """Return True if a file may freeze parameters, or the class of a checked module in its folder, or below it."""
        own, folder = os.path.abspath(path), os.path.join(os.path.dirname(os.path.abspath(path)), "")
        beside = [other for other in self._shown if other.startswith(folder) and other != own]
        if self.summary(own).freezes:
            return True
        with self._tracer.searching(FREEZES):
            self._tracer.current.read.update(beside)
            freezing = (other for other in beside if FREEZES.encode() in (self._files.read(other) or b""))
            return any(class_facts.freezes_own_module(self.summary(other)) for other in freezing)

    def uncalled(self, source: Source, name: str, line: int) -> bool:
        """Return True if only its definition mentions a function of a script that no other checked file imports, or a private one."""
        own = os.path.abspath(source.path)
        if own.endswith(NOTEBOOK_SUFFIX) or not uncalled_functions.is_uncalled(self.tree(source), name, line):
            return False
        if uncalled_functions.is_private(name):
            others = (other for other in self._files_with(self._program(source), name) if other is not self.summary(own))
            return not any(name in other.identifiers for other in others)
        return not self._importing.get(own, lambda: self._is_imported(own))

    def uncalled_method(self, source: Source, name: str, line: int) -> bool:
        """Return True if no other checked file calls a method of this name, its own file mentions it only where it is defined, and it is
        private or `forward` of the same class calls helpers of it."""
        own = os.path.abspath(source.path)
        if not uncalled_functions.is_uncalled_method(self.tree(source), name, line):
            return False
        owner = uncalled_functions.class_of_method(self.tree(source), name, line)
        return not may_call(name, owner, self.summary(own), partial(self._files_with, self._program(source)))

    def line_of_failing_import(self, path: str) -> int | None:
        """Return the line of the first statement at a file's top level whose import surely raises an error, None if there is none."""
        return required_names.line_of_failing_import(self, os.path.abspath(path))

    # Queries of a check.

    def read(self, path: str) -> bytes | None:
        """Return the bytes of a file, by absolute path; None if it cannot be read."""
        return self._files.read(path)

    def imported_modules(self, path: str) -> frozenset[str]:
        """Return the files that a file imports, by absolute path: those that define a name which it imports, and the modules themselves. A
        package counts if it is imported as a whole."""
        found = set(self._worth.imported_files(path))
        for item in self.summary(path).imports:
            for name, _ in item.names:
                target = self.locate(path, item.module, item.level, name)
                if target is not None and os.path.basename(target) != PACKAGE:
                    found.add(target)
        return frozenset(found)

    def set_checked_files(self, paths: Sequence[str]) -> None:
        """Replace the set of files that are checked together."""
        self._shown = {os.path.abspath(path): path for path in paths}

    def source(self, path: str) -> Source | None:
        """Return the source of a file, for a code frame."""
        return self.module(os.path.abspath(path)).source

    def tree(self, source: Source) -> ast.Module:
        """Return the tree of a file.

        Raises:
            SyntaxProblem: if it does not parse.
        """
        return self._trees.tree(os.path.abspath(source.path), source)

    @contextmanager
    def analyzing(self, source: Source) -> Iterator[None]:
        """Analyze a file in this block: `source` replaces its content, and dependencies are recorded."""
        path = os.path.abspath(source.path)
        adopted = source.path == STANDARD_INPUT or self.module(path).source != source
        if adopted:
            self._adopt(path, source)
        trace = DependencyCollector()
        self._tracer.collectors.append(trace)
        try:
            yield
        finally:
            self._tracer.collectors.pop()
            trace.read.discard(path)
            trace.searched.discard(path)
            self._dependencies[path] = trace.frozen()
            if adopted:
                self._drop(path)
            self._forget_oldest()

    @contextmanager
    def replacing(self, source: Source) -> Iterator[None]:
        """Use a source as the content of a file for analyses of other files in this block; their dependencies are not recorded."""
        path, recorded = os.path.abspath(source.path), dict(self._dependencies)
        adopted = self.module(path).source != source
        if adopted:
            self._adopt(path, source)
        try:
            yield
        finally:
            self._dependencies = recorded
            if adopted:
                self._drop(path)

    def dependencies(self, path: str) -> Dependencies:
        """Return the dependencies of the last analysis of a file."""
        return self._dependencies.get(os.path.abspath(path), INDEPENDENT)

    def note(self, path: str, dependencies: Dependencies) -> None:
        """Record the dependencies of a file that another process or a cache has found."""
        self._dependencies[os.path.abspath(path)] = dependencies

    def dependents(self, path: str) -> frozenset[str]:
        """Return the files, as displayed, whose last analysis depends on the content or absence of a file."""
        changed = os.path.abspath(path)
        everything = os.path.basename(changed) in PROJECT_MARKERS
        switching = self._switching_off(changed) if any(found.names for found in self._dependencies.values()) else None
        return frozenset(
            self._show(other)
            for other, found in self._dependencies.items()
            if other != changed
            and (
                everything
                or changed in found.files
                or changed in found.missing
                or (switching is not None and any(name.encode() in switching for name in found.names))
            )
        )

    def forget(self, path: str) -> frozenset[str]:
        """Drop everything about a file that was changed, added or deleted."""
        changed = os.path.abspath(path)
        before = self.dependents(path)
        self._tracer.forget(changed)
        self._switching.drop(changed)
        self._trees.drop(changed)
        self._files.forget(changed)
        if os.path.basename(changed) in PROJECT_MARKERS:
            self._resolver.forget()
            for other in (*self._dependencies, *self._shown):
                self._tracer.forget(other)
        return before | self.dependents(path)

    def overlay(self, path: str, data: bytes | str | None) -> frozenset[str]:
        """Overlay a file with an open buffer; None removes it."""
        before = self.dependents(path)
        self._files.set_overlay(os.path.abspath(path), data)
        return before | self.forget(path)

    # Internals.

    def _relevant_summary(self, path: str) -> FileSummary | None:
        """Return the facts that a file's code states; None if it does not concern graphs."""
        data = self.module(path).data
        return self.summary(path) if can_hold_finding(data) or any(word in data for word in DETACHING) else None

    def _note_missing(self, path: str) -> None:
        self._tracer.current.missing.add(path)

    def _note_read(self, path: str) -> None:
        self._tracer.current.read.add(path)

    def _show(self, path: str) -> str:
        return self._shown.get(path) or display(path)

    def module(self, path: str) -> Module:
        """Return a file as read."""
        self._recent.pop(path, None)
        found = self._modules.get(path, lambda: self._read(path))
        self._recent[path] = len(found.data)
        return found

    def _read(self, path: str) -> Module:
        with self.watch.phase(Phase.READ):
            return self._load_module(path)

    def _load_module(self, path: str) -> Module:
        data = self._files.read(path)
        if data is not None:
            self._tracer.current.read.add(path)
        elif not self._files.is_folder(path):
            # A package without `__init__.py` is a folder: what would become of it as a file is noted where it was looked up.
            self._tracer.current.missing.add(path)
        text = self._files.text(path)
        try:
            shown = self._show(path)
            source = text_source(shown, text) if text is not None else None if data is None else read_source(shown, data)
        except GraphlintError:
            source = None
        if source is not None and path.endswith(NOTEBOOK_SUFFIX):
            data = source.text.encode("utf-8", "surrogatepass")
        return self._module(path, source, data or b"")

    def _adopt(self, path: str, source: Source) -> None:
        """Use a source as the content of a file, whatever is on disk."""

        def read_source() -> Module:
            self._tracer.current.read.add(path)
            return self._module(path, source, source.text.encode("utf-8", "surrogatepass"))

        self._drop(path)
        self._modules.get(path, read_source)

    def _forget_oldest(self) -> None:
        """Drop the least recently used files: the data about a text takes many times its size."""
        size = sum(self._recent.values())
        while size > MODULES_OF_BYTES:
            oldest = next(iter(self._recent))
            size -= self._recent.pop(oldest)
            self._modules.drop(oldest)

    def _drop(self, path: str) -> None:
        self._tracer.forget(path)
        self._modules.drop(path)
        self._trees.drop(path)

    def _module(self, path: str, source: Source | None, data: bytes) -> Module:
        def summarized(found: Source) -> FileSummary:
            tree = self._trees.parsed(path, found)
            if tree is None:
                return EMPTY
            with self.watch.phase(Phase.SEARCH):
                return summarize_text(tree, found.text)

        def summary() -> FileSummary:
            if isinstance(source, Snippet):
                # The same text as a file has another summary.
                return summarized(source)
            return EMPTY if source is None else self._summaries.get(source.text, lambda: summarized(source))

        return Module(source, data, FileEvidence(summary, lambda: self._worth.relevant(path), self.watch))

    def _is_imported(self, path: str) -> bool:
        """Return True if another checked file may import a file."""
        others = [other for other in self._shown if other != path]
        module = os.path.splitext(os.path.basename(path))[0]
        with self._tracer.searching(module, IMPORTS, *uncalled_functions.LOADERS):
            self._tracer.current.read.update(others)
            naming = (other for other in others if text_search.may_name(self._files.read(other) or b"", module))
            imported_by = self._worth.imported_files
            return any(uncalled_functions.may_import(self.summary(other), path, partial(imported_by, other)) for other in naming)

    def _loads_modules(self) -> bool:
        """Return True if a checked file loads modules whose names are values: it may load any."""
        with self._tracer.searching(*uncalled_functions.LOADERS):
            self._tracer.current.read.update(self._shown)
            naming = (path for path in self._shown if uncalled_functions.names_loader(self._files.read(path) or b""))
            return any(uncalled_functions.loads_modules(self.summary(path)) for path in naming)

    def _switching_off(self, path: str) -> bytes | None:
        """Return the bytes of a file if it mentions a grad mode switch."""

        def find() -> bytes | None:
            data = self._files.read(path)
            return data if data is not None and text_search.switches_grad_mode(data) else None

        return self._switching.get(path, find)
