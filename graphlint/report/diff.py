"""The changes that fixes make: as a unified diff, and as a list."""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Iterator, Sequence

from graphlint.check.file_result import FileResult
from graphlint.report.style import Style
from graphlint.report.terminal_text import visible
from graphlint.source.source import LINE_END


def diff(results: Sequence[FileResult], style: Style, raw: bool) -> Iterator[str]:
    """The changes of all files as one unified diff; `raw` keeps control characters, so that `patch` can apply it."""
    for result in results:
        for change in result.changes:
            name = visible(change.name)
            for line in difflib.unified_diff(_lines(change.before), _lines(change.after), name, name):
                text = line if line.endswith("\n") else line + "\n\\ No newline at end of file\n"
                yield style.changed(text if raw else visible(text.rstrip("\r\n")) + "\n")


def listed(results: Sequence[FileResult], made: bool) -> Iterator[str]:
    """Each fix in a line, under its file."""
    changed = [result for result in results if result.applied]
    number = sum(len(result.applied) for result in changed)
    if number:
        yield f"{'Fixed' if made else 'Would fix'} {number} {'finding' if number == 1 else 'findings'}:\n"
    for result in changed:
        yield f"- {visible(result.path)}\n"
        for fix in result.applied:
            cell = f"cell {fix.position.cell}:" if fix.position.cell else ""
            yield f"    {cell}{fix.position.row}:{fix.position.column} {fix.code}[{fix.name}] {visible(fix.message)}\n"


def _lines(text: str) -> list[str]:
    """The lines of a text with their ends, split as Python's tokenizer does."""
    starts = [0, *(match.end() for match in LINE_END.finditer(text)), len(text)]
    return [text[one:two] for one, two in itertools.pairwise(starts) if one < two]
