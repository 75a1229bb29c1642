"""Errors that PyTorch raises: they end a path, and are reported unless the program expects them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from graphlint.autograd.events import Cause, Fault, OldApiUse, Raised, Site
from graphlint.autograd.presumptions import Presumption
from graphlint.engine.domain import havoc_log, plausibility
from graphlint.engine.domain.state import Signal, State
from graphlint.engine.domain.values import Ref
from graphlint.engine.facts import conditions, expected_errors
from graphlint.engine.machine.machine import Machine

CONVERSIONS: Final = (Fault.TRACKED_CONVERSION, Fault.NONLEAF_COPY, Fault.NONLEAF_FLAG)
IN_PLACE: Final = (Fault.LEAF_CHANGED, Fault.LEAF_VIEW_CHANGED, Fault.MULTIPLE_VIEW_CHANGED, Fault.NO_GRAD_VIEW_CHANGED)
WITH_ATTRIBUTES: Final = ("instance", "module")
"""The kinds of objects of which a mention reads only one attribute."""
CONDITIONAL: Final = (*plausibility.WITHOUT_GRAPH, *plausibility.OMISSIONS, *IN_PLACE, *CONVERSIONS)
"""Errors that are implausible if the same statement succeeds under other conditions."""


def fail(machine: Machine, state: State, raised: Raised, kind: type[Exception] = RuntimeError) -> None:
    """End a path with an error of PyTorch, and report it unless the program expects it or the path is implausible.

    A path that presumes another exception is: the error is a consequence of that one. If the run continues after errors, an error that
    would be reported has no effect.
    """
    assumed = machine.raised_at is not None and machine.raised_at.covers(raised.site, raised.fault)
    caught = not assumed and expected_errors.is_expected(machine, state, raised.fault, kind)
    dubious = not assumed and _is_dubious(machine, state)
    if machine.past_errors and not caught and not dubious:
        return
    machine.end_with_exception(state, temporaries=raised.fault is Fault.NO_GRAPH)
    machine.counts.errors += not dubious
    if not caught and not dubious:
        havoc_log.may_use(machine.graph, raised.site, Cause.AFTER_ERROR, _read_after(machine, state, raised.site))
        machine.graph.emit(raised)
        if raised.fault in CONDITIONAL and not assumed:
            machine.graph.outcome_conditions.failed.append((raised, state.condition.snapshot()))


def _is_dubious(machine: Machine, state: State) -> bool:
    """Return True if an error on a path follows from another exception, or from tests that may exclude each other."""
    unlikely = state.presumes_exception or plausibility.dubious(state.condition.truths)
    return unlikely and machine.graph.presumes(Presumption.UNLIKELY_PATHS)


def _read_after(machine: Machine, state: State, site: Site) -> Iterator[int]:
    """Yield the nodes of the variables and attributes that the functions in progress mention after the statement that raises."""
    places = (site, *reversed(machine.context.calls))
    for frame, call in zip(reversed(machine.frames), places, strict=False):
        if call.path != frame.code.path:
            continue
        later = [mention for mention in frame.code.facts.mentions if mention.line > call.line]
        fields = state.get(frame.scope).fields
        for mention in later:
            holder = fields.get(mention.name)
            if mention.attribute and isinstance(holder, Ref) and holder.kind in WITH_ATTRIBUTES:
                yield from state.nodes_below([state.get(holder.number).fields.get(mention.attribute)])
        values = [fields[mention.name] for mention in later if not mention.attribute and mention.name in fields]
        yield from state.nodes_below([value for value in values if not (isinstance(value, Ref) and value.kind in WITH_ATTRIBUTES)])


def removed_spelling(machine: Machine, state: State, use: OldApiUse) -> None:
    """Report a spelling that PyTorch has removed; the path continues as in updated code, or ends if an exception is expected."""
    if conditions.meant_to_raise(machine):
        state.signal = Signal.RAISE
    else:
        machine.graph.emit(use)
