"""Suppressions that suppress nothing (GL001): what is reported of them, and their removal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from graphlint.check.suppression.comments import Scope, Suppression, Word
from graphlint.common.spelling import nearest_word
from graphlint.fixes.applied import Applied, Fixed
from graphlint.rule.base import Finding
from graphlint.rule.fix import Fix
from graphlint.rule.wording import quoted
from graphlint.source.source import Source

# Two suppressions in one comment are removed one after the other.
PASSES = 10
MOST_NAMED = 4


@dataclass(frozen=True, slots=True)
class Defect:
    """The text of a GL001."""

    message: str
    note: str
    help: str


MALFORMED = Defect(
    "Malformed suppression comment has no effect",
    "the comment suppresses nothing",
    "write `ignore[CODE]`, or `ignore-file[CODE]` unindented on a line of its own",
)


def unused_defect(suppression: Suppression) -> Defect:
    """Describe a suppression without codes that suppresses nothing."""
    return Defect("Unused suppression", f"there is no finding {_scope_text(suppression)}", "remove the comment")


def idle_defect(suppression: Suppression, words: Iterable[Word]) -> Defect:
    """Describe codes that suppress nothing."""
    named = _join_names(list(dict.fromkeys(word.text for word in words)))
    return Defect(f"Unused suppression of {named}", f"there is no finding of {named} {_scope_text(suppression)}", "remove what is unused")


def unknown_defect(words: Iterable[Word], rule_words: Iterable[str]) -> Defect:
    """Describe words that name no rule."""
    named = [word.text for word in words]
    meant = nearest_word(named[0], rule_words)
    advice = f"did you mean {meant}?" if meant and len(named) == 1 else "remove it, or correct the code"
    return Defect(f"Suppression of unknown rule {_join_names(named)}", "it suppresses nothing", advice)


def prefix_defect(word: Word, codes: Sequence[str]) -> Defect:
    """Describe a word that is the beginning of several codes."""
    return Defect(
        f"Suppression of the prefix {quoted(word.text, 'a code')} has no effect",
        "a suppression comment must name complete codes, so that it hides no other finding",
        f"name the rule: {', '.join(codes[:MOST_NAMED])}{' ...' if len(codes) > MOST_NAMED else ''}",
    )


def _scope_text(suppression: Suppression) -> str:
    return {Scope.LINE: "on the line", Scope.NEXT: "in the next statement", Scope.FILE: "in the file"}[suppression.scope]


def _join_names(named: Sequence[str]) -> str:
    """Names in backticks; of many the first."""
    shown = [quoted(name, "a code") for name in named[:MOST_NAMED]]
    if len(named) > MOST_NAMED:
        return f"{', '.join(shown)} and {len(named) - MOST_NAMED} more"
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


@dataclass(frozen=True, slots=True)
class UnusedSuppression:
    """A suppression of which all, or some words, suppress nothing: its finding, and the fix that removes it, if any."""

    finding: Finding
    fix: Fix | None

    def can_be_fixed(self, source: Source) -> bool:
        """Return True if there is a fix that can be applied to the source."""
        return self.fix is not None and source.applicable_edits(self.fix.edits) is not None


def remove_unused(fixed: Fixed, unused: Callable[[Source], Sequence[UnusedSuppression]]) -> Fixed:
    """Remove the unused suppressions of a source. Comments have no effect at run time, so these fixes need no proof.

    Args:
        unused: returns the unused suppressions of a source.
    """
    applied = list(fixed.applied)
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
            applied.append(Applied(finding.code, finding.name, position, fix.message))
        source = source.edited(source.applicable_edits([edit for _, fix in chosen for edit in fix.edits]) or ())
    return Fixed(source, tuple(applied))
