"""Owners that hold graphs of several iterations of a loop, and whether these graphs are needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from graphlint.autograd.coverage import COVERED, Coverage, coverage_above
from graphlint.autograd.doubts import Doubt
from graphlint.autograd.events import (
    SCALING,
    Backward,
    Certainty,
    Detached,
    Forward,
    Growth,
    Node,
    Origin,
    Raised,
    RetainedGraph,
    Site,
    Step,
)
from graphlint.autograd.numbers import RunNumber
from graphlint.autograd.operations import without_variant
from graphlint.autograd.run import NEVER, Answer, Run

LINEAR: Final = frozenset(("add", "sub", "neg", "lerp", "lerp_number", *SCALING))
"""Operations of which weighted sums of tensors of one shape consist."""


def growing_owners(run: Run, growth: Growth) -> Iterator[tuple[RetainedGraph, Answer]]:
    """Yield the reports on owners of one growth class, and say of each if the graphs are needed: by a backward that needs them past their
    iteration, by code that the run does not execute, or by a loop that computes one value."""
    events = [event for event in run.of(RetainedGraph) if event.growth is growth]
    # A store whose graph is used on one path, or for one caller, needs the graph on all paths.
    used = _stores_used_later(run, events) if growth is Growth.COLLECTED else _sums_used_later(run, events)
    answers = [
        Answer(Certainty.YES, Doubt.BACKPROPAGATED) if (event.site, event.loop.loop) in used else _is_needed(run, event) for event in events
    ]
    doubts = _possible_uses(run, events, answers) if growth is Growth.ACCUMULATED else {}
    for event, answer in zip(events, answers, strict=True):
        doubt = doubts.get(event.site)
        yield event, answer if answer.possible or doubt is None else Answer(Certainty.MAYBE, doubt)


def _possible_uses(run: Run, events: list[RetainedGraph], answers: list[Answer]) -> dict[Site, Doubt]:
    """Return the statements whose combined graphs are possibly used on one path, or for one caller, and the doubt.

    A function that training, which needs the graph, shares with an evaluation, which does not, is not at fault.
    """
    found: dict[Site, Doubt] = {}
    for event, answer in zip(events, answers, strict=True):
        doubt = run.graph_used(event.nodes).doubt if answer.possible else None
        if doubt is not None:
            found[event.site] = doubt
    return found


def _is_needed(run: Run, event: RetainedGraph) -> Answer:
    loop, accumulated = event.loop.run, event.growth is Growth.ACCUMULATED
    reached = run.backward_reaches(event.nodes) if accumulated else NEVER
    if reached.possible:
        return reached
    if not _runs_model_or_training(run, event.nodes, loop):
        return Answer(Certainty.MAYBE, Doubt.NO_TRAINING)
    if accumulated and _is_differentiated(run, event.nodes) and not _may_retain_activations(run, event.nodes, loop):
        return Answer(Certainty.MAYBE, Doubt.BACKPROPAGATED)
    if _is_sequential_composition(run, event.nodes, loop):
        return Answer(Certainty.MAYBE, Doubt.ONE_FORWARD_PASS)
    unrecorded = _may_be_unrecorded(run, event)
    if unrecorded.possible:
        return unrecorded
    if accumulated and _is_backpropagated_after_loop(run, event):
        return Answer(Certainty.YES, Doubt.NEEDED_AFTER_LOOP)
    if accumulated and _is_part_of_later_losses(run, event):
        return Answer(Certainty.YES, Doubt.BACKPROPAGATED)
    if is_freed(run, event):
        return NEVER
    if not accumulated and not event.outlives:
        return Answer(Certainty.MAYBE, Doubt.HOLDER_IS_LOCAL)
    outside = run.used_outside(event.nodes)
    if outside.possible or not accumulated or _steps_in_loop(run, loop):
        return outside
    # Without a step, the iterations may compute one value, such as adapted weights, that other code uses with its graph.
    detached = run.below(node for item in run.of(Detached) for node in item.nodes)
    return NEVER if detached.isdisjoint(event.nodes) else Answer(Certainty.MAYBE, Doubt.DETACHED)


def _sums_used_later(run: Run, events: Iterable[RetainedGraph]) -> frozenset[tuple[Site, Site]]:
    """Return the statements, with their loops, of which a backward certainly reaches a sum."""
    return frozenset((event.site, event.loop.loop) for event in events if run.backward_reaches(event.nodes).certainty is Certainty.YES)


def _stores_used_later(run: Run, events: Iterable[RetainedGraph]) -> frozenset[tuple[Site, Site]]:
    """Return the statements, with their loops, of which a backward reaches a stored graph in another iteration, or after the loop."""
    return frozenset(
        (event.site, event.loop.loop) for event in events if any(_used_in_other_iteration(run, node, event) for node in event.nodes)
    )


def _used_in_other_iteration(run: Run, node: int, store: RetainedGraph) -> bool:
    """Return True if a backward reaches a stored node in an iteration other than its own, or after the loop."""
    own_iteration = run.nodes[node].context.iteration_of(store.loop.run)
    if any(node in event.possibly_reached for event in run.of(Backward) if event.context.iteration_of(store.loop.run) != own_iteration):
        return True
    raised = (event for event in run.of(Raised) if event.context.iteration_of(store.loop.run) != own_iteration)
    return any(node in run.below(event.chain[:1]) for event in raised)


def is_freed(run: Run, event: RetainedGraph) -> bool:
    """Return True if a backward within the loop certainly freed a node of the graphs, so that nothing can backpropagate through them."""
    if event.freed:
        return True
    below, loop = run.below(event.nodes), event.loop.run
    return any(backward.freed & below and backward.context.iteration_of(loop) for backward in run.of(Backward))


def _may_be_unrecorded(run: Run, event: RetainedGraph) -> Answer:
    """Say if the graphs are those of an evaluation that runs under an unknown grad mode on another path: the program may disable it."""
    doubtful = {
        forward.site: forward for forward in run.of(Forward) if forward.training is Certainty.NO and forward.grad_mode is Certainty.MAYBE
    }
    if not doubtful:
        return NEVER
    calls = {run.nodes[node].forward for node in run.below(event.nodes)}
    evaluated = (forward for forward in run.of(Forward) if forward.number in calls and forward.training is Certainty.NO)
    return next((run.grad_mode_off(doubtful[forward.site]) for forward in evaluated if forward.site in doubtful), NEVER)


def _runs_model_or_training(run: Run, nodes: Iterable[int], loop: RunNumber) -> bool:
    """Return True if the iterations of a loop call a model or train. A loop that does neither builds one expression, term by term."""
    if any(event.context.iteration_of(loop) for event in run.events if isinstance(event, Backward | Forward | Step)):
        return True
    below = (run.nodes[number] for number in run.below(nodes))
    return any(node.context.iteration_of(loop) and _is_from_module(node) for node in below)


def _steps_in_loop(run: Run, loop: RunNumber) -> bool:
    """Return True if an optimizer steps in the iterations of a loop: no gradient is meant to pass through the weights of earlier ones."""
    return any(event.context.iteration_of(loop) for event in run.of(Step))


def _is_from_module(node: Node) -> bool:
    """Return True if a module call created the node."""
    return bool(node.forward) or node.origin is Origin.MODULE_CALL


def _is_sequential_composition(run: Run, nodes: Iterable[int], loop: RunNumber) -> bool:
    """Return True if a value in a loop is a module's output for its previous value, or a product with it, in a loop that trains nothing:
    layers or time steps of one forward pass."""
    if any(event.context.iteration_of(loop) for event in run.of(Backward)):
        return False
    oldest: dict[int, int] = {}
    nothing = frozenset[int]()
    composed: dict[int, frozenset[int]] = {}
    # Inputs have smaller numbers: each node comes after all on which it depends.
    for number in sorted(run.below(nodes)):
        node = run.nodes[number]
        inputs = [item for item in (*node.inputs, *node.possible_inputs) if item in oldest]
        iteration = node.context.iteration_of(loop)
        earlier = [oldest[item] for item in inputs if oldest[item]]
        oldest[number] = min([*earlier, iteration] if iteration else earlier, default=0)
        is_composed = _is_from_module(node) or _is_gated(node, [oldest[item] for item in inputs], iteration)
        own = {iteration} if oldest[number] < iteration and oldest[number] and is_composed else ()
        parts = [composed[item] for item in inputs if composed[item]]
        composed[number] = frozenset().union(*parts, own) if parts or own else nothing
    return any(run.nodes[end].context.iteration_of(loop) in composed[end] for end in nodes)


def _is_gated(node: Node, oldest: Iterable[int], iteration: int) -> bool:
    """Return True if an operation that saves both operands, as a product does, combines an earlier value with one of this iteration alone.

    A total is the sum of such values. Only a recurrence multiplies the earlier one with what the iteration has computed.
    """
    ages = set(oldest)
    return node.origin is Origin.OPERATION and len(node.saved) > 1 and iteration in ages and len(ages - {0}) > 1


def _is_backpropagated_after_loop(run: Run, event: RetainedGraph) -> bool:
    """Return True if a backward after a loop reaches the forward calls of all its iterations, so that they must be retained."""
    loop = event.loop.run
    calls = [number for number in run.below(event.nodes) if run.nodes[number].context.iteration_of(loop) and run.nodes[number].forward]
    reached = {number for backward in run.of(Backward) if backward.number > event.number for number in backward.possibly_reached}
    iterations = {run.nodes[number].context.iteration_of(loop) for number in calls}
    return bool(iterations) and iterations == {run.nodes[number].context.iteration_of(loop) for number in calls if number in reached}


def _is_part_of_later_losses(run: Run, event: RetainedGraph) -> bool:
    """Return True if each iteration's backward reaches the value that the one before has stored: it is a state, and not only a total."""
    loop = event.loop.run
    values = [number for number in run.below(event.nodes) if event.site.contains(run.nodes[number].site)]
    stored = {number: now for number in values if (now := run.nodes[number].context.iteration_of(loop))}
    iterations = set(stored.values())
    used = {
        iteration
        for backward in run.of(Backward)
        for number, iteration in stored.items()
        if number in backward.reached and iteration < backward.context.iteration_of(loop)
    }
    # No iteration follows the last one.
    return len(iterations) > 1 and iterations - {max(iterations)} <= used


def coverage_of_owner(run: Run, event: RetainedGraph) -> Coverage:
    """Return the coverage of the graphs that an owner holds: nothing can backpropagate through freed ones."""
    return COVERED if is_freed(run, event) else coverage_above(run, event, event.nodes)


def _is_differentiated(run: Run, nodes: Iterable[int]) -> bool:
    """Return True if `autograd.grad` returns gradients for the value of an earlier iteration, as for weights that a loop updates by hand:
    without a graph, it would raise."""
    nodes = frozenset(nodes)
    sites = {run.nodes[number].site for number in nodes}
    return run.must_require_grad([number for number in run.below(nodes) if run.nodes[number].site in sites])


def growth_note(run: Run, event: RetainedGraph) -> str:
    """Describe the memory that one more iteration of a loop retains, as a note of a finding."""
    if is_freed(run, event):
        # Where a framework calls `backward()`, it reaches the whole graph.
        called_here = any(backward.context.iteration_of(event.loop.run) for backward in run.of(Backward))
        if called_here and _retains_activations(run, event.nodes, event.loop.run):
            return "memory grows by each iteration's graph nodes and the activations of the part that no `backward()` reaches"
        return "memory grows by a few KiB per iteration (activations are already freed)"
    if adds_leaves(run, event):
        return "memory grows by the graph nodes of each iteration"
    return "memory grows by each iteration's graph with all its activations"


def adds_leaves(run: Run, event: RetainedGraph) -> bool:
    """Return True if each iteration adds leaves of its own, scaled or not, as a moving average of parameters does."""
    number = event.loop.number
    new = [run.nodes[each] for each in run.below(event.nodes) if run.nodes[each].context.iteration_of(event.loop.run) == number]
    leaves = {each for node in new for each in node.inputs if run.nodes[each].origin is Origin.LEAF}
    return bool(leaves) and all(node.origin is Origin.LEAF or _is_linear(run, node) for node in new)


def _is_linear(run: Run, node: Node) -> bool:
    """Return True for a term of a weighted sum: a product of two results would save them."""
    operation = without_variant(node.operation).removesuffix("_")
    of_leaves = all(run.nodes[each].origin is Origin.LEAF for each in node.inputs)
    return operation in LINEAR and not node.possible_inputs and (operation not in SCALING or len(node.inputs) == 1 or of_leaves)


def _may_retain_activations(run: Run, nodes: Iterable[int], loop: RunNumber) -> bool:
    """Return True if nodes of a loop may have saved tensors, such as those of gradients with `create_graph=True`."""
    below = (run.nodes[number] for number in run.below(nodes))
    return any(node.saves is not Certainty.NO for node in below if node.context.iteration_of(loop))


def _retains_activations(run: Run, nodes: Iterable[int], loop: RunNumber) -> bool:
    """Return True if nodes of a loop retain their saved tensors because no backward reaches them, as for a metric beside the loss.
    Multiplication by a scalar saves only the scalar."""
    below = (run.nodes[number] for number in run.below(nodes) - run.reached)
    keeps = (node for node in below if node.saves is Certainty.YES and node.context.iteration_of(loop))
    return any(node.operation not in SCALING or len(node.inputs) + len(node.possible_inputs) > 1 for node in keeps)
