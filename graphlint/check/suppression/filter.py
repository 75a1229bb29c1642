"""Which findings are reported, and which suppressions have nothing to suppress."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from graphlint.autograd.events import Site
from graphlint.check.baseline import Key, fingerprint
from graphlint.check.suppression.comments import CODE, HINT, Reach, Suppression, Word, suppressions
from graphlint.common.spelling import nearest_word
from graphlint.fixes.applied import Applied, Fixed
from graphlint.project.text_search import calls
from graphlint.rule.base import Finding, Rule
from graphlint.rule.built_in import SyntaxErrorRule, UnusedNoqa
from graphlint.rule.fix import Applicability, Fix
from graphlint.source.enclosing_function import Functions
from graphlint.source.source import NOTEBOOK_SUFFIX, Source
from graphlint.source.text_edits import Edit

Kind: TypeAlias = "Rule | type[Rule]"

UNUSED = UnusedNoqa()
# Two suppressions in one comment are removed one after the other.
PASSES = 10
# What is called without its name.
IMPLICIT = frozenset(("forward",))


@dataclass(frozen=True)
class Rulebook:
    """What suppressions are judged by: the code of each rule by its name, the codes that are checked, and whether nothing that is on by
    default was left out."""

    names: Mapping[str, str] = field(default_factory=dict)
    checked: frozenset[str] = frozenset()
    whole: bool = False

    @classmethod
    def of(cls, known: Iterable[Kind], checked: Iterable[Kind]) -> Rulebook:
        """The book of some rules.

        Args:
            known: all rules there are.
            checked: those that are checked.
        """
        rules = list(known)
        codes = frozenset(rule.code for rule in checked)
        needed = {rule.code for rule in rules if rule.default} - {UnusedNoqa.code}
        return cls({rule.name.casefold(): rule.code for rule in rules}, codes, needed <= codes)

    @cached_property
    def codes(self) -> frozenset[str]:
        """The codes of all rules."""
        return frozenset(self.names.values())

    @cached_property
    def mentions(self) -> re.Pattern[str]:
        """What a line with a `noqa` of this linter looks like."""
        letters = {re.escape(re.split(r"\d", code)[0]) for code in self.codes} or {"GL"}
        return re.compile(rf"graphlint:|noqa\s*:[^\r\n]*(?:\b(?:{'|'.join(sorted(letters))})\d|[a-z]-[a-z])", re.IGNORECASE)

    def code(self, word: str) -> str | None:
        """The code that a word in a suppression means; None where no rule is called so."""
        upper = word.upper()
        return upper if upper in self.codes else self.names.get(word.casefold())

    def owns(self, word: str) -> bool:
        """Whether a code that no rule has looks like one of this linter."""
        letters = re.split(r"\d", word.upper())[0]
        return any(re.split(r"\d", code)[0] == letters for code in self.codes)


@dataclass(frozen=True, slots=True)
class Unused:
    """A suppression of which all, or some words, suppress nothing: the finding, and the fix that takes it away, where there is one."""

    finding: Finding
    fix: Fix | None

    def can_be_fixed(self, source: Source) -> bool:
        """Whether there is a fix, and it can be made in the file.

        Args:
            source: the file.
        """
        return self.fix is not None and source.allowed(self.fix.edits) is not None


class Screen:
    """The suppressions of one file, and what they are used for.

    Args:
        source: the file.
        findings: its findings, of which some may be suppressed.
        book: what the suppressions are judged by.
        alone: whether those that call its functions may not have been looked at.
    """

    def __init__(self, source: Source, findings: Sequence[Finding], book: Rulebook, alone: bool = False) -> None:
        self._source = source
        self._book = book
        self._alone = alone and not source.path.endswith(NOTEBOOK_SUFFIX)
        self._used: set[tuple[int, str]] = set()
        wanted = bool(findings) or book.mentions.search(source.text)
        self._all = suppressions(source, book.names) if wanted and HINT.search(source.text) else []
        self.left = tuple(finding for finding in findings if not self._suppressed(finding))

    def unused(self) -> Iterator[Unused]:
        """The suppressions that suppress nothing, each with what is wrong with it."""
        own = [item for item in self._all if any(self._book.code(word.text) == UNUSED.code for word in item.words or ())]
        for number, item in enumerate(self._all):
            # A suppression of GL001 itself.
            if any(other.covers(item.row) for other in own):
                continue
            if item.garbled:
                finding = self._finding(item, _GARBLED)
                yield Unused(finding, None)
            elif item.words is None:
                if not item.foreign and self._book.whole and (number, "") not in self._used and not self._may_be_needed(item):
                    yield Unused(self._finding(item, _nothing(item)), self._fix(item, ()))
            else:
                yield from self._unused_words(number, item, item.words)

    def _suppressed(self, finding: Finding) -> bool:
        """Whether a finding is suppressed; every suppression that does it counts as used."""
        if finding.code == SyntaxErrorRule.code:
            return False
        suppressed = False
        for number, item in enumerate(self._all):
            if item.garbled or not item.covers(finding.site.line):
                continue
            if item.words is None:
                suppressed = True
                self._used.add((number, ""))
            elif any(self._book.code(word.text) == finding.code for word in item.words):
                suppressed = True
                self._used.add((number, finding.code))
        return suppressed

    def _unused_words(self, number: int, item: Suppression, words: Sequence[Word]) -> Iterator[Unused]:
        """What is wrong with the words of a suppression: no rule is called so, or the rule finds nothing there."""
        idle: list[Word] = []
        unknown: list[Word] = []
        seen: set[str] = set()
        for word in words:
            code = self._book.code(word.text)
            if code is None:
                if not item.foreign or (CODE.match(word.text) and self._book.owns(word.text)):
                    unknown.append(word)
            elif code in seen:
                idle.append(word)
            elif code != UNUSED.code and code in self._book.checked and (number, code) not in self._used:
                if self._may_be_needed(item):
                    seen.add(code)
                else:
                    idle.append(word)
            else:
                seen.add(code)
        gone = [*idle, *unknown]
        if not gone:
            return
        message = _idle(item, idle) if idle else _unknown(unknown, self._book)
        rest = [word for word in words if word not in gone]
        yield Unused(self._finding(item, message), self._fix(item, rest))

    def _may_be_needed(self, item: Suppression) -> bool:
        """Whether a suppression may silence what a run finds here that enters by a caller in a file which was not looked at: in a function
        that nobody calls in this file."""
        if not self._alone:
            return False
        if item.reach is Reach.FILE:
            return self._functions.any
        names = self._functions.at(item.row).split(".")
        data = self._source.text.encode("utf-8", "replace")
        return names != [""] and not all(name in IMPLICIT or name.startswith("__") or calls(data, name) for name in names)

    @cached_property
    def _functions(self) -> Functions:
        return Functions(self._source)

    def _finding(self, item: Suppression, message: str) -> Finding:
        """GL001 on a suppression."""
        line = self._source.line(item.row)
        start, end = (len(line[:column].encode("utf-8", "surrogatepass")) for column in (item.start, item.end))
        return UNUSED.finding(Site(self._source.path, item.row, start, item.row, end), message)

    def _fix(self, item: Suppression, rest: Sequence[Word]) -> Fix:
        """What takes away the words of a suppression that are not among the rest, or all of it."""
        begin = self._source.line_starts[item.row - 1]
        if rest:
            assert item.words is not None
            first, last = item.words[0].start, item.words[-1].end
            edit = Edit(begin + first, begin + last, ", ".join(word.text for word in rest))
            return Fix("Remove what suppresses nothing", Applicability.SAFE, (edit,))
        return Fix("Remove the suppression", Applicability.SAFE, (self._whole(item, begin),))

    def _whole(self, item: Suppression, begin: int) -> Edit:
        """The edit that removes a suppression: with its line where nothing else stands on it, with the comment where that holds no more."""
        line = self._source.line(item.row)
        before, behind = line[: item.comment_start], line[item.end : item.comment_end].strip(" \t")
        head = line[item.comment_start : item.start].rstrip()
        if behind and not behind.startswith("#"):
            # What else the comment says stays a comment.
            kept = line.index(behind[0], item.end)
            return Edit(begin + item.start, begin + kept, "# ")
        if behind:
            return Edit(begin + item.start, begin + line.index("#", item.end), "")
        if head or before.strip():
            kept = len(line[: item.start].rstrip())
            return Edit(begin + kept, begin + len(line), "")
        starts = self._source.line_starts
        last = item.row == len(starts)
        return Edit(begin, begin + len(line) if last else starts[item.row], "")


@dataclass(frozen=True, slots=True)
class Screened:
    """What is reported of a file: the findings that nothing silences, the suppressions that suppress nothing, and how many known findings
    are there no more."""

    findings: tuple[Finding, ...]
    unused: tuple[Unused, ...] = ()
    gone: int = 0


def screened(
    source: Source, findings: Sequence[Finding], book: Rulebook, known: Counter[Key], judging: bool, alone: bool = False
) -> Screened:
    """What is reported of a file.

    Args:
        source: the file; it has to parse.
        findings: its findings.
        book: what suppressions are judged by.
        known: the findings that are known.
        judging: whether suppressions that suppress nothing are reported.
        alone: whether those that call its functions may not have been looked at.
    """
    screen = Screen(source, findings, book, alone)
    unused = {item.finding: item for item in screen.unused()} if judging else {}
    left = known_left([*screen.left, *unused], source, known)
    return Screened(
        tuple(finding for finding in left.findings if finding not in unused),
        tuple(unused[finding] for finding in left.findings if finding in unused),
        left.gone,
    )


def known_left(findings: Sequence[Finding], source: Source, known: Counter[Key]) -> Screened:
    """The findings that are not known. Of several that look alike those that come first are taken for the known ones.

    Args:
        findings: the findings.
        source: the file.
        known: the findings that are known.
    """
    if not known or not findings:
        return Screened(tuple(findings), gone=known.total())
    left: list[Finding] = []
    open_ = Counter(known)
    functions = Functions(source)
    for finding in sorted(findings, key=lambda finding: (finding.site.line, finding.site.column)):
        key = (finding.code, fingerprint(source.shown_line(finding.site.line), functions.at(finding.site.line)))
        if open_[key] > 0:
            open_[key] -= 1
        else:
            left.append(finding)
    return Screened(tuple(left), gone=(+open_).total())


def gone(known: Counter[Key], seen: Iterable[Key]) -> int:
    """How many known findings are there no more.

    Args:
        known: the findings that are known.
        seen: those that were seen.
    """
    return (known - Counter(seen)).total()


def without_unused(fixed: Fixed, unused: Callable[[Source], Sequence[Unused]]) -> Fixed:
    """A source without the suppressions that suppress nothing. Comments compute nothing: no fix of this kind needs a proof.

    Args:
        fixed: the source, and what was done to it before.
        unused: the suppressions in a source that suppress nothing.
    """
    made = list(fixed.applied)
    source = fixed.source
    for _ in range(PASSES):
        chosen: list[tuple[Finding, Fix]] = []
        for item in unused(source):
            if (
                item.fix is not None
                and item.can_be_fixed(source)
                and (not chosen or chosen[-1][1].edits[-1].end <= item.fix.edits[0].start)
            ):
                chosen.append((item.finding, item.fix))
        if not chosen:
            break
        for finding, fix in chosen:
            position = source.position(finding.site.line, finding.site.column)
            made.append(Applied(finding.code, finding.name, position, fix.message))
        source = source.edited(source.allowed([edit for _, fix in chosen for edit in fix.edits]) or ())
    return Fixed(source, tuple(made))


_GARBLED = "a suppression reads ignore[CODE] or ignore-file[CODE], the latter unindented on a line of its own: this one suppresses nothing"


def _nothing(item: Suppression) -> str:
    """What is wrong with a suppression of everything where there is nothing."""
    return f"nothing is found {_where(item)}: this suppresses nothing"


def _idle(item: Suppression, words: Iterable[Word]) -> str:
    """What is wrong with words that suppress nothing."""
    named = list(dict.fromkeys(word.text for word in words))
    return f"{_listed(named)} {'is' if len(named) == 1 else 'are'} not found {_where(item)}: naming {_it(named)} suppresses nothing"


def _unknown(words: Iterable[Word], book: Rulebook) -> str:
    """What is wrong with words that name no rule."""
    named = [word.text for word in words]
    meant = nearest_word(named[0], [*book.codes, *book.names])
    hint = f" (did you mean {meant}?)" if meant and len(named) == 1 else ""
    return f"no rule is called {_listed(named)}{hint}: naming {_it(named)} suppresses nothing"


def _where(item: Suppression) -> str:
    return {Reach.LINE: "on this line", Reach.NEXT: "in the next statement", Reach.FILE: "in this file"}[item.reach]


def _it(named: Sequence[str]) -> str:
    return "it" if len(named) == 1 else "them"


def _listed(named: Sequence[str]) -> str:
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]}"
