"""Findings as people are told of them: places in rows and columns of characters, with the source line that a code frame shows.

A `Finding` speaks in the parser's places and needs its source to be shown; a `Diagnostic` stands alone, so that a worker process can hand
it over and every output format can print it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from graphlint.autograd.sites import Site
from graphlint.rule.base import Finding, Severity
from graphlint.rule.fix import Applicability, Fix
from graphlint.source.source import Position, Source


@dataclass(frozen=True, slots=True)
class Place:
    """A span in a file: `end` is the position after its last character, `line` the source line it begins on, for a code frame,
    None where it is not at hand. `row_of_cell` is, for a place in a notebook, the row of the file in which the line is stored."""

    path: str
    start: Position
    end: Position
    line: str | None = None
    row_of_cell: int | None = None

    @property
    def file_row(self) -> int:
        """The row in the file as it is stored, also where that is a notebook."""
        return self.start.row if self.row_of_cell is None else self.row_of_cell


@dataclass(frozen=True, slots=True)
class RelatedPlace:
    """Another place that belongs to a diagnostic, and what happens there."""

    message: str
    place: Place


@dataclass(frozen=True, slots=True)
class PlacedEdit:
    """A span of a file that is to be replaced by another text."""

    start: Position
    end: Position
    text: str


@dataclass(frozen=True, slots=True)
class PlacedFix:
    """A fix, ready to be shown or made: what it does, how far it can be trusted, and its edits, in order."""

    message: str
    applicability: Applicability
    edits: tuple[PlacedEdit, ...]


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding, ready to be printed. `noqa_row` is the row on which a comment would suppress it, `fix` its preferred fix, `function` the
    name of the function around it, behind those of what that stands in."""

    code: str
    name: str
    severity: Severity
    message: str
    place: Place
    related: tuple[RelatedPlace, ...] = ()
    fix: PlacedFix | None = None
    function: str = ""

    @property
    def noqa_row(self) -> int:
        """The row on which a `# noqa` comment suppresses this: the one on which it begins."""
        return self.place.start.row

    @property
    def order(self) -> tuple[str, Position, str, Position, str]:
        """What diagnostics are sorted by: path, then position, then code."""
        cell = self.place.start.cell or 0
        start = self.place.start._replace(cell=cell)
        return (self.place.path, start, self.code, self.place.end._replace(cell=cell), self.message)


def resolve(
    finding: Finding,
    source: Source,
    fix: Fix | None = None,
    function: str = "",
    others: Callable[[str], Source | None] | None = None,
) -> Diagnostic:
    """The diagnostic of a finding.

    Args:
        finding: the finding.
        source: the source that it was found in.
        fix: the preferred one of its fixes.
        function: the name of the function around it.
        others: finds the source of another file by its path, None where it is not at hand.
    """

    def place(site: Site) -> Place:
        return _place(site, source if site.path == source.path or others is None else others(site.path))

    related = tuple(RelatedPlace(other.message, place(other.site)) for other in finding.related)
    placed = placed_fix(fix, source) if fix is not None else None
    shown = place(finding.site)
    return Diagnostic(finding.code, finding.name, finding.severity, finding.message, shown, related, placed, function)


def placed_fix(fix: Fix, source: Source) -> PlacedFix:
    """A fix in rows and columns.

    Args:
        fix: the fix.
        source: the source whose text it edits.
    """
    allowed = source.allowed(fix.edits) or ()
    edits = (PlacedEdit(source.position_of(edit.start), source.position_of(edit.end), edit.text) for edit in allowed)
    return PlacedFix(fix.message, fix.applicability, tuple(edits))


def _place(site: Site, source: Source | None) -> Place:
    """A site in rows and columns, with its first line; of a file that is not at hand only what the site itself tells."""
    if source is None or site.path != source.path:
        return Place(site.path, Position(site.line, site.column + 1), Position(site.end_line, site.end_column + 1))
    start = source.position(site.line, site.column)
    end = source.position(site.end_line, site.end_column)
    return Place(site.path, start, max(start, end), source.shown_line(site.line), source.stored_row(site.line))
