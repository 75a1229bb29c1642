"""Precedence of rules: one finding for each cause."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from graphlint.rule.base import Finding


def resolve_precedence(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Drop duplicates and findings that are superseded by another on the same cause, and sort by place."""
    every = list(findings)
    unique: dict[tuple[object, ...], Finding] = {}
    for item in every:
        unique.setdefault((item.site.path, item.site.line, item.code), item)
    indices = frozenset(range(len(every)))
    left = [item for item in unique.values() if not is_superseded(superseding(item, every), indices)]
    return tuple(sorted(left, key=lambda item: (item.site, item.code)))


def superseding(item: Finding, others: Sequence[Finding]) -> tuple[tuple[int, ...], ...]:
    """Return the findings that take precedence over a finding, by their indices: it yields if one of each tuple is reported.

    A finding on a graph of several parts has a tuple for each, with the findings that explain this part: the others would leave the rest
    of the graph. There is none if something of the finding remains unexplained.
    """
    preceding = [(index, other) for index, other in enumerate(others) if other.code in item.yields_to]
    on_cause = {index for index, other in preceding if not item.causes.isdisjoint(other.causes)}
    by_part = [on_cause.union(index for index, other in preceding if not part.isdisjoint(other.causes)) for part in item.parts]
    groups = by_part or [on_cause]
    return tuple(tuple(sorted(group)) for group in groups) if all(groups) else ()


def is_superseded(groups: Sequence[Sequence[int]], reported: Set[int]) -> bool:
    """Return True if a finding yields, by the result of `superseding` and the indices of the reported findings."""
    return bool(groups) and all(not reported.isdisjoint(group) for group in groups)
