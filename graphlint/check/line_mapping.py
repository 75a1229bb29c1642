"""Findings of a text, in the text that fixes have made of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from graphlint.autograd.events import Site
from graphlint.rule.base import Finding
from graphlint.source.source import Source


def displaced(findings: Iterable[Finding], before: Source, after: Source) -> tuple[Finding, ...]:
    """Findings where their lines have come to stand; those whose line was changed stand where the change begins.

    Args:
        findings: findings in the first text.
        before: the first text.
        after: the second text.
    """
    items = tuple(findings)
    if after is before or not items:
        return items
    lines = moved_lines(before.lines, after.lines)

    def moved(site: Site) -> Site:
        if site.path != before.path or site.line not in lines:
            return site
        line = lines[site.line]
        return site._replace(line=line, end_line=max(line, lines.get(site.end_line, line)))

    return tuple(
        replace(item, site=moved(item.site), related=tuple(replace(other, site=moved(other.site)) for other in item.related))
        for item in items
    )


def moved_lines(before: Sequence[str], after: Sequence[str]) -> dict[int, int]:
    """Where each line has come to stand, counted from 1.

    Args:
        before: the lines of the first text.
        after: those of the second.
    """
    most = min(len(before), len(after))
    head = next((number for number in range(most) if before[number] != after[number]), most)
    tail = next((number for number in range(most - head) if before[-1 - number] != after[-1 - number]), most - head)
    lines = {number + 1: number + 1 for number in range(head)}
    lines.update((len(before) - number, len(after) - number) for number in range(tail))
    one, two = before[head : len(before) - tail], after[head : len(after) - tail]
    for _, first, last, start, end in SequenceMatcher(None, one, two).get_opcodes():
        for number in range(first, last):
            lines[head + number + 1] = head + 1 + min(start + number - first, max(start, end - 1))
    return lines
