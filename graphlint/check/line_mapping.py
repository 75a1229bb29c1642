"""Map findings of a text to the same lines of its fixed version."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from graphlint.autograd.events import Site
from graphlint.rule.base import Finding
from graphlint.source.source import Source


def map_findings(findings: Iterable[Finding], before: Source, after: Source) -> tuple[Finding, ...]:
    """Map findings to the lines of `after`. A finding on a changed line is placed at the start of the change."""
    items = tuple(findings)
    if after is before or not items:
        return items
    lines = map_lines(before.lines, after.lines)

    def map_site(site: Site) -> Site:
        if site.path != before.path or site.line not in lines:
            return site
        line = lines[site.line]
        return site._replace(line=line, end_line=max(line, lines.get(site.end_line, line)))

    return tuple(
        replace(item, site=map_site(item.site), related=tuple(replace(other, site=map_site(other.site)) for other in item.related))
        for item in items
    )


def map_lines(before: Sequence[str], after: Sequence[str]) -> dict[int, int]:
    """Map each line number of `before` to a line number of `after`, counted from 1."""
    limit = min(len(before), len(after))
    head = next((number for number in range(limit) if before[number] != after[number]), limit)
    tail = next((number for number in range(limit - head) if before[-1 - number] != after[-1 - number]), limit - head)
    lines = {number + 1: number + 1 for number in range(head)}
    lines.update((len(before) - number, len(after) - number) for number in range(tail))
    old_block, new_block = before[head : len(before) - tail], after[head : len(after) - tail]
    for _, first, last, start, end in SequenceMatcher(None, old_block, new_block).get_opcodes():
        for number in range(first, last):
            lines[head + number + 1] = head + 1 + min(start + number - first, max(start, end - 1))
    return lines
