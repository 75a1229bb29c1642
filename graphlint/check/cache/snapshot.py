"""The last run as a whole: where nothing has changed since, all its results at once, without a look into what each of them rests on.

What every single result rests on is kept by `results`; here stands what all of them do together: which files were asked for, what they and
those that they import held, and which names their folders did not hold.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from graphlint.check.cache.file_contents import Contents, Known, Stamp, stamps_of
from graphlint.check.cache.json_records import RecordError, decode, encode
from graphlint.check.cache.store import Store
from graphlint.check.diagnostic import Diagnostic
from graphlint.check.failure import Failure
from graphlint.check.file_result import FileResult
from graphlint.project.markers import LANDMARKS, looked_at

UNKNOWN = Stamp(0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Told:
    """What was told of one file, by its number among those that were asked for."""

    file: int
    diagnostics: tuple[Diagnostic, ...]
    notes: tuple[str, ...]
    gone: int
    failure: Failure | None


@dataclass(frozen=True, slots=True)
class Record:
    """A run: the settings of its files, as a digest; the files that were asked for, as they are displayed, and the others that were read;
    of each of all these in turn what it held and its stamp, four numbers; by number those that mention what switches grad mode off, and
    those that were analysed; the folders in which something was looked for in vain, and the names, joined by slashes; those in which
    landmarks were looked for, and the ones that were found, joined likewise; and what was told of files, where it was anything.

    It is in columns, as most of a run's time would else go into the checking of its parts.
    """

    settings: str
    asked: tuple[str, ...]
    read: tuple[str, ...]
    digests: tuple[str, ...]
    sizes: tuple[int, ...]
    stamps: tuple[int, ...]
    switching: tuple[int, ...]
    analyzed: tuple[int, ...]
    folders: tuple[str, ...]
    missing: tuple[str, ...]
    ground: tuple[str, ...]
    landmarks: tuple[str, ...]
    told: tuple[Told, ...]

    def stamp(self, number: int) -> Stamp:
        """The stamp of a file.

        Args:
            number: its number among all.
        """
        return Stamp._make(self.stamps[4 * number : 4 * number + 4])


class Snapshot:
    """What is remembered of the last run that asked for the same.

    Args:
        folder: the folder of the caches.
        identity: what results depend on besides files.
        settings: which settings are in force for which file, as a digest.
        named: the folders from which imports may start.
        contents: what files hold.
    """

    def __init__(self, folder: str, identity: str, settings: str, named: Sequence[str], contents: Contents) -> None:
        self._store = Store(folder, "snapshot", identity)
        self._settings, self._named, self._contents = settings, named, contents

    def results(self, asked: Sequence[str]) -> list[FileResult] | None:
        """The results of that run, if it would come to the same now; None if it may not.

        Args:
            asked: the files that are asked for, as they are displayed.
        """
        record = self._load()
        if record is None:
            return None
        stamps = stamps_of((*record.asked, *record.read))
        touched = [number for number, now in enumerate(stamps) if now != record.stamp(number)]
        same = tuple(asked) == record.asked and record.settings == self._settings
        if touched or not same:
            self._recall(record, frozenset(touched))
        if not same or not self._holds(record, touched):
            return None
        if touched:
            self._renew(record, touched)
        return list(_results(record))

    def keep(self, results: Sequence[FileResult]) -> None:
        """Remember this run, if all of it can be taken over.

        Args:
            results: what came of each file, in order.
        """
        if self._store.usable:
            record = self._record(results)
            if record is not None and self._holds(record, ()):
                self._store.save(encode(record))

    def _load(self) -> Record | None:
        """What is remembered; None where it is no whole record."""
        try:
            record = decode(Record, self._store.load())
        except RecordError:
            return None
        files, numbers = len(record.asked) + len(record.read), (*record.switching, *record.analyzed, *(told.file for told in record.told))
        whole = len(record.digests) == len(record.sizes) == files and len(record.stamps) == 4 * files
        whole = whole and len(record.folders) == len(record.missing) and len(record.ground) == len(record.landmarks)
        return record if whole and all(0 <= number < files for number in numbers) else None

    def _holds(self, record: Record, touched: Iterable[int]) -> bool:
        """Whether files that were touched hold what they held, nothing has come that was looked for in vain, and the landmarks stand."""
        contents = self._contents
        return (
            all(contents.digest(_path(record, number)) == record.digests[number] for number in touched)
            and all(
                contents.names(folder).isdisjoint(names.split("/")) for folder, names in zip(record.folders, record.missing, strict=True)
            )
            and all(
                _joined(LANDMARKS & contents.names(folder)) == found for folder, found in zip(record.ground, record.landmarks, strict=True)
            )
        )

    def _recall(self, record: Record, touched: frozenset[int]) -> None:
        """Tell the rest of this run what is known of the files that were not touched."""
        switching = frozenset(record.switching)
        for number, (known, size) in enumerate(zip(record.digests, record.sizes, strict=True)):
            if number not in touched:
                self._contents.recall(_path(record, number), Known(known, number in switching, size, record.stamp(number)))

    def _renew(self, record: Record, touched: Sequence[int]) -> None:
        """Note the stamps of files that were touched, and hold what they held: the next run need not read them."""
        stamps = list(record.stamps)
        for number in touched:
            stamps[4 * number : 4 * number + 4] = _stamp(self._contents.look(_path(record, number)))
        if tuple(stamps) != record.stamps:
            self._store.save(encode(replace(record, stamps=tuple(stamps))))

    def _record(self, results: Sequence[FileResult]) -> Record | None:
        """The record of a run; None where some of it has to be done anew in any case."""
        asked = tuple(result.path for result in results)
        whole = [os.path.abspath(path) for path in asked]
        read: set[str] = set()
        missing: set[str] = set()
        for result in results:
            if result.examined is None or (result.failure and result.failure.passing):
                return None
            read |= result.examined.dependencies.read
            missing |= result.examined.dependencies.missing
        others = sorted(read.difference(whole))
        known = [self._contents.look(path) for path in (*whole, *others)]
        found = [each for each in known if each is not None]
        if len(found) != len(known):
            return None
        folders = _by_folder(missing)
        named = (os.path.abspath(folder) for folder in self._named)
        ground = looked_at([*named, *map(os.path.dirname, (*whole, *others))], self._contents.names)
        return Record(
            self._settings,
            asked,
            tuple(others),
            tuple(each.digest for each in found),
            tuple(each.size for each in found),
            tuple(number for each in found for number in _stamp(each)),
            tuple(number for number, each in enumerate(found) if each.switches),
            tuple(number for number, result in enumerate(results) if result.analyzed),
            tuple(folders),
            tuple(map(_joined, folders.values())),
            tuple(ground),
            tuple(map(_joined, ground.values())),
            tuple(
                Told(number, result.diagnostics, result.notes, result.gone, result.failure)
                for number, result in enumerate(results)
                if result.diagnostics or result.notes or result.gone or result.failure
            ),
        )


def _path(record: Record, number: int) -> str:
    """The absolute path of a file."""
    asked = len(record.asked)
    return os.path.abspath(record.asked[number]) if number < asked else record.read[number - asked]


def _stamp(known: Known | None) -> Stamp:
    """The stamp that a file is known by; one that no file has where there is none."""
    return known.stamp if known is not None and known.stamp is not None else UNKNOWN


def _joined(names: Iterable[str]) -> str:
    """Names in one text, which is checked and compared faster than many."""
    return "/".join(sorted(names))


def _by_folder(missing: Iterable[str]) -> dict[str, set[str]]:
    """What is missing, by the folders that are there: of a path of which more is missing than its end, the first missing part."""
    found: dict[str, set[str]] = {}
    nearest: dict[str, tuple[str, str]] = {}
    for path in missing:
        folder, name = os.path.split(path)
        if folder not in nearest:
            nearest[folder] = _nearest(folder)
        above, part = nearest[folder]
        found.setdefault(above, set()).add(part or name)
    return dict(sorted(found.items()))


def _nearest(folder: str) -> tuple[str, str]:
    """The closest folder that is there, and the name in it that leads to one that is not; none where it is there itself."""
    part = ""
    while not os.path.lexists(folder) and os.path.dirname(folder) != folder:
        folder, part = os.path.split(folder)
    return folder, part


def _results(record: Record) -> Iterator[FileResult]:
    """What came of each file."""
    analyzed = frozenset(record.analyzed)
    told = {each.file: each for each in record.told}
    for number, (path, size) in enumerate(zip(record.asked, record.sizes, strict=False)):
        each = told.get(number)
        if each is None:
            yield FileResult(path, analyzed=number in analyzed, size=size)
        else:
            yield FileResult(path, each.diagnostics, each.failure, each.notes, number in analyzed, size, gone=each.gone)
