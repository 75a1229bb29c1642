"""Effects of a program on leaves and gradients, by source place: it fills, resets, reads and uses gradients, and switches modes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from graphlint.autograd.events import Backward, Certainty, Detached, GradRead, ModeSwitch, Origin, Site, Step, ZeroGrad
from graphlint.autograd.run import Run


@dataclass
class LeafEffects:
    """The leaves created at one place: whether they are parameters of a module, and the statements that change their gradients."""

    parameters: bool = False
    filled: dict[Site, None] = field(default_factory=dict)
    reset: dict[Site, None] = field(default_factory=dict)
    stepped: dict[Site, None] = field(default_factory=dict)


@dataclass
class PlaceEffects:
    """Effects of a place on other places: to leaves (by where they were created), backward calls or graphs."""

    leaves: dict[Site, None] = field(default_factory=dict)
    backwards: dict[Site, None] = field(default_factory=dict)
    graphs: dict[Site, None] = field(default_factory=dict)


@dataclass
class Effects:
    """The effects of one file, by place.

    `created_by` are the parameters that the calls of the program's own classes create, `modes` the switches to training mode (True) and to
    eval mode.
    """

    leaves: dict[Site, LeafEffects] = field(default_factory=dict)
    created_by: dict[Site, dict[Site, None]] = field(default_factory=dict)
    steps: dict[Site, PlaceEffects] = field(default_factory=dict)
    resets: dict[Site, PlaceEffects] = field(default_factory=dict)
    reads: dict[Site, PlaceEffects] = field(default_factory=dict)
    nonleaf_reads: dict[Site, Site | None] = field(default_factory=dict)
    detached: dict[Site, PlaceEffects] = field(default_factory=dict)
    modes: dict[Site, bool] = field(default_factory=dict)

    def add(self, run: Run) -> None:
        """Add the events of a run."""
        created = {number: node.site for number, node in run.nodes.items() if node.origin is Origin.LEAF}
        for number, site in created.items():
            self.leaves.setdefault(site, LeafEffects()).parameters |= number in run.module_leaves
            for call in run.nodes[number].context.calls if number in run.module_leaves else ():
                self.created_by.setdefault(call, {})[site] = None
        for event in run.events:
            site = event.site
            if isinstance(event, Backward):
                for leaf in self._leaves(created, event.filled_leaves):
                    leaf.filled[site] = None
            elif isinstance(event, ZeroGrad):
                self.resets.setdefault(site, PlaceEffects()).leaves.update(_sites(created, event.leaves))
                for leaf in self._leaves(created, event.leaves):
                    leaf.reset[site] = None
            elif isinstance(event, Step):
                self._add_step(event, run, created)
            elif isinstance(event, GradRead):
                if event.leaf is Certainty.YES:
                    self.reads.setdefault(site, PlaceEffects()).leaves.update(_sites(created, (event.node,)))
                elif event.leaf is Certainty.NO and not event.retained:
                    self.nonleaf_reads[site] = event.by
            elif isinstance(event, Detached):
                graphs = _sites({number: node.site for number, node in run.nodes.items()}, event.nodes)
                self.detached.setdefault(site, PlaceEffects()).graphs.update(graphs)
            elif isinstance(event, ModeSwitch) and event.training is not Certainty.MAYBE:
                self.modes[site] = event.training is Certainty.YES

    def _add_step(self, event: Step, run: Run, created: Mapping[int, Site]) -> None:
        step = self.steps.setdefault(event.site, PlaceEffects())
        step.leaves.update(_sites(created, event.owned))
        contributions = (item for items in event.gradients.values() for item in items if item.counts and not item.used)
        step.backwards.update(dict.fromkeys(run.backwards[item.backward].site for item in contributions if item.backward in run.backwards))
        for leaf in self._leaves(created, event.owned):
            leaf.stepped[event.site] = None

    def _leaves(self, created: Mapping[int, Site], numbers: Iterable[int]) -> Iterator[LeafEffects]:
        for site in _sites(created, numbers):
            yield self.leaves[site]


def _sites(places: Mapping[int, Site], numbers: Iterable[int]) -> dict[Site, None]:
    return {places[number]: None for number in sorted(numbers) if number in places}
