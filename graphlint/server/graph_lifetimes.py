"""The life of each graph, place by place: where it is built, what it saves, which backward walks and frees it, what holds it.

Rules ask what is wrong; here stands what is so, for people who look at a line and want to know what becomes of it. All of it is read from
the same runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from graphlint.autograd.events import Backward, Certainty, Detached, Forward, Kept, Node, Raised, Run, Site

# Nodes that no operation of the program has made.
NOT_BUILT = frozenset(("leaf", "unseen"))


@dataclass(frozen=True, slots=True)
class Hold:
    """What keeps a graph when its iteration is over: the holder as the program spells it, the statement and the loop."""

    holder: str
    site: Site
    loop: Site


@dataclass(frozen=True, slots=True)
class Built:
    """The graph that one place builds.

    `what` is the module that is called, or the operation; `records` says whether grad mode lets it build anything; `saves` are the tensors
    whose storage is known, as the program spells them, and `saves_more` says that there are others. Backwards are told by their places,
    `raises` are those that PyTorch refuses.
    """

    site: Site
    what: str
    module: bool
    records: Certainty
    saves: tuple[str, ...]
    saves_more: bool
    walked: tuple[Site, ...]
    perhaps: tuple[Site, ...]
    freed: tuple[Site, ...]
    raises: tuple[Site, ...]
    kept: tuple[Hold, ...]
    detached: tuple[Site, ...]


@dataclass(frozen=True, slots=True)
class Walking:
    """A backward: the places whose graphs it walks, and those that it frees."""

    site: Site
    call: str
    walks: tuple[Site, ...]
    frees: tuple[Site, ...]
    raises: bool


@dataclass(frozen=True, slots=True)
class Lifelines:
    """What is known of one file."""

    built: tuple[Built, ...] = ()
    walking: tuple[Walking, ...] = ()
    kept: tuple[Hold, ...] = ()


@dataclass
class _Place:
    """What is gathered of one place that builds a graph. Sets of sites are dictionaries, which keep their order."""

    site: Site
    what: str
    module: bool = False
    modes: set[Certainty] = field(default_factory=set)
    saves: dict[str, None] = field(default_factory=dict)
    saves_more: bool = False
    walked: dict[Site, None] = field(default_factory=dict)
    perhaps: dict[Site, None] = field(default_factory=dict)
    freed: dict[Site, None] = field(default_factory=dict)
    raises: dict[Site, None] = field(default_factory=dict)
    kept: dict[Hold, None] = field(default_factory=dict)
    detached: dict[Site, None] = field(default_factory=dict)

    def built(self) -> Built:
        modes = self.modes or {Certainty.YES}
        records = next(iter(modes)) if len(modes) == 1 else Certainty.MAYBE
        sites = (tuple(item) for item in (self.walked, self.perhaps, self.freed, self.raises))
        walked, perhaps, freed, raises = sites
        unsure = tuple(site for site in perhaps if site not in self.walked)
        kept, detached = tuple(self.kept), tuple(self.detached)
        return Built(
            self.site, self.what, self.module, records, tuple(self.saves), self.saves_more, walked, unsure, freed, raises, kept, detached
        )


@dataclass
class _Walk:
    """What is gathered of one place that walks graphs."""

    site: Site
    call: str
    walks: dict[Site, None] = field(default_factory=dict)
    frees: dict[Site, None] = field(default_factory=dict)
    raises: bool = False


class Gatherer:
    """Gathers the lifelines of a file from its runs.

    Args:
        path: the file, as its sites call it.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._places: dict[Site, _Place] = {}
        self._walks: dict[Site, _Walk] = {}
        self._kept: dict[Hold, None] = {}

    def add(self, run: Run) -> None:
        """Take in a run.

        Args:
            run: all that happened from one entry point.
        """
        places = {number: list(self._places_of(run, node)) for number, node in run.nodes.items() if node.operation not in NOT_BUILT}
        for event in run.events:
            if isinstance(event, Forward):
                self._forward(event)
            elif isinstance(event, Backward):
                self._backward(event, places)
            elif isinstance(event, Raised):
                self._raised(event, places)
            elif isinstance(event, Kept):
                hold = Hold(event.holder, event.site, event.loop.loop)
                if event.site.path == self._path:
                    self._kept[hold] = None
                for place in _distinct(places, run.below(event.nodes)):
                    place.kept[hold] = None
            elif isinstance(event, Detached):
                for place in _distinct(places, event.nodes):
                    place.detached[event.site] = None

    def lifelines(self) -> Lifelines:
        """What was gathered, in the order of places."""
        built = sorted((place.built() for place in self._places.values()), key=lambda item: item.site)
        walks = sorted(self._walks.values(), key=lambda item: item.site)
        walking = tuple(Walking(item.site, item.call, tuple(item.walks), tuple(item.frees), item.raises) for item in walks)
        return Lifelines(tuple(built), walking, tuple(sorted(self._kept, key=lambda hold: hold.site)))

    def _places_of(self, run: Run, node: Node) -> Iterator[_Place]:
        """The places that have built a node: the operation, and the call of the module that it was run in."""
        sites = [(node.site, node.operation, False)]
        forward = run.forwards.get(node.forward)
        if forward is not None and forward.site != node.site:
            sites.append((forward.site, forward.module, True))
        for site, what, module in sites:
            if site.path == self._path:
                place = self._places.setdefault(site, _Place(site, what, module))
                if node.saves is not Certainty.NO:
                    known = [item.what for item in node.saved if item.storage and item.what]
                    place.saves.update(dict.fromkeys(known))
                    place.saves_more |= len(known) < max(len(node.saved), 1)
                yield place

    def _forward(self, event: Forward) -> None:
        if event.site.path == self._path:
            place = self._places.setdefault(event.site, _Place(event.site, event.module, True))
            place.what, place.module = event.module, True
            place.modes.add(event.grad_mode)

    def _backward(self, event: Backward, places: dict[int, list[_Place]]) -> None:
        walk = self._walk(event.site, event.call)
        for place in _distinct(places, event.walked):
            place.walked[event.site] = None
            walk.walks[place.site] = None
        for place in _distinct(places, event.perhaps):
            place.perhaps[event.site] = None
        for place in _distinct(places, event.freed):
            place.freed[event.site] = None
            walk.frees[place.site] = None

    def _raised(self, event: Raised, places: dict[int, list[_Place]]) -> None:
        if event.chain:
            self._walk(event.site, "backward").raises = True
            for place in _distinct(places, event.chain[-1:]):
                place.raises[event.site] = None

    def _walk(self, site: Site, call: str) -> _Walk:
        walk = _Walk(site, call)
        return self._walks.setdefault(site, walk) if site.path == self._path else walk


def _distinct(places: dict[int, list[_Place]], nodes: Iterable[int]) -> list[_Place]:
    """The places of some nodes, each once, the oldest first."""
    found = {id(place): place for number in sorted(nodes) for place in places.get(number, ())}
    return list(found.values())
