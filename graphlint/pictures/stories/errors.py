"""The story of a backward that raises: what built its graph, what freed or modified a saved tensor, and the error."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from graphlint.autograd.events import Backward, Change, ChangedBy, Fault, Node, Raised, Site
from graphlint.autograd.run import Run
from graphlint.pictures.draft import Draft, DraftLane, Moment
from graphlint.pictures.record import LaneKind, MarkKind
from graphlint.rule.base import Finding
from graphlint.rule.hints import Hint
from graphlint.rule.wording import assigned, method, quoted, receiver, spelling, statement_at

_NOTES = {
    Fault.FREED: "what a graph saved is there for one `backward()`, and this one needs it a second time",
    Fault.CHANGED: "`backward()` needs the values that the graph saved, and they are overwritten",
}
"""The conclusion of the picture of an error."""


def draw(run: Run, finding: Finding, draft: Draft) -> None:
    """Draw the error of a finding: nothing if no backward of the run raises it."""
    places = {related.site for related in finding.related}
    events = [event for event in run.of(Raised) if event.site == finding.site and event.chain]
    raised = max(events, key=lambda event: _shared(run, event, places), default=None)
    if raised is None:
        return
    lost = _shown_node(run, raised, places)
    calls = [raised.site, *([raised.cause.site] if raised.cause is not None else [])]
    lane = _built(draft, lost, calls, saved=_saved(run, raised))
    if isinstance(raised.cause, Backward):
        _draw_freed(run, draft, lane, raised.cause)
    elif isinstance(raised.cause, Change):
        step = raised.cause.by is ChangedBy.STEP
        by = method(run, raised.cause.site, "step") if step else spelling(run, raised.cause.site, "an in-place change")
        draft.mark(lane, MarkKind.MODIFIED, Moment.of(raised.cause), f"{by} modifies the saved {_saved(run, raised)}")
    below = raised.chain[: raised.chain.index(lost.number)]
    reader = next((node for node in map(run.nodes.__getitem__, reversed(below)) if _is_later(node, lost)), None)
    if reader is not None:
        draft.mark(lane, MarkKind.USED, Moment.of(reader), "computes from {name}")
    if raised.chain[0] != lost.number:
        root = _built(draft, run.nodes[raised.chain[0]], calls)
        draft.mark(root, MarkKind.USED, Moment.of(raised), "`backward()` starts at {name}")
    draft.mark(lane, MarkKind.ERROR, Moment.of(raised), _error(run, raised))
    if raised.carried is not None:
        _draw_carried(run, finding, draft, lane, lost, raised.carried)
    lane.note = _NOTES.get(raised.fault, "")


def _shared(run: Run, event: Raised, places: set[Site]) -> int:
    """Return how many of the finding's places an error explains."""
    own = {run.nodes[event.chain[-1]].site, event.cause.site if event.cause is not None else None}
    return len(own & places)


def _shown_node(run: Run, raised: Raised, places: set[Site]) -> Node:
    """Return the node of the chain that the finding names, otherwise the one whose saved tensor is lost."""
    named = [number for number in raised.chain if run.nodes[number].site in places]
    return run.nodes[named[-1] if named else raised.chain[-1]]


def _built(draft: Draft, node: Node, calls: Sequence[Site], *, saved: str = "") -> DraftLane:
    """Add the lane of a node, with its beginning: only a backward shows that an unresolved value has a graph, wherever it was built.

    Args:
        calls: the backward passes.
        saved: the tensor that the graph saves and the program modifies.
    """
    lane = draft.lane(LaneKind.GRAPH, Moment.of(node))
    if node.site not in calls:
        text = f"builds the graph of {{name}}, saves {saved} for `backward()`" if saved else "builds the graph of {name}"
        draft.mark(lane, MarkKind.BUILT, Moment.of(node), text)
    return lane


def _draw_freed(run: Run, draft: Draft, lane: DraftLane, cause: Backward) -> None:
    call = "`backward()`" if cause.fills_gradients else "`grad()`"
    draft.mark(lane, MarkKind.FREED, Moment.of(cause), f"{call} frees the graph of {{name}}")
    root = run.nodes.get(cause.roots[0]) if cause.roots else None
    if root is not None:
        first = _built(draft, root, [cause.site])
        draft.mark(first, MarkKind.FREED, Moment.of(cause), f"{call} frees the graph of {{name}}")


def _is_later(node: Node, lost: Node) -> bool:
    """Return True if another statement, or the same one in another iteration or call, creates a node."""
    return (node.site.line, node.context.iterations, node.context.calls) != (lost.site.line, lost.context.iterations, lost.context.calls)


def _saved(run: Run, raised: Raised) -> str:
    """Return the name of the saved tensor that a change has modified, as the change spells it; empty if nothing was modified."""
    change = raised.cause
    if raised.fault is not Fault.CHANGED:
        return ""
    if not isinstance(change, Change):
        return "tensors"
    if change.by is ChangedBy.STEP:
        return "parameters"
    changed, _, _ = (assigned(run, change.site) or receiver(run, change.site)).partition("[")
    return quoted(changed, "tensor")


def _draw_carried(run: Run, finding: Finding, draft: Draft, lane: DraftLane, lost: Node, store: Site) -> None:
    """Draw the statement that carries the graph into the next iteration, in the function of the nodes before it in the graph's own one."""
    name = finding.subject or assigned(run, store)
    loops = finding.hinted_sites(Hint.LOOP)
    kept = next((site for loop in loops for site in _handed_on(run, loop, assigned(run, store), name)), store)
    before = [
        node
        for node in run.nodes.values()
        if node.site.path == kept.path and node.site.line <= kept.line and node.context.iterations == lost.context.iterations
    ]
    if before:
        moment = Moment(kept, max(before, key=lambda node: (node.site.line, node.number)).context)
        draft.mark(lane, MarkKind.KEPT, moment, f"{quoted(name, 'it')} is kept for the next iteration")
        draft.places.append(moment)


def _handed_on(run: Run, loop: Site, stored: str, name: str) -> Iterator[Site]:
    """Yield the statements of a loop that assign a stored value to another name."""
    statement = statement_at(run, loop) if stored != name else None
    for node in ast.walk(statement) if statement is not None else ():
        match node:
            case ast.Assign(targets=[target], value=value) if ast.unparse(target) == name:
                if stored in {ast.unparse(part) for part in ast.walk(value) if isinstance(part, (ast.Name, ast.Attribute))}:
                    line = loop.line + node.lineno - 1
                    yield Site(loop.path, line, 1, line, 1)


def _error(run: Run, raised: Raised) -> str:
    by = " by {cause}" if raised.cause is not None else ""
    if raised.fault is Fault.FREED:
        return f"error: needs the graph of {{name}} again, freed{by}"
    if raised.fault is Fault.CHANGED:
        return f"error: needs the saved {_saved(run, raised)}, modified{by}"
    return "error: {name} cannot be used"
