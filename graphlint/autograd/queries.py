"""Questions that several rules ask of a run: which iterations two events stand in, what evaluation is, how much a graph keeps."""

from __future__ import annotations

import enum
import re
from collections.abc import Hashable, Iterable, Iterator

from graphlint.autograd.events import SCALING, Backward, Certainty, Context, Forward, Kept, Node, Raised, Run, Site, Step, Turn


class Freed(enum.Enum):
    """How a backward came to walk a graph that an earlier one has freed."""

    TWICE = "walked twice"
    BEFORE_LOOP = "built before the loop, or once in it"
    CARRIED = "rebuilt from itself and carried over"


def parting(earlier: Context, later: Context) -> tuple[Turn, Turn] | None:
    """The outermost loop of which two contexts stand in different iterations: the turn of each, None where there is none."""
    for one, two in zip(earlier.turns, later.turns, strict=False):
        if one.run != two.run or one.loop != two.loop:
            return None
        if one.number != two.number:
            return one, two
    return None


def moment(event: Forward) -> Hashable:
    """The place of a module call, the calls that led there and the iterations around it: one path comes there once, so that different
    modules that are called there, equally deep inside of others, are called on different paths."""
    return event.site, event.context.calls, tuple((turn.loop, turn.number) for turn in event.context.turns), len(event.inside)


def turn_in(node: Node, run: int) -> int:
    """The iteration of a loop's run in which a node was made, 0 for none."""
    return next((turn.number for turn in node.context.turns if turn.run == run), 0)


def rebuilt(run: Run, root: int, lost: int, loop: int) -> bool:
    """Whether, on the way from a root down to a node, the same statement made nodes in different iterations of a loop, the newer hung on
    the older: a state rebuilt from itself."""
    made: dict[object, dict[int, int]] = {}
    for number in sorted(run.below((root,))):
        node = run.nodes[number]
        turn = turn_in(node, loop)
        if turn:
            made.setdefault((node.site, node.operation), {})[turn] = number
    for turns in made.values():
        if len(turns) > 1:
            newest = turns[max(turns)]
            older = {number for turn, number in turns.items() if turn != max(turns)}
            if older & run.below((newest,)) and any(lost in run.below((number,)) for number in older | {newest}):
                return True
    return False


def freed_how(run: Run, raised: Raised) -> Freed:
    """Classify the walk of a freed graph.

    Args:
        run: the run.
        raised: the error; `raised.by` is the backward that freed.
    """
    freed_by = raised.by
    if not isinstance(freed_by, Backward):
        return Freed.TWICE
    turns = parting(freed_by.context, raised.context)
    if turns is None:
        return Freed.TWICE
    loop = turns[1].run
    if rebuilt(run, raised.root, raised.chain[-1], loop):
        return Freed.CARRIED
    older = _older_roots(run, raised.root, loop)
    if turn_in(run.nodes[raised.chain[-1]], loop) == 0 and older and not older & freed_by.walked:
        return Freed.TWICE
    return Freed.BEFORE_LOOP


def iterations(raised: Raised) -> tuple[int, int]:
    """Return the iterations, from 1, in which a graph is freed and in which a later `backward()` needs it."""
    turns = parting(raised.by.context, raised.context) if raised.by is not None else None
    return (turns[0].number, turns[1].number) if turns is not None else (1, 2)


def built_in_loop(run: Run, raised: Raised) -> bool:
    """Test whether a freed graph was built in an iteration of the loop whose later iteration needs it."""
    turns = parting(raised.by.context, raised.context) if raised.by is not None else None
    return turns is not None and turn_in(run.nodes[raised.chain[-1]], turns[1].run) > 0


def _older_roots(run: Run, root: int, loop: int) -> frozenset[int]:
    """The nodes made before a loop on which what the loop has made hangs directly."""
    if root not in run.nodes:
        return frozenset()
    if turn_in(run.nodes[root], loop) == 0:
        return frozenset((root,))
    inside = [number for number in run.below((root,)) if turn_in(run.nodes[number], loop)]
    below = {item for number in inside for item in run.nodes[number].inputs}
    return frozenset(item for item in below if turn_in(run.nodes[item], loop) == 0 and run.nodes[item].operation != "leaf")


_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
EVALUATING = frozenset(
    (
        "test tests testing tester eval evaluate evaluation evaluating val valid validate validation predict prediction predictions "
        "predictor infer inference sample sampling generate"
    ).split()
)
TRAINING = frozenset(["train", "training", "trainer", "fit", "learn", "learning", "update", "optimize", "optimise"])


def words(text: str) -> list[str]:
    """The words of an identifier, in lower case."""
    return [word.lower() for word in _WORD.findall(text)]


def evaluates(context: Context) -> bool:
    """Whether the functions, loops or branches around say, by their names, that they test, validate, predict or sample."""
    for name in reversed((*context.functions, *context.around)):
        found = words(name)
        if any(word in TRAINING for word in found):
            return False
        if any(word in EVALUATING for word in found):
            return True
    return False


def freed_below(run: Run, nodes: Iterable[int], loop: int) -> bool:
    """Whether a backward inside a loop has surely freed something that these nodes hang on: then nothing can walk them any more."""
    below = run.below(nodes)
    return any(event.freed & below and any(turn.run == loop for turn in event.context.turns) for event in run.of(Backward))


def repeats_a_pass(run: Run, nodes: Iterable[int], loop: int) -> bool:
    """Whether a loop's iterations run a model or train: what a loop without either builds is one expression, written term by term."""
    if any(_stands_in(event.context, loop) for event in run.events if isinstance(event, Backward | Forward | Step)):
        return True
    below = (run.nodes[number] for number in run.below(nodes))
    return any(turn_in(node, loop) and _in_a_pass(node) for node in below)


def _in_a_pass(node: Node) -> bool:
    """Whether a node was made by a module."""
    return bool(node.forward) or node.operation == "module"


def _stands_in(context: Context, loop: int) -> bool:
    return any(turn.run == loop for turn in context.turns)


def composed(run: Run, nodes: Iterable[int], loop: int) -> bool:
    """Whether a value of a loop is a module's answer to the one before, in a loop that trains nothing: layers or time steps of one pass."""
    if any(_stands_in(event.context, loop) for event in run.of(Backward)):
        return False
    for end in nodes:
        turn = turn_in(run.nodes[end], loop)
        older = {number for number in run.below((end,)) if 0 < turn_in(run.nodes[number], loop) < turn}
        inside = [number for number in run.below((end,)) if turn_in(run.nodes[number], loop) == turn and _in_a_pass(run.nodes[number])]
        if any(not older.isdisjoint(run.below((number,))) for number in inside):
            return True
    return False


def passes_walked_after(run: Run, kept: Kept) -> bool:
    """Whether a backward behind a loop walks the forward passes of all its iterations: they are kept for it."""
    loop = kept.loop.run
    passes = [number for number in run.below(kept.nodes) if turn_in(run.nodes[number], loop) and run.nodes[number].forward]
    walked = {number for event in run.of(Backward) if event.number > kept.number for number in event.walked | event.perhaps}
    turns = {turn_in(run.nodes[number], loop) for number in passes}
    return bool(turns) and turns == {turn_in(run.nodes[number], loop) for number in passes if number in walked}


def walked_calls(run: Run, besides: frozenset[int] = frozenset()) -> Iterator[Site]:
    """The places of module calls whose graph some backward surely walks, or a caller that nobody sees may walk, or that holds nodes
    `besides` these, and of the calls that led there.

    Those in a forward are left out, as what stands there is judged as part of the pass, and those in no function, which no other run sees.
    """
    used = run.interrupted.union(besides, run.back_to_caller, *(event.walked for event in run.of(Backward)))
    for event in run.of(Forward):
        inside = event.context.functions[-1:]
        if inside and inside != ("forward",) and event.grad_mode is not Certainty.NO and not used.isdisjoint(event.result):
            yield event.site
            on_the_way = zip(event.context.calls[1:], event.context.functions, strict=False)
            yield from (site for site, function in on_the_way if function != "forward")


def walking_passes(run: Run) -> frozenset[int]:
    """The module calls inside of which a graph is walked, or code not at hand is given a leaf to ask a gradient of: without grad mode
    they would not run."""
    found: set[int] = set()
    walked = 0
    for event in run.events:
        if isinstance(event, Backward):
            walked = event.number
        elif isinstance(event, Forward) and walked > event.number:
            found.add(event.number)
    asked = {number for number in run.escaped - run.module_leaves if run.nodes[number].operation == "leaf"}
    if asked:
        found |= {node.forward for node in run.nodes.values() if any(item in asked and item > node.forward for item in node.inputs)}
    return frozenset(found)


def grows_by(run: Run, nodes: Iterable[int], loop: int, freed: bool = False) -> str:
    """Describe the memory that one more iteration of a loop retains, as a note of a finding."""
    if freed or freed_below(run, nodes, loop):
        if _unwalked_part(run, nodes, loop):
            return "memory grows by each iteration's graph nodes and the activations of the part that no `backward()` reaches"
        return "memory grows by a few KiB per iteration (activations are already freed)"
    return "memory grows by each iteration's graph with all its activations"


def _unwalked_part(run: Run, nodes: Iterable[int], loop: int) -> bool:
    """Whether something that a loop built keeps what it has saved, as no backward walks it: a metric beside the loss. A scaling keeps its
    factor only, which is a number as a rule."""
    below = (run.nodes[number] for number in run.below(nodes) - run.walked)
    keeps = (node for node in below if node.saves is Certainty.YES and turn_in(node, loop))
    return any(node.operation not in SCALING or len(node.inputs) + len(node.maybe) > 1 for node in keeps)


def forwards_below(run: Run, nodes: Iterable[int]) -> frozenset[tuple[str, int]]:
    """The module calls that built what these nodes hang on, as causes of findings."""
    return frozenset(("forward", run.nodes[number].forward) for number in run.below(nodes) if run.nodes[number].forward)


def times(number: int) -> str:
    """A number of iterations in words."""
    return {1: "first", 2: "second", 3: "third", 4: "fourth"}.get(number, f"{number}th")


def outermost(event: Forward) -> int:
    """The number of the outermost module call that one belongs to."""
    return event.inside[0] if event.inside else event.number
