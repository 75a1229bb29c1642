"""Collection of dead state: variables and graph status that no path can use again, so that paths which differ only in them are joined."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import Any, NamedTuple

from graphlint.autograd.numbers import Number, ObjectNumber
from graphlint.engine.domain import readable_facts
from graphlint.engine.domain.graph import BackwardPasses
from graphlint.engine.domain.graph_status import (
    differing_contributions,
    differing_needs,
    differing_passes,
    differing_rebases,
    gradient_status,
    same_status,
    same_versions,
)
from graphlint.engine.domain.join import JoinContext, joinable_but_for_status
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
    _forget_before_join(machine, states, machine.join_context(live=live, ends_iteration=True))
    return machine.join(states, live=live, ends_iteration=True)


def after_return(machine: Machine, states: list[State]) -> list[State]:
    """Collect dead state after a call that returned on several paths: the status of objects that only its variables referenced."""
    if not _differ(machine, states):
        return states
    if not _forget_before_join(machine, states, machine.join_context(after_call=True)):
        return states
    return machine.join(states, after_call=True)


def _forget_before_join(machine: Machine, states: list[State], context: JoinContext) -> bool:
    """Remove dead state from the paths that may be joined when it is gone; return False if there are none.

    Only a join asks for dead state, and a search of the heap for it costs far more than a comparison of what paths have written. Paths
    that may be joined hold the same tensors and objects: what one search finds alive counts as alive on all of them. Those that
    differ in the status of such a node or tensor cannot be joined whatever is forgotten, and their heaps are not searched.
    """
    joinable = joinable_but_for_status(states, context)
    if not joinable:
        return False
    if not _differ(machine, joinable):
        if not context.after_call and any(state.stored != joinable[0].stored for state in joinable):
            for state in joinable:
                readable_facts.forget_unreadable(state)
        return True
    if _all_differ_in_gradients(machine, joinable):
        return True
    forget = _forget_unreachable if context.after_call else _forget
    alive = forget(machine, joinable[0])
    for state in _agreeing(joinable, alive, machine.graph.passes):
        if state is not joinable[0]:
            forget(machine, state)
    return True


def _all_differ_in_gradients(machine: Machine, states: list[State]) -> bool:
    """Return True if every two paths differ in the gradient of a tensor or optimizer that a variable references.

    The search ends as soon as it has found one for each pair: mostly after the first parameters of a model.
    """
    pairs: list[frozenset[int]] = []
    for index, state in enumerate(states):
        for other in states[:index]:
            leaves = differing_contributions(other.gradients, state.gradients)
            optimizers = differing_contributions(other.optimizer_gradients, state.optimizer_gradients)
            pairs.append(frozenset(leaves | optimizers))
    one = states[0]
    for value in one.values_below(one.variables_of_scopes(machine.functions.ended_scopes)):
        if type(value) is not Tensor and type(value) is not Ref:
            continue
        number = one.node(value) if type(value) is Tensor else value.number
        if any(number in pair for pair in pairs):
            pairs = [pair for pair in pairs if number not in pair]
            if not pairs:
                return True
    return False


def _agreeing(states: list[State], alive: Alive, passes: BackwardPasses) -> Iterator[State]:
    """Yield the states that agree with another one in the status of all that is alive."""
    found: list[list[State]] = []
    for state in states:
        for group in found:
            if _agree(group[0], state, alive, passes):
                group.append(state)
                break
        else:
            found.append([state])
    return (state for group in found if len(group) > 1 for state in group)


def _agree(one: State, two: State, alive: Alive, passes: BackwardPasses) -> bool:
    """Return True if two states agree in the status of all that is alive: a join compares more of it."""
    return not (
        differing_passes(one.freed, two.freed, passes) & alive.nodes
        or differing_passes(one.retained_by, two.retained_by, passes) & alive.nodes
        or differing_rebases(one.new_grad_fns, two.new_grad_fns) & alive.families
        or differing_needs(one, two) & alive.numbers
        or _differing(one.became_leaf, two.became_leaf) & alive.numbers
        or differing_contributions(one.gradients, two.gradients) & alive.leaves
        or differing_contributions(one.optimizer_gradients, two.optimizer_gradients) & alive.objects
    )


def _differing(one: Mapping[int, object], two: Mapping[int, object]) -> set[int]:
    """Return the keys whose values differ."""
    return {key for key in one.keys() | two.keys() if one.get(key) != two.get(key)} if one != two else set()


def _differ(machine: Machine, states: list[State]) -> bool:
    """Return True if paths differ in the status of a node, tensor, gradient or optimizer, or in the version of a saved storage."""
    one = states[0]
    first, passes = gradient_status(one), machine.graph.passes
    return any(
        not same_status(one, state, passes) or gradient_status(state) != first or not same_versions(one, state, machine.graph.saved)
        for state in states[1:]
    )


class Alive(NamedTuple):
    """The numbers of the nodes, leaves, tensors, families of tensors and objects that a variable, temporary or callback can reach.

    At the end of an iteration, nodes, tensors and families also have to be held on the heap; gradients count for any leaf in reach.
    """

    nodes: Set[int]
    leaves: Set[int]
    numbers: Set[int]
    families: Set[int]
    objects: Set[ObjectNumber]


def _forget(machine: Machine, state: State) -> Alive:
    """Remove the dead state of a path at the end of an iteration, where no call is in progress, and return what is alive."""
    readable_facts.forget_unreadable(state)
    held = _forget_unheld(machine, state)
    alive = _forget_unreachable(machine, state)
    return Alive(alive.nodes & held.nodes, alive.leaves, alive.numbers & held.numbers, alive.families & held.families, alive.objects)


def _forget_unreachable(machine: Machine, state: State) -> Alive:
    """Remove the status of the nodes, tensors, gradients and optimizers that no variable, temporary or callback can reach.

    Objects on the heap count only if they are reachable. Nodes of unknown values count if a later read may yield the value.
    """
    graph = machine.graph
    numbers, families, objects = set[int](), set[int](), set[ObjectNumber]()
    nodes, keys = set[int](), set[Symbol]()
    closures = set(machine.functions.ended_scopes)
    functions = (*machine.functions.escaping.values(), *machine.functions.nested.values(), machine.frames[0].repeated)
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
        saved = (item for node in alive for item in (*graph.nodes[node].saved, *graph.possible.saved.get(node, ())))
        _retain_only({item.storage for item in saved}, state.versions, state.changes)
    _retain_only(numbers, state.needs, state.became_leaf)
    _retain_only(families, state.new_grad_fns)
    # The latest step counts even if nothing references the optimizer: it has used the gradients.
    _retain_only(objects, state.optimizer_gradients, state.optimizer_resets)
    return Alive(alive, alive, numbers, families, objects)


def _retain_only(alive: Set[Number], *tables: dict[Number, Any]) -> None:
    for table in tables:
        for key in table.keys() - alive:
            del table[key]


def _forget_unheld(machine: Machine, state: State) -> Alive:
    """Remove the status of the nodes and tensors that no field, item or fact on the heap holds, and return those that are held. What is
    held counts as referenced."""
    tensors = state.held_tensors()
    collect_tensors(state.known.values(), tensors)
    collect_tensors(state.facts.obtained.values(), tensors)
    nodes = machine.graph.reach({state.node(tensor) for tensor in tensors.values()}).all
    families = {tensor.family for tensor in tensors.values()}
    _retain_only(nodes, state.freed, state.retained_by)
    _retain_only(tensors.keys(), state.needs, state.became_leaf)
    _retain_only(families, state.new_grad_fns)
    return Alive(nodes, nodes, tensors.keys(), families, set())
