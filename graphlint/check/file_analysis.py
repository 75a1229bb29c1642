"""The analysis of a file: its runs, and what they have found. Worker processes send it, and the cache stores it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from graphlint.autograd.presumptions import Presumption
from graphlint.autograd.sites import Site
from graphlint.common.failure import Failure
from graphlint.project.dependencies import INDEPENDENT, Dependencies
from graphlint.rule.base import Finding
from graphlint.rule.evidence import Evidence
from graphlint.rule.precedence import superseding
from graphlint.source.snippets.assumed import Assumed

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
class ReportedFinding:
    """A finding of a file's analysis. `entry` is the index of its root; `yields_to` are the findings of the same analysis that take
    precedence over it, as `superseding` returns them."""

    finding: Finding
    entry: int
    yields_to: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class FileAnalysis:
    """The analysis of one file. It can be pickled and cached, and it stays valid while `dependencies` are unchanged.

    `roots` are its runs and `findings` what they have found: the input of the resolution across files.
    `problem` is the GL000 finding of a file that does not parse. `analyzed` is false if the file was only searched for torch;
    `only_requested` says that it does not name torch, and was parsed because it was requested. `suppresses` says that the text may contain
    suppression comments. `assumed` is what is assumed for a snippet.
    """

    path: str
    roots: tuple[RootSummary, ...] = ()
    findings: tuple[ReportedFinding, ...] = ()
    problem: Finding | None = None
    failure: Failure | None = None
    notes: tuple[str, ...] = ()
    analyzed: bool = False
    size: int = 0
    suppresses: bool = False
    dependencies: Dependencies = INDEPENDENT
    only_requested: bool = False
    assumed: Assumed | None = None

    @classmethod
    def of(cls, path: str, roots: Sequence[RootResult], notes: tuple[str, ...]) -> FileAnalysis:
        """Return the analysis with some runs: their findings, each with the index of its run."""
        found = [(index, finding) for index, root_result in enumerate(roots) for finding in root_result.findings]
        others = [finding for _, finding in found]
        findings = tuple(
            ReportedFinding(
                replace(finding, causes=frozenset(), parts=()) if finding.causes or finding.parts else finding,
                index,
                superseding(finding, others) if finding.yields_to else (),
            )
            for index, finding in found
        )
        return cls(path, tuple(root_result.root for root_result in roots), findings, notes=notes, analyzed=True)

    @classmethod
    def of_unrelated(cls, path: str, size: int) -> FileAnalysis:
        """Return the analysis of a file that was searched for torch in vain."""
        return cls(path, size=size)

    @property
    def is_unrelated(self) -> bool:
        """True if the file was searched for torch in vain; nothing but its size is known of it."""
        return not self.analyzed and self.failure is None

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Of an unrelated file, as most of a large tree are, a pickle holds the path and the size; all else is shared when it is read."""
        return (FileAnalysis.of_unrelated, (self.path, self.size)) if self.is_unrelated else object.__reduce_ex__(self, protocol)

    @property
    def has_output(self) -> bool:
        """True if the file may contribute a diagnostic, to itself or to another file."""
        return bool(self.findings or self.suppresses or self.problem or self.failure)
