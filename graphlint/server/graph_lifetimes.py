"""Lifetime of each graph by source place: where it is built, what it keeps alive, which backward uses and frees it, what retains it.

Rules report problems; this module describes every graph for hovers, inlay hints and code lenses. It reads the same runs as the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from graphlint.autograd.events import Backward, Certainty, Detached, Fault, Forward, Node, Origin, Raised, RetainedGraph, Site
from graphlint.autograd.run import Run
from graphlint.rule.wording import holder

UNNAMED = "an object without a name"
NOT_BUILT = (Origin.LEAF, Origin.UNRESOLVED_VALUE)
"""Origins of nodes that no operation of the program creates."""
MOST_NODES = 3_000
"""Of a run with more nodes, each graph is described by its last operation only: an answer must not take seconds."""


@dataclass(frozen=True, slots=True)
class Retention:
    """A graph that is still referenced after its loop iteration: the owner in backticks, the statement and the loop."""

    owner: str
    site: Site
    loop: Site


@dataclass(frozen=True, slots=True)
class Failure:
    """A backward call for which PyTorch raises: the error, and the statement that freed or modified what it needs, if known."""

    site: Site
    fault: Fault
    cause: Site | None


@dataclass(frozen=True, slots=True)
class GraphLifetime:
    """Lifetime of the whole graph of the tensor computed at one place.

    `builder` is the called module or the operation, `is_module` tells which; `records` says whether grad mode is on there. `built` are the
    operations of the graph, `saved` those of them that save tensors, `leaves` the places where its leaves were created.
    """

    site: Site
    builder: str
    is_module: bool
    records: Certainty
    built: tuple[Site, ...]
    leaves: tuple[Site, ...]
    saved: tuple[Site, ...]
    used_by: tuple[Site, ...]
    maybe_used_by: tuple[Site, ...]
    freed_by: tuple[Site, ...]
    failures: tuple[Failure, ...]
    retained_by: tuple[Retention, ...]
    detached_at: tuple[Site, ...]


@dataclass(frozen=True, slots=True)
class BackwardEffects:
    """A call that runs backward, with the places whose graphs it reaches and frees, and its errors."""

    site: Site
    call: str
    reaches: tuple[Site, ...]
    frees: tuple[Site, ...]
    failures: tuple[Failure, ...]


@dataclass(frozen=True, slots=True)
class Lifetimes:
    """Graphs, backward calls and retained graphs of one file; `results` are the graphs of the results of calls, by the call."""

    graphs: tuple[GraphLifetime, ...] = ()
    backward_calls: tuple[BackwardEffects, ...] = ()
    retained: tuple[Retention, ...] = ()
    results: Mapping[Site, GraphLifetime] = field(default_factory=dict)


@dataclass
class _GraphBuilder:
    """Accumulates the lifetime of the graph built at one place. Sets of sites are dictionaries, which keep insertion order.

    Those of `built`, `leaves` and `saved` are in the order of time, also if a run reaches more of them than the runs before.
    """

    site: Site
    builder: str
    is_module: bool = False
    grad_modes: set[Certainty] = field(default_factory=set)
    built: dict[Site, None] = field(default_factory=dict)
    leaves: dict[Site, None] = field(default_factory=dict)
    saved: dict[Site, None] = field(default_factory=dict)
    used_by: dict[Site, None] = field(default_factory=dict)
    maybe_used_by: dict[Site, None] = field(default_factory=dict)
    freed_by: dict[Site, None] = field(default_factory=dict)
    failures: dict[Failure, None] = field(default_factory=dict)
    retained_by: dict[Retention, None] = field(default_factory=dict)
    detached_at: dict[Site, None] = field(default_factory=dict)

    def add_nodes(self, run: Run, nodes: Iterable[int]) -> None:
        """Add the graph that ends in some nodes."""
        found = [run.nodes[number] for number in (sorted(run.below(nodes)) if len(run.nodes) <= MOST_NODES else nodes)]
        self.leaves = _in_order(self.leaves, (node.site for node in found if node.origin is Origin.LEAF))
        self.built = _in_order(self.built, (node.site for node in found if node.origin not in (Origin.LEAF, *NOT_BUILT)))
        self.saved = _in_order(self.saved, (node.site for node in found if node.saves is not Certainty.NO))

    def lifetime(self) -> GraphLifetime:
        grad_modes = self.grad_modes or {Certainty.YES}
        return GraphLifetime(
            site=self.site,
            builder=self.builder,
            is_module=self.is_module,
            records=next(iter(grad_modes)) if len(grad_modes) == 1 else Certainty.MAYBE,
            built=tuple(self.built),
            leaves=tuple(self.leaves),
            saved=tuple(self.saved),
            used_by=tuple(self.used_by),
            maybe_used_by=tuple(site for site in self.maybe_used_by if site not in self.used_by),
            freed_by=tuple(self.freed_by),
            failures=tuple(self.failures),
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
    failures: dict[Failure, None] = field(default_factory=dict)


class LifetimeCollector:
    """Collects the graph lifetimes of a file from its runs.

    Args:
        path: the file, as its sites spell it.
        returned: by call of a function of the file, the expressions that the function returns.
    """

    def __init__(self, path: str, returned: Mapping[Site, frozenset[Site]]) -> None:
        self._path, self._returned = path, returned
        self._graphs: dict[Site, _GraphBuilder] = {}
        self._results: dict[Site, _GraphBuilder] = {}
        self._backward_calls: dict[Site, _BackwardBuilder] = {}
        self._retained: dict[Retention, None] = {}

    def add(self, run: Run) -> None:
        """Add the events of a run."""
        builders = {number: list(self._builders(run, node)) for number, node in run.nodes.items() if node.origin not in NOT_BUILT}
        by_builder: dict[int, tuple[_GraphBuilder, list[int]]] = {}
        for number, found in builders.items():
            for builder in found:
                by_builder.setdefault(id(builder), (builder, []))[1].append(number)
        for builder, numbers in by_builder.values():
            builder.add_nodes(run, numbers)
        for event in run.events:
            if isinstance(event, Forward):
                self._add_forward(event)
            elif isinstance(event, Backward):
                self._add_backward(event, run, builders)
            elif isinstance(event, Raised):
                self._add_raised(event, builders)
            elif isinstance(event, RetainedGraph):
                retention = Retention(holder(run, event.site, event.owner, UNNAMED), event.site, event.loop.loop)
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
            BackwardEffects(
                site=builder.site,
                call=builder.call,
                reaches=tuple(sorted(builder.reaches)),
                frees=tuple(sorted(builder.frees)),
                failures=tuple(builder.failures),
            )
            for builder in sorted(self._backward_calls.values(), key=lambda builder: builder.site)
        )
        results = {site: builder.lifetime() for site, builder in self._results.items()}
        return Lifetimes(tuple(graphs), backward_calls, tuple(sorted(self._retained, key=lambda retention: retention.site)), results)

    def _builders(self, run: Run, node: Node) -> Iterator[_GraphBuilder]:
        """Yield the builders of a node's places: the operation, the module call that contains it, and the calls that return it."""
        sites = [(node.site, node.operation, False)]
        forward = run.forwards.get(node.forward)
        if forward is not None and forward.site != node.site:
            sites.append((forward.site, forward.module, True))
        for site, name, is_module in sites:
            if site.path == self._path:
                yield self._graphs.setdefault(site, _GraphBuilder(site, name, is_module))
        for call in node.context.calls:
            if any(site in self._returned.get(call, ()) for site, _, _ in sites):
                yield self._results.setdefault(call, _GraphBuilder(call, node.operation))

    def _add_forward(self, event: Forward) -> None:
        if event.site.path == self._path:
            builder = self._graphs.setdefault(event.site, _GraphBuilder(event.site, event.module, True))
            builder.builder, builder.is_module = event.module, True
            builder.grad_modes.add(event.grad_mode)

    def _add_backward(self, event: Backward, run: Run, builders: Mapping[int, Sequence[_GraphBuilder]]) -> None:
        backward = self._backward_call(event.site, event.kind.value)
        backward.reaches.update(self._places(event.reached, run, builders))
        backward.frees.update(self._places(event.freed, run, builders))
        for builder in _distinct(builders, event.reached):
            builder.used_by[event.site] = None
        for builder in _distinct(builders, event.maybe_reached):
            builder.maybe_used_by[event.site] = None
        for builder in _distinct(builders, run.above(event.freed) if len(run.nodes) <= MOST_NODES else event.freed):
            builder.freed_by[event.site] = None

    def _places(self, numbers: Iterable[int], run: Run, builders: Mapping[int, Sequence[_GraphBuilder]]) -> Iterator[tuple[Site, None]]:
        """Yield the operations of some nodes in this file; the calls that contain those in other files."""
        for number in sorted(numbers):
            found = builders.get(number, ())
            operation = run.nodes[number].site if found else None
            is_here = any(builder.site == operation for builder in found)
            yield from (
                (builder.site, None) for builder in found if builder.site in self._graphs and (builder.site == operation or not is_here)
            )

    def _add_raised(self, event: Raised, builders: Mapping[int, Sequence[_GraphBuilder]]) -> None:
        if not event.chain:
            return
        failure = Failure(event.site, event.fault, event.cause.site if event.cause is not None else None)
        self._backward_call(event.site, "backward").failures[failure] = None
        for builder in _distinct(builders, event.chain):
            builder.failures[failure] = None

    def _backward_call(self, site: Site, call: str) -> _BackwardBuilder:
        builder = _BackwardBuilder(site, call)
        return self._backward_calls.setdefault(site, builder) if site.path == self._path else builder


def _in_order(known: Mapping[Site, None], run: Iterable[Site]) -> dict[Site, None]:
    """Return known sites and those of one more run, in the order of time: new ones come before the known one that follows them."""
    merged, pending = dict(known), []
    for site in dict.fromkeys(run):
        if site not in merged:
            pending.append(site)
        elif pending:
            items = list(merged)
            index = items.index(site)
            merged = dict.fromkeys((*items[:index], *pending, *items[index:]))
            pending = []
    return {**merged, **dict.fromkeys(pending)}


def _distinct(builders: Mapping[int, Sequence[_GraphBuilder]], nodes: Iterable[int]) -> list[_GraphBuilder]:
    """Return the builders of some nodes without repetition, the oldest node first."""
    by_id = {id(builder): builder for number in sorted(nodes) for builder in builders.get(number, ())}
    return list(by_id.values())
