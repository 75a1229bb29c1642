"""Errors that PyTorch raises: they end a path, and are reported unless the program expects them."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Cause, Fault, OldApiUse, Raised, Site
from graphlint.engine.domain import havoc_log, plausibility
from graphlint.engine.domain.state import Signal, State
from graphlint.engine.facts import conditions, expected_errors
from graphlint.engine.machine.machine import Machine

CONVERSIONS = (Fault.TRACKED_CONVERSION, Fault.NONLEAF_COPY, Fault.NONLEAF_FLAG)
IN_PLACE = (Fault.LEAF_CHANGED, Fault.LEAF_VIEW_CHANGED, Fault.MULTIPLE_VIEW_CHANGED, Fault.NO_GRAD_VIEW_CHANGED)
CONDITIONAL = (*plausibility.WITHOUT_GRAPH, *plausibility.OMISSIONS, *IN_PLACE, *CONVERSIONS)
"""Errors that are implausible if the same statement succeeds under other conditions."""


def fail(machine: Machine, state: State, raised: Raised, kind: type[Exception] = RuntimeError) -> None:
    """End a path with an error of PyTorch, and report it unless the program expects it or the path is implausible.

    A path that presumes another exception is: the error is a consequence of that one.
    """
    machine.end_with_exception(state, temporaries=raised.fault is Fault.NO_GRAPH)
    assumed = machine.raised_at is not None and machine.raised_at.covers(raised.site, raised.fault)
    caught = not assumed and expected_errors.is_expected(machine, state, raised.fault, kind)
    dubious = not assumed and (state.presumes_exception or plausibility.dubious(state.condition.truths))
    machine.errors += not dubious
    if not caught and not dubious:
        havoc_log.may_use(machine.graph, raised.site, Cause.AFTER_ERROR, _read_after(machine, state, raised.site))
        machine.graph.emit(raised)
        if raised.fault in CONDITIONAL and not assumed:
            machine.graph.outcome_conditions.failed.append((raised, state.condition.snapshot()))


def _read_after(machine: Machine, state: State, site: Site) -> Iterator[int]:
    """Yield the nodes of what the variables reference that the functions in progress mention after the statement that raises."""
    places = (site, *reversed(machine.context.calls))
    for frame, call in zip(reversed(machine.frames), places, strict=False):
        last = frame.code.at[2]
        for name, value in state.get(frame.scope).fields.items():
            if isinstance(name, str) and call.path == frame.code.path:
                lines = machine.evidence.mentions(frame.code.path, name)
                if any(call.line < line and (last <= 1 or line <= last) for line in lines):
                    yield from state.nodes_below([value])


def removed_spelling(machine: Machine, state: State, use: OldApiUse) -> None:
    """Report a spelling that PyTorch has removed; the path continues as in updated code, or ends if an exception is expected."""
    if conditions.meant_to_raise(machine):
        state.signal = Signal.RAISE
    else:
        machine.graph.emit(use)
