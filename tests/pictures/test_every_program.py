"""Every picture of the marked programs is true: it shows each place of its finding, and each of its marks is an event of the run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from marked_programs import FOLDER, OK, PROGRAMS, name_of, sampled

from graphlint.autograd.events import (
    Backward,
    Change,
    Detached,
    Event,
    ModeSwitch,
    Node,
    Raised,
    Retain,
    RetainedGraph,
    Step,
    ZeroGrad,
)
from graphlint.autograd.run import Run
from graphlint.pictures.layout import MOST_LANES, MOST_ROWS
from graphlint.pictures.mermaid import draw_mermaid
from graphlint.pictures.record import Life, Mark, MarkKind, Row
from graphlint.pictures.svg import draw_svg
from graphlint.rule.wording import assigned

from .drawn import TOLD, lines_of, pictures_of

LARGEST = 8_000
"""Bytes of a picture."""
TOLD_PROGRAMS = sampled([path for path in PROGRAMS if path.parent.name.upper() in TOLD and not path.stem.endswith(OK)], 5, 40)
Item = Node | Event

BACKED: dict[MarkKind, Callable[[Item], bool]] = {
    MarkKind.BUILT: lambda item: isinstance(item, Node),
    MarkKind.USED: lambda item: isinstance(item, Node | Backward | Raised),
    MarkKind.FREED: lambda item: isinstance(item, Backward) and bool(item.freed),
    MarkKind.RETAINED: lambda item: isinstance(item, Backward) and item.retain is not Retain.NO,
    MarkKind.MODIFIED: lambda item: isinstance(item, Change),
    MarkKind.ERROR: lambda item: isinstance(item, Raised),
    MarkKind.KEPT: lambda item: isinstance(item, RetainedGraph | Raised),
    MarkKind.DETACHED: lambda item: isinstance(item, Detached),
    MarkKind.MODE: lambda item: isinstance(item, ModeSwitch),
    MarkKind.FILLED: lambda item: isinstance(item, Backward) and item.fills_gradients,
    MarkKind.STEPPED: lambda item: isinstance(item, Step),
    MarkKind.RESET: lambda item: isinstance(item, ZeroGrad),
}


@pytest.mark.sampled
@pytest.mark.parametrize("folder", sorted({path.parent for path in TOLD_PROGRAMS}), ids=lambda path: path.name)
def test_a_picture_shows_its_finding_and_events_only(folder: Path) -> None:
    wrong = []
    number = 0
    for path in TOLD_PROGRAMS:
        if path.parent == folder:
            for diagnostic, life, runs in pictures_of(path):
                number += 1
                problems = (
                    *_missing(diagnostic.place, *(related.place for related in diagnostic.related), life=life),
                    *_unbacked(life, runs),
                )
                wrong += [
                    f"{name_of(path)}:{diagnostic.place.start.row} {diagnostic.code}: {problem}" for problem in (*problems, *_faults(life))
                ]
    assert number
    assert not wrong, "\n".join(wrong)


def _missing(*places: object, life: Life) -> Iterator[str]:
    """Yield the places of a finding that a picture does not show."""
    rows = {(row.path, line) for row in life.rows if row.is_place for line in range(row.line, row.end_line + 1)}
    for place in places:
        if (place.path, place.start.row) not in rows:  # type: ignore[attr-defined]
            yield f"line {place.start.row} is not a place of the picture"  # type: ignore[attr-defined]


def _unbacked(life: Life, runs: list[Run]) -> Iterator[str]:
    """Yield the marks that no event of a run backs."""
    for mark in life.marks:
        row = life.rows[mark.row]
        if not any(_backs(run, item, mark, row) for run in runs for item in _items(run)):
            yield f"no event backs {mark}"


def _items(run: Run) -> Iterator[Item]:
    """Yield the nodes and events of a run, with the changes that its errors name."""
    yield from run.nodes.values()
    yield from run.events
    yield from (event.cause for event in run.of(Raised) if event.cause is not None)


def _backs(run: Run, item: Item, mark: Mark, row: Row) -> bool:
    sites = (item.site, *item.context.calls)
    if isinstance(item, Raised) and mark.kind is MarkKind.KEPT:
        # The store that carries the graph into the next iteration, or a statement that gives its value another name.
        stored = assigned(run, item.carried) if item.carried is not None else ""
        if stored and re.search(rf"= .*\b{re.escape(stored)}\b", row.source):
            return True
        sites = (item.carried,) if item.carried is not None else ()
    return BACKED[mark.kind](item) and any(site.path == row.path and row.line <= site.line <= row.end_line for site in sites)


def _faults(life: Life) -> Iterator[str]:
    """Yield what is wrong with the form of a picture."""
    drawn = draw_svg(life)
    ElementTree.fromstring(drawn)
    if len(drawn.encode()) > LARGEST:
        yield f"{len(drawn.encode())} bytes"
    if len(life.rows) > MOST_ROWS or len(life.lanes) > MOST_LANES:
        yield f"{len(life.rows)} rows, {len(life.lanes)} lanes"
    if not life.marks:
        yield "no marks"
    if draw_svg(life) != drawn or draw_mermaid(life) != draw_mermaid(life):
        yield "not the same bytes each time"
    if any(mark.row >= len(life.rows) or mark.lane >= len(life.lanes) for mark in life.marks):
        yield "a mark outside of the picture"
    texts = "".join((*(mark.text for mark in life.marks), *(lane.note for lane in life.lanes)))
    if any(field in texts for field in ("{name}", "{turn}", "{cause}")):
        yield "a field of a text is not filled"


@pytest.mark.sampled
@pytest.mark.parametrize("path", sampled([path for path in PROGRAMS if path.stem.endswith(OK)], 200, 800), ids=lambda path: path.stem)
def test_the_picture_of_a_line_shows_events_only(path: Path) -> None:
    """Of programs without findings: a line is drawn if its statement builds, uses or frees a graph."""
    wrong = []
    for line, life, runs in lines_of(path):
        assert any(row.is_place and row.line <= line <= row.end_line for row in life.rows)
        wrong += [f"{name_of(path)}:{line}: {problem}" for problem in (*_unbacked(life, runs), *_faults(life))]
    assert not wrong, "\n".join(wrong)


def test_the_corpus_has_programs_of_all_stories() -> None:
    """Otherwise the test above shows nothing."""
    assert {path.parent.name.upper() for path in TOLD_PROGRAMS} == set(TOLD)
    assert FOLDER.is_dir()
