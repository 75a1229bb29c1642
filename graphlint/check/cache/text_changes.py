"""Changes of files since an earlier run, and whether analyses of other files survive them: by the summaries of both texts."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphlint.check.cache.file_contents import FileContents
from graphlint.check.cache.summary_cache import SummaryCache
from graphlint.check.file_analysis import FileAnalysis
from graphlint.common.errors import GraphlintError, SyntaxProblem
from graphlint.common.timing import Stopwatch
from graphlint.source.parsers import Parser

if TYPE_CHECKING:
    from graphlint.project.body_changes import BodyChange
    from graphlint.project.file_summary import FileSummary


@dataclass(frozen=True, slots=True)
class TextChange:
    """A file that has changed: its absolute path, and the digests of its earlier content and of that now, "" for none."""

    path: str
    before: str
    after: str


class TextChanges:
    """The changes of files since earlier runs.

    Args:
        folder: the cache folder, whose summaries are those of earlier texts.
        parser: the parser of all files.
        contents: the contents of the files in this run.
    """

    def __init__(self, folder: str, parser: Parser, contents: FileContents) -> None:
        self._summaries = SummaryCache(folder, parser, Stopwatch())
        self._parser, self._contents = parser, contents
        self._pairs: dict[TextChange, tuple[FileSummary, FileSummary] | None] = {}
        self._names: dict[TextChange, Set[str] | None] = {}
        self._bodies: dict[TextChange, BodyChange | None] = {}
        self._texts: dict[str, bytes | None] = {}

    def concern_searches(self, names: Set[str], change: TextChange) -> bool:
        """Return True if a file may state something else than before about one of some names for which it was searched."""
        if change not in self._names:
            from graphlint.project.name_facts import differing_names  # noqa: PLC0415  an unchanged file has no summary

            pair = self._pair(change)
            self._names[change] = None if pair is None else differing_names(*pair)
        differing = self._names[change]
        return differing is None or not differing.isdisjoint(names)

    def carried_over(self, analysis: FileAnalysis, change: TextChange) -> FileAnalysis | None:
        """Return an analysis that has read a file, with the lines to which the file's code has moved; None if it may be another one now.

        It is the same if only bodies of functions have changed that it has not entered, and what the file states of them is the same as
        far as any file concerned may ask.
        """
        bodies = self._body_change(change)
        if bodies is None or not bodies.searched.isdisjoint(analysis.dependencies.names):
            return None
        if _enters_changed_code(analysis, change.path, bodies) or self._may_ask(analysis, change.path, bodies):
            return None
        return _moved(analysis, change.path, bodies) if bodies.moves_lines else analysis

    def _body_change(self, change: TextChange) -> BodyChange | None:
        if change not in self._bodies:
            from graphlint.project.body_changes import body_change  # noqa: PLC0415  an unchanged file has no summary

            pair = self._pair(change)
            self._bodies[change] = None if pair is None else body_change(*pair)
        return self._bodies[change]

    def _may_ask(self, analysis: FileAnalysis, path: str, bodies: BodyChange) -> bool:
        """Return True if code that concerns an analysis may ask for a name of which a file states something else."""
        own = os.path.abspath(analysis.path)
        others = [self._text(each) for each in (own, *analysis.dependencies.read) if each != path]
        whole = self._text(path)
        if whole is None or None in others:
            return True
        lines, changed = whole.splitlines(keepends=True), [bodies.after[index] for index in sorted(bodies.changed)]
        rest, end = [], 0
        for body in changed:
            rest += lines[end : body.first - 1]
            end = body.last
        texts = [b"".join((*rest, *lines[end:])), *(text for text in others if text is not None)]
        mentioned = any(_mention(texts, rb"\b%s\b", name) for name in bodies.names)
        return mentioned or any(_mention([whole, *texts], rb"\b(?:def|class)\s+%s\b", name) for name in bodies.called)

    def _text(self, path: str) -> bytes | None:
        if path not in self._texts:
            self._texts[path] = self._contents.data(path)
        return self._texts[path]

    def _pair(self, change: TextChange) -> tuple[FileSummary, FileSummary] | None:
        """Return the summaries of both texts; None if one is not known."""
        if change not in self._pairs:
            self._pairs[change] = self._find_pair(change)
        return self._pairs[change]

    def _find_pair(self, change: TextChange) -> tuple[FileSummary, FileSummary] | None:
        # A file that appears or is deleted changes what other imports resolve to. The text of a notebook is not its content.
        if not change.before or not change.after or not change.path.endswith(".py"):
            return None
        old, data = self._summaries.get(change.before), self._text(change.path)
        if old is None or data is None:
            return None
        new = self._summaries.get(change.after) or self._summary(change.path, data)
        return None if new is None else (old, new)

    def _summary(self, path: str, data: bytes) -> FileSummary | None:
        from graphlint.project.summarize import summarize_text  # noqa: PLC0415  an unchanged file is not parsed
        from graphlint.source.open import read_source  # noqa: PLC0415
        from graphlint.source.parse import parse  # noqa: PLC0415

        try:
            source = read_source(path, data)
            return summarize_text(parse(source, self._parser), source.text)
        except (SyntaxProblem, GraphlintError):
            return None


def _mention(texts: Sequence[bytes], pattern: bytes, name: str) -> bool:
    """Return True if a text contains a name in some context; a name with other letters is taken to be in every text."""
    if not name.isascii():
        return True
    word = name.encode()
    whole_word = re.compile(pattern % re.escape(word))
    return any(word in text and whole_word.search(text) is not None for text in texts)


def _enters_changed_code(analysis: FileAnalysis, path: str, bodies: BodyChange) -> bool:
    """Return True if the runs of an analysis have entered a changed function, or find something in the file that has moved."""
    roots = analysis.roots
    functions = {function for root in roots for function in root.executed | root.undecided}
    places = {evidence.site for root in roots for evidence in root.evidence}
    lines = [line for file, line in functions if os.path.abspath(file) == path]
    lines += [site.line for site in places if os.path.abspath(site.path) == path]
    return any(map(bodies.affects, lines)) or (bodies.moves_lines and _names_file(analysis, path))


def _names_file(analysis: FileAnalysis, path: str) -> bool:
    """Return True if a text or a place of a finding is of a file."""
    name = os.path.basename(path)
    return any(name in repr(reported.finding) for reported in analysis.findings) or any(name in note for note in analysis.notes)


def _moved(analysis: FileAnalysis, path: str, bodies: BodyChange) -> FileAnalysis:
    from graphlint.check.line_mapping import shift_analysis  # noqa: PLC0415  few runs see a change

    moved = analysis
    for name in _spellings(analysis, path):
        moved = shift_analysis(moved, name, bodies.line, lambda _: True)
    return moved


def _spellings(analysis: FileAnalysis, path: str) -> Iterator[str]:
    """Yield the names by which an analysis knows a file."""
    roots = analysis.roots
    files = {file for root in roots for file, _ in root.executed | root.undecided}
    files |= {evidence.site.path for root in roots for evidence in root.evidence}
    yield from (file for file in sorted(files) if os.path.abspath(file) == path)
