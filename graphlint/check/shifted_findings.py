"""Findings of an analysis, at the lines to which code of one file has moved since."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from graphlint.autograd.events import Site
from graphlint.check.file_analysis import FileAnalysis, ReportedFinding
from graphlint.check.root_result import shift_site


def shifted(analysis: FileAnalysis, path: str, line_of: Callable[[int], int], is_unchanged: Callable[[int], bool]) -> FileAnalysis:
    """Shift the lines of one file in an analysis; `is_unchanged` tells the earlier lines with the same text: other findings are dropped."""
    indices = [
        index for index, item in enumerate(analysis.findings) if item.finding.site.path != path or is_unchanged(item.finding.site.line)
    ]
    numbers = {index: number for number, index in enumerate(indices)}
    reported = tuple(_shift_finding(analysis.findings[index], path, line_of, numbers) for index in indices)
    return replace(analysis, roots=tuple(root.shifted(path, line_of) for root in analysis.roots), findings=reported)


def _shift_finding(item: ReportedFinding, path: str, line_of: Callable[[int], int], numbers: dict[int, int]) -> ReportedFinding:
    def moved(site: Site) -> Site:
        return shift_site(site, line_of) if site.path == path else site

    finding = item.finding
    finding = replace(finding, site=moved(finding.site), origin=moved(finding.origin) if finding.origin is not None else None)
    if finding.ways is not None:
        ways = tuple(tuple(replace(place, site=moved(place.site)) for place in way) for way in finding.ways)
        finding = replace(finding, ways=ways)
    return renumbered(replace(item, finding=finding), numbers)


def renumbered(item: ReportedFinding, numbers: dict[int, int]) -> ReportedFinding:
    """Renumber the findings that a finding yields to; dropped ones are omitted."""
    groups = tuple(tuple(numbers[index] for index in group if index in numbers) for group in item.yields_to)
    return replace(item, yields_to=groups if all(groups) else ()) if groups else item
