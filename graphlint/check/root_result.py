"""The result of one run of a file, and the places at which it disproves findings of other runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from graphlint.autograd.presumptions import Presumption
from graphlint.autograd.sites import Site
from graphlint.rule.base import Finding
from graphlint.rule.placement import RuleSite

if TYPE_CHECKING:
    from graphlint.ir.instructions import FunctionId

Places: TypeAlias = "frozenset[RuleSite]"
"""Places by the code of a rule."""


@dataclass(frozen=True, slots=True)
class RootResult:
    """The findings of one run of a file, in this file and in others.

    `function` is the root, by file and line: a function without a resolved caller, or None for the module's own code. `executed` are the
    functions of other files that the run executed, `undecided` those of them that a call did not run to their end. `refuted` are the
    places, by code, at which the run disproves a finding of another run, `refuted_in_callees` those at which it disproves a finding of a
    run that begins in a function which it enters. `shared` are the places, by code, from which a finding of another run moves.
    `detached` are the calls of `detach()` on values that may have a graph, if the analysis is for a proof.
    `instance_of` is the class on an instance of which an inherited method was run. `is_unit_test` says that only pytest or unittest, and
    what these run, calls the function. `presumptions` are those that have decided something in the run.
    """

    function: FunctionId | None
    executed: frozenset[FunctionId]
    findings: tuple[Finding, ...]
    refuted: Places = frozenset()
    undecided: frozenset[FunctionId] = frozenset()
    refuted_in_callees: Places = frozenset()
    shared: Places = frozenset()
    instance_of: str = ""
    is_unit_test: bool = False
    detached: frozenset[Site] = frozenset()
    presumptions: frozenset[Presumption] = frozenset()

    def shifted(self, path: str, line: Callable[[int], int]) -> RootResult:
        """Return a result without findings for a text in which the lines of a file have other numbers."""
        function = None if self.function is None else self.function._replace(line=line(self.function.line))
        refuted, in_callees, shared = (shift_places(each, path, line) for each in (self.refuted, self.refuted_in_callees, self.shared))
        return replace(self, function=function, refuted=refuted, refuted_in_callees=in_callees, shared=shared)


@dataclass(frozen=True, slots=True)
class RunResult:
    """The result of a run, with all places that it disproves alone and in the functions that it calls."""

    result: RootResult
    alone: Places
    in_callees: Places

    def shifted(self, path: str, line: Callable[[int], int]) -> RunResult:
        """Return a result without findings for a text in which the lines of a file have other numbers."""
        alone, in_callees = (shift_places(each, path, line) for each in (self.alone, self.in_callees))
        return RunResult(self.result.shifted(path, line), alone, in_callees)


def shift_places(places: Places, path: str, line: Callable[[int], int]) -> Places:
    """Return places for a text in which the lines of a file have other numbers."""
    return frozenset(
        (code, site._replace(line=line(site.line), end_line=line(site.end_line)) if site.path == path else site) for code, site in places
    )
