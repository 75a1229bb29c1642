"""Add `# noqa` comments that suppress findings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphlint.check.suppression.comments import Layout, Suppression, layout_of, suppressions
from graphlint.rule.base import Finding
from graphlint.rule.built_in import SyntaxErrorRule, UnusedNoqa
from graphlint.source.source import Source
from graphlint.source.text_edits import Edit

# GL000 cannot be suppressed, and GL001 is reported on a comment.
UNSUPPRESSIBLE = (SyntaxErrorRule.code, UnusedNoqa.code)


def add_noqa(source: Source, findings: Sequence[Finding], names: Mapping[str, str]) -> tuple[Source, int]:
    """Add comments that suppress findings, and return how many findings they suppress.

    Args:
        findings: the findings, none of them suppressed yet.
        names: the code of each rule by its name.
    """
    wanted: dict[int, list[str]] = {}
    if findings:
        layout = layout_of(source)
        for finding in findings:
            if finding.code not in UNSUPPRESSIBLE:
                wanted.setdefault(_row(finding.site.line, source, layout), []).append(finding.code)
    existing = (
        {suppression.row: suppression for suppression in suppressions(source, names) if suppression.is_noqa and suppression.words}
        if wanted
        else {}
    )
    edits: list[Edit] = []
    count = 0
    for row, codes in sorted(wanted.items()):
        allowed = source.applicable_edits([_edit(source, row, sorted(set(codes)), existing.get(row))])
        if allowed is not None:
            edits.extend(allowed)
            count += len(codes)
    return source.edited(edits), count


def _row(row: int, source: Source, layout: Layout) -> int:
    """Return the row whose end can hold the comment: a line that ends inside a string or with a backslash cannot."""
    while row in layout.strings or source.line(row).endswith("\\"):
        row = layout.strings.get(row, layout.statements.get(row, (row, row))[1])
        if source.line(row).endswith("\\"):
            break
    return row


def _edit(source: Source, row: int, codes: Sequence[str], existing: Suppression | None) -> Edit:
    """Add a comment at the end of a row, or add codes to the existing one."""
    begin = source.line_starts[row - 1]
    if existing is not None and existing.words:
        present = {word.text.upper() for word in existing.words}
        return Edit(begin + existing.end, begin + existing.end, "".join(f", {code}" for code in codes if code not in present))
    line = source.line(row)
    end = len(line.rstrip(" \t\f"))
    return Edit(begin + end, begin + len(line), f"  # noqa: {', '.join(codes)}")
