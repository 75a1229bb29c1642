"""Lifetime of each graph by source place: where it is built, what it saves, which backward uses and frees it, what retains it.

Rules report problems; this module describes every graph for hovers, inlay hints and code lenses. It reads the same runs as the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from graphlint.autograd.events import Backward, Certainty, Detached, Forward, Node, Raised, RetainedGraph, Site
from graphlint.autograd.run import Run

# Kinds of nodes that no operation of the program creates.
NOT_BUILT = frozenset(("leaf", "unseen"))


@dataclass(frozen=True, slots=True)
class Retention:
    """A graph that is still referenced after its loop iteration: the owner as the program spells it, the statement and the loop."""

    owner: str
    site: Site
    loop: Site


@dataclass(frozen=True, slots=True)
class GraphLifetime:
    """Lifetime of the graph built at one place.

    `builder` is the called module or the operation, `is_module` tells which; `records` says whether grad mode is on there. `saves` are the
    saved tensors with known storage, as the program spells them; `saves_more` if there are others. `raised_by` are the backward calls for
    which PyTorch raises.
    """

    site: Site
    builder: str
    is_module: bool
    records: Certainty
    saves: tuple[str, ...]
    saves_more: bool
    used_by: tuple[Site, ...]
    maybe_used_by: tuple[Site, ...]
    freed_by: tuple[Site, ...]
    raised_by: tuple[Site, ...]
    retained_by: tuple[Retention, ...]
    detached_at: tuple[Site, ...]


@dataclass(frozen=True, slots=True)
class BackwardEffects:
    """A call that runs backward, with the places whose graphs it reaches and frees."""

    site: Site
    call: str
    reaches: tuple[Site, ...]
    frees: tuple[Site, ...]
    raises: bool


@dataclass(frozen=True, slots=True)
class Lifetimes:
    """Graphs, backward calls and retained graphs of one file."""

    graphs: tuple[GraphLifetime, ...] = ()
    backward_calls: tuple[BackwardEffects, ...] = ()
    retained: tuple[Retention, ...] = ()


@dataclass
class _GraphBuilder:
    """Accumulates the lifetime of the graph built at one place. Sets of sites are dictionaries, which keep insertion order."""

    site: Site
    builder: str
    is_module: bool = False
    grad_modes: set[Certainty] = field(default_factory=set)
    saves: dict[str, None] = field(default_factory=dict)
    saves_more: bool = False
    used_by: dict[Site, None] = field(default_factory=dict)
    maybe_used_by: dict[Site, None] = field(default_factory=dict)
    freed_by: dict[Site, None] = field(default_factory=dict)
    raised_by: dict[Site, None] = field(default_factory=dict)
    retained_by: dict[Retention, None] = field(default_factory=dict)
    detached_at: dict[Site, None] = field(default_factory=dict)

    def lifetime(self) -> GraphLifetime:
        grad_modes = self.grad_modes or {Certainty.YES}
        return GraphLifetime(
            site=self.site,
            builder=self.builder,
            is_module=self.is_module,
            records=next(iter(grad_modes)) if len(grad_modes) == 1 else Certainty.MAYBE,
            saves=tuple(self.saves),
            saves_more=self.saves_more,
            used_by=tuple(self.used_by),
            maybe_used_by=tuple(site for site in self.maybe_used_by if site not in self.used_by),
            freed_by=tuple(self.freed_by),
            raised_by=tuple(self.raised_by),
            retained_by=tuple(self.retained_by),
            detached_at=tuple(self.detached_at),
        )


@dataclass
class _BackwardBuilder:
    """Accumulates the effects of the backward calls at one place."""

    site: Site
    call: str
    reaches: dict[Site, None] = field(default_factory=dict)
    frees: dict[Site, None] = field(default_factory=dict)
    raises: bool = False


class LifetimeCollector:
    """Collects the graph lifetimes of a file from its runs.

    Args:
        path: the file, as its sites spell it.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._graphs: dict[Site, _GraphBuilder] = {}
        self._backward_calls: dict[Site, _BackwardBuilder] = {}
        self._retained: dict[Retention, None] = {}

    def add(self, run: Run) -> None:
        """Add the events of a run."""
        builders = {number: list(self._builders(run, node)) for number, node in run.nodes.items() if node.operation not in NOT_BUILT}
        for event in run.events:
            if isinstance(event, Forward):
                self._add_forward(event)
            elif isinstance(event, Backward):
                self._add_backward(event, builders)
            elif isinstance(event, Raised):
                self._add_raised(event, builders)
            elif isinstance(event, RetainedGraph):
                retention = Retention(event.owner, event.site, event.loop.loop)
                if event.site.path == self._path:
                    self._retained[retention] = None
                for builder in _distinct(builders, run.below(event.nodes)):
                    builder.retained_by[retention] = None
            elif isinstance(event, Detached):
                for builder in _distinct(builders, event.nodes):
                    builder.detached_at[event.site] = None

    def lifetimes(self) -> Lifetimes:
        """Return the collected lifetimes in source order."""
        graphs = sorted((builder.lifetime() for builder in self._graphs.values()), key=lambda graph: graph.site)
        backward_calls = tuple(
            BackwardEffects(builder.site, builder.call, tuple(builder.reaches), tuple(builder.frees), builder.raises)
            for builder in sorted(self._backward_calls.values(), key=lambda builder: builder.site)
        )
        return Lifetimes(tuple(graphs), backward_calls, tuple(sorted(self._retained, key=lambda retention: retention.site)))

    def _builders(self, run: Run, node: Node) -> Iterator[_GraphBuilder]:
        """Yield the builders of a node's places: the operation, and the module call that contains it."""
        sites = [(node.site, node.operation, False)]
        forward = run.forwards.get(node.forward)
        if forward is not None and forward.site != node.site:
            sites.append((forward.site, forward.module, True))
        for site, name, is_module in sites:
            if site.path == self._path:
                builder = self._graphs.setdefault(site, _GraphBuilder(site, name, is_module))
                if node.saves is not Certainty.NO:
                    saves = [tensor.what for tensor in node.saved if tensor.storage and tensor.what]
                    builder.saves.update(dict.fromkeys(saves))
                    builder.saves_more |= len(saves) < max(len(node.saved), 1)
                yield builder

    def _add_forward(self, event: Forward) -> None:
        if event.site.path == self._path:
            builder = self._graphs.setdefault(event.site, _GraphBuilder(event.site, event.module, True))
            builder.builder, builder.is_module = event.module, True
            builder.grad_modes.add(event.grad_mode)

    def _add_backward(self, event: Backward, builders: dict[int, list[_GraphBuilder]]) -> None:
        backward = self._backward_call(event.site, event.call)
        for builder in _distinct(builders, event.reached):
            builder.used_by[event.site] = None
            backward.reaches[builder.site] = None
        for builder in _distinct(builders, event.maybe_reached):
            builder.maybe_used_by[event.site] = None
        for builder in _distinct(builders, event.freed):
            builder.freed_by[event.site] = None
            backward.frees[builder.site] = None

    def _add_raised(self, event: Raised, builders: dict[int, list[_GraphBuilder]]) -> None:
        if event.chain:
            self._backward_call(event.site, "backward").raises = True
            for builder in _distinct(builders, event.chain[-1:]):
                builder.raised_by[event.site] = None

    def _backward_call(self, site: Site, call: str) -> _BackwardBuilder:
        builder = _BackwardBuilder(site, call)
        return self._backward_calls.setdefault(site, builder) if site.path == self._path else builder


def _distinct(builders: dict[int, list[_GraphBuilder]], nodes: Iterable[int]) -> list[_GraphBuilder]:
    """Return the builders of some nodes without repetition, the oldest node first."""
    by_id = {id(builder): builder for number in sorted(nodes) for builder in builders.get(number, ())}
    return list(by_id.values())
