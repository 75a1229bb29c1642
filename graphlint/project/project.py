"""One project: the files that were asked for, what they import, and what a change in one of them makes stale."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from graphlint.common.errors import GraphlintError
from graphlint.common.timing import Phase, Stopwatch
from graphlint.ir.module_slices import ModuleSlices
from graphlint.project import text_search
from graphlint.project.dependencies import Dependencies, Memo, Trace, Tracer
from graphlint.project.files import Files
from graphlint.project.markers import MARKS, PACKAGE
from graphlint.project.modules import Module, Trees
from graphlint.project.name_evidence import FileEvidence, TextEvidence
from graphlint.project.relevance import WorthEntering
from graphlint.project.resolve_imports import Resolver
from graphlint.source.discovery import display
from graphlint.source.open import read_source, text_source
from graphlint.source.source import NOTEBOOK_SUFFIX, Source

STANDARD_INPUT = "-"
# Of so many bytes of text it is remembered what they hold.
MODULES_OF_BYTES = 4_000_000


class Project:
    """Finds, reads and remembers what the analysis of a file needs of other files. Nothing is ever imported or run.

    Paths come in as they are displayed; inside, a file is known by its absolute path, which also identifies it as a module.
    """

    def __init__(
        self,
        asked: Sequence[str] = (),
        folders: Sequence[str] = (),
        overlay: Mapping[str, bytes | str] | None = None,
        watch: Stopwatch | None = None,
    ) -> None:
        """Make a project.

        Args:
            asked: the files that are checked, as they are displayed.
            folders: the folders that were named, from which imports may start.
            overlay: contents of files that are not to be read from the disk, by path: bytes, or the text that an editor holds.
            watch: measures what is done for it; nothing does without one.
        """
        self.watch = Stopwatch() if watch is None else watch
        self._shown = {os.path.abspath(path): path for path in asked}
        self._files = Files({os.path.abspath(path): data for path, data in (overlay or {}).items()})
        self._tracer = Tracer()
        self._resolver = Resolver(self._files, [os.path.abspath(folder) for folder in folders], self._note_missing)
        self._located: Memo[tuple[str, str, int, str], str | None] = self._tracer.memo()
        self._inside: Memo[tuple[str, str], str | None] = self._tracer.memo()
        self._modules: Memo[str, Module] = self._tracer.memo()
        self._switching: Memo[str, bytes | None] = self._tracer.memo()
        self._recent: dict[str, int] = {}
        self._trees = Trees(self.watch)
        self._worth = WorthEntering(self, self._tracer)
        self._dependencies: dict[str, Dependencies] = {}

    # What the interpreter asks

    def identify(self, path: str) -> str:
        """The module that a file is.

        Args:
            path: the file.
        """
        return os.path.abspath(path)

    def locate(self, path: str, module: str, level: int, member: str = "") -> str | None:
        """The module that an import means; None where it is not the project's.

        Args:
            path: the importing file.
            module: the dotted name.
            level: how many dots stand before it.
            member: what is imported from it.
        """
        if path == STANDARD_INPUT:
            return None
        importer = os.path.abspath(path)
        place = importer if not level and importer.endswith((f"{module.rpartition('.')[2]}.py", PACKAGE)) else os.path.dirname(importer)
        found = self._located.get((place, module, level, ""), lambda: self._resolver.locate(importer, module, level, ""))
        if found is None and member:
            return self._located.get((place, module, level, member), lambda: self._resolver.locate(importer, module, level, member))
        return found

    def inside(self, module: str, name: str) -> str | None:
        """A module of a package.

        Args:
            module: the package.
            name: the name of what is looked for in it.
        """
        return self._inside.get((module, name), lambda: self._resolver.inside(module, name))

    def slices(self, module: str) -> ModuleSlices | None:
        """The statements of a module by name; None for a folder without code, and for what does not parse.

        Args:
            module: the module.
        """
        if not module.endswith(".py"):
            return None
        source = self.module(module).source
        return None if source is None else self._trees.slices(module, source)

    def evidence(self) -> TextEvidence:
        """What the text of each file says of the use of names."""
        return TextEvidence(lambda path: self.module(os.path.abspath(path)).evidence)

    def called(self, path: str, name: str, method: bool = False) -> bool:
        """Whether another file that was asked for, and that switches grad mode off somewhere, seems to call a function of a file: it
        imports the file, or calls a method of this name where grad mode is off, of whatever object.

        Args:
            path: the file.
            name: the function.
            method: whether it is a method.
        """
        own = os.path.abspath(path)
        self._tracer.now.names.add(name)
        for other in self._shown:
            if other != own:
                found = self._switching_off(other)
                if found is None or not text_search.calls(found, name):
                    continue
                if own in self._worth.imported_files(other) or (method and text_search.calls_without_grad(found, name)):
                    return True
        return False

    # What a check asks

    def ask(self, paths: Sequence[str]) -> None:
        """Check these files together from now on.

        Args:
            paths: the files, as they are displayed.
        """
        self._shown = {os.path.abspath(path): path for path in paths}

    def source(self, path: str) -> Source | None:
        """The source of a file, for what is to be shown of it.

        Args:
            path: the file as it is displayed.
        """
        return self.module(os.path.abspath(path)).source

    def tree(self, source: Source) -> ast.Module | None:
        """A file's tree, if it is at hand because another file has imported it.

        Args:
            source: the file's source.
        """
        return self._trees.remembered(os.path.abspath(source.path))

    @contextmanager
    def analyzing(self, source: Source) -> Iterator[None]:
        """Analyse a file in this block: its text is what the source holds, and what is looked at is noted as what it depends on.

        Args:
            source: the file's source.
        """
        path = os.path.abspath(source.path)
        adopted = source.path == STANDARD_INPUT or self.module(path).source != source
        if adopted:
            self._adopt(path, source)
        trace = Trace()
        self._tracer.traces.append(trace)
        try:
            yield
        finally:
            self._tracer.traces.pop()
            trace.read.discard(path)
            self._dependencies[path] = trace.frozen()
            if adopted:
                self._drop(path)
            self._forget_oldest()

    def dependencies(self, path: str) -> Dependencies:
        """What the last analysis of a file has looked at in other files.

        Args:
            path: the file.
        """
        return self._dependencies.get(os.path.abspath(path), Dependencies())

    def note(self, path: str, dependencies: Dependencies) -> None:
        """Take over what another process, or a cache, knows of a file.

        Args:
            path: the file.
            dependencies: what its analysis has looked at.
        """
        self._dependencies[os.path.abspath(path)] = dependencies

    def dependents(self, path: str) -> frozenset[str]:
        """The files, as they are displayed, whose last analysis rests on a file: on what it holds, or on its not being there.

        Args:
            path: the file.
        """
        changed = os.path.abspath(path)
        everything = os.path.basename(changed) in MARKS
        switching = self._switching_off(changed) if any(found.names for found in self._dependencies.values()) else None
        return frozenset(
            self._show(other)
            for other, found in self._dependencies.items()
            if other != changed
            and (
                everything
                or changed in found.read
                or changed in found.missing
                or (switching is not None and any(text_search.calls(switching, name) for name in found.names))
            )
        )

    def forget(self, path: str) -> frozenset[str]:
        """Read a file anew that has changed, come or gone.

        Args:
            path: the file.

        Returns:
            The other files whose analysis is stale by that, as `dependents` says before and after the change.
        """
        changed = os.path.abspath(path)
        before = self.dependents(path)
        self._tracer.forget(changed)
        self._switching.drop(changed)
        self._trees.drop(changed)
        self._files.forget(changed)
        if os.path.basename(changed) in MARKS:
            self._resolver.forget()
            for other in (*self._dependencies, *self._shown):
                self._tracer.forget(other)
        return before | self.dependents(path)

    def overlay(self, path: str, data: bytes | str | None) -> frozenset[str]:
        """Lay an open buffer over a file, or take it away.

        Args:
            path: the file.
            data: what the buffer holds, None without one.

        Returns:
            The other files whose analysis is stale by that.
        """
        before = self.dependents(path)
        self._files.lay(os.path.abspath(path), data)
        return before | self.forget(path)

    # Inside

    def _note_missing(self, path: str) -> None:
        self._tracer.now.missing.add(path)

    def _show(self, path: str) -> str:
        return self._shown.get(path) or display(path)

    def module(self, path: str) -> Module:
        """A file as it was read.

        Args:
            path: the file's absolute path.
        """
        self._recent.pop(path, None)
        found = self._modules.get(path, lambda: self._read(path))
        self._recent[path] = len(found.data)
        return found

    def _read(self, path: str) -> Module:
        with self.watch.phase(Phase.READ):
            return self._found(path)

    def _found(self, path: str) -> Module:
        data = self._files.read(path)
        (self._tracer.now.read if data is not None else self._tracer.now.missing).add(path)
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
        """Take a source as the file's, whatever the disk holds."""

        def given() -> Module:
            self._tracer.now.read.add(path)
            return self._module(path, source, source.text.encode("utf-8", "surrogatepass"))

        self._drop(path)
        self._modules.get(path, given)

    def _forget_oldest(self) -> None:
        """Forget the files that were not asked for in a long time: what is known of a text takes many times its size."""
        size = sum(self._recent.values())
        while size > MODULES_OF_BYTES:
            oldest = next(iter(self._recent))
            size -= self._recent.pop(oldest)
            self._modules.drop(oldest)

    def _drop(self, path: str) -> None:
        """Forget what a file holds."""
        self._tracer.forget(path)
        self._modules.drop(path)
        self._trees.drop(path)

    def _module(self, path: str, source: Source | None, data: bytes) -> Module:
        text = "" if source is None else source.text
        if "\r" in text and source is not None:
            text = "\n".join(source.lines)
        return Module(source, data, FileEvidence(text, lambda: self._worth.foreign(path), self.watch))

    def _switching_off(self, path: str) -> bytes | None:
        """The bytes of a file, if it mentions what switches grad mode off."""

        def find() -> bytes | None:
            data = self._files.read(path)
            return data if data is not None and text_search.switches_grad_mode(data) else None

        return self._switching.get(path, find)
