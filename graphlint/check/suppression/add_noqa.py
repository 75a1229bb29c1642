"""New `# noqa` comments for findings, each where it is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphlint.check.suppression.comments import Layout, Suppression, layout_of, suppressions
from graphlint.rule.base import Finding
from graphlint.rule.built_in import SyntaxErrorRule, UnusedNoqa
from graphlint.source.source import Source
from graphlint.source.text_edits import Edit

# One is not silenced by a comment, the other is a comment.
NEVER = (SyntaxErrorRule.code, UnusedNoqa.code)


def with_noqa(source: Source, findings: Sequence[Finding], names: Mapping[str, str]) -> tuple[Source, int]:
    """A file with comments that silence findings, and how many findings they silence.

    Args:
        source: the file.
        findings: the findings, none of them suppressed yet.
        names: the code of each rule by its name.
    """
    wanted: dict[int, list[str]] = {}
    if findings:
        layout = layout_of(source)
        for finding in findings:
            if finding.code not in NEVER:
                wanted.setdefault(_row(finding.site.line, source, layout), []).append(finding.code)
    there = {item.row: item for item in suppressions(source, names) if item.foreign and item.words} if wanted else {}
    edits: list[Edit] = []
    count = 0
    for row, codes in sorted(wanted.items()):
        allowed = source.allowed([_edit(source, row, sorted(set(codes)), there.get(row))])
        if allowed is not None:
            edits.extend(allowed)
            count += len(codes)
    return source.edited(edits), count


def _row(row: int, source: Source, layout: Layout) -> int:
    """The row at whose end a comment speaks of a row: its own, unless that ends inside of a string or goes on behind a backslash."""
    while row in layout.strings or source.line(row).endswith("\\"):
        row = layout.strings.get(row, layout.statements.get(row, (row, row))[1])
        if source.line(row).endswith("\\"):
            break
    return row


def _edit(source: Source, row: int, codes: Sequence[str], there: Suppression | None) -> Edit:
    """A comment at the end of a row, or more codes in the one that is there."""
    begin = source.line_starts[row - 1]
    if there is not None and there.words:
        have = {word.text.upper() for word in there.words}
        return Edit(begin + there.end, begin + there.end, "".join(f", {code}" for code in codes if code not in have))
    line = source.line(row)
    kept = len(line.rstrip(" \t\f"))
    return Edit(begin + kept, begin + len(line), f"  # noqa: {', '.join(codes)}")
