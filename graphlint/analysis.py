"""From a source to its findings: parse, lower, interpret, and let the rules read what happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphlint.parsing import parse
from graphlint.rules_api import Finding, Rule
from graphlint.source import Source


@dataclass(frozen=True)
class Analysis:
    """What came of one source: its findings, and notes on what a budget cut off."""

    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()


def analyze(source: Source, rules: Sequence[Rule]) -> Analysis:  # noqa: ARG001
    """The findings of one source.

    Args:
        source: the source.
        rules: the rules to hold against it.

    Raises:
        SyntaxProblem: if the source does not parse.
    """
    parse(source)
    return Analysis()
