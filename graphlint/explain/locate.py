"""Find the sources of a traceback's frames: files that may have moved since, and cells of notebooks."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath, PureWindowsPath

from graphlint.common.errors import GraphlintError
from graphlint.explain.records import Frame
from graphlint.source.discovery import display, find_files
from graphlint.source.notebooks.notebook import Notebook
from graphlint.source.open import Content
from graphlint.source.source import NOTEBOOK_SUFFIX, Source


@dataclass(frozen=True, slots=True)
class LocatedFrame:
    """A frame with its source; `line` counts in the source's text. `moved` says that the frame's statement was found on another line."""

    frame: Frame
    source: Source
    line: int
    moved: bool = False


class Locator:
    """Finds the sources of frames.

    Args:
        folder: the folder in which files are searched that the traceback names by another path.
        notebook: the notebook of the frames in cells; None to search for it.
        texts: contents that replace those on disk, by path.
    """

    def __init__(self, folder: str, notebook: str | None = None, texts: Mapping[str, bytes | str] | None = None) -> None:
        self._folder, self._notebook, self._texts = folder, notebook, texts or {}
        self._sources: dict[str, Source | None] = {}
        self._found: tuple[str, ...] | None = None

    def locate(self, frames: Sequence[Frame]) -> list[LocatedFrame]:
        """Return the frames whose source is found, outermost first."""
        return [located for frame in frames if (located := self._locate(frame)) is not None]

    def _locate(self, frame: Frame) -> LocatedFrame | None:
        if frame.cell is not None:
            return self._in_notebook(frame)
        for path in self._candidates(frame.path):
            source = self._source(path)
            if source is not None and (line := _line_in(source, frame)) is not None:
                return LocatedFrame(frame, source, line, line != frame.line)
        return None

    def _candidates(self, path: str) -> Iterator[str]:
        """Yield the files that a traceback's path may mean: the path itself, then files with the longest common end."""
        yield display(path) if os.path.isabs(path) else display(os.path.join(self._folder, path))
        parts = (PureWindowsPath(path) if "\\" in path else PurePath(path)).parts
        for start in range(1, len(parts)):
            yield display(os.path.join(self._folder, *parts[start:]))
        for found in self._files():
            if os.path.basename(found) == parts[-1]:
                yield found

    def _in_notebook(self, frame: Frame) -> LocatedFrame | None:
        names = [self._notebook] if self._notebook else [path for path in self._files() if path.endswith(NOTEBOOK_SUFFIX)]
        for name in names:
            source = self._source(display(name))
            if isinstance(source, Notebook) and (line := _line_in_cell(source, frame)) is not None:
                return LocatedFrame(frame, source, line)
        return None

    def _files(self) -> tuple[str, ...]:
        if self._found is None:
            self._found = find_files([self._folder]).files
        return self._found

    def _source(self, path: str) -> Source | None:
        if path not in self._sources:
            try:
                known = path in self._texts or os.path.isfile(path)
                self._sources[path] = Content.read(path, self._texts).source() if known else None
            except GraphlintError:
                self._sources[path] = None
        return self._sources[path]


def _line_in(source: Source, frame: Frame) -> int | None:
    """Return the line of a frame: where the traceback says, or the only other line with the same text. None if there is none."""
    lines = [line.strip() for line in source.text.splitlines()]
    if not frame.text or (frame.line <= len(lines) and lines[frame.line - 1] == frame.text):
        return frame.line if frame.line <= len(lines) else None
    same = [number for number, line in enumerate(lines, 1) if line == frame.text]
    return min(same, key=lambda number: abs(number - frame.line)) if same else None


def _line_in_cell(notebook: Notebook, frame: Frame) -> int | None:
    """Return the line of a frame in the joined text of a notebook: in the cell with its execution count, or the one that has its text."""
    shown = [(number, text.strip()) for number, text in (*frame.lines, (frame.line, frame.text)) if text.strip()]
    counts = _execution_counts(notebook.document.text)
    matching = []
    for index, cell in enumerate(notebook.cells):
        lines = [line.strip() for line in cell.stored_lines]
        if frame.line <= len(lines) and all(0 < number <= len(lines) and lines[number - 1] == text for number, text in shown):
            matching.append((index < len(counts) and counts[index] == frame.cell, cell.line + frame.line - 1))
    by_count = [line for is_counted, line in matching if is_counted]
    possible = by_count or ([line for _, line in matching] if shown else [])
    return possible[0] if possible else None


def _execution_counts(text: str) -> list[int | None]:
    """Return the execution counts of the code cells of a notebook."""
    try:
        cells = json.loads(text).get("cells", ())
        return [cell.get("execution_count") for cell in cells if cell.get("cell_type") == "code"]
    except (ValueError, AttributeError):
        return []
