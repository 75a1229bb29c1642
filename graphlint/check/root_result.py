"""The result of one run of a file, and what it means for findings of other runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from graphlint.autograd.presumptions import Presumption
from graphlint.autograd.sites import Site
from graphlint.rule.base import Finding
from graphlint.rule.placement import RuleSite

Function: TypeAlias = tuple[str, int]
"""A function by its file and line."""

Places: TypeAlias = frozenset[RuleSite]
"""Places by the code of a rule."""


@dataclass(frozen=True, slots=True)
class RootSummary:
    """The meaning of one run of a file for findings of other runs, in this file and in others.

    `function` is the root: a function without a resolved caller, or None for the module's own code. `executed` are the functions of other
    files that the run executed, `undecided` those of them that a call did not run to their end. `refuted` are the places, by code, at which
    the run disproves a finding of another run, `refuted_in_callees` those at which it disproves a finding of a run that begins in a
    function which it enters. `shared` are the places, by code, from which a finding of another run moves. `instance_of` is the class on an
    instance of which an inherited method was run. `is_unit_test` says that only pytest or unittest, and what these run, calls the function.
    """

    function: Function | None = None
    executed: frozenset[Function] = frozenset()
    undecided: frozenset[Function] = frozenset()
    refuted: Places = frozenset()
    refuted_in_callees: Places = frozenset()
    shared: Places = frozenset()
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
            refuted=shift_places(self.refuted, path, line_of),
            refuted_in_callees=shift_places(self.refuted_in_callees, path, line_of),
            shared=shift_places(self.shared, path, line_of),
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


@dataclass(frozen=True, slots=True)
class RunResult:
    """The result of a run, with all places that it disproves alone and in the functions that it calls."""

    result: RootResult
    alone: Places
    in_callees: Places

    def shifted(self, path: str, line_of: Callable[[int], int]) -> RunResult:
        """Return a result without findings for a text in which the lines of a file have other numbers."""
        result = replace(self.result, root=self.result.root.shifted(path, line_of))
        return RunResult(result, shift_places(self.alone, path, line_of), shift_places(self.in_callees, path, line_of))


def shift_places(places: Places, path: str, line_of: Callable[[int], int]) -> Places:
    """Return places for a text in which the lines of a file have other numbers."""
    return frozenset((code, shift_site(site, line_of) if site.path == path else site) for code, site in places)


def shift_site(site: Site, line_of: Callable[[int], int]) -> Site:
    """Return a site for a text in which the lines have other numbers."""
    line = line_of(site.line)
    return site._replace(line=line, end_line=max(line, line_of(site.end_line)))
