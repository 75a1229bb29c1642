"""Queries on a run that several rules share: the iterations of events, freed graphs, evaluation code."""

from __future__ import annotations

import enum
import itertools
import re
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from typing import Final

from graphlint.autograd.events import (
    MODULE_RESULTS,
    PROJECTIONS,
    SELECTING,
    UNEXECUTED_BACKWARD,
    UNRESOLVED,
    UNTRACKED,
    Backward,
    Cause,
    Certainty,
    Context,
    Creator,
    Forward,
    FrozenForward,
    Havoc,
    LoopIteration,
    Origin,
    Raised,
    Site,
    Step,
)
from graphlint.autograd.numbers import RunNumber
from graphlint.autograd.presumptions import Presumption
from graphlint.autograd.run import Answer, Run


class Freed(enum.Enum):
    """The way in which a backward came to need a graph that an earlier one has freed."""

    TWICE = "used twice"
    BEFORE_LOOP = "built before the loop, or once in it"
    CARRIED = "rebuilt from itself and carried over"


def diverging_loop(earlier: Context, later: Context) -> tuple[LoopIteration, LoopIteration] | None:
    """Return the iterations of the outermost loop in which two contexts differ, None for a context outside of that loop."""
    for one, two in zip(earlier.iterations, later.iterations, strict=False):
        if one.run != two.run or one.loop != two.loop:
            return None
        if one.number != two.number:
            return one, two
    return None


def dynamic_call_key(event: Forward) -> Hashable:
    """Return a key of one dynamic module call: site, call stack, loop iterations, module depth. Two calls of different modules with the
    same key are on different paths."""
    return event.site, event.context.calls, tuple((turn.loop, turn.number) for turn in event.context.iterations), len(event.enclosing_calls)


def same_call(run: Run, raised: Raised) -> list[Backward]:
    """Return the backwards of a call that raised, on the paths on which it succeeds."""
    return [event for event in run.of(Backward) if event.site == raised.site and event.context == raised.context]


def drops_graphs(run: Run, raised: Raised) -> bool:
    """Return True if the call that raises has, in the same iterations, dropped paths that alone held graphs."""
    calls, iterations = raised.context.calls, raised.context.iterations
    before = itertools.takewhile(lambda event: event is not raised, run.events)
    dropped = (event.context for event in before if isinstance(event, Havoc) and event.cause is Cause.DROPPED_PATH)
    return any(each.calls[: len(calls)] == calls and each.iterations[: len(iterations)] == iterations for each in dropped)


def may_reach_any(run: Run, backward: Backward) -> bool:
    """Return True if a backward started from a value of unresolved code: it may have reached any leaf."""
    origins = {run.nodes[number].origin for number in backward.possibly_reached}
    return Origin.UNRESOLVED_CALL in origins or (Origin.UNRESOLVED_VALUE in origins and not backward.leaves & backward.reached)


def _repeated_call(earlier: Context, later: Context) -> int:
    """Return the depth of the calls of one function, by two statements, in which two contexts differ; 0 if there are none."""
    depth = next((index for index, (one, two) in enumerate(zip(earlier.calls, later.calls, strict=False)) if one != two), None)
    if depth is None or earlier.functions[: depth + 1] != later.functions[: depth + 1]:
        return 0
    return depth + 1


def _rebuilds_itself_by_calls(run: Run, raised: Raised, freed_by: Backward) -> bool:
    """Return True for a state computed from itself that one call of a function leaves for the next one, without a loop."""
    depth = _repeated_call(freed_by.context, raised.context)
    if not depth or freed_by.site != raised.site:
        return False
    numbers = {freed_by.context.calls[:depth]: 1, raised.context.calls[:depth]: 2}
    return _rebuilds_itself(run, raised.root, raised.chain[-1], lambda context: numbers.get(context.calls[:depth], 0))


def rebuilds_itself(run: Run, root: int, lost: int, loop: RunNumber) -> bool:
    """Return True if the path from a root to a node contains nodes of one statement in different iterations of a loop, the newer
    depending on the older: a state computed from itself. Selecting elements of a value computes none."""
    return _rebuilds_itself(run, root, lost, lambda context: context.iteration_of(loop))


def _rebuilds_itself(run: Run, root: int, lost: int, turn_of: Callable[[Context], int]) -> bool:
    made: dict[Creator, dict[int, int]] = {}
    for number in sorted(run.below((root,))):
        node = run.nodes[number]
        turn = turn_of(node.context)
        if turn and node.operation not in SELECTING:
            made.setdefault(node.creator, {})[turn] = number
    for turns in made.values():
        if len(turns) > 1:
            newest = turns[max(turns)]
            older = {number for turn, number in turns.items() if turn != max(turns)}
            if older & run.below((newest,)) and any(lost in run.below((number,)) for number in older | {newest}):
                return True
    return False


def classify_freed_graph(run: Run, raised: Raised) -> Freed:
    """Classify the use of a freed graph."""
    freed_by = raised.cause
    if not isinstance(freed_by, Backward):
        return Freed.TWICE
    turns = diverging_loop(freed_by.context, raised.context)
    if turns is None:
        return Freed.CARRIED if _rebuilds_itself_by_calls(run, raised, freed_by) else Freed.TWICE
    loop = turns[1].run
    if (
        raised.carried is not None
        or rebuilds_itself(run, raised.root, raised.chain[-1], loop)
        or _built_for_next_iteration(run, raised, loop)
        or _updated_beside_the_root(run, raised, loop)
    ):
        return Freed.CARRIED
    older = _inputs_from_before_loop(run, raised.root, loop)
    if run.nodes[raised.chain[-1]].context.iteration_of(loop) == 0 and older and not older & freed_by.reached:
        return Freed.TWICE
    return Freed.BEFORE_LOOP


def crossing(run: Run, chain: Iterable[int], loop: RunNumber) -> tuple[int, int] | None:
    """Return the nodes at which a chain goes from the newest iteration of a loop into an older one: the last before, the first after."""
    before: int | None = None
    newest = max((run.nodes[number].context.iteration_of(loop) for number in chain), default=0)
    for number in chain:
        iteration = run.nodes[number].context.iteration_of(loop)
        if before is not None and run.nodes[before].context.iteration_of(loop) == newest and 0 < iteration < newest:
            return before, number
        before = number
    return None


def _built_for_next_iteration(run: Run, raised: Raised, loop: RunNumber) -> bool:
    """Return True if the path enters an earlier iteration at a node built after that iteration's own root: a state for the next one."""
    pair = crossing(run, raised.chain, loop)
    if pair is None or raised.root not in run.nodes:
        return False
    root, turn = run.nodes[raised.root], run.nodes[pair[1]].context.iteration_of(loop)
    return any(
        node.creator == root.creator and node.context.iteration_of(loop) == turn for number, node in run.nodes.items() if number < pair[1]
    )


def _updated_beside_the_root(run: Run, raised: Raised, loop: RunNumber) -> bool:
    """Return True if the path enters an earlier iteration at a state of which that iteration's own root is independent, and from which the
    same statement has computed the next state in a later iteration."""
    pair = crossing(run, raised.chain, loop)
    if pair is None or raised.root not in run.nodes:
        return False
    state = pair[1]
    while run.nodes[state].operation in SELECTING and run.nodes[state].inputs:
        state = run.nodes[state].inputs[0]
    creator, turn = run.nodes[state].creator, run.nodes[state].context.iteration_of(loop)
    own = run.nodes[raised.root].creator
    roots = [number for number, node in run.nodes.items() if node.creator == own and node.context.iteration_of(loop) == turn]
    if not roots or state in run.below(roots):
        return False
    later = (number for number, node in run.nodes.items() if node.creator == creator and node.context.iteration_of(loop) > turn)
    return any(state in run.below((number,)) for number in later)


def iterations(raised: Raised) -> tuple[str, str]:
    """Return the iteration in which a graph is freed and the one in which a later `backward()` needs it, in words.

    An executed iteration stands for later ones, too: its number is right only if the first one frees the graph and the next one needs it.
    """
    turns = diverging_loop(raised.cause.context, raised.context) if raised.cause is not None else None
    if turns is None or (turns[0].number, turns[1].number) == (1, 2):
        return "the first iteration", "the second iteration"
    return "the first iteration" if turns[0].number == 1 else "an earlier iteration", "a later iteration"


def built_in_loop(run: Run, raised: Raised) -> bool:
    """Return True if a freed graph was built in an iteration of the loop whose later iteration needs it."""
    turns = diverging_loop(raised.cause.context, raised.context) if raised.cause is not None else None
    return turns is not None and run.nodes[raised.chain[-1]].context.iteration_of(turns[1].run) > 0


def _inputs_from_before_loop(run: Run, root: int, loop: RunNumber) -> frozenset[int]:
    """Return the nodes created before a loop on which nodes of the loop depend directly."""
    if root not in run.nodes:
        return frozenset()
    if run.nodes[root].context.iteration_of(loop) == 0:
        return frozenset((root,))
    inside = [number for number in run.below((root,)) if run.nodes[number].context.iteration_of(loop)]
    below = {item for number in inside for item in run.nodes[number].inputs}
    return frozenset(
        item for item in below if run.nodes[item].context.iteration_of(loop) == 0 and run.nodes[item].origin is not Origin.LEAF
    )


_WORD: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
EVALUATING: Final = frozenset(
    (
        "test tests testing tester eval evaluate evaluation evaluating val valid validate validation predict prediction predictions "
        "predictor infer inference sample sampling generate"
    ).split()
)
CONSTRUCTOR: Final = "__init__"
_TESTING: Final = frozenset(["test", "tests", "testing", "tester"])
TRAINING: Final = frozenset(["train", "training", "trainer", "fit", "learn", "learning", "update", "optimize", "optimise"])


def words(text: str) -> list[str]:
    """Return the words of an identifier, in lower case."""
    return [word.lower() for word in _WORD.findall(text)]


def is_evaluation(run: Run, context: Context, evaluating: frozenset[str] = EVALUATING) -> bool:
    """Return True if the names of the enclosing functions, loops or branches say that they test, validate, predict or sample.

    The names around the call of a constructor say nothing about the code in it.
    """
    names = (*context.functions, *context.enclosing_words)
    if CONSTRUCTOR in context.functions:
        names = context.functions[-context.functions[::-1].index(CONSTRUCTOR) :] if context.functions[-1] != CONSTRUCTOR else ()
    for name in reversed(names):
        found = words(name)
        if any(word in TRAINING for word in found):
            return False
        if any(word in evaluating for word in found):
            return run.presumes(Presumption.NAMES_TELL)
    return False


def calls_needing_grad_mode(run: Run, *causes: Cause, inside_forward: bool = False) -> Iterator[Site]:
    """Return the sites of module calls, and of the calls leading to them, whose graph some backward certainly reaches, or code may use that
    the run does not execute, of these kinds.

    Calls in module code are left out, since no other run enters it. Calls within a forward are left out unless `inside_forward`, since they
    are evaluated with the outer call.
    """
    outside = frozenset[int]().union(*(run.reach_of(cause) for cause in causes))
    for event in run.of(Forward):
        inside = event.context.functions[-1:]
        if (
            inside
            and (inside_forward or inside != ("forward",))
            and event.grad_mode is not Certainty.NO
            and (run.backward_reaches(event.outputs).certainty is Certainty.YES or not outside.isdisjoint(event.outputs))
        ):
            yield event.site
            on_the_way = zip(event.context.calls[1:], event.context.functions, strict=False)
            yield from (site for site, function in on_the_way if inside_forward or function != "forward")


def backpropagated_sites(run: Run) -> Iterator[Site]:
    """Return the sites of all operations and calls, also of unresolved callees, whose graph a backward of the run may use, and of the
    calls leading to them. What only receives a graph has no site of its own: an input, a parameter."""
    for number in run.reached:
        node = run.nodes[number]
        if node.inputs or node.possible_inputs:
            yield node.site
            yield from node.context.calls


def backpropagated_unresolved_calls(run: Run) -> Iterator[Site]:
    """Yield the calls of unresolved callees whose graph a backward of the run may use, and the calls leading to them."""
    for number in run.reached.union(*(event.possibly_reached for event in run.of(Backward))):
        node = run.nodes[number]
        if node.origin is Origin.UNRESOLVED_CALL:
            yield node.site
            yield from node.context.calls


def frozen_calls(run: Run) -> Iterator[Site]:
    """Yield each call of a frozen module: it builds no graph."""
    yield from (event.site for event in run.of(FrozenForward))


def calls_requiring_grad(run: Run) -> frozenset[int]:
    """Return the module calls within which backward runs, a call that may run it is not executed, or unresolved code receives a leaf to
    compute a gradient of: they would fail without grad mode."""
    found: set[int] = set()
    latest = 0
    for event in run.events:
        if isinstance(event, Backward):
            latest = event.number
        elif isinstance(event, Havoc) and event.cause in UNEXECUTED_BACKWARD:
            latest = max(latest, event.time)
        elif isinstance(event, Forward) and latest >= event.number:
            found.add(event.number)
    asked = {number for number in run.received(*UNTRACKED) - run.module_leaves if run.nodes[number].origin is Origin.LEAF}
    if asked:
        found |= {node.forward for node in run.nodes.values() if any(item in asked and item > node.forward for item in node.inputs)}
    return frozenset(found)


def trained_calls(run: Run, calls: Iterable[Forward]) -> list[Forward]:
    """Return the module calls whose parameters a backward certainly fills with gradients that a step then uses."""
    used: set[int] = set()
    for step in run.of(Step):
        used.update(mark.backward for marks in (*step.gradients.values(), step.presumed) for mark in marks)
    reached = frozenset[int]().union(*(event.reached for event in run.of(Backward) if event.number in used))
    return [event for event in calls if not reached.isdisjoint(event.outputs)]


def in_training_mode(event: Forward) -> bool:
    """Return True if all layers of a module whose forward pass depends on the mode are certainly in training mode."""
    return all(mode.training is Certainty.YES for mode in event.modes)


def measured_graph_used(run: Run, nodes: Collection[int]) -> Answer:
    """Say if something may backpropagate through the results of an evaluation, other than unresolved code that measures or shows them."""
    answer = run.graph_used(nodes)
    if not answer.possible or (without := run.graph_used(nodes, besides=UNTRACKED)).doubt is answer.doubt:
        return answer
    return without if run.presumes(Presumption.MEASURED_RESULTS) else answer


def is_unit_test(run: Run, event: Forward) -> bool:
    """Return True if a test function of a test file runs a module outside of loops: the test compares or discards the result."""
    functions, calls = event.context.functions, event.context.calls
    path = (calls[0] if calls else event.site).path
    tested = bool(functions) and functions[0].startswith("test_") and not event.context.iterations and run.is_test(path)
    return tested and run.presumes(Presumption.TESTS)


def is_smoke_test(run: Run, calls: Iterable[Forward]) -> bool:
    """Return True if calls at one place run each module once, on values without a meaning, only to test that it runs.

    The inputs are tensors that the program constructs itself. The parameters are neither trained nor loaded, or only the sizes of the
    results are read; a call outside of loops of which only these are read may receive any tensors. A loop may call layer after layer, each
    on the output of the one before, or construct a module for each call, if it is in training mode or only the sizes of the results are
    read: nothing has been learned that a test could measure. A name that says more than "test" shows that the results are used, except in
    a unit test.
    """
    events = sorted(calls, key=lambda event: event.number)
    if not events or any(event.number < events[0].number for event in run.of(Step)):
        return False
    called: dict[int, Hashable] = {}
    for earlier, event in zip([None, *events], events, strict=False):
        if is_unit_test(run, event):
            continue
        made_up = event.input_needs_grad is Certainty.NO or (
            event.input_needs_grad is Certainty.YES and has_inputs_from_modules(run, event)
        )
        untrained, once = made_up and event.constructed, made_up or not event.context.iterations
        if not (untrained or (once and _is_unread(run, event))) or is_evaluation(run, event.context, EVALUATING - _TESTING):
            return False
        key = dynamic_call_key(event)
        is_first = called.setdefault(event.object, key) == key
        if earlier is None or dynamic_call_key(earlier) == key or not run.below(event.inputs).isdisjoint(earlier.outputs):
            continue
        if not (is_first and ((untrained and event.training is Certainty.YES) or _is_unread(run, event))):
            return False
    return run.presumes(Presumption.TESTS)


NOT_COMPUTED: Final = (Origin.UNRESOLVED_VALUE, *PROJECTIONS)
"""Origins of unresolved values, and of items of results whose structure is unresolved."""


def _is_unread(run: Run, event: Forward) -> bool:
    """Return True if nothing reads the elements of a module's results, or of the parts of a result whose structure is unresolved."""
    if run.read is None:
        return False
    above = run.above(event.outputs)
    used = run.read | run.received(*UNTRACKED, Cause.CALLER, Cause.METHOD)
    return used.isdisjoint(above) and all(number in event.outputs or run.nodes[number].origin in NOT_COMPUTED for number in above)


def has_inputs_from_modules(run: Run, event: Forward) -> bool:
    """Return True if the inputs that need a gradient come from other module calls, not from a leaf whose gradient is needed."""
    return all(run.nodes[node].origin is not Origin.LEAF or node in run.module_leaves for node in run.below(event.inputs))


def forwards_in_graph(run: Run, nodes: Iterable[int]) -> frozenset[int]:
    """Return the numbers of the module calls that created the nodes on which these depend."""
    return frozenset(run.nodes[number].forward for number in run.below(nodes) if run.nodes[number].forward)


def graph_sources(run: Run, nodes: Iterable[int]) -> Iterator[tuple[Forward | None, int, frozenset[int]]]:
    """Yield where the graph below some nodes begins, with the leaves there: the outermost module calls with parameters or of unresolved
    modules, by number, and other operations on leaves, by node. Without these, nothing in the graph would require grad."""
    leaves_of: dict[int, frozenset[int]] = {}
    for number in sorted(run.below(nodes)):
        node = run.nodes[number]
        leaves = frozenset(item for item in node.inputs if run.nodes[item].origin is Origin.LEAF)
        forward = run.forwards.get(node.forward)
        if forward is not None and (leaves or forward.leaves or node.origin in MODULE_RESULTS):
            leaves_of[node.forward] = leaves_of.get(node.forward, forward.leaves) | leaves
        elif leaves and node.origin not in UNRESOLVED:
            yield None, number, leaves
    yield from ((run.forwards[number], number, leaves) for number, leaves in leaves_of.items())


def outermost(event: Forward) -> int:
    """Return the number of the outermost module call around a call."""
    return event.enclosing_calls[0] if event.enclosing_calls else event.number
