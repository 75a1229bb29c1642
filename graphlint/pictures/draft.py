"""A picture before its layout: marks at sites and contexts of the run, which `rows` turns into rows of the finding's function."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from graphlint.autograd.events import Context, Event, Node, Site
from graphlint.autograd.run import Run
from graphlint.pictures.record import End, LaneKind, MarkKind


class Moment(NamedTuple):
    """A site that is executed in a context: the place of a node or an event, with its number in time, 0 if it has none."""

    site: Site
    context: Context
    number: int = 0

    @classmethod
    def of(cls, item: Node | Event) -> Moment:
        """Return the moment of a node or an event."""
        return cls(item.site, item.context, getattr(item, "number", 0))


@dataclass(slots=True)
class DraftLane:
    """A lane: its kind, the moment that builds it, and its name if no statement gives it one.

    `is_value` states that the lane is the value of the expression at that moment, and not of the statement around it.
    """

    kind: LaneKind
    built: Moment | None
    name: str = ""
    end: End = End.DONE
    note: str = ""
    is_value: bool = False


class DraftMark(NamedTuple):
    """A mark on a lane, with the moment of its event."""

    lane: DraftLane
    kind: MarkKind
    moment: Moment
    text: str
    certain: bool = True


class DraftCycle(NamedTuple):
    """Two lanes that keep each other alive from a moment on."""

    first: DraftLane
    second: DraftLane
    moment: Moment


@dataclass(slots=True)
class Draft:
    """The lanes and marks of a story, the most important lane first.

    `places` are moments to highlight beside the places of the finding; `missing` says what does not happen before a moment.
    """

    lanes: list[DraftLane] = field(default_factory=list)
    marks: list[DraftMark] = field(default_factory=list)
    cycles: list[DraftCycle] = field(default_factory=list)
    places: list[Moment] = field(default_factory=list)
    missing: list[tuple[Moment, str]] = field(default_factory=list)

    def lane(self, kind: LaneKind, built: Moment | None, name: str = "") -> DraftLane:
        """Add a lane, and return it."""
        lane = DraftLane(kind, built, name)
        self.lanes.append(lane)
        return lane

    def mark(self, lane: DraftLane, kind: MarkKind, moment: Moment, text: str, certain: bool = True) -> None:
        """Add a mark."""
        self.marks.append(DraftMark(lane, kind, moment, text, certain))


def moments_at(run: Run, site: Site) -> Iterator[Moment]:
    """Yield the moments in which a site is executed: those of its nodes and events, then those of the calls from it."""
    inside: list[Moment] = []
    items: Iterable[Node | Event] = (*run.nodes.values(), *run.events)
    for item in items:
        if item.site == site:
            yield Moment.of(item)
        elif site in item.context.calls:
            depth = item.context.calls.index(site)
            context = item.context
            inside.append(Moment(site, context._replace(calls=context.calls[:depth], functions=context.functions[:depth])))
    yield from inside
