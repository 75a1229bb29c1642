"""What a run takes over from an earlier one: what the analysis of a file has come to, and what was told of it.

Both hold as long as what they rest on is the same: the file's content, that of the files which its analysis has read, the absence of those
that it looked for in vain, what other files seem to call in it, the settings, and graphlint itself.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from graphlint.cache import identity
from graphlint.cache.records import RecordError, decode, encode
from graphlint.cache.store import Store
from graphlint.diagnostics import Diagnostic
from graphlint.disk import read_regular
from graphlint.merging import Verdict
from graphlint.plans import Fixing, Plan
from graphlint.project.names import switches_grad_mode
from graphlint.results import Examined, FileResult
from graphlint.verdicts import tells

# What is told of a file can be taken over where nothing is changed by it, also by a report that says less of fixes.
TELLING = (Fixing.NONE, Fixing.TELL, Fixing.OFFER)


@dataclass(frozen=True, slots=True)
class Told:
    """What of a file's result is remembered."""

    diagnostics: tuple[Diagnostic, ...]
    notes: tuple[str, ...]
    size: int
    gone: int


class Known(NamedTuple):
    """What a file held when this run looked: the digest of its content, and whether it mentions what switches grad mode off."""

    digest: str
    switches: bool


class Results:
    """The remembered results of the files of one run.

    Args:
        folder: where they are kept.
        plan: how files are checked.
        asked: the files that are checked together, as they are displayed.
        folders: the folders that were named, from which imports may start.
    """

    def __init__(self, folder: str, plan: Plan, asked: Sequence[str], folders: Sequence[str]) -> None:
        base = f"{identity.own_state()} {os.getcwd()} {sorted(folders)} {identity.of_analysis(plan, '')} {plan.fixing in TELLING}"
        self._store = Store(folder, base)
        self._plan, self._asked = plan, asked
        self._entries: dict[str, Any] = self._store.load() if self._store.usable else {}
        self._known: dict[str, Known | None] = {}
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
        for path in paths:
            # Before anything is analysed: a file that changes meanwhile is not taken for what it was.
            self._look(os.path.abspath(path))
            entry = self._entries.get(path)
            if isinstance(entry, dict) and self._holds(path, entry):
                try:
                    found[path] = decode(Examined, entry.get("examined"))
                except RecordError:
                    continue
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
            enough = TELLING[TELLING.index(self._plan.of(examined.path).fixing) :]
            if entry.get("key") == self._key(examined, verdict) and entry.get("fixing") in [fixing.value for fixing in enough]:
                try:
                    told = decode(Told, entry["told"])
                except RecordError:
                    continue
                found[examined.path] = FileResult(
                    examined.path, told.diagnostics, None, told.notes, examined.analyzed, told.size, gone=told.gone
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
            if examined is None or examined.failure or result.failure or result.applied or result.silenced:
                continue
            if result.path not in self._held:
                self._entries[result.path] = self._made(examined)
                self._changed = True
            judged = tells(examined, verdict or Verdict(), self._plan)
            if judged and result.path not in self._retold and self._plan.of(result.path).fixing in TELLING:
                entry = self._entries[result.path]
                entry["key"] = self._key(examined, verdict or Verdict())
                entry["fixing"] = self._plan.of(result.path).fixing.value
                entry["told"] = encode(Told(result.diagnostics, result.notes, result.size, result.gone))
                self._changed = True
        if self._changed:
            asked = set(self._asked)
            self._store.save({path: entry for path, entry in self._entries.items() if path in asked or os.path.exists(path)})

    def _made(self, examined: Examined) -> dict[str, Any]:
        """What is remembered of an analysis."""
        needs = examined.dependencies
        return {
            "content": self._digest(os.path.abspath(examined.path)),
            "rules": self._of_analysis(examined.path),
            "read": {path: self._digest(path) for path in sorted(needs.read)},
            "missing": sorted(needs.missing),
            "callers": self._of_callers() if needs.names else "",
            "examined": encode(examined),
        }

    def _holds(self, path: str, entry: dict[str, Any]) -> bool:
        """Whether everything that an analysis rests on is as it was."""
        content, read, missing, callers = (entry.get(name) for name in ("content", "read", "missing", "callers"))
        if not isinstance(read, dict) or not isinstance(missing, list):
            return False
        return (
            content is not None
            and content == self._digest(os.path.abspath(path))
            and entry.get("rules") == self._of_analysis(path)
            and all(self._digest(other) == known for other, known in read.items())
            and self._still_absent(missing)
            and (not callers or callers == self._of_callers())
        )

    def _still_absent(self, paths: Sequence[object]) -> bool:
        """Whether none of some paths has come; each is looked for once a run, as the files of a project miss the same ones."""
        left = {path for path in paths if isinstance(path, str)} - self._absent
        if any(map(os.path.lexists, left)):
            return False
        self._absent |= left
        return True

    def _key(self, examined: Examined, verdict: Verdict) -> str:
        """What is told of a file depends on: what it holds and rests on, what was found in it, and the settings."""
        path = examined.path
        told = self._identity(path, "telling")
        rests = sorted((other, self._digest(other)) for other in examined.dependencies.read)
        return identity.digest(repr((self._digest(os.path.abspath(path)), told, rests, encode(verdict))).encode())

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
            known = ((os.path.abspath(path), self._look(os.path.abspath(path))) for path in self._asked)
            self._callers = identity.digest(repr(sorted((path, each.digest) for path, each in known if each and each.switches)).encode())
        return self._callers

    def _digest(self, path: str) -> str | None:
        """The digest of a file's content; None where it cannot be read."""
        known = self._look(path)
        return known.digest if known is not None else None

    def _look(self, path: str) -> Known | None:
        """What a file holds, looked at once a run: what is remembered of it is what was checked, or is not found again."""
        if path not in self._known:
            try:
                data = read_regular(path)
            except (OSError, ValueError):
                self._known[path] = None
            else:
                self._known[path] = Known(identity.digest(data), switches_grad_mode(data))
        return self._known[path]
