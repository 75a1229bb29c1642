"""Assignments to names, and the kind of a value that follows from its name."""

from __future__ import annotations

from graphlint.autograd.events import Certainty, Discarded, DiscardedResult, NoGraph, Rebound
from graphlint.engine.domain import path_facts, terms
from graphlint.engine.domain.objects import CONTAINERS
from graphlint.engine.domain.state import State
from graphlint.engine.domain.symbols import symbol_of
from graphlint.engine.domain.values import Constant, Each, Ref, Sequence, Tensor, Unknown, Value
from graphlint.engine.machine.machine import Machine
from graphlint.engine.models.torch import inferred_values
from graphlint.engine.operations import rebinding, tensor_items
from graphlint.engine.retention import releases, retained_graphs
from graphlint.ir.instructions import StoreName


def store_name(machine: Machine, state: State, instruction: StoreName) -> None:
    """Execute `name = value`."""
    value = machine.value(state, instruction.value)
    name = instruction.name
    if isinstance(name, int):
        machine.set(state, name, value)
        return
    if type(value) is Unknown:
        value = inferred_values.named(machine, state, value, name)
    value = _with_graph(machine, state, name, value, instruction)
    frame = machine.frames[-1]
    scope, code = frame.scopes[0], frame.code
    if name in code.global_names:
        scope = frame.scopes[-1]
    elif name in code.nonlocal_names:
        scope = next((item for item in frame.scopes[1:] if name in state.heap[item].fields), scope)
    fields = state.edit(scope).fields
    before = fields.get(name)
    if before is not None:
        releases.note_replaced(machine, state, Ref(scope, "scope"), name, before, value)
    if isinstance(value, Tensor):
        site = machine.site(instruction.at)
        if isinstance(before, (Tensor, Each)) and before is not value:
            rebinding.rebound(machine, state, name, before, value, site)
            _detached_in_vain(machine, name, before, value, instruction)
            _updated_in_vain(machine, state, name, before, value, instruction)
        fields[name] = value
        retained_graphs.note_store(machine, state, Ref(scope, "scope"), name, value, site)
        return
    fields[name] = value
    tuple_of_tensors = isinstance(value, Sequence) and any(isinstance(item, Tensor) for item in value.items)
    if tuple_of_tensors or _is_new_container(machine, state, value):
        retained_graphs.note_store(machine, state, Ref(scope, "scope"), name, value, machine.site(instruction.at))


def _with_graph(machine: Machine, state: State, name: str, value: Value, instruction: StoreName) -> Value:
    """Return the value of an assignment; if later code backpropagates the name, it is a tensor with a graph, or contains one."""
    if type(value) is Unknown:
        unsure = value.graph is Certainty.MAYBE and not value.data and not inferred_values.is_number(machine, value.symbol)
    else:
        unsure = type(value) is Tensor and state.needs_grad(value) is Certainty.MAYBE
    if not unsure or state.grad_mode is Certainty.NO:
        return value
    proof = machine.frame.code.facts.later_backward.get((name, instruction.at[0]))
    if proof is None or (proof.item is not None and isinstance(value, Tensor) and not value.parts):
        return value
    tensor = inferred_values.inferred_tensor(machine, state, value, machine.site(instruction.at)) if isinstance(value, Unknown) else value
    assert isinstance(tensor, Tensor)
    proven = tensor if proof.item is None else tensor_items.part(machine, state, tensor, terms.AtKey(symbol_of(Constant(proof.item))))
    if isinstance(proven, Tensor):
        state.needs[proven.number] = Certainty.YES
        state.facts.certain.add(path_facts.RequiresGrad(proven.number))
    return tensor


def _is_new_container(machine: Machine, state: State, value: Value) -> bool:
    """Return True for a container created in this iteration, perhaps with the elements of an older one: `losses = [*losses, loss]`."""
    if type(value) is not Ref or value.kind not in CONTAINERS or not machine.context.iterations:
        return False
    return state.get(value.number).opened.iterations == machine.context.iterations


def _detached_in_vain(machine: Machine, name: str, before: Tensor | Each, value: Tensor, instruction: StoreName) -> None:
    """Report a loop variable over tensors that is bound to the detached tensor, if no later statement of the loop reads it."""
    kind = value.reason
    if kind not in (NoGraph.DETACH, NoGraph.DATA_ATTRIBUTE) or isinstance(before, Each) or not before.node:
        return
    if _is_unread_loop_variable(machine, name, instruction):
        machine.graph.emit(DiscardedResult(machine.site(instruction.at), machine.context, kind.value, Discarded.COPY))


def _updated_in_vain(machine: Machine, state: State, name: str, before: Tensor | Each, value: Tensor, instruction: StoreName) -> None:
    """Report a loop variable over parameters that is bound to a new value of the parameter, if no later statement of the loop reads it."""
    leaves = before.tensors if isinstance(before, Each) else (before,)
    if not all(leaf.parameter and leaf.storage != value.storage for leaf in leaves) or not leaves:
        return
    if any(value.number in machine.graph.leaves.updates.get(leaf.number, ()) for leaf in leaves):
        return
    nodes = frozenset(map(state.node, leaves))
    computed = value.reason is NoGraph.GRAD_MODE_OFF or not nodes.isdisjoint(machine.graph.reach([state.node(value)]).certain)
    if computed and _is_unread_loop_variable(machine, name, instruction):
        site = machine.site(instruction.at)
        machine.graph.emit(Rebound(site, machine.context, name, state.node(leaves[0]), value.site, is_read=False))


def _is_unread_loop_variable(machine: Machine, name: str, instruction: StoreName) -> bool:
    """Return True if an assignment binds a variable of the innermost loop, and no later line of the code mentions it.

    The next iteration binds it again.
    """
    loop = machine.blocks.loops[-1] if machine.blocks.loops else None
    if loop is None or name not in loop.targets:
        return False
    code = machine.frame.code
    later = (line for line in machine.evidence.mentions(code.path, name) if line > instruction.at[2])
    return not any(line <= code.at[2] or code.name == "<module>" for line in later)
