"""The code that may use a graph, as far as a run shows it: on this depends if a fix that detaches or frees the graph is safe.

A run executes the code of its root. It shows neither what unresolved or skipped code does with a graph, nor what other callers of a
function do with the graphs that they pass to the function or get from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from graphlint.autograd.events import COMPLETE_REACH, Context, Effects, Event, Havoc, LeftCalls, Node, Origin, Site
from graphlint.autograd.run import Run


@dataclass(frozen=True, slots=True)
class Coverage:
    """The code that was analyzed of all code that may use a graph.

    `followed` is False if unresolved or skipped code may use the graph or has built a part of it. `functions` are the functions, by file
    and name, to which a caller passes a part of the graph, or from which it gets one: the graph is covered only if all callers were
    executed.
    """

    followed: bool = True
    functions: frozenset[tuple[str, str]] = frozenset()

    @property
    def is_complete(self) -> bool:
        """True if all code that may use the graph was analyzed."""
        return self.followed and not self.functions


COVERED: Final = Coverage()
UNCOVERED: Final = Coverage(followed=False)


def joined(coverages: Iterable[Coverage]) -> Coverage:
    """Return the coverage of several graphs, or of one in several calls."""
    found = list(coverages)
    return Coverage(all(each.followed for each in found), frozenset[tuple[str, str]]().union(*(each.functions for each in found)))


def coverage_above(run: Run, event: Event, nodes: Iterable[int]) -> Coverage:
    """Return the coverage of what depends on some nodes, for a fix that detaches them in the function of an event."""
    detached = frozenset(nodes)
    if not _is_followed(run, detached):
        return UNCOVERED
    return Coverage(True, frozenset(_left_by(run, event, detached)))


def coverage_below(run: Run, event: Event, nodes: Iterable[int]) -> Coverage:
    """Return the coverage of the graph of some nodes, for a fix by which the statement of an event frees it."""
    built = frozenset(number for number in run.below(nodes, run.presumed_data) if not _is_own_input(run, number))
    if any(_is_from_unresolved_code(run.nodes[number]) for number in built) or not _is_followed(run, built):
        return UNCOVERED
    return Coverage(True, frozenset((*_entered_by(run, event, built), *_left_by(run, event, built))))


def _is_own_input(run: Run, number: int) -> bool:
    """Return True for a leaf, which has no graph, and for data that is new in each iteration."""
    return run.nodes[number].origin is Origin.LEAF or run.is_fresh_input(number)


def _is_from_unresolved_code(node: Node) -> bool:
    """Return True for a graph that unresolved code may hold, too. A module holds none of its results."""
    return node.origin is Origin.UNRESOLVED_CALL or node.is_unresolved_input


def _is_followed(run: Run, nodes: frozenset[int]) -> bool:
    """Return True if no code that the run does not execute may use a graph that depends on some nodes, unless a backward or a step has made
    it useless before."""
    return run.complete and all(_reach(run, event).isdisjoint(nodes) for event in run.of(Havoc))


def _reach(run: Run, event: Havoc) -> frozenset[int]:
    """Return the nodes of the graphs through which unresolved or skipped code may backpropagate, then or later."""
    if not event.effects & (Effects.BACKWARD | Effects.STORE):
        return frozenset()
    ends = event.nodes - event.spent
    return ends if event.cause in COMPLETE_REACH else run.below(ends)


def _entered_by(run: Run, event: Event, built: Iterable[int]) -> Iterator[tuple[str, str]]:
    """Yield the functions in progress that a part of the graph has entered: it was built before their call."""
    calls = event.context.calls
    first = min((_common(run.nodes[number].context, event.context) for number in built), default=len(calls))
    yield from (_function(event, depth) for depth in range(max(first, _root_calls(run)), len(calls)))


def _left_by(run: Run, event: Event, nodes: frozenset[int]) -> Iterator[tuple[str, str]]:
    """Yield the functions in progress that a graph leaves which depends on some nodes. An unresolved caller of the root is a `Havoc`."""
    for left in run.of(LeftCalls):
        common = _common(left.context, event.context)
        first = max(left.outside, _root_calls(run))
        if first < common and not nodes.isdisjoint(run.below(left.nodes)):
            yield from (_function(event, depth) for depth in range(first, common))


def _root_calls(run: Run) -> int:
    """Return the number of calls around the code of the root: 1 for a function, whose call is not in the program."""
    return 0 if run.is_of_module else 1


def _common(one: Context, two: Context) -> int:
    """Return the number of calls that two contexts have in common."""
    pairs = enumerate(zip(one.calls, two.calls, strict=False))
    return next((depth for depth, (first, second) in pairs if first != second), min(len(one.calls), len(two.calls)))


def _function(event: Event, depth: int) -> tuple[str, str]:
    """Return the function of a call in progress, by its file and name."""
    inside: Site = event.context.calls[depth + 1] if depth + 1 < len(event.context.calls) else event.site
    return inside.path, event.context.functions[depth]
