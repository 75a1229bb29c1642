"""Cached results of single files: the analysis of a file, and the report on it.

Of a file that was searched for torch in vain, there is the digest of its content only: what else was stored would be most of the cache of
a large tree. Of others, both are valid while their inputs are unchanged: the file's content, the files that its analysis read, what other
files state about the names for which it searched them, the absence of files that it looked for, the settings, and graphlint itself.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from graphlint.check.cache.file_contents import FileContents, text_digest
from graphlint.check.cache.identity import analysis_inputs, linter_digest, report_inputs
from graphlint.check.cache.json_records import RecordError, StringTable, decode, encode
from graphlint.check.cache.location import Location
from graphlint.check.cache.store import Store
from graphlint.check.cache.text_changes import TextChange, TextChanges
from graphlint.check.check_config import READ_ONLY_MODES, CheckConfig, FixMode
from graphlint.check.diagnostic import Diagnostic
from graphlint.check.file_analysis import FileAnalysis
from graphlint.check.file_result import FileResult, needs_evaluation
from graphlint.check.resolve_callers import MergedFindings
from graphlint.project.dependencies import Dependencies
from graphlint.project.markers import find_markers

# The fields of an entry that are indices into the string table: files read, digests of their contents, missing files, files searched for
# names, digests of their contents when they last stated the same about these names.
INTERNED = ("read", "digests", "missing", "searched", "seen")


@dataclass(frozen=True, slots=True)
class CachedReport:
    """The part of a file's result that is cached."""

    diagnostics: tuple[Diagnostic, ...]
    notes: tuple[str, ...]
    size: int
    stale_baseline_entries: int


class ResultCache:
    """The cached results of the files of one run.

    Args:
        folder: the cache folder.
        paths: the files that are checked together, as displayed.
        folders: the folders on the command line, which are import roots.
        named: the files that are parsed even if they do not name torch.
    """

    def __init__(
        self,
        folder: str,
        config: CheckConfig,
        paths: Sequence[str],
        folders: Sequence[str],
        contents: FileContents,
        named: frozenset[str] = frozenset(),
    ) -> None:
        inputs = f"{sorted(folders)} {analysis_inputs(config, '')} {config.fix_mode in READ_ONLY_MODES}"
        self._location = location = Location.find(contents.names)
        self._store = Store(folder, "results", f"{linter_digest()} {location.position} {location.portable(inputs)}")
        self._config, self._paths, self._named = config, paths, named
        self._folders, self._contents = folders, contents
        self._markers: dict[str, list[str]] = {}
        self._unrelated: dict[str, str] = {}
        self._strings, self._entries = self._load()
        self._together = self._digest(sorted(map(os.path.abspath, paths)))
        self._changes = TextChanges(folder, config.parser, contents)
        self._analyses: dict[str, FileAnalysis] = {}
        self._identities: dict[tuple[int, str], str] = {}
        self._absent: set[str] = set()
        self._valid_analyses: set[str] = set()
        self._valid_reports: set[str] = set()
        self._changed = False

    def analyses(self, paths: Iterable[str]) -> dict[str, FileAnalysis]:
        """Return the cached analyses that are still valid."""
        known_analyses = {}
        # Take digests before anything is analyzed: a change during the run must not be attributed to it.
        self._project_markers(map(os.path.abspath, self._paths))
        for path in paths:
            state = self._contents.state(os.path.abspath(path))
            if state is not None and path not in self._named and self._unrelated.get(path) == state.digest:
                known_analyses[path] = FileAnalysis.of_unrelated(path, state.size)
                continue
            entry = self._entries.get(path)
            if isinstance(entry, dict):
                try:
                    known = self._valid_analysis(path, entry)
                except RecordError:
                    continue
                if known is not None:
                    known_analyses[path] = known
                    self._valid_analyses.add(path)
        return known_analyses

    def reports(
        self, items: Sequence[tuple[FileAnalysis, MergedFindings]], is_wanted: Callable[[str], bool] = lambda _: True
    ) -> dict[str, FileResult]:
        """Return the cached reports of wanted files that are still valid.

        Args:
            items: the analyses of all files.
        """
        known_reports = {}
        self._analyses = {analysis.path: analysis for analysis, _ in items}
        for analysis, findings in items:
            if not is_wanted(analysis.path):
                continue
            entry = self._entries.get(analysis.path)
            if not isinstance(entry, dict) or "report" not in entry or self._config.of(analysis.path).fix_mode not in READ_ONLY_MODES:
                continue
            # A report can be derived from one with more details on fixes.
            fix_mode = self._config.of(analysis.path).fix_mode
            sufficient = READ_ONLY_MODES[READ_ONLY_MODES.index(fix_mode) :]
            if entry.get("key") == self._report_key(analysis, findings) and entry.get("fix_mode") in [mode.value for mode in sufficient]:
                try:
                    reports = decode(CachedReport, entry["report"])
                except RecordError:
                    continue
                diagnostics = reports.diagnostics
                if fix_mode is FixMode.NONE:
                    diagnostics = tuple(replace(diagnostic, fix=None) for diagnostic in diagnostics)
                known_reports[analysis.path] = FileResult(
                    path=analysis.path,
                    diagnostics=diagnostics,
                    failure=None,
                    notes=reports.notes,
                    analyzed=analysis.analyzed,
                    size=reports.size,
                    stale_baseline_entries=reports.stale_baseline_entries,
                )
        self._valid_reports.update(known_reports)
        return known_reports

    def remember(self, results: Iterable[FileResult], is_evaluated: Callable[[str], bool] = lambda _: True) -> None:
        """Cache the results of this run.

        Args:
            is_evaluated: returns False for a file of which only the analysis is known.
        """
        if not self._store.usable:
            return
        results = [result for result in results if result.analysis is not None and not self._is_unrelated(result.analysis)]
        self._analyses = {result.path: result.analysis for result in results if result.analysis is not None}
        for result in results:
            analysis, findings = result.analysis, result.findings
            if analysis is None or (analysis.failure and analysis.failure.transient) or result.applied or result.noqa_added:
                continue
            self._unrelated.pop(result.path, None)
            if result.path not in self._valid_analyses:
                self._entries[result.path] = self._new_entry(analysis)
                self._changed = True
            has_report = needs_evaluation(analysis, findings or MergedFindings(), self._config)
            if (
                has_report
                and is_evaluated(result.path)
                and not result.failure
                and result.path not in self._valid_reports
                and self._config.of(result.path).fix_mode in READ_ONLY_MODES
            ):
                entry = self._entries[result.path]
                entry["key"] = self._report_key(analysis, findings or MergedFindings())
                entry["fix_mode"] = self._config.of(result.path).fix_mode.value
                entry["report"] = encode(CachedReport(result.diagnostics, result.notes, result.size, result.stale_baseline_entries))
                self._changed = True
        if self._changed:
            paths = set(self._paths)
            strings = StringTable()
            entries = {
                path: self._renumber(entry, strings)
                for path, entry in self._entries.items()
                if isinstance(entry, dict) and (path in paths or os.path.exists(path))
            }
            read = (other for entry in entries.values() for other in strings.texts(entry.get("read", [])))
            self._markers |= self._project_markers([*map(os.path.abspath, entries), *read])
            stored, markers = self._location.stored, self._markers
            self._store.save(
                {
                    "where": self._location.current,
                    "strings": list(map(stored, strings.all)),
                    "markers": {stored(folder): markers[folder] for folder in markers},
                    "entries": entries,
                    "unrelated": {path: known for path, known in self._unrelated.items() if path in paths or os.path.exists(path)},
                }
            )

    def _is_unrelated(self, analysis: FileAnalysis) -> bool:
        """Return True if a file was searched for torch in vain, and remember its content: most files of a large tree are such."""
        if not analysis.is_unrelated:
            return False
        known = self._contents.digest(os.path.abspath(analysis.path))
        if known is not None and self._unrelated.get(analysis.path) != known:
            self._unrelated[analysis.path], self._changed = known, True
            self._entries.pop(analysis.path, None)
        return True

    def _load(self) -> tuple[StringTable, dict[str, Any]]:
        """Load the entries of earlier runs, and their string table."""
        record = self._store.load()
        strings, entries = (record.get("strings"), record.get("entries")) if isinstance(record, dict) else ([], {})
        if not isinstance(strings, list) or set(map(type, strings)) - {str} or not isinstance(entries, dict):
            return StringTable(), {}
        stored, where = (record.get("markers"), record.get("where")) if isinstance(record, dict) else (None, None)
        if not isinstance(stored, dict):
            return StringTable(), {}
        markers = {self._location.absolute(folder): stored[folder] for folder in stored}
        decisive = (folder for folder in markers if markers[folder] and not self._location.is_inside(folder))
        if where != self._location.current and any(decisive):
            return StringTable(), {}
        unrelated = record.get("unrelated") if isinstance(record, dict) else None
        if isinstance(unrelated, dict) and set(map(type, unrelated.values())) <= {str}:
            self._unrelated = unrelated
        table = StringTable(list(map(self._location.absolute, strings)))
        self._markers = {folder: sorted(names) for folder, names in find_markers(markers, self._contents.names).items()}
        changed = tuple(os.path.join(folder, "") for folder, names in self._markers.items() if markers.get(folder, []) != names)
        return table, self._with_unchanged_markers(table, entries, changed) if changed else entries

    def _with_unchanged_markers(self, strings: StringTable, entries: dict[str, Any], changed: tuple[str, ...]) -> dict[str, Any]:
        """Drop entries that involve files below folders whose project markers have changed: imports may resolve differently there."""
        if any(os.path.join(os.path.abspath(folder), "").startswith(changed) for folder in self._folders):
            return {}
        unchanged = {}
        for path, entry in entries.items():
            try:
                read = strings.texts(entry["read"])
            except (RecordError, KeyError, TypeError):
                continue
            if not any(other.startswith(changed) for other in (os.path.abspath(path), *read)):
                unchanged[path] = entry
        return unchanged

    def _project_markers(self, paths: Iterable[str]) -> dict[str, list[str]]:
        """Return the folders that are searched for project markers, with the markers in each."""
        folders = {*map(os.path.dirname, paths), *map(os.path.abspath, self._folders)}
        return {folder: sorted(markers) for folder, markers in find_markers(sorted(folders), self._contents.names).items()}

    def _renumber(self, entry: dict[str, Any], strings: StringTable) -> dict[str, Any]:
        """Convert an entry to the indices of another string table, which holds only what is needed."""
        try:
            return entry | {name: strings.numbers(self._strings.texts(entry.get(name))) for name in INTERNED}
        except RecordError:
            return {}

    def _new_entry(self, analysis: FileAnalysis) -> dict[str, Any]:
        needs = analysis.dependencies
        return {
            "content": self._contents.digest(os.path.abspath(analysis.path)),
            "where": "" if self._is_portable(analysis) else self._location.current,
            "rules": self._analysis_identity(analysis.path),
            **self._files_of(needs),
            "missing": self._strings.numbers(sorted(needs.missing)),
            "together": self._together if needs.names else "",
            "inputs": self._inputs(analysis),
            "analysis": _encoded(analysis),
        }

    def _files_of(self, needs: Dependencies) -> dict[str, Any]:
        """Return the fields of an entry that hold the files read and searched, with their contents now."""
        read, searched = sorted(needs.read), sorted(needs.searched)
        return {
            "read": self._strings.numbers(read),
            "digests": self._strings.numbers(self._digests(read)),
            "searched": self._strings.numbers(searched),
            "seen": self._strings.numbers(self._digests(searched)),
        }

    def _digests(self, paths: Iterable[str]) -> list[str]:
        return [self._contents.digest(path) or "" for path in paths]

    def _inputs(self, analysis: FileAnalysis) -> str:
        """Return a digest of the contents from which an analysis of this run was made."""
        files = sorted({os.path.abspath(analysis.path), *analysis.dependencies.files})
        return self._digest((files, self._digests(files)))

    def _valid_analysis(self, path: str, entry: dict[str, Any]) -> FileAnalysis | None:
        """Return the cached analysis if all its inputs are unchanged.

        Raises:
            RecordError: if the entry is none.
        """
        read, digests, missing, searched, seen = (self._strings.texts(entry.get(name)) for name in INTERNED)
        content, together = entry.get("content"), entry.get("together")
        if (
            content is None
            or entry.get("where") not in ("", self._location.current)
            or content != self._contents.digest(os.path.abspath(path))
            or entry.get("rules") != self._analysis_identity(path)
            or not self._still_absent(missing)
            or together not in ("", self._together)
            or not isinstance(entry.get("inputs"), str)
            or (len(digests), len(seen)) != (len(read), len(searched))
        ):
            return None
        analysis = decode(FileAnalysis, entry.get("analysis"))
        if analysis.only_requested if path not in self._named else not analysis.analyzed:
            return None
        names = analysis.dependencies.names
        analysis = replace(analysis, dependencies=Dependencies(frozenset(read), frozenset(missing), names, frozenset(searched)))
        return self._carried_over(analysis, entry, self._changes_of(read, digests), self._changes_of(searched, seen))

    def _changes_of(self, paths: Sequence[str], digests: Sequence[str]) -> list[TextChange]:
        current = zip(paths, digests, self._digests(paths), strict=True)
        return [TextChange(path, before, after) for path, before, after in current if before != after]

    def _carried_over(
        self, analysis: FileAnalysis, entry: dict[str, Any], read: Sequence[TextChange], searched: Sequence[TextChange]
    ) -> FileAnalysis | None:
        """Return a cached analysis after changes of files that it has read or searched, None if it may be another one; update its entry."""
        if not read and not searched:
            return analysis
        needs = analysis.dependencies
        if any(self._changes.concern_searches(needs.names, change) for change in searched):
            return None
        carried: FileAnalysis | None = analysis
        for change in read:
            carried = self._changes.carried_over(carried, change) if carried is not None else None
        if carried is not None:
            entry |= self._files_of(needs)
            entry["analysis"], self._changed = _encoded(carried), True
        return carried

    def _still_absent(self, paths: Sequence[str]) -> bool:
        """Return True if none of the paths exists. Each path is looked up once per run, since the files of a project miss the same ones."""
        left = set(paths) - self._absent
        if any(map(os.path.lexists, left)):
            return False
        self._absent |= left
        return True

    def _report_key(self, analysis: FileAnalysis, findings: MergedFindings) -> str:
        """Return a digest of the inputs of a report: the contents from which the analysis was made, findings and settings; and the same
        contents of the files whose runs lead to findings, because fixes are proven by these."""
        callers = [self._analyses[run.path] for run in findings.callers if run.path in self._analyses]
        inputs = [(item.path, self._inputs_of(item)) for item in (analysis, *callers)]
        return self._digest((self._identity(analysis.path, "report"), inputs, encode(findings)))

    def _inputs_of(self, analysis: FileAnalysis) -> str:
        """Return a digest of the contents from which an analysis was made, in this run or in an earlier one."""
        path = analysis.path
        return str(self._entries[path]["inputs"]) if path in self._valid_analyses else self._inputs(analysis)

    def _analysis_identity(self, path: str) -> str:
        return self._identity(path, "analysis")

    def _identity(self, path: str, what: str) -> str:
        """Return a digest of the inputs of one half of a check; files with one config and no baseline share it."""
        config = self._config.of(path)
        key = (id(config), what) if config.baseline is None else (id(config), what + path)
        if key not in self._identities:
            text = analysis_inputs(self._config, path) if what == "analysis" else report_inputs(self._config, path)
            self._identities[key] = text_digest(self._location.portable(text))
        return self._identities[key]

    def _digest(self, value: object) -> str:
        """Return a digest of a value that may contain paths."""
        return text_digest(self._location.portable(repr(value)))

    def _is_portable(self, analysis: FileAnalysis) -> bool:
        """Return True if an analysis has to do with files below the current folder only."""
        needs, near = analysis.dependencies, self._location.is_near
        files = (os.path.abspath(analysis.path), *needs.files)
        return all(map(near, files)) and all(map(self._location.is_inside, needs.missing))


def _encoded(analysis: FileAnalysis) -> Any:
    """Return an analysis as JSON; its files are fields of the entry."""
    return encode(replace(analysis, dependencies=Dependencies(names=analysis.dependencies.names)))
