"""Diagnostics and fixes of one program in the context of its callers, computed on first use."""

from __future__ import annotations

import difflib
import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from graphlint.check.check_config import CheckConfig
from graphlint.check.diagnostic import PlacedEdit, PlacedFix, placed_fix, resolve
from graphlint.check.evaluate import evaluate, findings_with_prover
from graphlint.check.file_result import FileResult
from graphlint.check.pictured import Pictures
from graphlint.check.resolve_callers import MergedFindings, findings_by_file
from graphlint.check.suppression.add_noqa import UNSUPPRESSIBLE, add_noqa
from graphlint.check.suppression.filter import FilterResult
from graphlint.common.errors import GraphlintError, SyntaxProblem
from graphlint.fixes.prove import Prover
from graphlint.pictures.record import Life
from graphlint.rule.base import Finding
from graphlint.server.workers import messages
from graphlint.server.workers.messages import Context, Identity
from graphlint.server.workers.program_analysis import ProgramAnalysis
from graphlint.source.source import LINE_END, Position

CELL = re.compile(r"\.ipynb:cell (\d+)\Z")


class ProgramResult:
    """Findings of a program, in the context of its callers.

    Args:
        program: the analyzed program.
        context: the analyses of its callers.
        plan: plan of the program and the files around it.
    """

    def __init__(self, program: ProgramAnalysis, context: Context, check_config: CheckConfig) -> None:
        self.program = program
        self.context = context
        self._path = program.file_analysis.path
        self._project_config = check_config
        self._plan = check_config.of(self._path)
        self._fixes: dict[Identity, tuple[PlacedFix, ...]] = {}

    @cached_property
    def file_result(self) -> FileResult:
        """Result of the check."""
        return self._judge(self._project_config)

    def fix_all_edits(self, check_config: CheckConfig) -> Iterator[PlacedEdit]:
        """Yield the edits of all fixes; `plan` is the program's plan with its fixes shown."""
        for change in self._judge(check_config).changes:
            yield from text_edits(change.before, change.after, _cell_number(change.name))

    @cached_property
    def _verdict(self) -> MergedFindings:
        """Findings in the program, including those of its callers' analyses."""
        file_analysis = self.program.file_analysis
        callers = (caller for caller in self.context.callers if caller.path != file_analysis.path)
        return findings_by_file((*callers, file_analysis), self._project_config).get(file_analysis.path, MergedFindings())

    def _judge(self, check_config: CheckConfig) -> FileResult:
        return evaluate(self.program.content, self.program.file_analysis, self._verdict, check_config, self.program.project)

    def fixes(self, identities: Iterable[Identity]) -> messages.Fixes:
        """Return all fixes of the given findings."""
        found = tuple(self._found_fixes(identities))
        refused = self._fixable[1].refused if self._fixable is not None else ()
        return messages.Fixes(found, frozenset(map(self._identity, refused)) - {identity for identity, _ in found})

    def _found_fixes(self, identities: Iterable[Identity]) -> Iterator[tuple[Identity, tuple[PlacedFix, ...]]]:
        requested = set(identities)
        if self._fixable is None:
            return
        screened, prover = self._fixable
        for finding in screened.findings:
            identity = self._identity(finding)
            if identity in requested:
                if identity not in self._fixes:
                    self._fixes[identity] = tuple(placed_fix(fix, self.program.source) for fix in prover.fixes(finding))
                if self._fixes[identity]:
                    yield identity, self._fixes[identity]
        for unused in screened.unused:
            identity = self._identity(unused.finding)
            if identity in requested and unused.fix is not None and unused.can_be_fixed(self.program.source):
                yield identity, (placed_fix(unused.fix, self.program.source),)

    def life(self, identity: Identity) -> Life | None:
        """Return the lifetime of the graphs of a finding; None if there is no such finding, or no run shows it."""
        found = [item for item in self.file_result.diagnostics if Identity.of(item) == identity]
        if not found:
            return None
        pictures = Pictures(self._project_config, self.program.project)
        (life,) = pictures.lives(self.program.source, found[:1], (run.path for run in self._verdict.callers))
        return life

    def noqa_edits(self, identity: Identity) -> messages.Edits:
        """Return the edit that adds a suppression comment for a finding."""
        findings = self._fixable[0].findings if self._fixable is not None else ()
        finding = next((finding for finding in findings if self._identity(finding) == identity), None)
        if finding is None or finding.code in UNSUPPRESSIBLE:
            return messages.Edits()
        after, count = add_noqa(self.program.source, [finding], self._plan.suppression_rules.names)
        pairs = zip(self.program.source.parts, after.parts, strict=True) if count else ()
        edits = tuple(edit for (name, before), (_, text) in pairs for edit in text_edits(before, text, _cell_number(name)))
        return messages.Edits(f"Ignore {finding.code} for this line", edits)

    @cached_property
    def _fixable(self) -> tuple[FilterResult, Prover] | None:
        """Reported findings and the prover of their fixes; None if the program cannot be fixed."""
        try:
            return findings_with_prover(self.program.source, self._project_config, self.program.project, self._verdict)
        except (GraphlintError, SyntaxProblem):
            return None

    def _identity(self, finding: Finding) -> Identity:
        return Identity.of(resolve(finding, self.program.source))


def text_edits(before: str, after: str, cell: int | None = None) -> Iterator[PlacedEdit]:
    """Yield the changed lines between two texts as edits of the first; `cell` is its cell number in a notebook."""
    old_lines, new_lines = _lines(before), _lines(after)
    # Skip the common head and tail first: SequenceMatcher is slow for long texts with many equal lines.
    shorter = min(len(old_lines), len(new_lines))
    head = next((index for index in range(shorter) if old_lines[index] != new_lines[index]), shorter)
    tail = next((index for index in range(shorter - head) if old_lines[-1 - index] != new_lines[-1 - index]), shorter - head)
    old_middle, new_middle = old_lines[head : len(old_lines) - tail], new_lines[head : len(new_lines) - tail]
    for tag, start, end, new_start, new_end in difflib.SequenceMatcher(None, old_middle, new_middle, autojunk=False).get_opcodes():
        if tag != "equal":
            text = "".join(new_lines[head + new_start : head + new_end])
            yield PlacedEdit(_line_start(old_lines, head + start, cell), _line_start(old_lines, head + end, cell), text)


def _lines(text: str) -> list[str]:
    """Split a text into lines, keeping line ends."""
    starts = [0, *(match.end() for match in LINE_END.finditer(text)), len(text)]
    return [text[start:end] for start, end in itertools.pairwise(starts) if start < end]


def _line_start(lines: Sequence[str], index: int, cell: int | None) -> Position:
    """Return the start of a line; after the last line, the end of the text."""
    if index < len(lines) or not lines or lines[-1].endswith(("\n", "\r")):
        return Position(index + 1, 1, cell)
    return Position(index, len(lines[-1]) + 1, cell)


def _cell_number(name: str) -> int | None:
    """Return the cell number in the name of a source part; None if the part is a whole file."""
    match = CELL.search(name)
    return int(match.group(1)) if match else None
