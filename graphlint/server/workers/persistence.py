"""Cache of a workspace folder's analyses between editor sessions.

Entries are keyed by the contents that the analyses read, including open texts and files that have changed since: an entry is valid
whenever the same contents are analyzed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from graphlint.check.cache.file_contents import FileContents, FileState, digest
from graphlint.check.cache.file_results import ResultCache
from graphlint.check.check_config import CheckConfig, FixMode
from graphlint.check.file_analysis import FileAnalysis
from graphlint.check.file_result import FileResult
from graphlint.project.project import Project


class CacheRun(NamedTuple):
    """A project as the cache identifies it: `files` are analyzed together, `folders` are the import roots, `open_texts` maps paths to the
    contents of open documents."""

    cache: str
    check_config: CheckConfig
    files: tuple[str, ...]
    folders: tuple[str, ...]
    open_texts: Mapping[str, bytes]

    def load_analyses(self, paths: Collection[str]) -> Iterator[FileAnalysis]:
        """Yield the cached analyses of files whose contents have not changed."""
        for file_analysis in self.results({}).analyses(paths).values():
            # The cache checks that a missing file is still not on disk; it may be open nevertheless.
            if self.open_texts.keys().isdisjoint(file_analysis.dependencies.missing):
                yield file_analysis

    def results(self, known_contents: Mapping[str, FileState]) -> ResultCache:
        """Return the cached results of the project.

        Args:
            known_contents: what files contained when they were analyzed; other files are read from disk.
        """
        contents = FileContents()
        for path, known in known_contents.items():
            contents.add(path, known)
        for path, data in self.open_texts.items():
            contents.add(path, _known(data))
        # Only analyses are cached here, no diagnostics: a plan that shows fixes disables the lookup of diagnostics.
        return ResultCache(self.cache, self.check_config.with_fix_mode(FixMode.SHOW), self.files, self.folders, contents)


class PendingAnalyses:
    """Analyses that were not written to the cache yet."""

    def __init__(self) -> None:
        self._analyses: dict[str, FileAnalysis] = {}
        self._contents: dict[str, FileState] = {}

    def add(self, file_analysis: FileAnalysis, data: bytes, project: Project) -> None:
        """Add an analysis of a file with the content `data`."""
        contents = {path: project.module(path).data for path in file_analysis.dependencies.files} | {file_analysis.path: data}
        for path, content in contents.items():
            known = _known(content)
            if self._contents.get(path, known) != known:
                self.discard(path, ())
            self._contents[path] = known
        self._analyses[file_analysis.path] = file_analysis

    def discard(self, path: str, stale: Collection[str]) -> None:
        """Discard the analyses that depend on a file, and those of the files in `stale`."""
        discarded = {path, *stale}
        self._analyses = {
            name: file_analysis
            for name, file_analysis in self._analyses.items()
            if name not in discarded and not _depends_on(file_analysis, path)
        }
        self._contents.pop(path, None)

    def clear(self) -> None:
        self._analyses.clear()
        self._contents.clear()

    def write(self, run: CacheRun) -> None:
        """Write all analyses to the cache."""
        if self._analyses:
            run.results(self._contents).remember(FileResult(path, analysis=file_analysis) for path, file_analysis in self._analyses.items())
            self.clear()


def _depends_on(file_analysis: FileAnalysis, path: str) -> bool:
    return path in file_analysis.dependencies.files or path in file_analysis.dependencies.missing


def _known(data: bytes) -> FileState:
    return FileState(digest(data), len(data), None)
