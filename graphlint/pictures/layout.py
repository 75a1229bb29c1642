"""From a draft to the record: rows in the order of time, lanes with names, and what does not fit folded with a count."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from graphlint.autograd.events import NO_CONTEXT, Site
from graphlint.autograd.run import Run
from graphlint.pictures.draft import Draft, DraftLane, DraftMark, Moment, moments_at
from graphlint.pictures.names import name_of, shortened
from graphlint.pictures.record import Cycle, Finding, Lane, Life, Mark, MarkKind, Row
from graphlint.pictures.rows import Frames, Key, Statements
from graphlint.rule import base
from graphlint.source.source import Source

MOST_ROWS = 12
MOST_LANES = 5
PRIORITY = (
    MarkKind.BUILT, MarkKind.ERROR, MarkKind.MODIFIED, MarkKind.FREED, MarkKind.RETAINED, MarkKind.KEPT, MarkKind.DETACHED, MarkKind.RESET,
    MarkKind.FILLED, MarkKind.STEPPED, MarkKind.MODE, MarkKind.USED,
)  # fmt: skip
"""The marks by importance: in a cell with several, the use of a graph goes without saying."""


@dataclass
class _Cells:
    """The marks of a draft by row and lane; `lanes` are the distinct ones, in order of importance."""

    lanes: list[DraftLane]
    marks: list[tuple[Key, DraftLane, DraftMark]]


class Layout:
    """Turns the draft of a finding into its record."""

    def __init__(self, run: Run, finding: base.Finding, draft: Draft, source: Callable[[str], Source | None]) -> None:
        self._run, self._finding, self._draft = run, finding, draft
        self._statements = Statements(source)
        sites = dict.fromkeys((finding.site, *(related.site for related in finding.related)))
        self._home = self._moment(finding.site, None)
        places = [self._moment(site, self._home) for site in sites]
        self._frames = Frames([moment.context.calls for moment in places], self._statements)
        self._shared = 0
        self._places = dict.fromkeys(self._frames.key(moment) for moment in places)

    def life(self) -> Life:
        """Return the record."""
        cells = self._cells()
        shown = cells.lanes[:MOST_LANES]
        marks = [(key, lane, mark) for key, lane, mark in cells.marks if lane in shown]
        shown_keys = {*self._places, *(key for key, _, _ in marks)}
        shown_keys |= set(self._calls(shown_keys))
        numbers = _numbers(marks)
        keys = sorted(shown_keys, key=lambda key: self._frames.time(key, is_end=self._is_end(key, shown_keys, numbers)))
        kept = self._fold(keys, marks, shown)
        marks = [item for item in marks if item[0] in kept]
        self._shared = _shared_turns(kept)
        lanes = sorted(shown, key=lambda lane: min((kept.index(key) for key, other, _ in marks if other is lane), default=0))
        names = self._names(lanes)
        lines = {key[2:] for key in (*self._places, *map(self._frames.key, self._draft.places))}
        rows = tuple(self._row(key, marks, is_place=key[2:] in lines) for key in kept)
        records = tuple(
            Lane(kind=lane.kind, name=name, turn=self._turn(lane), end=lane.end, note=self._filled(lane.note, name, lane))
            for lane, name in zip(lanes, names, strict=True)
        )
        drawn = tuple(
            Mark(
                row=kept.index(key), lane=index, kind=mark.kind, text=self._text(mark, names[index], lane, key, marks), certain=mark.certain
            )
            for key, lane, mark in marks
            for index in (lanes.index(lane),)
        )
        finding = self._finding
        place = rows[kept.index(self._frames.key(self._home))] if rows else None
        return Life(
            finding=Finding(
                code=finding.code,
                name=finding.name,
                message=finding.message,
                path=finding.site.path,
                line=place.line if place is not None else finding.site.line,
            ),
            rows=rows,
            lanes=records,
            marks=tuple(sorted(drawn, key=lambda mark: (mark.row, mark.lane, PRIORITY.index(mark.kind)))),
            folded_rows=len(keys) - len(kept),
            folded_lanes=len(cells.lanes) - len(shown),
            complete=self._run.complete,
            cycles=tuple(self._cycles(kept, lanes)),
        )

    def _row(self, key: Key, marks: Sequence[tuple[Key, DraftLane, DraftMark]], *, is_place: bool) -> Row:
        """Return a row, with the part of its statement that its most important mark is about; its beginning shows what it builds."""
        own = [mark for other, _, mark in marks if other == key and mark.kind is not MarkKind.BUILT]
        row = self._statements.row(key._replace(turns=key.turns[self._shared :]), is_place=is_place)
        missing = next((words for other, words in self._draft.missing if self._frames.key(other) == key), "")
        main = min(own, key=lambda mark: PRIORITY.index(mark.kind), default=None)
        if main is None:
            return replace(row, missing=missing)
        stack = (*main.moment.context.calls, main.moment.site)
        return replace(row, focus=self._statements.focus(stack[len(key.calls)]), missing=missing)

    def _cycles(self, keys: Sequence[Key], lanes: Sequence[DraftLane]) -> Iterator[Cycle]:
        for cycle in self._draft.cycles:
            key = self._frames.key(cycle.moment)
            if key in keys and cycle.first in lanes and cycle.second in lanes:
                first, second = sorted((lanes.index(cycle.first), lanes.index(cycle.second)))
                yield Cycle(keys.index(key), (first, second))

    def _moment(self, site: Site, home: Moment | None) -> Moment:
        """Return the moment in which a place of the finding is shown: that of a mark, otherwise the closest to the finding's own."""
        marked = [mark for mark in self._draft.marks if mark.moment.site == site]
        if marked:
            raising = (mark for mark in marks_of_errors(marked) if home is None)
            return next(raising, marked[0]).moment
        near = home.context if home is not None else NO_CONTEXT
        found = list(moments_at(self._run, site))

        def distance(moment: Moment) -> tuple[int, int]:
            context = moment.context
            calls = sum(one == other for one, other in zip(context.calls, near.calls, strict=False))
            turns = sum(one == other for one, other in zip(context.iterations, near.iterations, strict=False))
            return -calls, -turns

        best = min(found, key=distance, default=None)
        return best if best is not None else Moment(site, near)

    def _cells(self) -> _Cells:
        """Join the lanes of graphs that one statement builds, and the marks of one kind in one cell."""
        lanes: dict[object, DraftLane] = {}
        of_lane: dict[int, DraftLane] = {}
        for lane in self._draft.lanes:
            identity: object = (lane.kind, self._frames.key(lane.built)) if lane.built is not None else id(lane)
            first = lanes.setdefault(identity, lane)
            first.note = first.note or lane.note
            of_lane[id(lane)] = first
        cells: dict[tuple[Key, int], dict[MarkKind, DraftMark]] = {}
        for mark in self._draft.marks:
            lane = of_lane[id(mark.lane)]
            cells.setdefault((self._frames.key(mark.moment), id(lane)), {}).setdefault(mark.kind, mark)
        marks: list[tuple[Key, DraftLane, DraftMark]] = []
        for (key, _), found in cells.items():
            if len(found) > 1:
                found.pop(MarkKind.USED, None)
            marks.extend((key, of_lane[id(mark.lane)], mark) for mark in found.values())
        return _Cells(list(lanes.values()), marks)

    def _calls(self, keys: set[Key]) -> Iterator[Key]:
        """Yield the rows of the calls from the finding's function to other functions with rows."""
        home = self._home.context.calls
        for key in keys:
            if len(key.calls) > len(home) and key.calls[: len(home)] == home:
                depth = len(home)
                iterations = tuple(turn for turn in key.turns)
                yield self._frames.key(
                    Moment(key.calls[depth], self._home.context._replace(calls=key.calls[:depth], iterations=iterations))
                )

    def _is_end(self, key: Key, keys: set[Key], numbers: Mapping[Key, Sequence[int]]) -> bool:
        """Return True if the marks of a statement happen after those in the functions that it calls."""
        own = [number for number in numbers.get(key, ()) if number]
        inner = [number for other in keys if self._frames.is_inside(other, key) for number in numbers.get(other, ()) if number]
        return min(own) > min(inner) if own and inner else key in numbers

    def _fold(self, keys: list[Key], marks: list[tuple[Key, DraftLane, DraftMark]], lanes: list[DraftLane]) -> list[Key]:
        """Return the most important rows, in order: places of the finding, then those with marks on the first lanes."""
        if len(keys) <= MOST_ROWS:
            return keys
        best = {key: min((lanes.index(lane) for other, lane, _ in marks if other == key), default=len(lanes)) for key in keys}
        ranked = sorted(keys, key=lambda key: (key not in self._places, best[key], keys.index(key)))[:MOST_ROWS]
        return [key for key in keys if key in ranked]

    def _names(self, lanes: Sequence[DraftLane]) -> list[str]:
        """Return the names of lanes in the function of the finding. Of several that one statement there builds, the last one bears its
        name, and the others those of their own function."""
        home = self._home.context.calls
        keys = [self._frames.key(lane.built, home) if lane.built is not None else None for lane in lanes]
        names = []
        for index, lane in enumerate(lanes):
            shared = keys[index] is not None and keys.count(keys[index]) > 1
            innermost = max(len(other.built.context.calls) for other in lanes if other.built is not None) if shared else 0
            is_inner = shared and lane.built is not None and len(lane.built.context.calls) == innermost
            names.append(self._name(lane, None if is_inner else home))
        return names

    def _name(self, lane: DraftLane, home: tuple[Site, ...] | None) -> str:
        """Return the name of a lane in a function that leads to it, otherwise in its own."""
        if lane.name or lane.built is None:
            return shortened(lane.name, 24)
        key = self._frames.key(lane.built, home)
        stack = (*lane.built.context.calls, lane.built.site)
        return name_of(self._statements.text(key, joined=False), self._statements.expression(stack[len(key.calls)]), is_value=lane.is_value)

    def _turn(self, lane: DraftLane) -> int | None:
        """Return the iteration that builds a lane, of the outermost loop whose iterations differ; None if there is none."""
        key = self._frames.key(lane.built) if lane.built is not None else None
        turns = key.turns[self._shared :] if key is not None else ()
        return turns[0].number if turns else None

    def _text(self, mark: DraftMark, name: str, lane: DraftLane, key: Key, marks: list[tuple[Key, DraftLane, DraftMark]]) -> str:
        """Return the text of a mark with names and lines."""
        cause = next((other for other, on, item in marks if on is lane and item.kind in (MarkKind.FREED, MarkKind.MODIFIED)), None)
        text = self._filled(mark.text, name, lane)
        if cause is None:
            return text.replace("{cause}", "an earlier line")
        row = self._statements.row(cause, is_place=False)
        turn = next((f" in iteration {one.number}" for one, other in zip(cause.turns, key.turns, strict=False) if one != other), "")
        return text.replace("{cause}", f"line {row.line}{turn}")

    def _filled(self, text: str, name: str, lane: DraftLane) -> str:
        return text.replace("{turn}", str(self._turn(lane) or "")).replace("{name}", f"`{name}`")


def marks_of_errors(marks: Sequence[DraftMark]) -> Iterator[DraftMark]:
    """Yield the marks of errors."""
    return (mark for mark in marks if mark.kind is MarkKind.ERROR)


def _shared_turns(keys: Sequence[Key]) -> int:
    """Return the number of outer iterations in which all rows are: they go without saying."""
    first = keys[0].turns if keys else ()
    return next((depth for depth, turn in enumerate(first) if any(turn not in key.turns for key in keys)), len(first))


def _numbers(marks: Sequence[tuple[Key, DraftLane, DraftMark]]) -> dict[Key, list[int]]:
    """Return the numbers in time of the marks of each row."""
    found: dict[Key, list[int]] = {}
    for key, _, mark in marks:
        found.setdefault(key, []).append(mark.moment.number)
    return found
