"""Where a walk through a graph went wrong: the places in the program that fixes start from, read off the run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from graphlint.autograd.events import Backward, Change, Event, LoopIteration, Node, Raised, Run, Site, Step
from graphlint.autograd.queries import diverging_loop, iteration_of

Places: TypeAlias = "dict[str, list[Site]]"


def places(*happened: Node | Event) -> list[Site]:
    """Where things happened: each place, then the calls that led there from the inside out, each once.

    Args:
        happened: nodes or events.
    """
    return list(dict.fromkeys(site for each in happened for site in (each.site, *reversed(each.context.calls))))


def walked_twice(run: Run, raised: Raised) -> Places:
    """The places of a second walk: "earlier" is the backward that freed, "made" where the shared part ends, "fed" where the first
    walk's part hangs on it, "fed_again" where the second's does; "stepped" is a step in between, "stepped_maker" one that changed
    what the shared part is made of.

    Args:
        run: the run.
        raised: the walk of a freed graph.
    """
    earlier = raised.by
    if not isinstance(earlier, Backward):
        return {}
    found: Places = {"earlier": places(earlier), "again": places(raised)}
    index = next((index for index, number in enumerate(raised.chain) if number in earlier.walked), None)
    if index is None:
        return found
    made = raised.chain[index]
    later = run.below(raised.chain[:1])
    found["made"] = places(run.nodes[made])
    found["fed"] = places(*(run.nodes[number] for number in sorted(earlier.walked - later) if made in run.nodes[number].inputs))
    found["fed_again"] = places(run.nodes[raised.chain[index - 1]]) if index else []
    leaves = _leaves(run, (made,))
    steps = [event for event in _between(run, earlier, raised) if isinstance(event, Step)]
    found["stepped"] = [event.site for event in steps][:1]
    found["stepped_maker"] = [event.site for event in steps if event.owned & leaves][:1]
    return found


def built_before(run: Run, raised: Raised) -> Places:
    """The places of a part that was built once: "built" where its operations are, "edges" where those are that the loop's own graph
    hangs on, "taken" where it does, "trained" a step in between that changed what the part is made of.

    Args:
        run: the run.
        raised: the walk of a freed graph.
    """
    if not isinstance(raised.by, Backward):
        return {}
    turns = diverging_loop(raised.by.context, raised.context)
    if turns is None:
        return {}
    loop = turns[1].run
    below = run.below(raised.chain[:1])
    new = {number for number in below if iteration_of(run.nodes[number], loop) == turns[1].number}
    edges = {item for number in new for item in run.nodes[number].inputs} - new if new else set(raised.chain[:1])
    edges = {number for number in edges if run.nodes[number].operation != "leaf" and number in run.below(edges)}
    old = [run.nodes[number] for number in sorted(run.below(edges)) if run.nodes[number].operation != "leaf"]
    leaves = _leaves(run, edges)
    step = next((event for event in _between(run, raised.by, raised) if isinstance(event, Step) and event.owned & leaves), None)
    return {
        "built": places(*old),
        "edges": places(*(run.nodes[number] for number in sorted(edges))),
        "taken": places(*(run.nodes[number] for number in sorted(new) if edges.intersection(run.nodes[number].inputs))),
        "trained": [event.site for event in (step,) if event is not None],
    }


def carried_over(run: Run, raised: Raised) -> Places:
    """The places of a carried state: "carried" where the older iteration made it, "taken" where the newer one takes it, "pair" the same
    place if it is an LSTM's, "loop" the loop.

    Args:
        run: the run.
        raised: a walk into an earlier iteration's graph.
    """
    turn = next((turn for turn in reversed(raised.context.turns) if _crossing(run, raised.chain, turn.run)), None)
    if isinstance(raised.by, Backward):
        turns = diverging_loop(raised.by.context, raised.context)
        turn = turns[1] if turns else turn
    if turn is None:
        return {}
    found: Places = {"loop": [turn.loop]}
    pair = _crossing(run, raised.chain, turn.run)
    if pair is not None:
        taken, carried = run.nodes[pair[0]], run.nodes[pair[1]]
        found |= {"taken": places(taken), "carried": places(carried)}
        if "lstm" in taken.operation:
            found["pair"] = [taken.site]
    return found


def carried_again(run: Run, walk: Backward, turn: LoopIteration) -> Places:
    """The places of a carried state through which a backward walks earlier iterations once more, as `carried_over` names them.

    Args:
        run: the run.
        walk: the backward.
        turn: the iteration that it stands in, of the loop that carries.
    """
    crossings = [
        (run.nodes[number], run.nodes[older])
        for number in sorted(walk.walked)
        for older in run.nodes[number].inputs
        if older in walk.walked and 0 < iteration_of(run.nodes[older], turn.run) < iteration_of(run.nodes[number], turn.run) == turn.number
    ]
    found: Places = {"loop": [turn.loop]}
    found["taken"] = places(*(taken for taken, _ in crossings))
    found["carried"] = places(*(carried for _, carried in crossings))
    found["pair"] = [taken.site for taken, _ in crossings if "lstm" in taken.operation]
    return found


def changed_between(run: Run, raised: Raised) -> Places:
    """The places of a walk that finds a parameter changed: "changed" where it is, "again" the walk, "through" what it walks down to the
    operation that saved the parameter, "earlier" a backward before the change; with those of a carried state, if one leads there.

    Args:
        run: the run.
        raised: the walk.
    """
    found = carried_over(run, raised)
    if raised.by is not None:
        found["changed"] = places(raised.by)
        found["again"] = places(raised)
        found["through"] = places(*(run.nodes[number] for number in raised.chain))
        walks = [event for event in run.of(Backward) if isinstance(raised.by, Change) and event.number < raised.by.number]
        found["earlier"] = places(walks[-1]) if walks else []
    return found


def _crossing(run: Run, chain: Iterable[int], loop: int) -> tuple[int, int] | None:
    """Where a chain goes from the newest iteration of a loop into an older one: the last node before, the first behind."""
    before: int | None = None
    newest = max((iteration_of(run.nodes[number], loop) for number in chain), default=0)
    for number in chain:
        turn = iteration_of(run.nodes[number], loop)
        if before is not None and iteration_of(run.nodes[before], loop) == newest and 0 < turn < newest:
            return before, number
        before = number
    return None


def _leaves(run: Run, nodes: Iterable[int]) -> frozenset[int]:
    return frozenset(number for number in run.below(nodes) if run.nodes[number].operation == "leaf")


def _between(run: Run, first: Event, last: Event) -> list[Event]:
    """The events from one to another."""
    inside = False
    found: list[Event] = []
    for event in run.events:
        if event is last:
            break
        inside = inside or event is first
        if inside:
            found.append(event)
    return found
