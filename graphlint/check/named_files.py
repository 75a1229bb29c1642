"""Named files: they select what is reported, and their project is what is analyzed.

The project of a file is the folder of its settings file, or its git repository. Of its other files only those are analyzed whose runs can
find something in a named file: those that import it, directly or through others.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from graphlint.check.file_analysis import FileAnalysis
from graphlint.project.importers import Importers
from graphlint.project.markers import REPOSITORY
from graphlint.project.project import Project
from graphlint.source.discovery import display


@dataclass(frozen=True, slots=True)
class NamedFiles:
    """The files of a run that names some of them.

    `project` are all files of the projects of the named ones, as displayed, `folders` the roots of these projects.
    """

    project: tuple[str, ...]
    folders: tuple[str, ...]


def project_root(path: str, settings_file: str | None) -> str | None:
    """Return the root of a file's project as an absolute path; None if the file is in no project.

    Args:
        settings_file: the settings file that applies to the file because of its place.
    """
    folder = os.path.dirname(os.path.abspath(path))
    if settings_file is not None:
        root = os.path.dirname(os.path.abspath(settings_file))
        if folder == root or folder.startswith(os.path.join(root, "")):
            return root
    while not os.path.exists(os.path.join(folder, REPOSITORY)):
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above
    return folder


class ConnectedFiles:
    """The files of a project whose analyses can find something in the reported ones.

    Args:
        files: all files of the project, as displayed.
        reported: the reported files, as displayed.
    """

    def __init__(self, project: Project, files: Sequence[str], reported: Iterable[str]) -> None:
        self._displayed = {os.path.abspath(path): path for path in files}
        self._reported = frozenset(reported)
        self._order = {path: number for number, path in enumerate(files)}
        self._importers = Importers(self._displayed, project.read, project.imported_modules)

    def first(self) -> list[str]:
        """Return the reported files and those that import them, in order."""
        return self._importing(self._reported)

    def further(self, analyses: Mapping[str, FileAnalysis]) -> list[str]:
        """Return the files, in order, that decide whether a finding of these analyses is reported in a reported file, or elsewhere: they
        may execute its place for another purpose."""
        places = {path for analysis in analyses.values() for path in self._moving(analysis)}
        return [path for path in self._importing(places) if path not in analyses] if places else []

    def _importing(self, paths: Iterable[str]) -> list[str]:
        importing = self._importers.of(map(os.path.abspath, paths))
        return sorted((self._displayed[path] for path in importing if path in self._displayed), key=self._order.__getitem__)

    def _moving(self, analysis: FileAnalysis) -> Iterator[str]:
        """Yield the files with the places of findings that may move into a reported file, or out of one."""
        for reported in analysis.findings:
            if reported.finding.ways:
                sites = (reported.finding.site, *(place.site for way in reported.finding.ways for place in way))
                paths = {site.path for site in sites}
                if not paths.isdisjoint(self._reported):
                    yield from paths


Find = Callable[[Sequence[str]], Sequence[str]]


def named_files(named: Iterable[str], folders: Sequence[str], settings_file: Callable[[str], str | None], find: Find) -> NamedFiles | None:
    """Return the projects of named files; None if all of them are in named folders, or in no project.

    Args:
        named: the files that are named themselves.
        folders: the named folders.
        settings_file: returns the settings file that applies to a file because of its place.
        find: returns the files in folders.
    """
    inside = tuple(os.path.join(os.path.abspath(folder), "") for folder in folders)
    outer = [path for path in named if not os.path.abspath(path).startswith(inside)] if inside else list(named)
    roots = dict.fromkeys(root for path in outer if (root := project_root(path, settings_file(path))) is not None)
    if not roots:
        return None
    shown = tuple(map(display, roots))
    return NamedFiles(tuple(find(shown)), shown)
