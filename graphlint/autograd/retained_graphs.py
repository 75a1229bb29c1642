"""Uses of the graphs that a backward retains: by a later backward, or by code that the run does not execute."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from graphlint.autograd.doubts import Doubt
from graphlint.autograd.events import (
    SCALING,
    UNTRACKED,
    Backward,
    Cause,
    Certainty,
    Effects,
    Fault,
    Havoc,
    LoopIteration,
    Node,
    Origin,
    Raised,
    Retain,
    Step,
)
from graphlint.autograd.run import NEVER, Answer, Run

NOT_LOSSES: Final = (Origin.UNRESOLVED_CALL, Origin.UNRESOLVED_VALUE, Origin.PROJECTION, Origin.LIBRARY_CALL)
"""Origins of nodes that compute no loss, or of which it is not known: they may combine other losses."""


def retained_graph_used(run: Run, backwards: Iterable[Backward]) -> Answer:
    """Say if a later backward uses a graph that one of these retains: one of the run, or of code that the run does not execute."""
    events = list(backwards)
    reused = _reused_later(run)
    if any(event.number in reused or _is_reused_by_next_iteration(run, event) for event in events):
        return Answer(Certainty.YES, Doubt.REUSED)
    dropped = frozenset[int]().union(*(event.backwards for event in run.of(Havoc)))
    if any(event.number in dropped for event in events):
        return Answer(Certainty.MAYBE, Doubt.UNFOLLOWED)
    needed = run.reach_of(Cause.AFTER_ERROR)
    if any(_saves(run, event.reached & needed) for event in events):
        return Answer(Certainty.MAYBE, Doubt.ERROR_PENDING)
    return Answer(Certainty.MAYBE, Doubt.ESCAPED) if any(_may_be_used_outside(run, event) for event in events) else NEVER


def _is_reused_by_next_iteration(run: Run, event: Backward) -> bool:
    """Return True if an iteration that stands for several retains a graph which was built before it."""
    graph = event.possibly_reached & run.below(event.roots, run.presumed_data)
    return _saves(run, _built_before_iteration(run, event, graph))


def _built_before_iteration(run: Run, event: Backward, nodes: Iterable[int]) -> Iterator[int]:
    """Yield the nodes that were built before an iteration around a backward that stands for several."""
    turns = event.context.iterations
    depths = [depth for depth, turn in enumerate(turns, 1) if turn.run in run.summarized_loops]
    if depths:
        yield from (number for number in nodes if not run.nodes[number].context.is_within(turns[: depths[-1]]))


def retains_tensors(run: Run, event: Backward) -> bool:
    """Return True if a node of the graph may save a tensor: the graph of a plain sum retains nothing."""
    return _saves(run, event.possibly_reached)


def _saves(run: Run, nodes: Iterable[int]) -> bool:
    return any(run.nodes[number].saves is not Certainty.NO for number in nodes)


def backwards_of_shared_graphs(run: Run) -> set[int]:
    """Return the backwards that retain a graph which a later one may use, and whose computation the run shows, or that start from a root
    of a later one: of a root, nothing is presumed."""
    shared = {
        number
        for later in run.of(Backward)
        for number in later.reuses
        if _has_common_root(run, later, number) or _may_reuse(run, later, number, presumed=(Origin.UNRESOLVED_VALUE,))
    }
    return shared | {event.number for event in run.of(Backward) if any(_built_before_iteration(run, event, event.roots))}


def _has_common_root(run: Run, later: Backward, number: int) -> bool:
    earlier = run.backwards.get(number)
    return earlier is not None and not set(later.roots).isdisjoint(earlier.roots)


def _reused_later(run: Run) -> set[int]:
    """Return the backwards whose retained graphs a later one uses, or was about to use when it raised."""
    reused = {number for event in run.of(Backward) for number in event.reuses if _may_reuse(run, event, number)}
    reused |= _shared_with_later(run)
    for raised in run.of(Raised):
        if raised.fault in (Fault.FREED, Fault.CHANGED):
            reused |= _retaining(run, raised)
    return reused


def _shared_with_later(run: Run) -> set[int]:
    """Return the backwards that retain an unknown graph of which a later one on the path may use a part."""
    return {
        earlier.number
        for later in run.of(Backward)
        if (entered := run.unknown_graphs.get(later.number))
        for earlier in _earlier_on_path(run, later)
        if earlier.retain is not Retain.NO and not entered.isdisjoint(run.unknown_graphs.get(earlier.number, ()))
    }


def _earlier_on_path(run: Run, later: Backward) -> Iterator[Backward]:
    """Yield the backwards before one on its path, of those by autograd.grad only the ones whose retained tensors it may read."""
    number = later.previous
    while (earlier := run.backwards.get(number)) is not None:
        yield earlier
        number = earlier.previous
    yield from (run.backwards[number] for number in later.reuses if number in run.backwards)


def _may_reuse(run: Run, later: Backward, number: int, presumed: tuple[Origin, ...] = ()) -> bool:
    """Return True if a backward may use what an earlier one retained, other than unresolved values that are presumed to have no graph.

    Args:
        presumed: origins of more nodes that are presumed to have no graph.
    """
    earlier = run.backwards.get(number)
    if earlier is None:
        # A backward in code imported from another file has no event in this run.
        return True
    shared = earlier.possibly_reached & later.possibly_reached & run.below(later.roots, run.presumed_data)
    turn = later.context.iterations
    return _saves(run, (number for number in shared if not presumed or not _is_presumed(run, number, turn, presumed)))


def _is_presumed(run: Run, number: int, turn: tuple[LoopIteration, ...], origins: tuple[Origin, ...]) -> bool:
    """Return True for a node of one of these origins, and for one built before an iteration from nothing else."""
    node = run.nodes[number]
    if node.origin in origins or node.context.is_within(turn):
        return node.origin in origins
    sources = (item for each in run.below((number,)) if not (item := run.nodes[each]).inputs and not item.possible_inputs)
    return all(item.origin in origins for item in sources)


def _retaining(run: Run, raised: Raised) -> set[int]:
    """Return the backwards that retained the graph which a failed backward was about to use."""
    needed = {number for number in run.below(raised.chain[:1]) if run.nodes[number].saves is not Certainty.NO}
    return {event.number for event in run.of(Backward) if event.retain is not Retain.NO and event.possibly_reached & needed}


def _may_be_used_outside(run: Run, event: Backward) -> bool:
    """Return True if code that the run does not execute may backpropagate through the retained graph."""
    if any(
        run.nodes[root].origin is Origin.UNRESOLVED_CALL and not run.nodes[root].possible_inputs and root not in run.unresolved_results
        for root in event.roots
    ):
        return True
    graph = event.possibly_reached & run.below(event.roots, run.presumed_data)
    received = (number for number in graph if run.nodes[number].is_unresolved_input and number not in run.unresolved_results)
    if not event.leaves & event.reached and any(received) and not _is_built_here(run, graph):
        return True
    if _saves(run, (number for number in graph if number <= run.started)):
        # A function that backpropagates through a graph of the code around it may be called again.
        return True
    iterations = event.context.iterations
    older = (number for number in event.maybe_reached & graph if not run.nodes[number].context.is_within(iterations))
    if _saves(run, older):
        # What was built before the iteration is reached again by the next one, if it is reached at all.
        return True
    return _is_received(run, event, graph)


def _is_built_here(run: Run, graph: frozenset[int]) -> bool:
    """Return True if a part of a graph is computed from parameters, or from what unresolved code returned: the output of a model rather
    than a loss."""
    if any(not run.module_leaves.isdisjoint(run.nodes[number].inputs) for number in graph):
        return True
    calls = {number for number in graph if run.nodes[number].origin is Origin.UNRESOLVED_CALL and number in run.unresolved_results}
    nodes = [run.nodes[number] for number in graph]
    losses = [node for node in nodes if node.number in calls or _may_compute_loss(node)]
    return not calls.isdisjoint(run.below(number for node in losses for number in (*node.inputs, *node.possible_inputs)))


def _may_compute_loss(node: Node) -> bool:
    """Return True for a node that saves tensors, unless it only scales or combines losses."""
    return node.saves is not Certainty.NO and node.origin not in NOT_LOSSES and node.operation not in SCALING


def _is_received(run: Run, backward: Backward, graph: frozenset[int]) -> bool:
    """Return True if unresolved code, a caller or another method may use the graph of a backward after it.

    Code that computed the loss of a backward, or that was called as a function before this one, stores nothing of what it received
    (`FUNCTIONS_STORE_NOTHING`).
    """
    built = {number for number in graph if run.nodes[number].saves is not Certainty.NO and not run.is_fresh_input(number)}
    if backward.leaves & backward.reached:
        # The caller that passes an input can use its graph anyway: other code that receives it makes no difference.
        built -= {number for number in built if run.nodes[number].is_unresolved_input}
    calls = [event for event in run.of(Havoc) if event.cause in UNTRACKED]
    training = [event for event in calls if Effects.BACKWARD in event.effects]
    after = {node for event in training if event.time > backward.number for node in event.nodes - event.spent}
    outliving = [event for event in run.of(Havoc) if event.cause in (Cause.CALLER, Cause.METHOD)]
    # A path on which a backward would raise does not use the graph.
    after.update(node for event in outliving for node in event.nodes - event.spent)
    if not built.isdisjoint(run.below(after)):
        return True
    if _is_used_directly(run, backward):
        return False
    # A freed graph cannot be backpropagated through again.
    storing = [event for event in calls if Effects.STORE in event.effects and event.result not in run.backpropagated]
    stored = {node for event in storing for node in event.nodes - event.spent - run.freed}
    return not built.isdisjoint(run.below(stored))


def _is_used_directly(run: Run, backward: Backward) -> bool:
    """Return True if a step follows a backward on each path before any code that the run does not execute.

    What such code has stored before the backward it can use only later, and the step has changed the parameters then.
    """
    steps = [event for event in run.of(Step) if event.latest == backward.number]
    if not steps or not all(event.follows_directly for event in steps):
        return False
    if any(later.previous == backward.number and later.latest_step < backward.number for later in run.of(Backward)):
        return False
    owned = frozenset[int]().union(*(event.owned for event in steps))
    return backward.leaves <= owned or not all(event.complete for event in steps)
