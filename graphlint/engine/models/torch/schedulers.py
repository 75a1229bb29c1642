"""Learning rate schedulers of torch.optim: their order with the steps of their optimizer.

PyTorch warns at the first step of a scheduler if its optimizer has not stepped: the first value of the schedule is skipped. A later
scheduler of the same optimizer is not checked again; `CosineAnnealingWarmRestarts` and `ReduceLROnPlateau` are not checked (probed).
"""

from __future__ import annotations

from typing import Final

from graphlint.autograd.events import SchedulerStep
from graphlint.engine.domain import step_order, terms
from graphlint.engine.domain.records import LibraryKind
from graphlint.engine.domain.state import State
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.values import MAYBE, NONE, Ref, Value
from graphlint.engine.facts import library_objects
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome

UNCHECKED: Final = ("CosineAnnealingWarmRestarts", "ReduceLROnPlateau", "LRScheduler", "_LRScheduler")
"""Schedulers that PyTorch does not check, and the base class, which cannot step."""


def make(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    """Construct a scheduler."""
    optimizer = _optimizer(machine, state, arguments)
    if optimizer is None or name.rsplit(".", 1)[-1] in UNCHECKED:
        return library_objects.make(machine, state, LibraryKind.SCHEDULER)
    ref = library_objects.make(machine, state, LibraryKind.SCHEDULER, optimizer)
    step_order.created(state, ref.number)
    return ref


def _optimizer(machine: Machine, state: State, arguments: Arguments) -> Ref | None:
    """Return the optimizer of a new scheduler; that of the first of several schedulers, which are one schedule from here on."""
    given = arguments.get(0, "optimizer")
    if given is None:
        given = arguments.keywords.get("schedulers")
    if not isinstance(given, Ref):
        return None
    if given.kind == "optimizer":
        return given
    inner = machine.elements(state, given)
    first = inner[0] if inner else None
    if not isinstance(first, Ref) or first.kind != "helper":
        return None
    kind, sources = library_objects.sources_of(state, first)
    return sources[0] if kind is LibraryKind.SCHEDULER and sources and isinstance(sources[0], Ref) else None


def _leaves_out_first_iterations(machine: Machine, state: State) -> bool:
    """Return True if the path has assumed that the index of a loop is beyond an unknown bound, such as the number of warm-up epochs."""
    # The last index of a loop run is that of the iteration in progress.
    current: dict[int, Symbol] = {}
    for symbol, index in machine.graph.loops.indices.items():
        if any(turn.run == index.run for turn in machine.context.iterations):
            current[index.run] = symbol
    indices = set(current.values())
    return any(
        type(symbol) is terms.Comparison and (symbol.right if truth else symbol.left) in indices
        for symbol, truth in (state.condition.truths.items() if indices else ())
    )


def method(machine: Machine, state: State, scheduler: Ref, name: str, arguments: Arguments) -> Outcome:
    """Call a method of a scheduler."""
    if name == "step":
        _, sources = library_objects.sources_of(state, scheduler)
        optimizer = sources[0] if sources else None
        # With an epoch, the step sets the value of that epoch: none is skipped.
        if isinstance(optimizer, Ref) and not arguments.all() and not arguments.open:
            machine.graph.emit(
                SchedulerStep(
                    arguments.site,
                    machine.context,
                    machine.graph.number(),
                    scheduler.number,
                    optimizer.number,
                    MAYBE if _leaves_out_first_iterations(machine, state) else step_order.is_first(state, scheduler.number),
                    step_order.has_stepped(state, optimizer.number),
                )
            )
        step_order.stepped(state, scheduler.number)
        return NONE
    if name == "load_state_dict":
        step_order.stepped(state, scheduler.number)
        return NONE
    return machine.plain(name)
