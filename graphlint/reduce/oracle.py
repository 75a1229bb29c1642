"""Analyses of changed programs: do they still have the finding?"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from graphlint.check.check_config import ConfigResolver, FixMode
from graphlint.check.checker import Checker
from graphlint.check.diagnostic import Diagnostic
from graphlint.config.settings import Settings
from graphlint.reduce.program import Program
from graphlint.rule.registry import Registry

FOLDER = "graphlint-report"


class Oracle:
    """Answers for programs in memory if they have the finding. After the time limit, no change is accepted any more.

    Args:
        code: the rule of the finding.
        settings: the settings by which the programs are checked.
        seconds: the time limit; 0 for none.
    """

    def __init__(
        self, code: str, settings: Settings, registry: Registry, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.code, self._clock = code, clock
        self._checker = Checker(ConfigResolver(registry, FixMode.NONE), settings, 1)
        self._end = clock() + seconds if seconds else None
        self._others: int | None = None
        self._known: dict[tuple[tuple[str, str], ...], bool] = {}
        # The folder does not exist: no import of a reduced program finds a file on disk.
        self.folder = str(Path(tempfile.gettempdir(), f"{FOLDER}-{os.getpid()}"))

    @property
    def is_late(self) -> bool:
        """True after the time limit."""
        return self._end is not None and self._clock() > self._end

    def without_limit(self) -> None:
        """End the time limit: names are always replaced."""
        self._end = None

    def diagnostics(self, texts: dict[str, str]) -> list[Diagnostic]:
        """Return the findings in a program, by file and place."""
        contents = {self._path(path): text for path, text in texts.items()}
        results = self._checker.check(list(contents), dict(contents), named=frozenset(contents))
        return [diagnostic for result in results for diagnostic in result.diagnostics]

    def _path(self, name: str) -> str:
        return str(Path(self.folder, name))

    def has_finding(self, program: Program) -> bool:
        """Return True if a program has the finding, and not more others than before."""
        if self.is_late:
            return False
        try:
            texts = program.texts()
            rows = program.rows(texts[program.main])
            if not program.is_closed(texts):
                return False
        except (SyntaxError, ValueError, AttributeError, TypeError, IndexError):
            return False  # What is left is not a program.
        key = tuple(texts.items())
        if key not in self._known:
            self._known[key] = self._is_shown(texts, self._path(program.main), rows)
        return self._known[key]

    def _is_shown(self, texts: dict[str, str], main: str, rows: range) -> bool:
        found = self.diagnostics(texts)
        here = [item for item in found if item.code == self.code and item.place.path == main and item.place.start.row in rows]
        others = len(found) - len(here[:1])
        if not here or (self._others is not None and others > self._others):
            return False
        self._others = others
        return True
