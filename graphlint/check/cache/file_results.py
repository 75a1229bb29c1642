"""What a run takes over from an earlier one: what the analysis of a file has come to, and what was told of it.

Both hold as long as what they rest on is the same: the file's content, that of the files which its analysis has read, the absence of those
that it looked for in vain, what other files seem to call in it, the settings, and graphlint itself.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from graphlint.check.cache import identity
from graphlint.check.cache.file_contents import Contents
from graphlint.check.cache.json_records import RecordError, decode, encode
from graphlint.check.cache.store import Store
from graphlint.check.cache.string_table import Words
from graphlint.check.check_config import TELLING, Fixing, Plan
from graphlint.check.diagnostic import Diagnostic
from graphlint.check.file_analysis import Examined
from graphlint.check.file_findings import tells
from graphlint.check.file_result import FileResult
from graphlint.check.resolve_callers import Verdict
from graphlint.project.dependencies import Dependencies
from graphlint.project.markers import LANDMARKS, looked_at

# What of an entry are numbers of texts: the files that were read, the digests of what they held, and those that were missing.
NUMBERED = ("read", "held", "missing")


@dataclass(frozen=True, slots=True)
class Told:
    """What of a file's result is remembered."""

    diagnostics: tuple[Diagnostic, ...]
    notes: tuple[str, ...]
    size: int
    gone: int


class Results:
    """The remembered results of the files of one run.

    Args:
        folder: where they are kept.
        plan: how files are checked.
        asked: the files that are checked together, as they are displayed.
        folders: the folders that were named, from which imports may start.
        contents: what files hold.
    """

    def __init__(self, folder: str, plan: Plan, asked: Sequence[str], folders: Sequence[str], contents: Contents) -> None:
        base = f"{identity.own_state()} {os.getcwd()} {sorted(folders)} {identity.of_analysis(plan, '')} {plan.fixing in TELLING}"
        self._store = Store(folder, "results", base)
        self._plan, self._asked = plan, asked
        self._folders, self._contents = folders, contents
        self._ground: dict[str, list[str]] = {}
        self._words, self._entries = self._loaded()
        self._callers = ""
        self._identities: dict[tuple[int, str], str] = {}
        self._absent: set[str] = set()
        self._held: set[str] = set()
        self._retold: set[str] = set()
        self._changed = False

    def examined(self, paths: Iterable[str]) -> dict[str, Examined]:
        """What the analysis of files has come to, of those of which it still holds.

        Args:
            paths: the files, as they are displayed.
        """
        found = {}
        # Before anything is analysed, as is each look below: what changes meanwhile is not taken for what it was.
        self._looked_at(map(os.path.abspath, self._asked))
        for path in paths:
            self._contents.look(os.path.abspath(path))
            entry = self._entries.get(path)
            if isinstance(entry, dict):
                try:
                    known = self._known(path, entry)
                except RecordError:
                    continue
                if known is not None:
                    found[path] = known
        self._held.update(found)
        return found

    def told(self, judged: Iterable[tuple[Examined, Verdict]]) -> dict[str, FileResult]:
        """What was told of files, of those of which it still holds.

        Args:
            judged: what the analysis of each has come to, and what was found in it.
        """
        found = {}
        for examined, verdict in judged:
            entry = self._entries.get(examined.path)
            if not isinstance(entry, dict) or "told" not in entry or self._plan.of(examined.path).fixing not in TELLING:
                continue
            # A report takes over one that says more of fixes.
            fixing = self._plan.of(examined.path).fixing
            enough = TELLING[TELLING.index(fixing) :]
            if entry.get("key") == self._key(examined, verdict) and entry.get("fixing") in [each.value for each in enough]:
                try:
                    told = decode(Told, entry["told"])
                except RecordError:
                    continue
                diagnostics = told.diagnostics
                if fixing is Fixing.NONE:
                    diagnostics = tuple(replace(item, fix=None) for item in diagnostics)
                found[examined.path] = FileResult(
                    examined.path, diagnostics, None, told.notes, examined.analyzed, told.size, gone=told.gone
                )
        self._retold.update(found)
        return found

    def remember(self, results: Iterable[FileResult]) -> None:
        """Remember the results of this run for the next.

        Args:
            results: what came of each file, with what it was made from.
        """
        if not self._store.usable:
            return
        for result in results:
            examined, verdict = result.examined, result.verdict
            if examined is None or (examined.failure and examined.failure.passing) or result.applied or result.silenced:
                continue
            if result.path not in self._held:
                self._entries[result.path] = self._made(examined)
                self._changed = True
            judged = tells(examined, verdict or Verdict(), self._plan)
            if judged and not result.failure and result.path not in self._retold and self._plan.of(result.path).fixing in TELLING:
                entry = self._entries[result.path]
                entry["key"] = self._key(examined, verdict or Verdict())
                entry["fixing"] = self._plan.of(result.path).fixing.value
                entry["told"] = encode(Told(result.diagnostics, result.notes, result.size, result.gone))
                self._changed = True
        if self._changed:
            asked = set(self._asked)
            words = Words()
            entries = {
                path: self._renumbered(entry, words)
                for path, entry in self._entries.items()
                if isinstance(entry, dict) and (path in asked or os.path.exists(path))
            }
            read = (other for entry in entries.values() for other in words.texts(entry.get("read", [])))
            self._ground |= self._looked_at([*map(os.path.abspath, entries), *read])
            self._store.save({"words": words.all, "ground": self._ground, "entries": entries})

    def _loaded(self) -> tuple[Words, dict[str, Any]]:
        """The entries of earlier runs, and what their numbers stand for."""
        found = self._store.load()
        words, entries = (found.get("words"), found.get("entries")) if isinstance(found, dict) else ([], {})
        if not isinstance(words, list) or set(map(type, words)) - {str} or not isinstance(entries, dict):
            return Words(), {}
        ground = found.get("ground") if isinstance(found, dict) else None
        if not isinstance(ground, dict):
            return Words(), {}
        self._ground = {folder: sorted(LANDMARKS & self._contents.names(folder)) for folder in ground}
        moved = tuple(os.path.join(folder, "") for folder in ground if ground[folder] != self._ground[folder])
        return Words(words), self._on_firm_ground(Words(words), entries, moved) if moved else entries

    def _on_firm_ground(self, words: Words, entries: dict[str, Any], moved: tuple[str, ...]) -> dict[str, Any]:
        """Of entries, those that no file below folders plays a part in whose landmarks have changed: there imports may mean other files."""
        if any(os.path.join(os.path.abspath(folder), "").startswith(moved) for folder in self._folders):
            return {}
        found = {}
        for path, entry in entries.items():
            try:
                read = words.texts(entry["read"])
            except (RecordError, KeyError, TypeError):
                continue
            if not any(other.startswith(moved) for other in (os.path.abspath(path), *read)):
                found[path] = entry
        return found

    def _looked_at(self, paths: Iterable[str]) -> dict[str, list[str]]:
        """The folders in which landmarks are looked for because of some files, and those that stand there."""
        folders = {*map(os.path.dirname, paths), *map(os.path.abspath, self._folders)}
        return {folder: sorted(found) for folder, found in looked_at(sorted(folders), self._contents.names).items()}

    def _renumbered(self, entry: dict[str, Any], words: Words) -> dict[str, Any]:
        """An entry by the numbers of another table, which holds no more than is needed."""
        try:
            return entry | {name: words.numbers(self._words.texts(entry.get(name))) for name in NUMBERED}
        except RecordError:
            return {}

    def _made(self, examined: Examined) -> dict[str, Any]:
        """What is remembered of an analysis."""
        needs = examined.dependencies
        read = sorted(needs.read)
        return {
            "content": self._contents.digest(os.path.abspath(examined.path)),
            "rules": self._of_analysis(examined.path),
            "read": self._words.numbers(read),
            "held": self._words.numbers(self._contents.digest(path) or "" for path in read),
            "missing": self._words.numbers(sorted(needs.missing)),
            "callers": self._of_callers() if needs.names else "",
            "examined": encode(replace(examined, dependencies=Dependencies(names=needs.names))),
        }

    def _known(self, path: str, entry: dict[str, Any]) -> Examined | None:
        """What an analysis has come to, if everything that it rests on is as it was.

        Raises:
            RecordError: if the entry is none.
        """
        read, held, missing = (self._words.texts(entry.get(name)) for name in NUMBERED)
        content, callers = entry.get("content"), entry.get("callers")
        if (
            content is None
            or content != self._contents.digest(os.path.abspath(path))
            or entry.get("rules") != self._of_analysis(path)
            or [self._contents.digest(other) for other in read] != held
            or not self._still_absent(missing)
            or (callers and callers != self._of_callers())
        ):
            return None
        found = decode(Examined, entry.get("examined"))
        return replace(found, dependencies=Dependencies(frozenset(read), frozenset(missing), found.dependencies.names))

    def _still_absent(self, paths: Sequence[str]) -> bool:
        """Whether none of some paths has come; each is looked for once a run, as the files of a project miss the same ones."""
        left = set(paths) - self._absent
        if any(map(os.path.lexists, left)):
            return False
        self._absent |= left
        return True

    def _key(self, examined: Examined, verdict: Verdict) -> str:
        """What is told of a file depends on: what it holds and rests on, what was found in it, and the settings."""
        path = examined.path
        told = self._identity(path, "telling")
        rests = sorted((other, self._contents.digest(other)) for other in examined.dependencies.read)
        return identity.digest(repr((self._contents.digest(os.path.abspath(path)), told, rests, encode(verdict))).encode())

    def _of_analysis(self, path: str) -> str:
        return self._identity(path, "analysis")

    def _identity(self, path: str, what: str) -> str:
        """A digest of what one half of a check depends on; of files with one plan and no known findings it is the same."""
        plan = self._plan.of(path)
        key = (id(plan), what) if plan.known is None else (id(plan), what + path)
        if key not in self._identities:
            text = identity.of_analysis(self._plan, path) if what == "analysis" else identity.of_telling(self._plan, path)
            self._identities[key] = identity.digest(text.encode())
        return self._identities[key]

    def _of_callers(self) -> str:
        """The files that were asked for and mention what switches grad mode off: what they call may be judged through them."""
        if not self._callers:
            whole = map(os.path.abspath, self._asked)
            known = ((path, self._contents.look(path)) for path in whole)
            self._callers = identity.digest(repr(sorted((path, each.digest) for path, each in known if each and each.switches)).encode())
        return self._callers
