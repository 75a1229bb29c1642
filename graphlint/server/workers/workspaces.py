"""A workspace folder inside a worker: its files, the plan of each file, and the projects that they belong to."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from graphlint.check.cache.store import is_cache
from graphlint.check.check_config import CheckConfig, ConfigResolver, FixMode
from graphlint.check.file_analysis import FileAnalysis
from graphlint.common.errors import GraphlintError, UsageError
from graphlint.common.network_paths import is_network_path
from graphlint.config.resolve import Configuration
from graphlint.config.settings import Settings, require_known
from graphlint.project.project import Project
from graphlint.rule.registry import Registry
from graphlint.server.workers.messages import FolderConfig, FolderFiles, Program, SettingsProblem
from graphlint.server.workers.persistence import CacheRun, PendingAnalyses
from graphlint.source.discovery import find_files
from graphlint.source.open import Content
from graphlint.source.parsers import Parser

CACHE_SETTING = "cache-dir"


class Workspace:
    """Files of a folder under a client configuration; without a folder, each file is a project of its own.

    Args:
        config: the folder and the client's settings.
        registry: all rules.
        planners: planners by fix mode.
        overlays: texts of open documents by path; shared with the engine, which updates it.

    Raises:
        UsageError: if the client names an unknown rule.
    """

    def __init__(
        self, config: FolderConfig, registry: Registry, resolvers: Mapping[FixMode, ConfigResolver], overlays: Mapping[str, bytes | str]
    ) -> None:
        self.folder = config.folder
        self._configuration = _configuration(config, registry)
        self._resolvers = resolvers
        self._overlays = overlays
        self._files: dict[str, None] = {}
        self._plan: CheckConfig | None = None
        self._import_folders: tuple[str, ...] | None = None
        self._projects: dict[tuple[str, ...], Project] = {}
        self._pending = PendingAnalyses()

    def find_files(self) -> FolderFiles:
        """Return the files that a check of the folder covers.

        Raises:
            GraphlintError: if the folder's own settings file is invalid.
        """
        git = bool(self._configuration.of_folder(self.folder).value("respect-gitignore"))
        files: list[str] = []
        problem: SettingsProblem | None = None
        codes: set[str] = set()
        for path in find_files([self.folder], git=git).files:
            try:
                check_config = self.program_config(Program(path, ""))
                if check_config is not None:
                    files.append(path)
                    codes.update(rule.code for rule in check_config.rules)
            except GraphlintError as error:
                problem = problem or SettingsProblem.of(error)
        return FolderFiles(tuple(files), problem, tuple(sorted(codes)))

    def set_files(self, files: Sequence[str]) -> None:
        """Set the files that are checked as one project."""
        self._files, self._plan, self._import_folders = dict.fromkeys(files), None, None
        for project in self._projects.values():
            project.set_checked_files(files)
        self._pending.clear()

    def discard(self, path: str) -> frozenset[str]:
        """Discard the cached content of a file, and return the other files whose analyses depend on it."""
        stale = frozenset[str]().union(*(project.forget(path) for project in self._projects.values()))
        self._pending.discard(path, stale)
        return stale

    def set_overlay(self, path: str, text: str | None) -> frozenset[str]:
        """Use an open text in place of a file (None: use the file), and return the other files whose analyses depend on it."""
        stale = frozenset[str]().union(*(project.overlay(path, text) for project in self._projects.values()))
        self._pending.discard(path, stale)
        return stale

    def add_analysis(self, file_analysis: FileAnalysis, content: Content) -> None:
        """Add an analysis of one of the files to those that `save_analyses` writes.

        Raises:
            GraphlintError: if the settings of a file are invalid.
        """
        # Everything that the analysis read is hashed here, which is wasted if there is no cache.
        if file_analysis.path in self._files and self._cache() is not None:
            self._pending.add(file_analysis, content.data, self.project_of(Program(file_analysis.path, "")))

    def save_analyses(self) -> None:
        """Write the new analyses to the cache.

        Raises:
            GraphlintError: if the settings of a file are invalid.
        """
        run = self._cache_run()
        if run is not None:
            self._pending.write(run)

    def load_analyses(self, paths: Sequence[str]) -> Iterator[FileAnalysis]:
        """Yield the analyses of files that are in the cache and still valid.

        Raises:
            GraphlintError: if the settings of a file are invalid.
        """
        run = self._cache_run()
        if run is not None:
            yield from run.load_analyses(paths)

    def check_config(self, program: Program) -> CheckConfig | None:
        """Return the plan of a program together with the folder's files; None if its settings exclude it.

        Raises:
            GraphlintError: if its settings are invalid.
        """
        program_config = self.program_config(program)
        if program_config is None or not program.on_disk:
            return program_config
        project_config = self._project_config()
        if project_config is None:
            return program_config
        if program.name in self._files:
            return project_config
        return replace(
            project_config,
            others={**project_config.others, program.name: program_config},
            project_rules=project_config.project_rules or project_config.rules,
        )

    def program_config(self, program: Program, fix_mode: FixMode = FixMode.NONE) -> CheckConfig | None:
        """Return the plan of a program by itself; None if its settings exclude it.

        Raises:
            GraphlintError: if its settings are invalid.
        """
        if not program.on_disk:
            folder = self.folder or os.path.dirname(__file__)
            return self._resolvers[fix_mode].config_for(self._configuration.of_folder(folder).settings)
        settings = self._settings(program.name)
        return None if settings.excludes(program.name) else self._resolvers[fix_mode].config_for(settings, program.name)

    def project_of(self, program: Program) -> Project:
        """Return the project of a program, with the import folders of all files; a program that is not on disk has its own project.

        Raises:
            GraphlintError: if the settings of a file are invalid.
        """
        if not program.on_disk:
            return Project((program.name,), parser=self._parser())
        program_folders = () if program.name in self._files else self._settings(program.name).src
        folders = self._import_roots((*self._common_import_folders(), *program_folders))
        if folders not in self._projects:
            self._projects[folders] = Project(list(self._files), folders, self._overlays, parser=self._parser())
        return self._projects[folders]

    def _parser(self) -> Parser:
        return self._configuration.of_folder(self.folder or os.path.dirname(__file__)).settings.parser

    def _settings(self, path: str) -> Settings:
        return self._configuration.of_file(path).settings

    def _cache_run(self) -> CacheRun | None:
        """Return the folder's project as the cache identifies it; None if there is no cache."""
        check_config, cache = self._project_config(), self._cache()
        if check_config is None or cache is None:
            return None
        texts = {path: text.encode("utf-8", "replace") if isinstance(text, str) else text for path, text in self._overlays.items()}
        return CacheRun(cache, check_config, tuple(self._files), self._import_roots(self._common_import_folders()), texts)

    def _cache(self) -> str | None:
        """Return the folder's cache if a check on the command line has created one: opening a project in an editor creates no folder."""
        settings = self._configuration.of_folder(self.folder)
        path = os.path.join(self.folder, settings.value(CACHE_SETTING)) if settings.file is None else settings.path(CACHE_SETTING)
        return path if path is not None and is_cache(Path(path)) else None

    def _import_roots(self, folders: Sequence[str]) -> tuple[str, ...]:
        """Return import folders followed by the workspace folder itself."""
        return tuple(dict.fromkeys((*folders, self.folder) if self.folder else folders))

    def _common_import_folders(self) -> tuple[str, ...]:
        """Return the folders in the `src` settings of all files."""
        if self._import_folders is None:
            self._import_folders = tuple(dict.fromkeys(folder for path in self._files for folder in self._settings(path).src))
        return self._import_folders

    def _project_config(self) -> CheckConfig | None:
        """Return the plan of all files of the folder."""
        if self._plan is None and self._files:
            self._plan = self._resolvers[FixMode.NONE].combined(list(self._files), self._settings)
        return self._plan


def _configuration(config: FolderConfig, registry: Registry) -> Configuration:
    """Return the settings of the folder, overridden by the client's.

    Raises:
        UsageError: if the client names an unknown rule, or a settings file on another machine.
    """
    if is_network_path(config.configuration):
        raise UsageError(
            "the editor's setting graphlint.configuration is a network path, which is never opened; name a path of this machine"
        )
    for name, words in (("select", config.select), ("ignore", config.ignore), ("extendSelect", config.extend_select)):
        require_known(words or (), f"the editor's setting graphlint.{name}", registry)
    overrides: dict[str, Sequence[str]] = {}
    if config.select is not None:
        overrides["select"] = list(config.select)
    if config.ignore:
        overrides["ignore"] = list(config.ignore)
    if config.extend_select:
        overrides["extend-select"] = list(config.extend_select)
    file = os.path.join(config.folder, os.path.expanduser(config.configuration)) if config.configuration else None
    return Configuration(overrides, file, registry=registry)
