"""Findings at the lines to which code has moved: by a fix, or by an edit in an editor or between two runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from graphlint.autograd.events import Site
from graphlint.check.file_analysis import FileAnalysis, Function, ReportedFinding, RootSummary
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
        replace(finding, site=map_site(finding.site), related=tuple(replace(other, site=map_site(other.site)) for other in finding.related))
        for finding in items
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


def shift_analysis(analysis: FileAnalysis, path: str, line_of: Callable[[int], int], is_unchanged: Callable[[int], bool]) -> FileAnalysis:
    """Shift the lines of one file in an analysis; `is_unchanged` tells the earlier lines with the same text: other findings are dropped."""
    indices = [
        index for index, item in enumerate(analysis.findings) if item.finding.site.path != path or is_unchanged(item.finding.site.line)
    ]
    numbers = {index: number for number, index in enumerate(indices)}
    reported = tuple(_shift_finding(analysis.findings[index], path, line_of, numbers) for index in indices)
    return replace(analysis, roots=tuple(shift_root(root, path, line_of) for root in analysis.roots), findings=reported)


def _shift_finding(reported: ReportedFinding, path: str, line_of: Callable[[int], int], numbers: dict[int, int]) -> ReportedFinding:
    def moved(site: Site) -> Site:
        return _shift_site(site, line_of) if site.path == path else site

    finding = reported.finding
    finding = replace(finding, site=moved(finding.site), origin=moved(finding.origin) if finding.origin is not None else None)
    if finding.ways is not None:
        ways = tuple(tuple(replace(place, site=moved(place.site)) for place in way) for way in finding.ways)
        finding = replace(finding, ways=ways)
    return renumber(replace(reported, finding=finding), numbers)


def renumber(reported: ReportedFinding, numbers: dict[int, int]) -> ReportedFinding:
    """Renumber the findings that a finding yields to; dropped ones are omitted."""
    groups = tuple(tuple(numbers[index] for index in group if index in numbers) for group in reported.yields_to)
    return replace(reported, yields_to=groups if all(groups) else ()) if groups else reported


def shift_root(root: RootSummary, path: str, line_of: Callable[[int], int]) -> RootSummary:
    """Return the summary of a run for a text in which the lines of a file have other numbers."""

    def moved(function: Function) -> Function:
        return (path, line_of(function[1])) if function[0] == path else function

    return replace(
        root,
        function=None if root.function is None else moved(root.function),
        executed=frozenset(map(moved, root.executed)),
        undecided=frozenset(map(moved, root.undecided)),
        evidence=frozenset(
            evidence._replace(site=_shift_site(evidence.site, line_of)) if evidence.site.path == path else evidence
            for evidence in root.evidence
        ),
    )


def _shift_site(site: Site, line_of: Callable[[int], int]) -> Site:
    """Return a site for a text in which the lines have other numbers."""
    line = line_of(site.line)
    return site._replace(line=line, end_line=max(line, line_of(site.end_line)))
