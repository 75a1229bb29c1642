"""JUnit's XML, which most build servers show: a suite a file, a failed case a finding."""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Iterable, Iterator
from xml.sax.saxutils import quoteattr

from graphlint.check.diagnostic import Diagnostic
from graphlint.report.report import Report
from graphlint.report.style import Style
from graphlint.report.terminal_text import location, visible

# What XML 1.0 cannot hold, not even as a reference, and `visible` leaves as it is.
FORBIDDEN = re.compile("[\ufffe\uffff]")
NAME = "graphlint"


def render(report: Report, style: Style) -> Iterator[str]:  # noqa: ARG001  XML has no style
    """The report as one document."""
    number = len(report.diagnostics)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    # A document without a case counts as broken on some servers, so that a clean run is one case that passed.
    yield f'<testsuites name="{NAME}" tests="{max(number, 1)}" failures="{number}" errors="0">\n'
    if not number:
        yield _open("testsuite", name=NAME, tests=1, failures=0, errors=0, disabled=0)
        yield _open("testcase", name="no findings", classname=NAME, end="/>\n")
        yield "</testsuite>\n"
    for path, group in itertools.groupby(report.diagnostics, key=lambda diagnostic: diagnostic.place.path):
        yield from _suite(path, list(group))
    yield "</testsuites>\n"


def _suite(path: str, found: list[Diagnostic]) -> Iterator[str]:
    """The findings of one file."""
    yield _open("testsuite", name=path, tests=len(found), failures=len(found), errors=0, disabled=0, package=NAME)
    for diagnostic in found:
        place = diagnostic.place
        row, column = (place.start.row, place.start.column) if place.start.cell is None else (place.file_row, 1)
        case = f"{diagnostic.code}[{diagnostic.name}]"
        yield _open("testcase", name=case, classname=os.path.splitext(path)[0], file=path, line=row, column=column)  # noqa: PTH122
        yield _open("failure", message=diagnostic.message, type=diagnostic.severity.value)
        yield from (_escaped(line) + "\n" for line in _text(diagnostic))
        yield "</failure>\n</testcase>\n"
    yield "</testsuite>\n"


def _text(diagnostic: Diagnostic) -> Iterable[str]:
    """The lines of a finding: its place and headline, its related places, its notes and help."""
    yield f"{location(diagnostic.place)}: {diagnostic.code} {visible(diagnostic.message)}"
    for number, related in enumerate(diagnostic.related, 1):
        yield f"  {number}: {location(related.place)}: {visible(related.message)}"
    yield from (f"  {label}: {visible(text)}" for label, text in diagnostic.explanation)


def _open(tag: str, end: str = ">\n", **attributes: object) -> str:
    """The beginning of an element."""
    pairs = (f" {name}={_ascii(quoteattr(_allowed(visible(str(value)))))}" for name, value in attributes.items())
    return f"<{tag}{''.join(pairs)}{end}"


def _escaped(text: str) -> str:
    """A text as the content of an element."""
    return _ascii(_allowed(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))


def _allowed(text: str) -> str:
    """A text without what XML forbids."""
    return FORBIDDEN.sub("\ufffd", text)


def _ascii(text: str) -> str:
    """Everything beyond ASCII as references: no encoding of the output can fail."""
    return text.encode("ascii", "xmlcharrefreplace").decode("ascii")
