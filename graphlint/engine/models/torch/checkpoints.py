"""torch.utils.checkpoint: segments that are computed again in the backward pass.

A reentrant checkpoint is one operation with the arguments of its segment as inputs. If none of these is a tensor that requires grad, the
result has no graph, and no backward pass reaches the parameters of the segment (probed). A tensor in a list, tuple or dict is not an input.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from graphlint.autograd.events import Certainty, Forward, ReentrantCheckpoint, Site
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import NO, NONE, YES, Constant, Each, Ref, Sequence, Tensor, Unknown, Value
from graphlint.engine.facts import conditions, forward_calls
from graphlint.engine.havoc import unresolved_calls
from graphlint.engine.havoc.callee_effects import FUNCTION
from graphlint.engine.machine import outcomes
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.torch import module_calls
from graphlint.engine.operations import ownership

OPTIONS: Final = frozenset(("use_reentrant", "preserve_rng_state", "context_fn", "determinism_check", "debug", "early_stop"))
"""The keywords that are not passed to the segment."""


def checkpoint(machine: Machine, state: State, name: str, arguments: Arguments) -> Outcome:
    """Model `checkpoint(function, *args)`."""
    function = arguments.get(0, "function") or machine.unknown()
    inputs = arguments.positional[1:]
    keywords = {key: value for key, value in arguments.keywords.items() if key not in OPTIONS and key != "function"}
    if keywords or arguments.open or not _builds_no_graph(machine, state, arguments, inputs):
        return machine.call(state, function, replace(arguments, positional=inputs, keywords=keywords))
    return _untracked(machine, state, function, Arguments(inputs, {}, arguments.site))


def sequence(machine: Machine, state: State, name: str, arguments: Arguments) -> Outcome:
    """Model `checkpoint_sequential(functions, segments, input)`: all segments but the last are checkpoints."""
    functions, count = arguments.get(0, "functions"), arguments.get(1, "segments")
    value = arguments.get(2, "input") or machine.unknown()
    parts = _parts(machine, state, functions)
    if parts is None or arguments.open:
        return unresolved_calls.unknown_call(machine, state, arguments, effects=FUNCTION)
    given = Arguments((value,), {}, arguments.site)
    if not isinstance(count, Constant) or not isinstance(count.value, int) or not 0 < count.value <= len(parts):
        return module_calls.sequence(machine, [state], parts, given, exact=True)
    first = len(parts) // count.value * (count.value - 1)
    if not first or not _builds_no_graph(machine, state, arguments, (value,)):
        return module_calls.sequence(machine, [state], parts, given, exact=True)
    segment = _Segment.begin(machine, state, arguments.site)
    after = outcomes.paths(state, module_calls.sequence(machine, [state], parts[:first], given, exact=True))
    done = [item for item in after if item.signal]
    live = [item for item in after if not item.signal]
    segment.end(machine, live)
    for path in live:
        last = Arguments((path.result,), {}, arguments.site)
        done.extend(outcomes.paths(path, module_calls.sequence(machine, [path], parts[first:], last, exact=True)))
    return done


def _untracked(machine: Machine, state: State, function: Value, arguments: Arguments) -> Outcome:
    """Call a segment without recording its operations."""
    segment = _Segment.begin(machine, state, arguments.site)
    outcome = machine.call(state, function, arguments)
    segment.end(machine, outcome if isinstance(outcome, list) else [state])
    return outcome


@dataclass(frozen=True, slots=True)
class _Segment:
    """A segment whose operations are not recorded: the site of its checkpoint, the events before it, and the grad mode around it."""

    site: Site
    position: int
    grad_mode: Certainty
    reported: bool

    @classmethod
    def begin(cls, machine: Machine, state: State, site: Site) -> _Segment:
        """Disable grad mode."""
        segment = cls(site, len(machine.graph.events), state.grad_mode, state.grad_mode is YES and not state.grad_mode_doubts)
        state.grad_mode = NO
        forward_calls.note_without_grad(machine, state)
        return segment

    def end(self, machine: Machine, after: Iterable[State]) -> None:
        """Restore grad mode on each path, and emit the event of the checkpoint if it was enabled."""
        for state in after:
            state.grad_mode = self.grad_mode
        calls = (event for event in machine.graph.events[self.position :] if isinstance(event, Forward))
        leaves = frozenset(leaf for event in calls for leaf in event.leaves)
        if self.reported and leaves:
            machine.graph.emit(ReentrantCheckpoint(self.site, machine.context, machine.graph.number(), leaves))


def _builds_no_graph(machine: Machine, state: State, arguments: Arguments, inputs: Iterable[Value]) -> bool:
    """Return True if a checkpoint is reentrant, which is the default, and certainly has no input that requires grad."""
    flag = arguments.keywords.get("use_reentrant")
    default = flag is None or (isinstance(flag, Constant) and flag.value is None)
    reentrant = default or conditions.decide(machine, state, flag or NONE) is True
    return reentrant and all(_is_untracked(state, value) for value in inputs)


def _is_untracked(state: State, value: Value) -> bool:
    """Return True for a value that is certainly not a tensor that requires grad."""
    if isinstance(value, Tensor | Each):
        return all(state.needs_grad(tensor) is NO for tensor in (value.tensors if isinstance(value, Each) else (value,)))
    if isinstance(value, Unknown):
        return value.graph is NO
    return isinstance(value, Constant | Sequence | Ref)


def _parts(machine: Machine, state: State, functions: Value | None) -> list[Value] | None:
    """Return the modules of a Sequential or of a list, None if they are not all known."""
    if isinstance(functions, Ref) and functions.kind == "module":
        obj = state.get(functions.number)
        return ownership.children(machine, state, functions) if obj.module.container and obj.exact and obj.items else None
    known = machine.elements(state, functions) if functions is not None else None
    return list(known) if known else None
