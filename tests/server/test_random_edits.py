"""Random edits: after thousands of them, on several texts and a notebook, the server shows what a fresh check finds, and logs no error."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path

import pytest
from lsprotocol import types

from graphlint.check.check_config import FixMode
from graphlint.check.checker import Checker
from graphlint.check.diagnostic import Diagnostic
from graphlint.check.evaluate import check_bytes
from graphlint.check.file_result import FileResult
from graphlint.check.resolve_config import ConfigResolver
from graphlint.config.settings import Settings
from graphlint.rule.registry import discover
from server.editor import Editor, editing
from server.test_notebooks import Book

pytestmark = [pytest.mark.slow, pytest.mark.asyncio]

PROGRAMS = Path(__file__).resolve().parent.parent / "programs"
SEED = 20261120
EDITS = 5_000
# So many texts are open at once, and so many edits lie between two looks at what the server shows.
TEXTS = 4
BETWEEN_LOOKS = 40
SNIPPETS = (
    *("(", ")", ":", "\n", "    ", "loss.backward()\n", "x = 1\n", "'", '"""', "# noqa: GL101"),
    *("\U0001f525", "é", "\r", "\r\n", "\ud83d", "\udd25", "\x0c"),
)


class Storm:
    """Edits of one text, in UTF-16 units, made on a copy of it as well."""

    def __init__(self, editor: Editor, uri: str, text: str, programs: list[str], chance: random.Random) -> None:
        self._editor, self.uri, self._programs, self._chance = editor, uri, programs, chance
        self.units = text.encode("utf-16-le", "surrogatepass")

    @property
    def text(self) -> str:
        return self.units.decode("utf-16-le", "surrogatepass")

    def edit(self) -> None:
        """One edit: mostly a few characters, now and then whole lines or the whole text."""
        kind = self._chance.random()
        if kind < 0.08 or len(self.units) > 40_000:
            text = self._chance.choice(self._programs)
            self.units = text.encode("utf-16-le", "surrogatepass")
            self._editor.edit(self.uri, text)
            return
        starts = self._line_starts()
        if kind < 0.2:
            # A whole line goes, or comes twice.
            row = self._chance.randrange(len(starts))
            start, end = starts[row], starts[row + 1] if row + 1 < len(starts) else len(self.units) // 2
            self._replace(starts, start, end, self._slice(start, end) * self._chance.choice((0, 2)))
            return
        start = self._chance.randrange(len(self.units) // 2 + 1)
        end = min(start + self._chance.choice((0, 0, 0, 1, 1, 2, 8)), len(self.units) // 2)
        self._replace(starts, start, end, self._chance.choice(SNIPPETS) if self._chance.random() < 0.7 else "")

    def _line_starts(self) -> list[int]:
        starts, at = [0], 0
        units = [self.units[index : index + 2] for index in range(0, len(self.units), 2)]
        while at < len(units):
            if units[at] == b"\r\0" and units[at + 1 : at + 2] == [b"\n\0"]:
                at += 1
            if units[at] in (b"\r\0", b"\n\0"):
                starts.append(at + 1)
            at += 1
        return starts

    def _slice(self, start: int, end: int) -> str:
        return self.units[2 * start : 2 * end].decode("utf-16-le", "surrogatepass")

    def _replace(self, starts: list[int], start: int, end: int, text: str) -> None:
        places = []
        for unit in (start, end):
            row = max(index for index, begin in enumerate(starts) if begin <= unit)
            # No place lies between the halves of a line end: it means the line's own end.
            between = self.units[2 * unit - 2 : 2 * unit + 2] == b"\r\0\n\0"
            places += [row, unit - starts[row] - between]
            start, end = (start - between, end) if len(places) == 2 else (start, end - between)
        self.units = self.units[: 2 * start] + text.encode("utf-16-le", "surrogatepass") + self.units[2 * end :]
        # What is sent is text: halves that meet in it are one character, as in the text itself.
        self._editor.edit(self.uri, ((places[0], places[1], places[2], places[3]), text))


def fresh(text: str, name: str = "train.py") -> FileResult:
    """What a check finds that knows nothing of any edit."""
    planner = ConfigResolver(discover(), FixMode.NONE)
    if name.endswith(".py"):
        return Checker(planner, Settings()).check([name], {name: text})[0]
    return check_bytes(name, text.encode(), planner.config_for(Settings(), name))


def places(found: tuple[Diagnostic, ...], text: str) -> list[tuple[str, int, int]]:
    """Codes, rows and columns in units of UTF-16."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return [(item.code, item.place.start.row - 1, units(lines[item.place.start.row - 1][: item.place.start.column - 1])) for item in found]


def current(shown: list[tuple[str, int, int]], expected: list[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    """Return the findings of the text itself: while it does not parse, those of the last text that did remain after the syntax error."""
    return shown[: len(expected)] if expected and expected[0][0] == "GL000" else shown


def units(text: str) -> int:
    """How many units of UTF-16 a text takes."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


async def test_a_storm_of_edits_leaves_what_a_fresh_check_finds(tmp_path: Path) -> None:
    chance = random.Random(SEED)
    programs = [path.read_text() for path in sorted(PROGRAMS.glob("gl*/*.py"))]
    bad = [path.read_text() for path in sorted(PROGRAMS.glob("gl*/*.py")) if not path.stem.endswith("_ok")]
    # More bad ones than good ones: an edit mends or breaks many of them.
    mixed = bad * 3 + programs
    states = with_findings = 0
    async with editing(tmp_path, "visual-studio-code") as editor:
        storms = []
        for number in range(TEXTS):
            text = chance.choice(bad)
            storms.append(Storm(editor, editor.open(f"storm{number}.py", text), text, mixed, chance))
        book = Book(editor)
        cells = [chance.choice(bad) for _ in range(3)]
        book.open(cells)
        for number in range(EDITS):
            if number % 25 == 24:
                index = chance.randrange(len(cells))
                kind = chance.random()
                if kind < 0.3 and len(cells) > 1:
                    del cells[index]
                    book.change(index, 1)
                elif kind < 0.6 and len(cells) < 6:
                    cells.insert(index, chance.choice(mixed))
                    book.change(index, 0, [cells[index]])
                else:
                    cells[index] = chance.choice(mixed)
                    book.edit(index, cells[index])
                continue
            storm = chance.choice(storms)
            storm.edit()
            if number % BETWEEN_LOOKS == 0:
                # Somebody looks, and does not always wait for the answer.
                pull = asyncio.ensure_future(editor.pull(storm.uri))
                if chance.random() < 0.7:
                    report = await pull
                    assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
                    states, with_findings = states + 1, with_findings + bool(report.items)
                    shown = [(str(one.code), one.range.start.line, one.range.start.character) for one in report.items]
                    expected_now = places(fresh(storm.text).diagnostics, storm.text)
                    assert current(shown, expected_now) == expected_now, f"after {number} edits"
                else:
                    pull.add_done_callback(lambda future: future.cancelled() or future.exception())
        for storm in storms:
            shown = [(str(one.code), one.range.start.line, one.range.start.character) for one in await editor.diagnostics(storm.uri)]
            last = places(fresh(storm.text).diagnostics, storm.text)
            assert current(shown, last) == last
        rest: dict[str, object] = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
        stored = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}}
        content = [{**rest, "source": text} for text in cells]
        expected: list[list[tuple[str, int]]] = [[] for _ in cells]
        for item in fresh(json.dumps({**stored, "cells": content}), "storm.ipynb").diagnostics:
            expected[(item.place.start.cell or 1) - 1].append((item.code, item.place.start.row - 1))
        if not any(code == "GL000" for cell in expected for code, _ in cell):
            assert await book.findings() == expected
        assert editor.errors == []
    assert states > EDITS / BETWEEN_LOOKS / 2
    assert with_findings >= 0.3 * states
