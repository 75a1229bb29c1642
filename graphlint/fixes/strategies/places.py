"""Sites in the program from which fixes of failing backwards start, read from the run."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import TypeAlias

from graphlint.autograd.events import Backward, Change, ChangedBy, Event, LoopIteration, Node, Origin, Raised, Site, Step
from graphlint.autograd.numbers import RunNumber
from graphlint.autograd.operations import without_variant
from graphlint.autograd.queries import crossing, diverging_loop
from graphlint.autograd.run import Run
from graphlint.rule.hints import Hint

PAIRS_OF_STATES = frozenset(("lstm", "lstm_cell"))
"""Operations that take and return a pair of states."""

LOG_PROBABILITIES = frozenset(("log_prob", "log_softmax", "logsigmoid", "log", "cross_entropy", "nll_loss"))
"""Operations whose result is a log-probability, or the logarithm of one that is computed by hand."""

Places: TypeAlias = "dict[Hint, list[Site]]"


def sites_of(*records: Node | Event) -> list[Site]:
    """Return the sites of nodes or events, each followed by its call stack from the inside out, without duplicates."""
    return list(dict.fromkeys(site for record in records for site in (record.site, *reversed(record.context.calls))))


def sites_of_second_backward(run: Run, raised: Raised) -> Places:
    """Return the sites of a second backward through a freed graph.

    EARLIER and AGAIN; SHARED, FED and FED_AGAIN where the two share a part, WEIGHT or WEIGHT_AGAIN if that only weighs log-probabilities of
    the first or the second one, TRAINED_AGAIN if the second one trains more; STEPPED, STEPPED_ALL and STEPPED_SHARED if a step runs in
    between.
    """
    earlier = raised.cause
    if not isinstance(earlier, Backward):
        return {}
    sites: Places = {Hint.EARLIER: sites_of(earlier), Hint.AGAIN: sites_of(raised)}
    index = next((index for index, number in enumerate(raised.chain) if number in earlier.reached), None)
    if index is None:
        return sites
    shared = raised.chain[index]
    later = run.below(raised.chain[:1])
    sites[Hint.SHARED] = sites_of(run.nodes[shared])
    sites[Hint.FED] = sites_of(*(run.nodes[number] for number in sorted(earlier.reached - later) if shared in run.nodes[number].inputs))
    sites[Hint.FED_AGAIN] = sites_of(run.nodes[raised.chain[index - 1]]) if index else []
    if _weighs_log_probability(run, earlier.roots, raised.chain[:1], shared):
        sites[Hint.WEIGHT] = sites[Hint.SHARED]
    elif _weighs_log_probability(run, raised.chain[:1], earlier.roots, shared):
        sites[Hint.WEIGHT_AGAIN] = sites[Hint.SHARED]
    leaves = _leaves(run, (shared,))
    steps = [event for event in _between(run, earlier, raised) if isinstance(event, Step)]
    sites[Hint.STEPPED] = [event.site for event in steps][:1]
    sites[Hint.STEPPED_ALL] = [event.site for event in steps if _leaves(run, raised.chain[:1]) <= event.owned][:1]
    sites[Hint.STEPPED_SHARED] = [event.site for event in steps if event.owned & leaves][:1]
    if any(run.nodes[number].origin is Origin.LEAF for number in run.below(raised.chain[:1], without=frozenset((shared,)))):
        sites[Hint.TRAINED_AGAIN] = sites[Hint.AGAIN]
    return sites


def _weighs_log_probability(run: Run, roots: Iterable[int], others: Iterable[int], shared: int) -> bool:
    """Return True if some roots share with others only factors of their log-probabilities, such as an advantage.

    The estimator of a policy's gradient, and the cross entropy with another network's probabilities, take the factor as a constant.
    """
    weights = frozenset(
        weight
        for number in run.below(roots)
        if without_variant(run.nodes[number].operation) == "mul" and len(run.nodes[number].inputs) == 2
        for weight, factor in (run.nodes[number].inputs, run.nodes[number].inputs[::-1])
        if _is_log_probability(run, factor) and weight not in run.below((factor,))
    )
    both = run.below(roots, without=weights) & run.below(others)
    return shared in weights and all(run.nodes[number].origin is Origin.LEAF for number in both)


def _is_log_probability(run: Run, number: int) -> bool:
    """Return True for a logarithm of probabilities, and for what is computed of it and constants, such as the ratio to an old policy."""
    node = run.nodes[number]
    while without_variant(node.operation) not in LOG_PROBABILITIES:
        if len(node.inputs) != 1 or node.origin is not Origin.OPERATION:
            return False
        node = run.nodes[node.inputs[0]]
    return True


def sites_of_invariant(run: Run, raised: Raised) -> Places:
    """Return the sites of a part that was built once: BUILT, EDGE, TAKEN, and TRAINED_PART if a step in between changed its parameters.

    TRAINED_WITHOUT if each iteration calls the modules of the part again, so that it trains their parameters without the part, and does
    not add the part to the loss.
    """
    if not isinstance(raised.cause, Backward):
        return {}
    iterations = diverging_loop(raised.cause.context, raised.context)
    if iterations is None:
        return {}
    loop = iterations[1].run
    below = run.below(raised.chain[:1])
    new = {number for number in below if run.nodes[number].context.iteration_of(loop) == iterations[1].number}
    edges = {item for number in new for item in run.nodes[number].inputs} - new if new else set(raised.chain[:1])
    edges = {number for number in edges if run.nodes[number].origin is not Origin.LEAF and number in run.below(edges)}
    old = [run.nodes[number] for number in sorted(run.below(edges)) if run.nodes[number].origin is not Origin.LEAF]
    leaves = _leaves(run, edges)
    step = next((event for event in _between(run, raised.cause, raised) if isinstance(event, Step) and event.owned & leaves), None)
    own = {item for number in new if run.nodes[number].forward for item in run.nodes[number].inputs}
    by_modules = all(node.forward for node in old if any(run.nodes[item].origin is Origin.LEAF for item in node.inputs))
    return {
        Hint.BUILT: sites_of(*old),
        Hint.EDGE: sites_of(*(run.nodes[number] for number in sorted(edges))),
        Hint.TAKEN: sites_of(*(run.nodes[number] for number in sorted(new) if edges.intersection(run.nodes[number].inputs))),
        Hint.TRAINED_PART: [event.site for event in (step,) if event is not None],
        Hint.TRAINED_WITHOUT: [raised.site] if by_modules and leaves and leaves <= own and not _is_term(run, edges, new) else [],
    }


def _is_term(run: Run, edges: AbstractSet[int], new: AbstractSet[int]) -> bool:
    """Return True if an iteration adds values of a part that was built once, or what it computes from these alone, to its own values."""
    alone = set(edges)
    for number in sorted(new):
        node = run.nodes[number]
        if alone.issuperset(node.inputs):
            alone.add(number)
        elif without_variant(node.operation) == "add" and not alone.isdisjoint(node.inputs):
            return True
    return False


def sites_of_carried_state(run: Run, raised: Raised) -> Places:
    """Return the sites of a carried state: LOOP, CARRIED, TAKEN, and PAIR for an LSTM. There are none if a detached state leaves the newer
    iteration without a graph."""
    iteration = next((iteration for iteration in reversed(raised.context.iterations) if crossing(run, raised.chain, iteration.run)), None)
    if isinstance(raised.cause, Backward):
        iterations = diverging_loop(raised.cause.context, raised.context)
        iteration = iterations[1] if iterations else iteration
    if iteration is None or not _has_graph_of_its_own(run, raised.chain[:1], iteration.run):
        return {}
    sites: Places = {Hint.LOOP: [iteration.loop]}
    pair = crossing(run, raised.chain, iteration.run)
    if pair is not None:
        taken, carried = run.nodes[pair[0]], run.nodes[pair[1]]
        sites |= {Hint.TAKEN: sites_of(taken), Hint.CARRIED: sites_of(carried)}
        if without_variant(taken.operation) in PAIRS_OF_STATES:
            sites[Hint.PAIR] = [taken.site]
    return sites


def sites_of_retained_state(run: Run, backward: Backward, iteration: LoopIteration) -> Places:
    """Return the sites of a carried state through which a backward reaches earlier iterations again: LOOP, CARRIED, TAKEN, and PAIR.

    Args:
        iteration: the iteration of the backward, in the loop that carries the state.
    """
    if not _has_graph_of_its_own(run, backward.roots, iteration.run):
        return {}
    crossings = [
        (run.nodes[number], run.nodes[older])
        for number in sorted(backward.reached)
        for older in run.nodes[number].inputs
        if older in backward.reached
        and 0
        < run.nodes[older].context.iteration_of(iteration.run)
        < run.nodes[number].context.iteration_of(iteration.run)
        == iteration.number
    ]
    sites: Places = {Hint.LOOP: [iteration.loop]}
    sites[Hint.TAKEN] = sites_of(*(taken for taken, _ in crossings))
    sites[Hint.CARRIED] = sites_of(*(carried for _, carried in crossings))
    sites[Hint.PAIR] = [taken.site for taken, _ in crossings if without_variant(taken.operation) in PAIRS_OF_STATES]
    return sites


def sites_of_change(run: Run, raised: Raised) -> Places:
    """Return the sites of a backward that needs a modified parameter: CHANGED, AGAIN, THROUGH and EARLIER; SHARED and FED_AGAIN where the
    two backwards share a part, STEPPED_SHARED if detaching it is enough, and STEPPED_ALL if one optimizer trains all; BUILT and EDGE if a
    loop repeats the backward of a root built before it; INPUT and TAKES_INPUT where both use an input of the part that the step trains;
    with the sites of a carried state, if one leads there."""
    sites = sites_of_carried_state(run, raised)
    change = raised.cause
    if not isinstance(change, Change):
        return sites
    sites[Hint.CHANGED] = sites_of(change)
    sites[Hint.AGAIN] = sites_of(raised)
    sites[Hint.THROUGH] = sites_of(*(run.nodes[number] for number in raised.chain))
    earlier = max((event for event in run.of(Backward) if event.number < change.number), key=lambda event: event.number, default=None)
    if earlier is None:
        return sites
    sites[Hint.EARLIER] = sites_of(earlier)
    sites |= _sites_of_repeated_root(run, raised, earlier)
    index = next((index for index, number in enumerate(raised.chain) if number in earlier.reached), None)
    if index is not None:
        sites[Hint.SHARED] = sites_of(run.nodes[raised.chain[index]])
        sites[Hint.FED_AGAIN] = sites_of(run.nodes[raised.chain[index - 1]]) if index else []
    step = next((event for event in run.of(Step) if (event.site, event.context) == (change.site, change.context)), None)
    if step is None:
        return sites
    root = raised.chain[:1]
    if not step.complete or _leaves(run, root) <= step.owned:
        sites[Hint.STEPPED_ALL] = [step.site]  # An optimizer of unknown parameters counts as the owner of all that its step follows.
    elif index and _separates(run, raised.chain[0], raised.chain[index], step.owned):
        sites[Hint.STEPPED_SHARED] = [step.site]
    elif change.by is ChangedBy.STEP:
        trained, later = _trained_operations(run, earlier.reached, step.owned), run.below(root)
        taking = trained - later
        shared = {item for number in taking for item in run.nodes[number].inputs if item in later and item not in trained | step.owned}
        sites[Hint.INPUT] = sites_of(*(run.nodes[number] for number in sorted(shared) if run.nodes[number].origin is not Origin.LEAF))
        sites[Hint.TAKES_INPUT] = sites_of(
            *(run.nodes[number] for number in sorted(taking) if shared.intersection(run.nodes[number].inputs))
        )
    return sites


def _trained_operations(run: Run, reached: AbstractSet[int], owned: AbstractSet[int]) -> set[int]:
    """Return the reached nodes that depend on an owned leaf."""
    trained = set(owned)
    for number in sorted(reached):
        if not trained.isdisjoint(run.nodes[number].inputs):
            trained.add(number)
    return trained & reached


def _sites_of_repeated_root(run: Run, raised: Raised, earlier: Backward) -> Places:
    """Return the sites of a root that a loop repeatedly backpropagates and that was built before it: BUILT and EDGE."""
    iterations = diverging_loop(earlier.context, raised.context)
    root = run.nodes[raised.chain[0]] if raised.chain else None
    if root is None or root.number not in earlier.roots or iterations is None or root.context.iteration_of(iterations[1].run):
        return {}
    built = (run.nodes[number] for number in sorted(run.below((root.number,))))
    return {Hint.BUILT: sites_of(*(node for node in built if node.origin is not Origin.LEAF)), Hint.EDGE: sites_of(root)}


def _separates(run: Run, root: int, shared: int, owned: frozenset[int]) -> bool:
    """Return True if a graph depends on owned leaves through a shared node only, and the shared node on no other leaves."""
    own = run.below((root,), without=frozenset((shared,)))
    return _leaves(run, (shared,)) <= owned and not own & owned


def _has_graph_of_its_own(run: Run, roots: Iterable[int], loop: RunNumber) -> bool:
    """Return True if the graph of some roots holds a parameter, or a module that may have some, besides what it takes from earlier
    iterations of a loop."""
    pending = list(roots)
    newest = max((run.nodes[number].context.iteration_of(loop) for number in pending), default=0)
    seen = set(pending)
    while pending:
        node = run.nodes[pending.pop()]
        is_older = 0 < node.context.iteration_of(loop) < newest
        if node.origin is Origin.LEAF or (not is_older and _may_have_parameters(run, node)):
            return True
        if not is_older:
            added = {*node.inputs, *node.possible_inputs} - seen
            seen |= added
            pending.extend(added)
    return False


def _may_have_parameters(run: Run, node: Node) -> bool:
    """Return True for a call of a module, or of unresolved code that is not a computation on data only."""
    of_data = bool(node.possible_inputs) and run.presumed_data.issuperset(node.possible_inputs)
    return node.origin is Origin.MODULE_CALL or (node.origin is Origin.UNRESOLVED_CALL and not of_data)


def _leaves(run: Run, nodes: Iterable[int]) -> frozenset[int]:
    return frozenset(number for number in run.below(nodes) if run.nodes[number].origin is Origin.LEAF)


def _between(run: Run, first: Event, last: Event) -> list[Event]:
    """Return the events from one to another."""
    started = False
    events: list[Event] = []
    for event in run.events:
        if event is last:
            break
        started = started or event is first
        if started:
            events.append(event)
    return events
