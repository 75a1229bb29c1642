"""The log of havoc: records the possible effects of code that a run does not execute, for the run's event stream.

No other module creates `Havoc` events. A record changes no state: what the code may do to the values of its own path is written there at
the same time. `engine.havoc` does so for containers and fields; `presumed_gradients` and `operations.leaf_gradients` for gradients;
`operations.training_mode`, `step_order` and `scaler_stages` for modes, optimizers and scalers; `exec.functions` for calls of the program
that are not executed, and `roots.repetition` for what happens between two calls of a root.

Records are stored beside the events, each with its position among them, until the run ends: only then the node of a call's result is known,
and the interpreter does not search the records. Records are not revised. A question of a rule asks the events of the run first, such as its
backward passes (`Run.graph_used`), and the records last; their `Effects` say which questions they concern.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from graphlint.autograd.events import UNEXECUTED_BACKWARD, Cause, Effects, Event, Havoc, Site
from graphlint.engine.domain.graph import Graph, LoggedHavoc
from graphlint.engine.domain.term import Symbol

ON_GRAPH: Final = Effects.BACKWARD | Effects.DETACH


def received(
    graph: Graph, site: Site, nodes: Iterable[int], *, cause: Cause = Cause.CALL, result: Symbol | None = None,
    spent: frozenset[int] = frozenset(), stores: bool = True, calls: bool = False, trains: bool = True,
) -> None:  # fmt: skip
    """Record that unresolved code receives nodes, or that the run does not know what becomes of them.

    Args:
        cause: one of `UNTRACKED`.
        result: the symbol of the call's result.
        spent: the nodes from which no code backpropagates again: a backward has freed their graph, or a step has used its gradients
            since it was retained (`reuse.is_spent`).
        stores: True if the callee may store what it receives.
        calls: True if the callee receives functions of the program, which it may call.
        trains: False if the callee is known to run no backward.
    """
    graph_nodes = frozenset(node for node in nodes if node)
    if graph_nodes or calls:
        effects = (ON_GRAPH if trains or calls else Effects.DETACH) if graph_nodes else Effects.NONE
        effects |= (Effects.STORE if stores else Effects.NONE) | (Effects.CALL_ARGUMENTS if calls else Effects.NONE)
        _add(graph, Havoc(site, graph.context, cause, effects, graph.last, graph_nodes, spent), result)


def received_parameters(graph: Graph, site: Site, leaves: frozenset[int], *, reads_gradients: bool = True) -> None:
    """Record that code that is not executed receives a module with these parameters: it may use or reset their gradients.

    Args:
        reads_gradients: False if the code is a function of the program that mentions no gradients.
    """
    graph.leaves.received |= leaves
    if leaves and reads_gradients:
        _add(graph, Havoc(site, graph.context, Cause.CALL, Effects.USE_GRADIENTS, graph.last, leaves=leaves))


def outlives_root(graph: Graph, site: Site, cause: Cause, nodes: Iterable[int], spent: frozenset[int] = frozenset()) -> None:
    """Record the nodes that an unresolved caller receives, or that a field holds for other methods."""
    graph_nodes = frozenset(nodes)
    if graph_nodes:
        _add(graph, Havoc(site, graph.context, cause, ON_GRAPH | Effects.STORE, graph.last, graph_nodes, spent))


def stored_by_callee(graph: Graph, site: Site, result: Symbol) -> None:
    """Record that the callee which returned a value may use the value's graph again.

    The value then may be older than the call: it is removed from the results of unresolved calls, and from those new in the iteration.
    """
    graph.unresolved.calls.pop(result, None)
    node = graph.unresolved.nodes.get(result)
    if node is not None:
        graph.unresolved.new.discard(node)
        _add(graph, Havoc(site, graph.context, Cause.CALL, Effects.STORE, graph.last, frozenset((node,))))


def changed_in_place(graph: Graph, site: Site, before: int, after: int) -> None:
    """Record that code which may have stored a tensor holds it with the graph that an in-place change has given it."""
    if before in graph.havoc.stored:
        received(graph, site, (after,))


def may_use(graph: Graph, site: Site, cause: Cause, nodes: Iterable[int], backwards: Iterable[int] = ()) -> None:
    """Record the nodes that code uses which is not executed, and the backwards whose retained graphs it may use.

    A skipped or intended call that uses none is recorded, too: it may run backward on a graph of its own.
    """
    graph_nodes, passes = frozenset(nodes), frozenset(backwards)
    if graph_nodes or passes or cause in UNEXECUTED_BACKWARD:
        _add(graph, Havoc(site, graph.context, cause, ON_GRAPH, graph.last, graph_nodes, backwards=passes))


def _add(graph: Graph, event: Havoc, result: Symbol | None = None) -> None:
    if Effects.STORE in event.effects:
        graph.havoc.stored |= event.nodes
    graph.havoc.log.append(LoggedHavoc(len(graph.events), event, result))


def with_events(graph: Graph) -> Iterator[Event]:
    """Yield the events of a graph and the records between them, with the nodes of the calls' results."""
    done = 0
    for position, event, result in graph.havoc.log:
        yield from graph.events[done:position]
        done = position
        node = graph.unresolved.nodes.get(result) if result is not None else None
        yield event if node is None else replace(event, result=node)
    yield from graph.events[done:]
