"""Checking as a whole: from paths, through the settings of each file, to results. The command and the Python API come here."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from graphlint.check.cache import identity
from graphlint.check.cache.file_contents import Contents
from graphlint.check.cache.snapshot import Snapshot
from graphlint.check.check_config import TELLING
from graphlint.check.file_result import FileResult
from graphlint.check.resolve_config import Planner
from graphlint.common.timing import Costs, Phase
from graphlint.config.resolve import Configuration
from graphlint.config.settings import Settings
from graphlint.rule.base import Rule
from graphlint.source.discovery import Found, display, find_files


class Checker:
    """Checks files, each under its own settings.

    Args:
        planner: makes the plan of each file.
        settings: tells what is in force for a file: settings for all of them, or what finds those of each.
        jobs: the most processes to use; 0 for as many as there are cores.
        cache: the folder in which results are kept; None to keep none.
    """

    def __init__(self, planner: Planner, settings: Settings | Configuration, jobs: int = 1, cache: str | None = None) -> None:
        self._planner = planner
        self._settings = settings
        self._jobs = jobs
        self._cache = cache
        self._taken_over: list[str] = []

    @property
    def rules(self) -> tuple[type[Rule], ...]:
        """The rules by which files were checked so far."""
        for path in self._taken_over:
            self._planner.plan(self.settings(path), path)
        return self._planner.rules

    @property
    def changing(self) -> bool:
        """Whether files are changed, or shown as they would be."""
        return self._planner.fixing not in TELLING

    def settings(self, path: str) -> Settings:
        """The settings of a file.

        Args:
            path: the file.

        Raises:
            SettingsError: if a settings file is wrong.
        """
        return self._settings if isinstance(self._settings, Settings) else self._settings.of_file(path).settings

    def find(self, paths: Sequence[str], exclude: Sequence[str] = (), force: bool = False, git: bool = True) -> Found:
        """The files to check in some paths, without those that their settings exclude.

        Args:
            paths: files and folders.
            exclude: patterns, from the current folder, of what is not looked into.
            force: whether files that are named are left out too.
            git: whether what git ignores is left out.

        Raises:
            SettingsError: if a settings file is wrong.
        """
        found = find_files(paths, exclude, force, git)
        named = set() if force else {display(path) for path in paths if not os.path.isdir(path)}
        files = tuple(path for path in found.files if path in named or not self.settings(path).excludes(path))
        return Found(files, found.problems, found.beyond)

    def check(
        self,
        files: Sequence[str],
        texts: Mapping[str, bytes | str] | None = None,
        done: Callable[[int], None] | None = None,
        folders: Sequence[str] = (),
        costs: Costs | None = None,
        beyond: frozenset[str] = frozenset(),
    ) -> list[FileResult]:
        """Check files, each with what it imports, and each function through those that call it.

        Args:
            files: the files, as they are to be displayed.
            texts: what those hold that are not to be read from the disk: bytes, or the text that an editor holds.
            done: told how many files were checked, whenever some were.
            folders: the folders that were named, from which imports may start.
            costs: notes what this costs.
            beyond: those of the files that are not changed, whatever becomes of fixes.

        Returns:
            The result of each file, in their order.

        Raises:
            SettingsError: if a settings file is wrong.
        """
        costs = costs or Costs()
        contents, snapshot = Contents(), None
        if self._cache is not None and not texts and not self.changing:
            with costs.watch.phase(Phase.CACHE):
                snapshot = self._snapshot(self._cache, files, folders, contents, beyond)
                known = snapshot.results(files)
            if known is not None:
                if done is not None:
                    done(len(known))
                self._taken_over.extend(files)
                return known
        from graphlint.check.cache.file_results import Results  # noqa: PLC0415  what is known as a whole needs neither of these
        from graphlint.check.workers import Asked, check_files  # noqa: PLC0415

        plan = self._planner.plans(files, self.settings, folders, beyond)
        sources = dict.fromkeys(folder for path in files for folder in self.settings(path).src)
        folders = tuple(dict.fromkeys((*sources, *folders)))
        asked = Asked(tuple(files), folders, dict(texts or {}))
        with costs.watch.phase(Phase.CACHE):
            remembered = None if self._cache is None else Results(self._cache, plan, files, folders, contents)
        results = check_files(asked, plan, self._jobs, done, remembered, costs)
        if self.changing:
            from graphlint.check.fix_files import change  # noqa: PLC0415  few runs change anything

            results = change(results, asked, plan, self._jobs, costs)
        if remembered is not None:
            with costs.watch.phase(Phase.CACHE):
                remembered.remember(result for result in results.values() if result.path not in asked.texts)
                if snapshot is not None:
                    snapshot.keep(list(results.values()))
        return list(results.values())

    def _snapshot(self, cache: str, files: Sequence[str], folders: Sequence[str], contents: Contents, beyond: frozenset[str]) -> Snapshot:
        """What is known of the last run that was as this one is."""
        by_settings: dict[int, tuple[Settings, list[str]]] = {}
        for path in files:
            settings = self.settings(path)
            by_settings.setdefault(id(settings), (settings, []))[1].append(path)
        in_force = [settings for settings, _ in by_settings.values()]
        own = identity.of_run(self._planner.registry, self._planner.known, in_force)
        base = f"{identity.own_state()} {os.getcwd()} {folders} {sorted(beyond)} {self._planner.fixing.value} {own}"
        assigned = identity.digest(repr(list(by_settings.values())).encode("utf-8", "surrogatepass"))
        return Snapshot(cache, base, assigned, [*folders, *(folder for settings in in_force for folder in settings.src)], contents)

    def check_bytes(self, path: str, data: bytes, costs: Costs | None = None) -> FileResult:
        """Check the bytes of a file that is not read from the disk; nothing is written.

        Args:
            path: the file, as it is to be displayed; its settings count.
            data: the bytes.
            costs: notes what this costs.

        Raises:
            SettingsError: if a settings file is wrong.
        """
        from graphlint.check.evaluate import check_bytes  # noqa: PLC0415  what is remembered needs no analysis
        from graphlint.common.big_stack import with_deep_stack  # noqa: PLC0415

        settings = self.settings(path)
        plan = self._planner.plan(settings, path)
        costs = costs or Costs()
        with costs.watch.lap() as spent:
            result = with_deep_stack(partial(check_bytes, path, data, plan, settings.src, costs.watch))
        costs.add(path, spent, here=True)
        return result
