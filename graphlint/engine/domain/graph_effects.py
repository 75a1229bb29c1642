"""The effects of backward passes and in-place changes on the state of a path."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from graphlint.autograd.events import (
    PROJECTIONS,
    Backward,
    BackwardKind,
    Certainty,
    Change,
    ChangedBy,
    Contribution,
    Fault,
    Origin,
    Presence,
    Raised,
    Retain,
    Site,
)
from graphlint.autograd.numbers import StorageNumber
from graphlint.autograd.presumptions import Presumption
from graphlint.autograd.queries import diverging_loop
from graphlint.engine.domain import gradient_scale, presumed_gradients, presumed_inputs
from graphlint.engine.domain.graph import Graph
from graphlint.engine.domain.nodes import ReachedNodes
from graphlint.engine.domain.state import Rebase, State
from graphlint.engine.domain.values import NO, YES, Tensor


def error_of(graph: Graph, state: State, site: Site, roots: Sequence[int], reached: ReachedNodes) -> Raised | None:
    """Return the error that PyTorch raises for saved tensors in a backward pass on one path, None if it raises none.

    PyTorch executes the nodes from the newest to the oldest and raises at the first one whose saved tensor was freed or modified. If a
    backward freed the graph of a root of which only a part is resolved, a second backward from that root is presumed to need what was
    freed. The same holds for what a root only scales.
    """
    starts = graph.unscaled(roots)
    for number in sorted(reached.certain, reverse=True):
        node = graph.nodes[number]
        if node.saves is NO and not (number in starts and reached.possible):
            continue
        freed = state.freed.get(number)
        if freed is not None and (node.saves is YES or (number in starts and graph.presumes(Presumption.WHOLE_LOSSES))):
            by = graph.backward_event(freed)
            chain, carried = graph.chain(roots, number, reached.certain), _replacing_store(graph, state, number, reached, by)
            return Raised(site, graph.context, Fault.FREED, chain, by, roots[0], carried=carried)
        for saved in node.saved:
            if state.is_modified(saved) and not _is_beside_freed_part(graph, state, number):
                change = state.changes.get(saved.storage)
                chain = graph.chain(roots, number, reached.certain)
                return Raised(site, graph.context, Fault.CHANGED, chain, change, roots[0], result_changed=saved.is_result)
    return None


def _is_beside_freed_part(graph: Graph, state: State, number: int) -> bool:
    """Return True for a part of an unresolved result of which a backward in the same iteration has freed another part.

    Parts that share what they save cannot be backpropagated one after the other. Parts that share nothing have parameters of their own: the
    step after the first backward has no gradients for those of the second.
    """
    node = graph.nodes[number]
    if node.origin not in PROJECTIONS:
        return False
    wholes = {below for below in node.possible_inputs if graph.nodes[below].saved is node.saved}
    return any(
        not wholes.isdisjoint(graph.nodes[other].possible_inputs)
        and (by := graph.backward_event(backward)) is not None
        and by.context.iterations == graph.context.iterations
        for other, backward in state.freed.items()
        if other != number and graph.nodes[other].origin in PROJECTIONS
    )


def _replacing_store(graph: Graph, state: State, freed: int, reached: ReachedNodes, by: Backward | None) -> Site | None:
    """Return the store of a reached value that replaces one of an earlier iteration, on which it depends, and that depends on a freed node.

    The loop is the one of which an earlier iteration has freed the node.
    """
    iterations = diverging_loop(by.context, graph.context) if by is not None else None
    if iterations is None:
        return None
    run, latest = iterations[1].run, iterations[1].number
    slots: dict[Hashable, set[int]] = {}
    for write in state.writes:
        if write.node not in reached.certain or write.in_place:
            continue
        slot, iteration = (write.holder, write.key), write.context.iteration_of(run)
        if 0 < iteration < latest:
            slots.setdefault(slot, set()).add(write.node)
        elif iteration == latest and (before := slots.get(slot)) and write.node not in before:
            depended = graph.reach((write.node,)).certain & before
            if any(freed in graph.reach((node,)).certain for node in depended):
                return write.site
    return None


def backward(
    graph: Graph,
    state: State,
    site: Site,
    roots: Sequence[int],
    reached: ReachedNodes,
    retain: Retain,
    create_graph: bool,
    kind: BackwardKind,
    requested: frozenset[int] = frozenset(),
) -> Backward:
    """Run a backward pass that raises no error on one path, and return its event."""
    reuses = {state.retained_by[number] for number in reached.all if number in state.retained_by}
    number = graph.number()
    saving = {item for item in reached.certain if graph.nodes[item].saves is not NO}
    leaves = frozenset(item for item in reached.all if graph.nodes[item].origin is Origin.LEAF)
    freed: frozenset[int] = frozenset()
    if retain is Retain.NO:
        freed = frozenset(saving)
        # The unresolved part of a root's graph may save tensors: the root is marked so that a second backward from it raises.
        for item in saving.union(graph.unscaled(roots)) if reached.possible else saving:
            state.freed[item] = number
    else:
        for item in saving.union(item for item in reached.possible if graph.nodes[item].saves is not NO):
            state.retained_by[item] = number
    presumed = presumed_inputs.nodes_below(graph, reached)
    if retain is Retain.NO:
        presumed_inputs.free(graph, state, presumed, number)
    event = Backward(
        site, graph.context, number, kind, tuple(roots), frozenset(reached.certain), frozenset(reached.possible), freed, retain,
        create_graph, leaves, frozenset(reuses), any(graph.nodes[item].possible_inputs for item in reached.certain), state.latest_backward,
        frozenset(presumed_gradients.latest_steps(state).values()), presumed, requested,
    )  # fmt: skip
    if create_graph:
        graph.passes.double[number] = tuple(roots)
    if event.fills_gradients:
        alone = leaves.isdisjoint(reached.certain)
        for leaf in leaves:
            presence = Presence.CERTAIN if leaf in reached.certain else Presence.LIKELY if alone else Presence.UNCERTAIN
            mark = Contribution(number, False, presence)
            state.gradients[leaf] = (*state.gradients.get(leaf, ()), mark)
            state.discarded_gradients.pop(leaf, None)
        presumed_gradients.saw_backward(state, number)
        gradient_scale.backward(graph, state, number, roots)
    graph.emit(event)
    return event


def change(graph: Graph, state: State, site: Site, storage: StorageNumber, by: ChangedBy, leaf: bool = False, sure: bool = True) -> Change:
    """Record an in-place change of a storage: its version counter increases.

    If the change is not `sure`, nodes that saved the storage may still be usable.
    """
    event = Change(site, graph.context, graph.number(), storage, by, leaf)
    if not sure:
        state.uncertain_changes.add(storage)
    state.versions[storage] = state.version(storage) + 1
    state.changes[storage] = event
    if not leaf:
        graph.changes.append(event)
    return event


def rebase(graph: Graph, state: State, tensor: Tensor, node: int, needs: Certainty) -> None:
    """Make an in-place operation's node the grad_fn of a tensor and of all its views."""
    state.new_grad_fns[tensor.family] = Rebase(graph.number(), node, needs)
