"""Collection of dead state: variables and graph status that no path can use again, so that paths which differ only in them are joined."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from graphlint.engine.domain import readable_facts
from graphlint.engine.domain.join import gradient_status, graph_status, joinable_but_for_status, same_versions
from graphlint.engine.domain.objects import collect_tensors
from graphlint.engine.domain.state import State
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.values import Function, Ref, Tensor, Unknown
from graphlint.engine.machine.machine import Machine
from graphlint.ir.instructions import Loop


def before_iteration(machine: Machine, states: list[State], loop: Loop) -> list[State]:
    """Collect dead state before the next iteration of a loop: names that it does not read before it writes them."""
    return _collect(machine, states, loop, machine.liveness().live_in_next_iteration(loop))


def after_iteration(machine: Machine, states: list[State], loop: Loop) -> list[State]:
    """Collect dead state after an iteration: names that neither the next iteration nor the code after the loop reads."""
    live = machine.liveness().live_after_iteration(loop)
    return _collect(machine, states, loop, live) if machine.eventful() else machine.join(states, live=live, ends_iteration=True)


def _collect(machine: Machine, states: list[State], loop: Loop, live: frozenset[str] | None) -> list[State]:
    scope = machine.frame.scope
    for state in states:
        fields = state.edit(scope).fields
        for name in list(fields):
            if (live is not None and name not in live) if type(name) is str else name in loop.temporaries and name != loop.item:
                del fields[name]
    # Only a join asks for dead state. To search the heap for it costs far more than to compare what two paths have written.
    joinable = joinable_but_for_status(states, machine.join_context(live=live, ends_iteration=True))
    for state in joinable:
        readable_facts.forget_unreadable(state)
    _forget_graphs(machine, joinable)
    if joinable and _differ(machine, joinable):
        for state in joinable:
            _forget_unreachable(machine, state)
    return machine.join(states, live=live, ends_iteration=True)


def after_return(machine: Machine, states: list[State]) -> list[State]:
    """Collect dead state after a call that returned on several paths: the status of objects that only its variables referenced."""
    if not _differ(machine, states):
        return states
    joinable = joinable_but_for_status(states, machine.join_context(after_call=True))
    if not joinable:
        return states
    for state in joinable:
        _forget_unreachable(machine, state)
    return machine.join(states, after_call=True)


def _differ(machine: Machine, states: list[State]) -> bool:
    """Return True if paths differ in the status of a node, tensor, gradient or optimizer, or in the version of a saved storage."""
    one = states[0]
    first = graph_status(one), gradient_status(one)
    return any(
        (graph_status(state), gradient_status(state)) != first or not same_versions(one, state, machine.graph.saved) for state in states[1:]
    )


def _forget_unreachable(machine: Machine, state: State) -> None:
    """Remove the status of the nodes, tensors, gradients and optimizers that no variable, temporary or callback can reach.

    Objects on the heap count only if they are reachable. Nodes of unknown values count if a later read may yield the value.
    """
    graph = machine.graph
    numbers, families, objects = set[int](), set[int](), set[int]()
    nodes, keys = set[int](), set[Symbol]()
    closures = set(machine.ended_scopes)
    functions = (*machine.escaping_callbacks.values(), *machine.nested_functions.values(), machine.frames[0].repeated)
    stack = [*functions, *machine.constructed, *state.values_of_scopes(closures)]
    # Without these tables, the node of a tensor is that with which it was created.
    changed = bool(state.became_leaf or state.new_grad_fns)
    for value in state.values_below(stack):
        if type(value) is Tensor:
            numbers.add(value.number)
            families.add(value.family)
            nodes.add(value.node)
            if changed:
                nodes.add(state.node(value))
        elif type(value) is Ref:
            objects.add(value.number)
        elif type(value) is Unknown:
            keys.add(value.symbol)
        elif type(value) is Function:
            for scope in closures.intersection(value.scopes):
                closures.remove(scope)
                stack.extend(state.get(scope).fields.values() if scope in state.heap else ())
        elif type(value) is int:
            nodes.add(value)
    readable = keys | objects | numbers
    nodes.update(node for key, node in graph.unresolved.nodes.items() if readable_facts.can_be_read(key, readable))
    reached = graph.reach(node for node in nodes if node in graph.nodes)
    alive = reached.all
    _retain_only(alive, state.freed, state.retained_by, state.gradients, state.discarded_gradients)
    if state.versions:
        # A version counts only beside the one that a node saved: without such a node, a storage begins again at the first.
        saved = (item for node in alive for item in (*graph.nodes[node].saved, *graph.possibly_saved.get(node, ())))
        _retain_only({item.storage for item in saved}, state.versions, state.changes)
    _retain_only(numbers, state.needs, state.became_leaf)
    _retain_only(families, state.new_grad_fns)
    # The latest step counts even if nothing references the optimizer: it has used the gradients.
    _retain_only(objects, state.optimizer_gradients, state.optimizer_resets)


def _retain_only(alive: Set[int], *tables: dict[int, Any]) -> None:
    for table in tables:
        for key in table.keys() - alive:
            del table[key]


def _forget_graphs(machine: Machine, states: list[State]) -> None:
    """Remove the status of the nodes and tensors that no field, item or fact on the heap holds. What is held counts as referenced."""
    for state in states:
        if not (state.freed or state.retained_by or state.needs or state.became_leaf or state.new_grad_fns):
            continue
        tensors = state.held_tensors()
        collect_tensors(state.known.values(), tensors)
        collect_tensors(state.facts.obtained.values(), tensors)
        if state.freed or state.retained_by:
            alive = machine.graph.reach({state.node(tensor) for tensor in tensors.values()}).all
            _retain_only(alive, state.freed, state.retained_by)
        _retain_only(tensors.keys(), state.needs, state.became_leaf)
        _retain_only({tensor.family for tensor in tensors.values()}, state.new_grad_fns)
