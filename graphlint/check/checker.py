"""The check from paths to results, shared by the command and the Python API."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from graphlint.check.cache.file_contents import FileContents, text_digest
from graphlint.check.cache.identity import linter_digest, run_inputs
from graphlint.check.cache.location import Location
from graphlint.check.cache.snapshot import Snapshot
from graphlint.check.check_config import READ_ONLY_MODES, CheckConfig, ConfigResolver, FixMode
from graphlint.check.file_result import FileResult
from graphlint.common.timing import Costs, Phase
from graphlint.config.resolve import Configuration
from graphlint.config.settings import Settings
from graphlint.rule.base import Rule
from graphlint.source.discovery import FoundFiles, find_files
from graphlint.source.parsers import Parser

if TYPE_CHECKING:
    from graphlint.check.cache.file_results import ResultCache
    from graphlint.check.named_files import NamedFiles
    from graphlint.check.pictured import Pictures
    from graphlint.check.workers import CheckRequest
    from graphlint.pictures.record import Life
    from graphlint.project.project import Project


class Checker:
    """Check files, each under its own settings.

    Args:
        settings: the settings of all files, or the configuration that finds those of each file.
        jobs: the maximum number of processes; 0 for the number of cores.
        cache: the cache folder; None for no cache.
    """

    def __init__(self, resolver: ConfigResolver, settings: Settings | Configuration, jobs: int = 1, cache: str | None = None) -> None:
        self._resolver = resolver
        self._settings = settings
        self._jobs = jobs
        self._cache = cache
        self._from_cache: list[str] = []

    @property
    def rules(self) -> tuple[type[Rule], ...]:
        """The rules by which files were checked so far."""
        for path in self._from_cache:
            self._resolver.config_for(self.settings(path), path)
        return self._resolver.rules

    @property
    def changes_files(self) -> bool:
        """True if files are changed, or their changes are shown."""
        return self._resolver.fix_mode not in READ_ONLY_MODES

    @property
    def offers_fixes(self) -> bool:
        """True if findings come with fixes, or with the remark that there is one."""
        return self._resolver.fix_mode not in (FixMode.NONE, FixMode.NOQA)

    @property
    def _parser(self) -> Parser:
        """The parser of all files: what one imports is parsed once."""
        return (self._settings if isinstance(self._settings, Settings) else self._settings.of_run().settings).parser

    def settings(self, path: str) -> Settings:
        """Return the settings of a file.

        Raises:
            SettingsError: if a settings file is wrong.
        """
        return self._settings if isinstance(self._settings, Settings) else self._settings.of_file(path).settings

    def find(self, paths: Sequence[str], exclude: Sequence[str] = (), force: bool = False, git: bool = True) -> FoundFiles:
        """Find the files to check, without those that their settings exclude.

        Args:
            exclude: patterns relative to the current folder.
            force: apply the exclusions to explicitly named files, too.
            git: honor git's ignore rules.

        Raises:
            SettingsError: if a settings file is wrong.
        """
        all_files = find_files(paths, exclude, force, git)
        named = frozenset() if force else all_files.named
        files = tuple(path for path in all_files.files if path in named or not self.settings(path).excludes(path))
        return replace(all_files, files=files)

    def check(
        self,
        files: Sequence[str],
        texts: Mapping[str, bytes | str] | None = None,
        on_progress: Callable[[int], None] | None = None,
        folders: Sequence[str] = (),
        costs: Costs | None = None,
        read_only: frozenset[str] = frozenset(),
        named: frozenset[str] = frozenset(),
        projects: NamedFiles | None = None,
    ) -> list[FileResult]:
        """Check files, each with what it imports, and each function through its callers. Return their results in the order of `files`.

        Args:
            texts: contents that replace those on disk: bytes, or the text of an editor's buffer.
            on_progress: called with the number of files that were finished.
            folders: the folders on the command line, which are import roots.
            costs: records the CPU time spent.
            read_only: files that are never changed.
            named: files that are parsed even if they do not name torch.
            projects: the projects of named files, of which the callers of `files` are analyzed, too.

        Raises:
            SettingsError: if a settings file is wrong.
        """
        costs = costs or Costs()
        contents, snapshot, reported, wanted = FileContents(), None, None, files
        if projects is not None:
            reported = frozenset(files)
            read_only |= frozenset(projects.project) - reported if self.changes_files else frozenset()
            files, folders = tuple(dict.fromkeys((*projects.project, *files))), tuple(dict.fromkeys((*folders, *projects.folders)))
        elif self._cache is not None and not texts and not self.changes_files:
            with costs.watch.phase(Phase.CACHE):
                snapshot = self._snapshot(self._cache, files, folders, contents, read_only, named)
                known = snapshot.results(files)
            if known is not None:
                if on_progress is not None:
                    on_progress(len(known))
                self._from_cache.extend(files)
                return known
        from graphlint.check.cache.file_results import ResultCache  # noqa: PLC0415  a cached run needs neither
        from graphlint.check.workers import CheckRequest  # noqa: PLC0415

        config = replace(self._resolver.combined(files, self.settings, folders, read_only), parser=self._parser)
        sources = dict.fromkeys(folder for path in files for folder in self.settings(path).src)
        folders = tuple(dict.fromkeys((*sources, *folders)))
        request = CheckRequest(
            paths=tuple(files),
            folders=folders,
            texts=dict(texts or {}),
            named=named,
            parser=self._parser,
            cache=self._cache,
            reported=reported,
        )
        with costs.watch.phase(Phase.CACHE):
            result_cache = None if self._cache is None else ResultCache(self._cache, config, files, folders, contents, named)
        results = self._check_and_change(request, config, on_progress, result_cache, costs)
        if result_cache is not None:
            with costs.watch.phase(Phase.CACHE):
                result_cache.remember((result for result in results.values() if result.path not in request.texts), request.reports)
                if snapshot is not None:
                    snapshot.save(list(results.values()))
        return [results[path] for path in wanted]

    def projects_of(self, named: Iterable[str], folders: Sequence[str], find: Callable[[Sequence[str]], FoundFiles]) -> NamedFiles | None:
        """Return the projects of named files; None if all of them are in named folders, or in no project.

        Args:
            find: returns the files in some folders.

        Raises:
            SettingsError: if a settings file is wrong.
        """
        from graphlint.check.named_files import named_files  # noqa: PLC0415  few runs name files

        configuration = self._settings

        def settings_file(path: str) -> str | None:
            return None if isinstance(configuration, Settings) else configuration.closest_file(path)

        return named_files(sorted(named), folders, settings_file, lambda roots: find(roots).files)

    def _check_and_change(
        self,
        request: CheckRequest,
        config: CheckConfig,
        on_progress: Callable[[int], None] | None,
        result_cache: ResultCache | None,
        costs: Costs,
    ) -> dict[str, FileResult]:
        """Check files, and change them if the mode says so."""
        from graphlint.check.check_files import check_files  # noqa: PLC0415  a cached run needs no analysis

        results = check_files(request, config, self._jobs, on_progress, result_cache, costs)
        if not self.changes_files:
            return results
        from graphlint.check.fix_files import change  # noqa: PLC0415  few runs change anything

        return change(results, request, config, self._jobs, costs)

    def _snapshot(
        self,
        cache: str,
        files: Sequence[str],
        folders: Sequence[str],
        contents: FileContents,
        read_only: frozenset[str],
        named: frozenset[str],
    ) -> Snapshot:
        """Return the cache entry for a run with the same paths, settings and rules."""
        files_by_settings: dict[int, tuple[Settings, list[str]]] = {}
        for path in files:
            settings = self.settings(path)
            files_by_settings.setdefault(id(settings), (settings, []))[1].append(path)
        settings_of_files = [settings for settings, _ in files_by_settings.values()]
        own = run_inputs(self._resolver.registry, self._resolver.baseline, settings_of_files)
        location = Location.find(contents.names)
        run = location.portable(f"{folders} {sorted(read_only)} {self._resolver.fix_mode.value} {own}")
        base = f"{linter_digest()} {location.position} {run}"
        assigned = text_digest(location.portable(repr((list(files_by_settings.values()), sorted(named)))))
        import_roots = [*folders, *(folder for settings in settings_of_files for folder in settings.src)]
        return Snapshot(cache, base, assigned, import_roots, contents, location)

    def analyzed_project(self, files: Sequence[str], folders: Sequence[str]) -> tuple[CheckConfig, Project]:
        """Return the config of files and their project, for further analyses of checked files.

        Args:
            folders: the folders on the command line, which are import roots.

        Raises:
            SettingsError: if a settings file is wrong.
        """
        from graphlint.project.project import Project  # noqa: PLC0415  a cached run needs no analysis

        config = self._resolver.combined(files, self.settings, folders)
        sources = dict.fromkeys(folder for path in files for folder in self.settings(path).src)
        return config, Project(files, tuple(dict.fromkeys((*sources, *folders))), parser=self._parser)

    def picture_of_line(self, path: str, row: int, folders: Sequence[str] = ()) -> Life | None:
        """Return the lifetime of the graph that the statement on a row of a file builds or frees, None if it does neither.

        Args:
            folders: the import roots of the check.

        Raises:
            SettingsError: if a settings file is wrong.
        """
        from graphlint.common.big_stack import run_with_big_stack  # noqa: PLC0415

        pictures = self._pictures([path], folders)
        return run_with_big_stack(lambda: pictures.of_line(path, row))

    def pictures(self, results: Sequence[FileResult], folders: Sequence[str] = ()) -> dict[str, list[Life | None]]:
        """Return the lifetime of the graphs of each finding in some checked files, by file, in the order of its diagnostics.

        Args:
            folders: the import roots of the check.

        Raises:
            SettingsError: if a settings file is wrong.
        """
        from graphlint.common.big_stack import run_with_big_stack  # noqa: PLC0415

        pictures = self._pictures([result.path for result in results], folders)
        return run_with_big_stack(lambda: {result.path: pictures.of_result(result) for result in results})

    def _pictures(self, files: Sequence[str], folders: Sequence[str]) -> Pictures:
        from graphlint.check.pictured import Pictures  # noqa: PLC0415  few runs draw

        return Pictures(*self.analyzed_project(files, folders))

    def check_bytes(self, path: str, data: bytes, costs: Costs | None = None, *, snippet: bool = False) -> FileResult:
        """Check the given bytes in place of a file's content; nothing is written.

        Args:
            snippet: the bytes are a snippet, which lacks what surrounds it.

        Raises:
            SettingsError: if a settings file is wrong.
        """
        from graphlint.check.evaluate import check_bytes  # noqa: PLC0415  a cached run needs no analysis
        from graphlint.common.big_stack import run_with_big_stack  # noqa: PLC0415

        settings = self.settings(path)
        config = self._resolver.config_for(settings, path)
        costs = costs or Costs()
        with costs.watch.isolated() as spent:
            result = run_with_big_stack(partial(check_bytes, path, data, config, settings.src, costs.watch, snippet=snippet))
        costs.add(path, spent, here=True)
        return result
