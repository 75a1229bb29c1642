"""From sources to findings: the one function that the command line, the server and the tests call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphlint.autograd.assumptions import Assumptions
from graphlint.interpreter.entries import runs
from graphlint.lowering.statements import lower_module
from graphlint.parsing import parse
from graphlint.precedence import settle
from graphlint.rules_api import Finding, Rule
from graphlint.source import Source


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is found in one file, in order; `notes` tell what a budget cut off."""

    findings: tuple[Finding, ...]
    notes: tuple[str, ...] = ()


def analyze(source: Source, rules: Sequence[Rule], assumptions: Assumptions | None = None) -> Analysis:
    """All findings in one file.

    Args:
        source: the file.
        rules: the rules to apply.
        assumptions: what is taken for granted of code that is not seen.

    Raises:
        SyntaxProblem: the file does not parse.
    """
    tree = parse(source)
    code = lower_module(tree, source.path)
    findings: list[Finding] = []
    notes: list[str] = []
    for run in runs(code, {source.path: "\n".join(source.lines)}, assumptions=assumptions):
        if not run.complete:
            notes.append(f"{source.path}: the analysis of {run.entry} was cut off by its budget")
        for rule in rules:
            findings.extend(item for item in rule.check(run) if item.site.path == source.path)
    return Analysis(settle(findings), tuple(notes))
