"""Evidence in a run: the events at a place, the bytes that they retain, and what disproves a finding."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from graphlint.autograd.events import Backward, Event, Forward, Raised, Retain, RetainedGraph, Site, Step
from graphlint.autograd.run import Run
from graphlint.confirm.event_log import EndedLoop
from graphlint.confirm.run import Trace
from graphlint.confirm.status import Bytes
from graphlint.rule.base import Finding

RETAINING = ("GL202", "GL203", "GL205")
DISCARDING = "GL308"
BUILDING = ("GL301", "GL304", "GL305")
COMPLETE_RUNS = 3
"""Executions of a statement after which an error that a finding claims would have been raised: one that needs two earlier iterations."""


@dataclass
class Evidence:
    """The evidence of a trace; `where` describes the line of a site, given the file that the reader looks at."""

    trace: Trace
    where: Callable[[Site, str], str]
    executed: Mapping[str, list[tuple[Site, int]]] = field(init=False)

    def __post_init__(self) -> None:
        by_path: dict[str, list[tuple[Site, int]]] = {}
        for site, count in self.trace.executed.items():
            by_path.setdefault(site.path, []).append((site, count))
        self.executed = by_path

    @property
    def run(self) -> Run:
        """The events."""
        return self.trace.run

    @property
    def ended_early(self) -> bool:
        """True if the program did not come to its own end."""
        ending = self.trace.ending
        return bool(ending.error or ending.limit or ending.decided)

    def executions(self, site: Site) -> int:
        """Return how often the statement at a site was executed."""
        around = [item for item in self.executed.get(site.path, ()) if item[0].line <= site.line <= item[0].end_line]
        counted = min(around, key=lambda item: (item[0].end_line - item[0].line, -item[0].column), default=None)
        if counted is not None:
            return counted[1]
        return int(any(event.site.path == site.path and event.site.line == site.line for event in self.run.events))

    def events_at(self, site: Site, kind: type[Event]) -> Iterator[Event]:
        """Yield the events of a kind on the line of a site, also those of calls from that line."""
        for event in self.run.events:
            if isinstance(event, kind) and any(is_on_line(place, site) for place in (event.site, *event.context.calls)):
                yield event

    def iteration(self, site: Site) -> int | None:
        """Return the iteration of the innermost loop in which a site raised, or else was first executed with an event."""
        events = [*self.events_at(site, Raised), *self.events_at(site, Event)]
        return next((event.context.iterations[-1].number for event in events if event.context.iterations), None)

    def bytes(self, finding: Finding) -> Bytes | None:
        """Return the bytes of a finding about memory; None for other findings and where the run shows none."""
        code, site = finding.code, finding.site
        if code in RETAINING:
            return self._retained(site)
        if code == "GL201":
            calls = [
                event.reached for event in self.events_at(site, Backward) if isinstance(event, Backward) and event.retain is not Retain.NO
            ]
        elif code == DISCARDING:
            calls = self._discarded(finding)
        elif code in BUILDING:
            forwards = [event for event in self.events_at(site, Forward) if isinstance(event, Forward) and not event.enclosing_calls]
            calls = [self.run.below(event.outputs) - self.run.below(event.inputs) for event in forwards]
        else:
            return None
        sizes = [self.size(nodes) for nodes in calls]
        return Bytes(max(sizes), sum(sizes)) if sizes else None

    def _discarded(self, finding: Finding) -> list[frozenset[int]]:
        """Return the nodes that each backward pass of a finding reaches in the calls whose gradients are discarded."""
        places = {related.site for related in finding.related}
        forwards = [event for event in self.run.of(Forward) if event.site in places]
        nodes = frozenset(self.run.below(number for event in forwards for number in event.outputs))
        passes = (event for event in self.events_at(finding.site, Backward) if isinstance(event, Backward))
        return [reached for event in passes if (reached := frozenset(event.reached) & nodes)]

    def _retained(self, site: Site) -> Bytes | None:
        """Return the bytes of the graphs that a statement retains; those freed by a backward pass hold no saved tensors."""
        events = [event for event in self.events_at(site, RetainedGraph) if isinstance(event, RetainedGraph)]
        if not events:
            return None
        nodes = self.run.below(number for event in events for number in event.nodes) - self.run.freed
        loop = events[0].loop.run
        turns = {turn for number in nodes if (turn := self.run.nodes[number].context.iteration_of(loop))}
        total = self.size(nodes)
        return Bytes(total // max(len(turns), 1), total)

    def size(self, nodes: Iterable[int]) -> int:
        """Return the bytes of the storages that nodes save, each storage once."""
        return sum({storage: size for number in nodes for storage, size in self.trace.sizes.get(number, ())}.values())

    def refutation(self, code: str, site: Site, raises: bool) -> str:
        """Return what the run showed that disproves a finding, "" if nothing does."""
        if raises:
            return self._without_error(site)
        if code == "GL201":
            return self._graph_used_again(site)
        if code in RETAINING:
            return self._graphs_released(site)
        if code in BUILDING:
            return self._parts_trained(site) if code == "GL305" else self._graphs_reached(site)
        return ""

    def _without_error(self, site: Site) -> str:
        count = self.executions(site)
        is_complete = not self.ended_early and not self.trace.limited
        if count >= COMPLETE_RUNS or (count and is_complete):
            return f"{self.where(site, site.path)} ran {times(count)} and raised nothing"
        return ""

    def _graph_used_again(self, site: Site) -> str:
        numbers = {event.number for event in self.events_at(site, Backward) if isinstance(event, Backward)}
        user = next((event for event in self.run.of(Backward) if event.reuses & numbers), None)
        return "" if user is None else f"the `{user.kind.value}()` on {self.where(user.site, site.path)} uses the retained graph again"

    def _graphs_released(self, site: Site) -> str:
        around = self._loops_around(site)
        loops = [ended for ended in self.trace.loops if ended.loop in around]
        if around - {ended.loop for ended in loops}:  # a loop of a caller goes on, and the graphs of this one may be those of its iteration
            return ""
        enough = [ended for ended in loops if ended.iterations >= COMPLETE_RUNS]
        if not enough:
            return ""
        if any(ended.nodes for ended in loops):
            return self._graphs_of_few_iterations(site, loops)
        return f"at the end of the loop on {self.where(enough[0].loop, site.path)}, no graph of its earlier iterations exists"

    def _loops_around(self, site: Site) -> frozenset[Site]:
        """Return the loops in which a statement was executed, also those of its callers."""
        on_line = (loops for place, loops in self.trace.around.items() if is_on_line(site, place))
        return frozenset().union(*on_line)

    def _graphs_of_few_iterations(self, site: Site, loops: list[EndedLoop]) -> str:
        """Return that at most half of the graphs exist at the end of the only loop that leaves graphs, and runs the statement each time."""
        leaving = {ended.loop for ended in loops if ended.nodes}
        if len(leaving) > 1:
            return ""
        (loop,) = leaving
        ends = [ended for ended in loops if ended.loop == loop]
        iterations = sum(ended.iterations for ended in ends)
        existing = {
            (turn.run, turn.number)
            for ended in ends
            for node in ended.nodes
            for turn in self.run.nodes[node].context.iterations
            if turn.loop == loop
        }
        if self.executions(site) != iterations or 2 * len(existing) > iterations:
            return ""
        place = self.where(loop, site.path)
        return f"at the end of the loop on {place}, graphs of only {len(existing)} of its {iterations} iterations exist besides the last"

    def _graphs_reached(self, site: Site) -> str:
        outputs = [event.outputs for event in self.events_at(site, Forward) if isinstance(event, Forward) and not event.enclosing_calls]
        built = [nodes for nodes in outputs if nodes]
        if outputs and not built and not self.ended_early:
            return f"the calls on {self.where(site, site.path)} built no graph"
        users = [next((event for event in self.run.of(Backward) if event.reached & frozenset(nodes)), None) for nodes in built]
        if not built or None in users or users[0] is None:
            return ""
        return f"the `{users[0].kind.value}()` on {self.where(users[0].site, site.path)} uses the graph"

    def _parts_trained(self, site: Site) -> str:
        leaves = frozenset().union(*(event.leaves for event in self.events_at(site, Forward) if isinstance(event, Forward)))
        step = next((event for event in self.run.of(Step) if leaves and leaves <= event.changed), None)
        return "" if step is None else f"the `step()` on {self.where(step.site, site.path)} updates the parameters"


def is_on_line(place: Site, site: Site) -> bool:
    """Return True if a place is on the line of a site."""
    return place.path == site.path and place.line <= site.line <= place.end_line


def times(number: int) -> str:
    """Return a number of executions in words."""
    return "once" if number == 1 else f"{number} times"
