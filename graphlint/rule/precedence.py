"""Precedence of rules: one finding for each cause."""

from __future__ import annotations

from collections.abc import Iterable

from graphlint.rule.base import Finding


def resolve_precedence(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Drop duplicates and findings that are superseded by another on the same cause, and sort by place."""
    unique: dict[tuple[object, ...], Finding] = {}
    for item in findings:
        unique.setdefault((item.site.path, item.site.line, item.code), item)
    kept = list(unique.values())
    left = [item for item in kept if not any(is_superseded(item, other) for other in kept)]
    return tuple(sorted(left, key=lambda item: (item.site, item.code)))


def is_superseded(item: Finding, other: Finding) -> bool:
    """Return True if `item` yields to `other`."""
    return other.code in item.yields_to and bool(item.causes & other.causes)
