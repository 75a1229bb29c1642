"""Findings in the form in which they are reported: rows and columns in characters, with the source line for a code frame.

A `Finding` has the parser's positions and needs its source to be shown. A `Diagnostic` is self-contained, so that worker processes can
return it and every output format can print it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass

from graphlint.autograd.sites import Site
from graphlint.rule.base import Finding, Severity, Tag
from graphlint.rule.fix import Applicability, Fix
from graphlint.source.changed_lines import changed_lines
from graphlint.source.enclosing_function import Functions
from graphlint.source.source import Position, Source

DIGITS = 16
TOKEN = re.compile(
    r"""
    (?P<string>"{3}[\s\S]*?"{3}|'{3}[\s\S]*?'{3}|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
    |(?P<comment>\#.*)
    |(?P<layout>[()\\]|,(?=\s*(?:\#.*\n\s*)*[)\]}]))
    |(?P<code>\w+|[^\w\s])
    """,
    re.VERBOSE,
)
"""The tokens of Python, as far as formatters change them: comments, parentheses, trailing commas and the quotes of strings."""


@dataclass(frozen=True, slots=True)
class Place:
    """A span in a file. `end` is the position after the last character. `line` is the source line of the start, None if the source is
    unavailable. In a notebook, `row_of_cell` is the row of the .ipynb file that stores the line."""

    path: str
    start: Position
    end: Position
    line: str | None = None
    row_of_cell: int | None = None

    @property
    def file_row(self) -> int:
        """The row in the stored file, also in a notebook."""
        return self.start.row if self.row_of_cell is None else self.row_of_cell


@dataclass(frozen=True, slots=True)
class RelatedPlace:
    """A secondary location of a diagnostic, with a message."""

    message: str
    place: Place


@dataclass(frozen=True, slots=True)
class PlacedEdit:
    """The replacement of a span by another text."""

    start: Position
    end: Position
    text: str


@dataclass(frozen=True, slots=True)
class PlacedFix:
    """A fix in rows and columns, with its edits in order. `diff` has the changed lines as a unified diff without context."""

    message: str
    applicability: Applicability
    edits: tuple[PlacedEdit, ...]
    diff: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A finding ready to be printed. `message` is the headline, `help` what to do, `function` the enclosing function's qualified name.

    `fingerprint` identifies it within its file, with the code, when its line moves.
    """

    code: str
    name: str
    severity: Severity
    message: str
    place: Place
    related: tuple[RelatedPlace, ...] = ()
    fix: PlacedFix | None = None
    function: str = ""
    notes: tuple[str, ...] = ()
    help: str = ""
    tags: frozenset[Tag] = frozenset()
    fingerprint: str = ""

    @property
    def explanation(self) -> tuple[tuple[str, str], ...]:
        """The notes and the help, each with its label."""
        return (*(("note", note) for note in self.notes), *((("help", self.help),) if self.help else ()))

    @property
    def noqa_row(self) -> int:
        """The row on which a `# noqa` comment suppresses the diagnostic."""
        return self.place.start.row

    @property
    def order(self) -> tuple[str, int, Position, str, Position, str]:
        """The sort key: path, cell, position, code."""
        cell = self.place.start.cell or 0
        start = self.place.start._replace(cell=cell)
        return (self.place.path, cell, start, self.code, self.place.end._replace(cell=cell), self.message)


def resolve(
    finding: Finding,
    source: Source,
    fix: Fix | None = None,
    fingerprints: Fingerprints | None = None,
    others: Callable[[str], Source | None] | None = None,
) -> Diagnostic:
    """Convert a finding to a diagnostic.

    Args:
        fix: the preferred fix of the finding.
        fingerprints: those of the file; None if the diagnostic needs no identity.
        others: returns the source of another file by its path, None if it is unavailable.
    """

    def place(site: Site) -> Place:
        return _place(site, source if site.path == source.path or others is None else others(site.path))

    return Diagnostic(
        code=finding.code,
        name=finding.name,
        severity=finding.severity,
        message=finding.message,
        place=place(finding.site),
        related=tuple(RelatedPlace(other.message, place(other.site)) for other in finding.related),
        fix=placed_fix(fix, source) if fix is not None else None,
        function=fingerprints.function(finding.site) if fingerprints is not None else "",
        notes=finding.notes,
        help=finding.help,
        tags=finding.tags,
        fingerprint=fingerprints.of(finding.site) if fingerprints is not None else "",
    )


def placed_fix(fix: Fix, source: Source) -> PlacedFix:
    """Convert a fix to rows and columns."""
    allowed = source.applicable_edits(fix.edits) or ()
    edits = (PlacedEdit(source.position_of(edit.start), source.position_of(edit.end), edit.text) for edit in allowed)
    return PlacedFix(fix.message, fix.applicability, tuple(edits), tuple(changed_lines(source, allowed)))


def _place(site: Site, source: Source | None) -> Place:
    """Convert a site to rows and columns, with its first line. Without its source, only the parser's positions are known."""
    if source is None or site.path != source.path:
        return Place(site.path, Position(site.line, site.column + 1), Position(site.end_line, site.end_column + 1))
    start = source.position(site.line, site.column)
    end = source.position(site.end_line, site.end_column)
    return Place(
        path=site.path, start=start, end=max(start, end), line=source.shown_line(site.line), row_of_cell=source.stored_row(site.line)
    )


class Fingerprints:
    """Fingerprints of the findings of a file: hashes of the tokens of their statements and the names of the enclosing functions."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._functions = Functions(source)

    def function(self, site: Site) -> str:
        """Return the qualified name of the enclosing function; empty for module code."""
        return self._functions.at(site.line)

    def of(self, site: Site) -> str:
        """Return the fingerprint of a finding in the file."""
        first, last = self._functions.statement_at(site.line)
        text = "\n".join(self._source.shown_line(line) for line in range(first, last + 1))
        return fingerprint(text, self.function(site))


def fingerprint(statement: str, function: str) -> str:
    """Return a hash that does not depend on the layout of a statement.

    Args:
        statement: the lines of the statement.
        function: the qualified name of the enclosing function.
    """
    text = "\0".join((function, *_tokens(statement)))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]


def _tokens(statement: str) -> list[str]:
    """Return the tokens without comments, parentheses and trailing commas; strings without their quotes."""
    tokens = []
    for match in TOKEN.finditer(statement):
        if match.lastgroup == "string":
            tokens.append(match.group().strip("\"'"))
        elif match.lastgroup == "code":
            tokens.append(match.group())
    return tokens
