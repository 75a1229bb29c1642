"""How files are to be checked."""

from __future__ import annotations

import enum
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from graphlint.autograd.assumptions import Assumptions
from graphlint.rule.built_in import UnusedNoqa
from graphlint.rule.fix import Applicability

if TYPE_CHECKING:
    from graphlint.check.baseline import Baseline, Key
    from graphlint.check.suppression.filter import Rulebook, Screened
    from graphlint.rule.base import Finding, Rule, Severity
    from graphlint.source.source import Source


class Fixing(enum.Enum):
    """What becomes of findings: NONE leaves fixes alone, NOQA puts a comment that silences it behind each finding. TELL says of each
    whether it can be fixed, OFFER how, so that one fix alone can be made."""

    NONE = "none"
    NOQA = "noqa"
    TELL = "tell"
    OFFER = "offer"
    MAKE = "make"
    SHOW = "show"


TELLING = (Fixing.NONE, Fixing.TELL, Fixing.OFFER)
"""By these nothing is changed: each tells more than the one before."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a file is to be checked.

    `rules` are those whose findings are reported, `judges` those of which a fix must bring no finding. With `fixing` OFFER or TELL each
    finding comes with a fix where there is one; MAKE changes the file, SHOW only says how it would be changed, both by fixes that are
    `trusted`.
    `severities` are those that are other than the rules' own, by code; `book` is what suppressions are judged by, the rules where
    it is None; `known` are the findings that are not reported. `others` are the plans of files that have one of their own, and `joint`,
    where there are such, the rules of all of them: what is found in a file may be found by the analysis of another. `walked` are the
    folders whose files are all part of the run: only of these is it known who calls them.
    """

    rules: tuple[Rule, ...]
    judges: tuple[Rule, ...] = ()
    fixing: Fixing = Fixing.OFFER
    trusted: frozenset[Applicability] = frozenset((Applicability.SAFE,))
    severities: Mapping[str, Severity] = field(default_factory=dict)
    book: Rulebook | None = None
    known: Baseline | None = None
    assumptions: Assumptions = field(default_factory=Assumptions)
    joint: tuple[Rule, ...] = ()
    others: Mapping[str, Plan] = field(default_factory=dict)
    walked: tuple[str, ...] = ()

    def of(self, path: str) -> Plan:
        """The plan of one file.

        Args:
            path: the file, as it is to be displayed.
        """
        return self.others.get(path, self)

    def with_fixing(self, fixing: Fixing) -> Plan:
        """The same plan, by which something else becomes of fixes.

        Args:
            fixing: what becomes of them.
        """
        return replace(self, fixing=fixing, others={path: plan.with_fixing(fixing) for path, plan in self.others.items()})

    def within(self, folders: Sequence[str]) -> Plan:
        """The same plan, of a run of which all files of some folders are part.

        Args:
            folders: the folders.
        """
        others = {path: plan.within(folders) for path, plan in self.others.items()}
        return replace(self, walked=tuple(os.path.abspath(folder) for folder in folders), others=others)

    def only(self, paths: Sequence[str]) -> Plan:
        """As much of it as some files need: what a process is sent.

        Args:
            paths: the files, as they are to be displayed.
        """
        others = {path: self.others[path] for path in paths if path in self.others}
        if self.known is None:
            return replace(self, others=others) if len(others) < len(self.others) else self
        known = self.known.only(paths)
        return replace(self, known=known, others={path: replace(plan, known=known) for path, plan in others.items()})

    def codes_of(self, path: str) -> frozenset[str]:
        """The codes that are reported of a file.

        Args:
            path: the file, as it is to be displayed.
        """
        return frozenset(rule.code for rule in self.of(path).rules)

    def known_of(self, path: str) -> Counter[Key]:
        """The findings of a file that are not reported, of the rules that are checked.

        Args:
            path: the file, as it is to be displayed.
        """
        if self.known is None:
            return Counter()
        codes = self.by_code
        return Counter({key: count for key, count in self.known.of(path).items() if key[0] in codes})

    def screen(self, source: Source, findings: Sequence[Finding]) -> Screened:
        """What is reported of a file's findings, and which suppressions are not needed.

        Args:
            source: the file; it has to parse.
            findings: its findings.
        """
        from graphlint.check.suppression import filter  # noqa: PLC0415  what is remembered needs none

        known, alone = self.known_of(source.path), not self.knows_callers(source.path)
        return filter.screened(source, findings, self.rulebook, known, self.judges_suppressions, alone)

    def knows_callers(self, path: str) -> bool:
        """Whether those that call the functions of a file are part of the run, as far as anybody can tell.

        Args:
            path: the file, as it is to be displayed.
        """
        whole = os.path.abspath(path)
        return any(whole.startswith(folder.rstrip(os.sep) + os.sep) for folder in self.walked)

    def graded(self, finding: Finding) -> Finding:
        """A finding as grave as the settings have it.

        Args:
            finding: the finding.
        """
        severity = self.severities.get(finding.code)
        return finding if severity is None else replace(finding, severity=severity)

    @property
    def rulebook(self) -> Rulebook:
        """What suppressions are judged by."""
        from graphlint.check.suppression.filter import Rulebook  # noqa: PLC0415  as above

        return self.book or Rulebook.of((*self.rules, *self.judges), self.rules)

    @property
    def judges_suppressions(self) -> bool:
        """Whether suppressions that suppress nothing are reported."""
        return any(isinstance(rule, UnusedNoqa) for rule in self.rules)

    @property
    def by_code(self) -> dict[str, Rule]:
        """The rules by their codes."""
        return {rule.code: rule for rule in self.rules}
