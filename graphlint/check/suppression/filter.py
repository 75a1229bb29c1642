"""Filter findings by suppressions and baseline."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from graphlint.autograd.events import Site
from graphlint.check.baseline import Key
from graphlint.check.diagnostic import Fingerprints
from graphlint.check.suppression.comments import CODE, RowGroups, Scope, Suppression, Word, may_suppress, suppressions
from graphlint.check.suppression.unused import (
    MALFORMED,
    Defect,
    UnusedSuppression,
    idle_defect,
    prefix_defect,
    unknown_defect,
    unused_defect,
)
from graphlint.rule.base import Finding, Rule
from graphlint.rule.built_in import SyntaxErrorRule, UnusedNoqa
from graphlint.rule.fix import Applicability, Fix
from graphlint.source.enclosing_function import Functions
from graphlint.source.source import NOTEBOOK_SUFFIX, Source
from graphlint.source.text_edits import Edit

Kind: TypeAlias = "Rule | type[Rule]"

UNUSED = UnusedNoqa()
# Methods that are called without their name.
IMPLICIT = frozenset(("forward",))


@dataclass(frozen=True)
class KnownRules:
    """The rules that suppressions can name: the code of each rule by its name, the codes that are checked, and whether all default rules
    are checked."""

    names: Mapping[str, str] = field(default_factory=dict)
    checked: frozenset[str] = frozenset()
    all_defaults_checked: bool = False

    @classmethod
    def of(cls, known: Iterable[Kind], checked: Iterable[Kind]) -> KnownRules:
        """Create the table.

        Args:
            known: all rules.
            checked: the rules that are checked.
        """
        rules = list(known)
        codes = frozenset(rule.code for rule in checked)
        needed = {rule.code for rule in rules if rule.default and not rule.preview} - {UnusedNoqa.code}
        return cls({rule.name.casefold(): rule.code for rule in rules}, codes, needed <= codes)

    @cached_property
    def codes(self) -> frozenset[str]:
        return frozenset(self.names.values())

    @cached_property
    def comment_pattern(self) -> re.Pattern[str]:
        """The pattern of a line with a suppression for this linter."""
        letters = {re.escape(re.split(r"\d", code)[0]) for code in self.codes} or {"GL"}
        return re.compile(rf"graphlint:|noqa\s*:[^\r\n]*(?:\b(?:{'|'.join(sorted(letters))})\d|[a-z]-[a-z])", re.IGNORECASE)

    def code(self, word: str) -> str | None:
        """Return the code that a word in a suppression means; None if no rule has that code or name."""
        upper = word.upper()
        return upper if upper in self.codes else self.names.get(word.casefold())

    def codes_beginning_with(self, word: str) -> list[str]:
        """Return the codes of which a word in a suppression is a proper prefix."""
        return sorted(code for code in self.codes if code != word.upper() and code.startswith(word.upper()))

    def has_own_prefix(self, word: str) -> bool:
        """Return True if an unknown code has the prefix of a known rule."""
        letters = re.split(r"\d", word.upper())[0]
        return any(re.split(r"\d", code)[0] == letters for code in self.codes)


@dataclass(frozen=True, slots=True)
class UnitTestScope:
    """The unit tests of a file, by qualified name, the codes that are not reported there, and their findings: a suppression of one of
    these codes is not unused there, and neither is one that would suppress such a finding."""

    functions: frozenset[str] = frozenset()
    codes: frozenset[str] = frozenset()
    findings: tuple[Finding, ...] = ()


NO_UNIT_TESTS = UnitTestScope()


class SuppressionFilter:
    """The suppressions of one file, and their use.

    Args:
        findings: the findings of the file, before suppression.
        callers_unknown: callers of the file's functions may be missing from the run.
        tests: the unit tests of the file.
    """

    def __init__(
        self,
        source: Source,
        findings: Sequence[Finding],
        known_rules: KnownRules,
        callers_unknown: bool = False,
        tests: UnitTestScope = NO_UNIT_TESTS,
    ) -> None:
        self._source = source
        self._known_rules = known_rules
        self._callers_unknown = callers_unknown and not source.path.endswith(NOTEBOOK_SUFFIX)
        self._tests = tests
        wanted = bool(findings or tests.findings) or known_rules.comment_pattern.search(source.text)
        self._all = suppressions(source, known_rules.names) if wanted and may_suppress(source.text) else []
        self._groups = RowGroups(self._all)
        self._active = set(self._active_codes())
        self._used: set[tuple[int, str]] = set()
        self.unsuppressed = tuple(finding for finding in findings if not self._suppressed(finding))
        for finding in tests.findings:
            self._suppressed(finding)

    def unused(self) -> Iterator[UnusedSuppression]:
        """Yield the unused suppressions."""
        for suppression, group in zip(self._all, self._groups.of, strict=True):
            # A suppression of GL001 itself.
            if any((other, UNUSED.code) in self._active for other in self._groups.covering(suppression.row)):
                continue
            if suppression.malformed:
                finding = self._finding(suppression, MALFORMED)
                yield UnusedSuppression(finding, None)
            elif suppression.words is None:
                if (
                    not suppression.is_noqa
                    and self._known_rules.all_defaults_checked
                    and (group, "") not in self._used
                    and not self._may_be_needed(suppression)
                ):
                    yield UnusedSuppression(self._finding(suppression, unused_defect(suppression)), self._fix(suppression, ()))
            else:
                yield from self._unused_words(group, suppression, suppression.words)

    def _suppressed(self, finding: Finding) -> bool:
        """Return True if a finding is suppressed; mark every suppression that does it as used."""
        if finding.code == SyntaxErrorRule.code:
            return False
        keys = [(group, code) for group in self._groups.covering(finding.site.line) for code in ("", finding.code)]
        suppressing = self._active.intersection(keys)
        self._used |= suppressing
        return bool(suppressing)

    def _active_codes(self) -> Iterator[tuple[int, str]]:
        """Yield the codes that each group of suppressions suppresses; an empty one stands for all."""
        for suppression, group in zip(self._all, self._groups.of, strict=True):
            if suppression.malformed:
                continue
            if suppression.words is None:
                yield group, ""
            for word in suppression.words or ():
                code = self._known_rules.code(word.text)
                if code is not None:
                    yield group, code

    def _unused_words(self, group: int, suppression: Suppression, words: Sequence[Word]) -> Iterator[UnusedSuppression]:
        """Yield a finding for words that name no rule, or a rule without findings in scope."""
        idle: list[Word] = []
        unknown: list[Word] = []
        seen: set[str] = set()
        for word in words:
            code = self._known_rules.code(word.text)
            if code is None:
                if not suppression.is_noqa or (CODE.match(word.text) and self._known_rules.has_own_prefix(word.text)):
                    unknown.append(word)
            elif code in seen:
                idle.append(word)
            elif code != UNUSED.code and self._is_checked(code, suppression) and (group, code) not in self._used:
                if self._may_be_needed(suppression):
                    seen.add(code)
                else:
                    idle.append(word)
            else:
                seen.add(code)
        removable_words = [*idle, *unknown]
        if not removable_words:
            return
        prefixes = [word for word in unknown if self._known_rules.codes_beginning_with(word.text)]
        if prefixes and not idle:
            # The author means to suppress something: the comment is not removed.
            yield UnusedSuppression(
                self._finding(suppression, prefix_defect(prefixes[0], self._known_rules.codes_beginning_with(prefixes[0].text))), None
            )
            return
        defect = idle_defect(suppression, idle) if idle else unknown_defect(unknown, (*self._known_rules.codes, *self._known_rules.names))
        removed = set(removable_words).difference(prefixes)
        rest = [word for word in words if word not in removed]
        yield UnusedSuppression(self._finding(suppression, defect), self._fix(suppression, rest))

    def _is_checked(self, code: str, suppression: Suppression) -> bool:
        """Return True if the rule of a code is checked where a suppression applies."""
        if code not in self._tests.codes or not self._tests.functions:
            return code in self._known_rules.checked
        names = self._functions.at(suppression.row).split(".")
        inside = any(".".join(names[:count]) in self._tests.functions for count in range(1, len(names) + 1))
        return code in self._known_rules.checked and not inside and suppression.scope is not Scope.FILE

    def _may_be_needed(self, suppression: Suppression) -> bool:
        """Return True if a suppression may apply to a finding that only an unchecked caller causes: it is in a function without a call
        in this file."""
        if not self._callers_unknown:
            return False
        if suppression.scope is Scope.FILE:
            return self._functions.any
        names = self._functions.at(suppression.row).split(".")
        called = self._functions.called
        return names != [""] and not all(name in IMPLICIT or name.startswith("__") or name in called for name in names)

    @cached_property
    def _functions(self) -> Functions:
        return Functions(self._source)

    def _finding(self, suppression: Suppression, defect: Defect) -> Finding:
        line = self._source.line(suppression.row)
        start, end = (len(line[:column].encode("utf-8", "surrogatepass")) for column in (suppression.start, suppression.end))
        site = Site(self._source.path, suppression.row, start, suppression.row, end)
        return UNUSED.finding(site, defect.message, notes=(defect.note,), help=defect.help)

    def _fix(self, suppression: Suppression, rest: Sequence[Word]) -> Fix:
        """Remove the words that are not in `rest`, or the whole suppression."""
        begin = self._source.line_starts[suppression.row - 1]
        if rest:
            assert suppression.words is not None
            first, last = suppression.words[0].start, suppression.words[-1].end
            edit = Edit(begin + first, begin + last, ", ".join(word.text for word in rest))
            return Fix("Remove the unused codes", Applicability.SAFE, (edit,))
        return Fix("Remove the suppression comment", Applicability.SAFE, (self._remove_all(suppression, begin),))

    def _remove_all(self, suppression: Suppression, begin: int) -> Edit:
        """Remove a suppression, with its comment or line if nothing else is in it."""
        line = self._source.line(suppression.row)
        before, after = line[: suppression.comment_start], line[suppression.end : suppression.comment_end].strip(" \t")
        head = line[suppression.comment_start : suppression.start].rstrip()
        if after and not after.startswith("#"):
            # The remaining text stays a comment.
            kept = line.index(after[0], suppression.end)
            return Edit(begin + suppression.start, begin + kept, "# ")
        if after:
            return Edit(begin + suppression.start, begin + line.index("#", suppression.end), "")
        if head or before.strip():
            kept = len(line[: suppression.start].rstrip())
            return Edit(begin + kept, begin + len(line), "")
        starts = self._source.line_starts
        last = suppression.row == len(starts)
        return Edit(begin, begin + len(line) if last else starts[suppression.row], "")


@dataclass(frozen=True, slots=True)
class FilterResult:
    """The reported findings, the unused suppressions, and the number of baseline entries without a finding."""

    findings: tuple[Finding, ...]
    unused: tuple[UnusedSuppression, ...] = ()
    stale_baseline_entries: int = 0


def filter_findings(
    source: Source,
    findings: Sequence[Finding],
    known_rules: KnownRules,
    known: Counter[Key],
    report_unused: bool,
    callers_unknown: bool = False,
    tests: UnitTestScope = NO_UNIT_TESTS,
) -> FilterResult:
    """Apply suppressions and baseline to the findings of a file that parses.

    Args:
        known: the baseline entries of the file.
        report_unused: report unused suppressions, too.
        callers_unknown: callers of the file's functions may be missing from the run.
        tests: the unit tests of the file.
    """
    screen = SuppressionFilter(source, findings, known_rules, callers_unknown, tests)
    unused = {item.finding: item for item in screen.unused()} if report_unused else {}
    unsuppressed = filter_baseline([*screen.unsuppressed, *unused], source, known)
    return FilterResult(
        tuple(finding for finding in unsuppressed.findings if finding not in unused),
        tuple(unused[finding] for finding in unsuppressed.findings if finding in unused),
        unsuppressed.stale_baseline_entries,
    )


def filter_baseline(findings: Sequence[Finding], source: Source, known: Counter[Key]) -> FilterResult:
    """Drop known findings. Of several equal ones, those that come first count as known."""
    if not known or not findings:
        return FilterResult(tuple(findings), stale_baseline_entries=known.total())
    unsuppressed: list[Finding] = []
    remaining = Counter(known)
    fingerprints = Fingerprints(source)
    for finding in sorted(findings, key=lambda finding: (finding.site.line, finding.site.column)):
        key = (finding.code, fingerprints.of(finding.site))
        if remaining[key] > 0:
            remaining[key] -= 1
        else:
            unsuppressed.append(finding)
    return FilterResult(tuple(unsuppressed), stale_baseline_entries=(+remaining).total())


def count_stale_entries(known: Counter[Key], seen: Iterable[Key]) -> int:
    """Count the baseline entries without a finding."""
    return (known - Counter(seen)).total()
