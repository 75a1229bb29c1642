"""Quiet runs: roots in which nothing has happened to graphs yet. They have a small part of the budget until something does."""

from __future__ import annotations

from graphlint.autograd.events import Discarded, DiscardedResult, Event, Havoc, ModeSwitch, SkippedCall
from graphlint.engine.domain.graph import Graph
from graphlint.engine.machine.budget import Budget
from graphlint.engine.machine.project import Evidence
from graphlint.ir.instructions import FunctionCode
from graphlint.project.file_summary import Effect


def may_continue(budget: Budget, evidence: Evidence, graph: Graph, root: FunctionCode) -> bool:
    """Return True if a run that has reached its ceiling has budget left, and a rule may find something in the rest of it.

    A function that neither trains nor evaluates itself, and so far only calls what might, has less budget than one that does.
    """
    if budget.ceiling == budget.last_step:
        return False
    if root.name.startswith("<") or evidence.roots(root.path).effects(root) & Effect.LOUD or any(map(_is_effect, graph.events)):
        budget.ceiling = budget.last_step
        return True
    return bool(evidence.callee_effects(root.path, root.at[0]) & Effect.LOUD) and budget.extend_quiet()


def _is_effect(event: Event) -> bool:
    """Return True for what happens to graphs.

    A switch of the training mode concerns them only beside a backward pass, havoc only those that exist, and a skipped call shows none.
    """
    if isinstance(event, ModeSwitch | Havoc | SkippedCall):
        return False
    return not (isinstance(event, DiscardedResult) and event.kind is Discarded.RESULT)
