"""A workspace folder as a worker knows it: its files, how each of them is checked, and the project that they make."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from graphlint.check.cache.folder import is_cache
from graphlint.check.check_config import CheckConfig, FixMode
from graphlint.check.file_analysis import Content, FileAnalysis
from graphlint.check.resolve_config import ConfigResolver
from graphlint.common.errors import GraphlintError
from graphlint.config.resolve import Configuration
from graphlint.config.settings import Settings, require_known
from graphlint.project.project import Project
from graphlint.rule.registry import Registry
from graphlint.server.workers.messages import Files, Program, Rules
from graphlint.server.workers.persistence import Memory, Run
from graphlint.source.discovery import find_files

CACHE = "cache-dir"


class Workspace:
    """The files below a folder under what a client says of rules; or the files of no folder, each by itself.

    Args:
        rules: the folder, and what the client says.
        registry: all rules there are.
        planners: make the plans.
        buffers: the texts that are open.

    Raises:
        UsageError: if the client names a rule that there is not.
    """

    def __init__(
        self, rules: Rules, registry: Registry, planners: Mapping[FixMode, ConfigResolver], buffers: Mapping[str, bytes | str]
    ) -> None:
        self.folder = rules.folder
        self._configuration = _configuration(rules, registry)
        self._planners = planners
        self._buffers = buffers
        self._files: dict[str, None] = {}
        self._plan: CheckConfig | None = None
        self._sources: tuple[str, ...] | None = None
        self._projects: dict[tuple[str, ...], Project] = {}
        self._memory = Memory()

    def find(self) -> Files:
        """The files that a check of the folder checks.

        Raises:
            GraphlintError: if the settings file of the folder itself is wrong.
        """
        git = bool(self._configuration.of_folder(self.folder).value("respect-gitignore"))
        files, problem, codes = [], "", set[str]()
        for path in find_files([self.folder], git=git).files:
            try:
                plan = self.own_plan(Program(path, ""))
                if plan is not None:
                    files.append(path)
                    codes.update(rule.code for rule in plan.rules)
            except GraphlintError as error:
                problem = problem or str(error)
        return Files(tuple(files), problem, tuple(sorted(codes)))

    def take(self, files: Sequence[str]) -> None:
        """Take these for the files that are checked together.

        Args:
            files: the files.
        """
        self._files, self._plan, self._sources = dict.fromkeys(files), None, None
        for project in self._projects.values():
            project.set_checked_files(files)
        self._memory.clear()

    def forget(self, path: str) -> frozenset[str]:
        """Read a file anew that has changed, come or gone.

        Args:
            path: the file.

        Returns:
            The other files whose analysis is stale by that.
        """
        stale = frozenset[str]().union(*(project.forget(path) for project in self._projects.values()))
        self._memory.drop(path, stale)
        return stale

    def overlay(self, path: str, text: str | None) -> frozenset[str]:
        """Lay an open text over a file, or take it away.

        Args:
            path: the file.
            text: what is open, None without it.

        Returns:
            The other files whose analysis is stale by that.
        """
        stale = frozenset[str]().union(*(project.overlay(path, text) for project in self._projects.values()))
        self._memory.drop(path, stale)
        return stale

    def note(self, examined: FileAnalysis, content: Content) -> None:
        """The analysis of one of the files has come to something that is worth remembering.

        Args:
            examined: what it has come to.
            content: what the file held.

        Raises:
            GraphlintError: if the settings of a file are wrong.
        """
        # What each analysis has read is hashed for it: for nothing where nothing is kept.
        if examined.path in self._files and self._cache() is not None:
            self._memory.note(examined, content.data, self.project_of(Program(examined.path, "")))

    def remember(self) -> None:
        """Keep what the analyses have come to for the next session.

        Raises:
            GraphlintError: if the settings of a file are wrong.
        """
        run = self._run()
        if run is not None:
            self._memory.write(run)

    def recalled(self, paths: Sequence[str]) -> Iterator[FileAnalysis]:
        """What the analyses of files have come to in an earlier session, of those that would come to the same now.

        Args:
            paths: the files.

        Raises:
            GraphlintError: if the settings of a file are wrong.
        """
        run = self._run()
        if run is not None:
            yield from run.recalled(paths)

    def plan(self, program: Program) -> CheckConfig | None:
        """How a program is checked, with the files around it; None if its settings leave it out.

        Args:
            program: the program.

        Raises:
            GraphlintError: if its settings are wrong.
        """
        own = self.own_plan(program)
        if own is None or not program.on_disk:
            return own
        together = self._together()
        if together is None:
            return own
        if program.name in self._files:
            return together
        return replace(together, others={**together.others, program.name: own}, project_rules=together.project_rules or together.rules)

    def own_plan(self, program: Program, fixing: FixMode = FixMode.NONE) -> CheckConfig | None:
        """How a program is checked by itself; None if its settings leave it out.

        Args:
            program: the program.
            fixing: what becomes of fixes.

        Raises:
            GraphlintError: if its settings are wrong.
        """
        if not program.on_disk:
            folder = self.folder or os.path.dirname(__file__)
            return self._planners[fixing].config_for(self._configuration.of_folder(folder).settings)
        settings = self._settings(program.name)
        return None if settings.excludes(program.name) else self._planners[fixing].config_for(settings, program.name)

    def project_of(self, program: Program) -> Project:
        """The project that a program belongs to, in which modules are found where the settings of all its files have them; none where
        it is no file.

        Args:
            program: the program.

        Raises:
            GraphlintError: if the settings of one of them are wrong.
        """
        if not program.on_disk:
            return Project((program.name,))
        own = () if program.name in self._files else self._settings(program.name).src
        folders = self._folders((*self._joint_sources(), *own))
        if folders not in self._projects:
            self._projects[folders] = Project(list(self._files), folders, self._buffers)
        return self._projects[folders]

    # Inside.

    def _settings(self, path: str) -> Settings:
        return self._configuration.of_file(path).settings

    def _run(self) -> Run | None:
        """The files of the folder as they are remembered; None where nothing is."""
        plan, cache = self._together(), self._cache()
        if plan is None or cache is None:
            return None
        texts = {path: text.encode("utf-8", "replace") if isinstance(text, str) else text for path, text in self._buffers.items()}
        return Run(cache, plan, tuple(self._files), self._folders(self._joint_sources()), texts)

    def _cache(self) -> str | None:
        """Where results are kept: in the cache that a check on the command line has left, None where there is none. To open a project in
        an editor is not to ask for a folder in it."""
        in_force = self._configuration.of_folder(self.folder)
        path = os.path.join(self.folder, in_force.value(CACHE)) if in_force.file is None else in_force.path(CACHE)
        return path if path is not None and is_cache(Path(path)) else None

    def _folders(self, sources: Sequence[str]) -> tuple[str, ...]:
        """The folders that modules are imported from, with the folder itself."""
        return tuple(dict.fromkeys((*sources, self.folder) if self.folder else sources))

    def _joint_sources(self) -> tuple[str, ...]:
        """The folders from which modules of all files are imported."""
        if self._sources is None:
            self._sources = tuple(dict.fromkeys(folder for path in self._files for folder in self._settings(path).src))
        return self._sources

    def _together(self) -> CheckConfig | None:
        """The plan of all files."""
        if self._plan is None and self._files:
            self._plan = self._planners[FixMode.NONE].combined(list(self._files), self._settings)
        return self._plan


def _configuration(rules: Rules, registry: Registry) -> Configuration:
    """The settings that hold under what a client says.

    Raises:
        UsageError: if the client names a rule that there is not.
    """
    for name, words in (("select", rules.select), ("ignore", rules.ignore), ("extendSelect", rules.extend_select)):
        require_known(words or (), f"the editor's setting graphlint.{name}", registry)
    told: dict[str, Sequence[str]] = {}
    if rules.select is not None:
        told["select"] = list(rules.select)
    if rules.ignore:
        told["ignore"] = list(rules.ignore)
    if rules.extend_select:
        told["extend-select"] = list(rules.extend_select)
    file = os.path.join(rules.folder, os.path.expanduser(rules.configuration)) if rules.configuration else None
    return Configuration(told, file, registry=registry)
