"""The cached results of the last run as a whole, for the case that nothing has changed since.

`file_results` stores the inputs of every single result; a snapshot stores their union: the checked files, the contents of these and of all
imported files, and the names that were missing from their folders.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from graphlint.check.cache.file_contents import FileContents, FileState, Stamp, stamps_of
from graphlint.check.cache.json_records import RecordError, decode, encode
from graphlint.check.cache.location import Location
from graphlint.check.cache.store import Store
from graphlint.check.diagnostic import Diagnostic
from graphlint.check.file_result import FileResult
from graphlint.common.failure import Failure
from graphlint.project.markers import find_markers

UNKNOWN = Stamp(0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class FileReport:
    """The report on one file, by its index among the checked files."""

    file: int
    diagnostics: tuple[Diagnostic, ...]
    notes: tuple[str, ...]
    stale_baseline_entries: int
    failure: Failure | None


@dataclass(frozen=True, slots=True)
class RunRecord:
    """A run, in columns: validating nested records would dominate the time of a warm run.

    `where` is the folder of the run, whose files the stamps belong to. `settings` is a digest of the effective settings. `checked` are the
    checked paths as displayed, `read` the other files that were read.
    For each of both in turn: `digests`, `sizes` and `stamps` (four numbers each). `analyzed` are the indices of those that were analyzed.
    `folders` are folders in which names were looked up in vain, `missing` these names, joined by slashes; `markers` the folders that were
    searched for project markers, `marker_names` the markers found, joined likewise. `reports` are the reports that are not empty.
    """

    where: str
    settings: str
    checked: tuple[str, ...]
    read: tuple[str, ...]
    digests: tuple[str, ...]
    sizes: tuple[int, ...]
    stamps: tuple[int, ...]
    analyzed: tuple[int, ...]
    folders: tuple[str, ...]
    missing: tuple[str, ...]
    markers: tuple[str, ...]
    marker_names: tuple[str, ...]
    reports: tuple[FileReport, ...]

    def stamp(self, number: int) -> Stamp:
        """Return the stamp of a file by its index."""
        return Stamp._make(self.stamps[4 * number : 4 * number + 4])


class Snapshot:
    """The cached results of the last run with the same inputs.

    Args:
        folder: the cache folder.
        identity: the inputs of results other than files.
        settings: a digest of the settings of each file.
        import_roots: the folders from which imports are resolved.
    """

    def __init__(
        self, folder: str, identity: str, settings: str, import_roots: Sequence[str], contents: FileContents, location: Location
    ) -> None:
        self._store = Store(folder, "snapshot", identity)
        self._settings, self._import_roots, self._contents, self._location = settings, import_roots, contents, location

    def results(self, checked: Sequence[str]) -> list[FileResult] | None:
        """Return the results of the last run if nothing has changed; otherwise None."""
        record = self._load()
        if record is None:
            return None
        paths = self._paths(record)
        if record.where == self._location.current:
            changed = [number for number, now in enumerate(stamps_of(paths)) if now != record.stamp(number)]
        else:
            changed = list(range(len(paths)))
        same = tuple(checked) == record.checked and record.settings == self._settings
        if changed or not same:
            self._reuse_states(record, paths, frozenset(changed))
        if not same or not self._is_current(record, paths, changed):
            return None
        if changed:
            self._update_stamps(record, paths, changed)
        return list(_results(record))

    def save(self, results: Sequence[FileResult]) -> None:
        """Store this run if all its results are valid for a later one."""
        if self._store.usable:
            record = self._record(results)
            if record is not None and self._is_current(record, (), ()):
                self._save(record)

    def _save(self, record: RunRecord) -> None:
        self._store.save(encode(_with_paths(record, self._location.stored)))

    def _load(self) -> RunRecord | None:
        """Load the record; None if it is missing or inconsistent."""
        try:
            record = _with_paths(decode(RunRecord, self._store.load()), self._location.absolute)
        except RecordError:
            return None
        files, numbers = (
            len(record.checked) + len(record.read),
            (*record.analyzed, *(report.file for report in record.reports)),
        )
        whole = len(record.digests) == len(record.sizes) == files and len(record.stamps) == 4 * files
        whole = whole and len(record.folders) == len(record.missing) and len(record.markers) == len(record.marker_names)
        if not whole or not all(0 <= number < files for number in numbers):
            return None
        return record if record.where == self._location.current or self._is_portable(record) else None

    def _is_portable(self, record: RunRecord) -> bool:
        """Return True if a run had to do with files below its folder only, and no marker above the project decided about it."""
        inside = self._location.is_inside
        above = (names for folder, names in zip(record.markers, record.marker_names, strict=True) if not inside(folder))
        return all(map(self._location.is_near, record.read)) and all(map(inside, record.folders)) and not any(above)

    def _is_current(self, record: RunRecord, paths: Sequence[str], changed: Iterable[int]) -> bool:
        """Return True if changed stamps still have the same content, missing names are still missing, and project markers are the same."""
        contents = self._contents
        known = dict(zip(record.markers, record.marker_names, strict=True))
        return (
            all(contents.digest(paths[number]) == record.digests[number] for number in changed)
            and all(
                contents.names(folder).isdisjoint(names.split("/")) for folder, names in zip(record.folders, record.missing, strict=True)
            )
            and all(known.get(folder, "") == _join(markers) for folder, markers in find_markers(record.markers, contents.names).items())
        )

    def _reuse_states(self, record: RunRecord, paths: Sequence[str], changed: frozenset[int]) -> None:
        """Pass the states of unchanged files to the rest of this run."""
        for number, (known, size) in enumerate(zip(record.digests, record.sizes, strict=True)):
            if number not in changed:
                self._contents.add(paths[number], FileState(known, size, record.stamp(number)))

    def _update_stamps(self, record: RunRecord, paths: Sequence[str], changed: Sequence[int]) -> None:
        """Store the new stamps of files with unchanged content, so that the next run need not read them."""
        stamps = list(record.stamps)
        for number in changed:
            stamps[4 * number : 4 * number + 4] = _stamp(self._contents.state(paths[number]))
        if tuple(stamps) != record.stamps or record.where != self._location.current:
            self._save(replace(record, where=self._location.current, stamps=tuple(stamps)))

    def _paths(self, record: RunRecord) -> list[str]:
        """Return the absolute paths of the files by their indices."""
        return [*map(self._location.whole, record.checked), *record.read]

    def _record(self, results: Sequence[FileResult]) -> RunRecord | None:
        """Create the record of a run; None if some result cannot be cached."""
        checked = tuple(result.path for result in results)
        whole = [*map(self._location.whole, checked)]
        read: set[str] = set()
        missing: set[str] = set()
        for result in results:
            if result.analysis is None or (result.failure and result.failure.transient):
                return None
            read |= result.analysis.dependencies.files
            missing |= result.analysis.dependencies.missing
        others = sorted(read.difference(whole))
        known = [self._contents.state(path) for path in (*whole, *others)]
        states = [state for state in known if state is not None]
        if len(states) != len(known):
            return None
        folders = _by_folder(missing)
        import_roots = (os.path.abspath(folder) for folder in self._import_roots)
        markers = find_markers([*import_roots, *map(os.path.dirname, (*whole, *others))], self._contents.names)
        return RunRecord(
            where=self._location.current,
            settings=self._settings,
            checked=checked,
            read=tuple(others),
            digests=tuple(state.digest for state in states),
            sizes=tuple(state.size for state in states),
            stamps=tuple(number for state in states for number in _stamp(state)),
            analyzed=tuple(number for number, result in enumerate(results) if result.analyzed),
            folders=tuple(folders),
            missing=tuple(map(_join, folders.values())),
            markers=tuple(markers),
            marker_names=tuple(map(_join, markers.values())),
            reports=tuple(
                FileReport(
                    file=number,
                    diagnostics=result.diagnostics,
                    notes=result.notes,
                    stale_baseline_entries=result.stale_baseline_entries,
                    failure=result.failure,
                )
                for number, result in enumerate(results)
                if result.diagnostics or result.notes or result.stale_baseline_entries or result.failure
            ),
        )


def _with_paths(record: RunRecord, changed: Callable[[str], str]) -> RunRecord:
    """Return a record with other forms of its absolute paths."""
    read, folders, markers = (tuple(map(changed, paths)) for paths in (record.read, record.folders, record.markers))
    return replace(record, read=read, folders=folders, markers=markers)


def _stamp(known: FileState | None) -> Stamp:
    """Return the stamp of a file; one that no file has if it has none."""
    return known.stamp if known is not None and known.stamp is not None else UNKNOWN


def _join(names: Iterable[str]) -> str:
    """Join names into one string, which is validated and compared faster than many."""
    return "/".join(sorted(names))


def _by_folder(missing: Iterable[str]) -> dict[str, set[str]]:
    """Group missing paths by the closest existing folder, with the name that is missing from it."""
    by_folder: dict[str, set[str]] = {}
    nearest: dict[str, tuple[str, str]] = {}
    for path in missing:
        folder, name = os.path.split(path)
        if folder not in nearest:
            nearest[folder] = _nearest_existing(folder)
        above, part = nearest[folder]
        by_folder.setdefault(above, set()).add(part or name)
    return dict(sorted(by_folder.items()))


def _nearest_existing(folder: str) -> tuple[str, str]:
    """Return the closest existing folder, and the missing name below it; empty if the folder itself exists."""
    part = ""
    while not os.path.lexists(folder) and os.path.dirname(folder) != folder:
        folder, part = os.path.split(folder)
    return folder, part


def _results(record: RunRecord) -> Iterator[FileResult]:
    """Yield the result of each file."""
    analyzed = frozenset(record.analyzed)
    reports = {state.file: state for state in record.reports}
    for number, (path, size) in enumerate(zip(record.checked, record.sizes, strict=False)):
        state = reports.get(number)
        if state is None:
            yield FileResult(path, analyzed=number in analyzed, size=size)
        else:
            yield FileResult(
                path=path,
                diagnostics=state.diagnostics,
                failure=state.failure,
                notes=state.notes,
                analyzed=number in analyzed,
                size=size,
                stale_baseline_entries=state.stale_baseline_entries,
            )
