"""One program looked into, beside those that call it: its diagnostics, the fixes of each; each worked out when it is first asked for."""

from __future__ import annotations

import difflib
import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from graphlint.check.check_config import CheckConfig
from graphlint.check.diagnostic import PlacedEdit, PlacedFix, placed_fix, resolve
from graphlint.check.evaluate import evaluate, findings_with_prover
from graphlint.check.file_findings import findings_by_file
from graphlint.check.file_result import FileResult
from graphlint.check.resolve_callers import MergedFindings
from graphlint.check.suppression.add_noqa import UNSUPPRESSIBLE, add_noqa
from graphlint.check.suppression.filter import FilterResult
from graphlint.common.errors import GraphlintError, SyntaxProblem
from graphlint.fixes.prove import Prover
from graphlint.rule.base import Finding
from graphlint.server.workers import messages
from graphlint.server.workers.messages import Context, Identity
from graphlint.server.workers.program_analysis import Examination
from graphlint.source.source import LINE_END, Position

CELL = re.compile(r"\.ipynb:cell (\d+)\Z")


class Inspection:
    """A program and what calls it, as they were when it was looked into.

    Args:
        examination: the program.
        context: through what it is judged.
        plan: how it and the files around it are judged.
    """

    def __init__(self, examination: Examination, context: Context, plan: CheckConfig) -> None:
        self.examination = examination
        self.context = context
        self._path = examination.examined.path
        self._joint_plan = plan
        self._plan = plan.of(self._path)
        self._fixes: dict[Identity, tuple[PlacedFix, ...]] = {}

    @cached_property
    def result(self) -> FileResult:
        """What the check comes to."""
        return self._judged(self._joint_plan)

    def fixed(self, plan: CheckConfig) -> Iterator[PlacedEdit]:
        """What the fixes of the program change.

        Args:
            plan: how it is checked, with its fixes shown.
        """
        for change in self._judged(plan).changes:
            yield from text_edits(change.before, change.after, _cell_of(change.name))

    @cached_property
    def _verdict(self) -> MergedFindings:
        """What is found in the program, whoever finds it."""
        examined = self.examination.examined
        others = (item for item in self.context.examined if item.path != examined.path)
        return findings_by_file((*others, examined), self._joint_plan).get(examined.path, MergedFindings())

    def _judged(self, plan: CheckConfig) -> FileResult:
        item = self.examination
        return evaluate(item.content, item.examined, self._verdict, plan, item.project)

    def offers(self, identities: Iterable[Identity]) -> Iterator[tuple[Identity, tuple[PlacedFix, ...]]]:
        """All fixes of some findings.

        Args:
            identities: the findings.
        """
        wanted = set(identities)
        if self._offering is None:
            return
        screened, prover = self._offering
        for finding in screened.findings:
            identity = self._identity(finding)
            # Of what other files' runs find no fix can be proven here.
            if identity in wanted and finding not in self._verdict.cross_file:
                if identity not in self._fixes:
                    self._fixes[identity] = tuple(placed_fix(fix, self.examination.source) for fix in prover.fixes(finding))
                if self._fixes[identity]:
                    yield identity, self._fixes[identity]
        for unused in screened.unused:
            identity = self._identity(unused.finding)
            if identity in wanted and unused.fix is not None and unused.can_be_fixed(self.examination.source):
                yield identity, (placed_fix(unused.fix, self.examination.source),)

    def silenced(self, identity: Identity) -> messages.Edits:
        """The comment that silences a finding.

        Args:
            identity: the finding.
        """
        reported = self._offering[0].findings if self._offering is not None else ()
        finding = next((item for item in reported if self._identity(item) == identity), None)
        if finding is None or finding.code in UNSUPPRESSIBLE:
            return messages.Edits()
        after, count = add_noqa(self.examination.source, [finding], self._plan.suppression_rules.names)
        pairs = zip(self.examination.source.parts, after.parts, strict=True) if count else ()
        edits = tuple(edit for (name, one), (_, two) in pairs for edit in text_edits(one, two, _cell_of(name)))
        return messages.Edits(f"Ignore {finding.code} for this line", edits)

    @cached_property
    def _offering(self) -> tuple[FilterResult, Prover] | None:
        """What is reported and what proves fixes; None where there is nothing to fix."""
        try:
            return findings_with_prover(self.examination.source, self._plan, self.examination.project, self._verdict)
        except (GraphlintError, SyntaxProblem):
            return None

    def _identity(self, finding: Finding) -> Identity:
        return Identity.of(resolve(finding, self.examination.source))


def text_edits(before: str, after: str, cell: int | None = None) -> Iterator[PlacedEdit]:
    """The lines in which two texts differ, as edits of the first.

    Args:
        before: the one.
        after: the other.
        cell: the cell that holds them.
    """
    one, two = _lines(before), _lines(after)
    # What is the same at both ends is most of a long text, and the comparison is slow where many lines are alike.
    shorter = min(len(one), len(two))
    head = next((index for index in range(shorter) if one[index] != two[index]), shorter)
    tail = next((index for index in range(shorter - head) if one[-1 - index] != two[-1 - index]), shorter - head)
    matcher = difflib.SequenceMatcher(None, one[head : len(one) - tail], two[head : len(two) - tail], autojunk=False)
    for tag, start, end, other_start, other_end in matcher.get_opcodes():
        if tag != "equal":
            text = "".join(two[head + other_start : head + other_end])
            yield PlacedEdit(_line_place(one, head + start, cell), _line_place(one, head + end, cell), text)


def _lines(text: str) -> list[str]:
    """The lines of a text with their ends."""
    starts = [0, *(found.end() for found in LINE_END.finditer(text)), len(text)]
    return [text[start:end] for start, end in itertools.pairwise(starts) if start < end]


def _line_place(lines: Sequence[str], index: int, cell: int | None) -> Position:
    """Where a line begins; behind the last one, where the text ends."""
    if index < len(lines) or not lines or lines[-1].endswith(("\n", "\r")):
        return Position(index + 1, 1, cell)
    return Position(index, len(lines[-1]) + 1, cell)


def _cell_of(name: str) -> int | None:
    """The number of the cell that a part of a source is; None where it is the whole."""
    found = CELL.search(name)
    return int(found.group(1)) if found else None
