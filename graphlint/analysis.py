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
    cut_off: dict[str, bool] = {}
    for run in runs(code, {source.path: "\n".join(source.lines)}, assumptions=assumptions):
        # The second try of a module's own code takes the place of the first.
        cut_off[run.entry] = not run.complete or (cut_off.get(run.entry, False) and run.entry != "<module>")
        for rule in rules:
            findings.extend(item for item in rule.check(run) if item.site.path == source.path)
    notes = tuple(f"{source.path}: the analysis of {entry} was cut off by its budget" for entry, cut in cut_off.items() if cut)
    return Analysis(settle(findings), notes)
