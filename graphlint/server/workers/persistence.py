"""What a worker keeps of a folder from one session of an editor to the next: what the analyses of its files have come to.

It is kept by what the analyses have read, be that open texts or files that have changed since: what is found again later is what would
come of the same contents.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from graphlint.check.cache.file_contents import FileContents, FileState
from graphlint.check.cache.file_results import ResultCache
from graphlint.check.cache.identity import digest
from graphlint.check.check_config import CheckConfig, FixMode
from graphlint.check.file_analysis import FileAnalysis
from graphlint.check.file_result import FileResult
from graphlint.project.project import Project
from graphlint.project.text_search import switches_grad_mode


class Run(NamedTuple):
    """What is looked at together: the files, how they are checked, the folders that modules are imported from, what is open in place of
    files, by path, and where results are kept."""

    cache: str
    plan: CheckConfig
    files: tuple[str, ...]
    folders: tuple[str, ...]
    open_texts: Mapping[str, bytes]

    def recalled(self, wanted: Collection[str]) -> Iterator[FileAnalysis]:
        """What the analyses of files have come to in an earlier session, of those that would come to the same now.

        Args:
            wanted: the files that are asked about.
        """
        for item in self.results({}).analyses(wanted).values():
            # That a file is not on the disk says nothing of a text that is open.
            if self.open_texts.keys().isdisjoint(item.dependencies.missing):
                yield item

    def results(self, held: Mapping[str, FileState]) -> ResultCache:
        """What is remembered of it.

        Args:
            held: what files held when they were analysed, where that is known.
        """
        contents = FileContents()
        for path, known in held.items():
            contents.add(path, known)
        for path, data in self.open_texts.items():
            contents.add(path, _known(data))
        # What is told is not remembered here, and of a plan by which fixes are shown nobody looks for it.
        return ResultCache(self.cache, self.plan.with_fix_mode(FixMode.SHOW), self.files, self.folders, contents)


class Memory:
    """The analyses that are to be remembered."""

    def __init__(self) -> None:
        self._found: dict[str, FileAnalysis] = {}
        self._held: dict[str, FileState] = {}

    def note(self, examined: FileAnalysis, data: bytes, project: Project) -> None:
        """Something has come of an analysis.

        Args:
            examined: what has come of it.
            data: what the file held.
            project: the project that it belongs to.
        """
        contents = {path: project.module(path).data for path in examined.dependencies.read} | {examined.path: data}
        for path, content in contents.items():
            known = _known(content)
            if self._held.get(path, known) != known:
                self.drop(path, ())
            self._held[path] = known
        self._found[examined.path] = examined

    def drop(self, path: str, stale: Collection[str]) -> None:
        """A file has changed, come or gone.

        Args:
            path: the file.
            stale: other files of which the analysis is known to be stale by that.
        """
        gone = {path, *stale}
        self._found = {name: item for name, item in self._found.items() if name not in gone and not _rests_on(item, path)}
        self._held.pop(path, None)

    def clear(self) -> None:
        """Nothing of it is to be remembered."""
        self._found.clear()
        self._held.clear()

    def write(self, run: Run) -> None:
        """Remember them.

        Args:
            run: what is looked at together.
        """
        if self._found:
            run.results(self._held).remember(FileResult(path, analysis=item) for path, item in self._found.items())
            self.clear()


def _rests_on(examined: FileAnalysis, path: str) -> bool:
    return path in examined.dependencies.read or path in examined.dependencies.missing


def _known(data: bytes) -> FileState:
    return FileState(digest(data), switches_grad_mode(data), len(data), None)
