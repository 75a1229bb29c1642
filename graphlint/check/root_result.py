"""The result of one run of a file, and what it means for findings of other runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from graphlint.autograd.presumptions import Presumption
from graphlint.autograd.sites import Site
from graphlint.rule.base import Finding
from graphlint.rule.evidence import Evidence

Function: TypeAlias = tuple[str, int]
"""A function by its file and line."""


@dataclass(frozen=True, slots=True)
class RootSummary:
    """The meaning of one run of a file for findings of other runs, in this file and in others.

    `function` is the root: a function without a resolved caller, or None for the module's own code. `executed` are the functions of other
    files that the run executed, `undecided` those of them that a call did not run to their end. `evidence` is what the run shows about
    findings of other runs. `instance_of` is the class on an instance of which an inherited method was run. `is_unit_test` says that only
    pytest or unittest, and what these run, calls the function.
    """

    function: Function | None = None
    executed: frozenset[Function] = frozenset()
    undecided: frozenset[Function] = frozenset()
    evidence: frozenset[Evidence] = frozenset()
    instance_of: str = ""
    is_unit_test: bool = False

    def shifted(self, path: str, line_of: Callable[[int], int]) -> RootSummary:
        """Return the summary for a text in which the lines of a file have other numbers."""

        def moved(function: Function) -> Function:
            return (path, line_of(function[1])) if function[0] == path else function

        return replace(
            self,
            function=None if self.function is None else moved(self.function),
            executed=frozenset(map(moved, self.executed)),
            undecided=frozenset(map(moved, self.undecided)),
            evidence=frozenset(
                item._replace(site=shift_site(item.site, line_of)) if item.site.path == path else item for item in self.evidence
            ),
        )


@dataclass(frozen=True, slots=True)
class RootResult:
    """The result of one run of a file.

    `detached` are the calls of `detach()` on values that may have a graph, if the analysis is for a proof. `presumptions` are those that
    have decided something in the run.
    """

    root: RootSummary
    findings: tuple[Finding, ...] = ()
    detached: frozenset[Site] = frozenset()
    presumptions: frozenset[Presumption] = frozenset()


def shift_site(site: Site, line_of: Callable[[int], int]) -> Site:
    """Return a site for a text in which the lines have other numbers."""
    line = line_of(site.line)
    return site._replace(line=line, end_line=max(line, line_of(site.end_line)))
