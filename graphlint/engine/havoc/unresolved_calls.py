"""Calls of unresolved code: what it may do to the graphs and gradients that it can reach, and what it returns."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace

from graphlint.autograd.events import Certainty
from graphlint.engine.domain import presumed_gradients, reuse
from graphlint.engine.domain.state import CONTAINERS, State
from graphlint.engine.domain.values import Bound, Constant, Each, Function, Partial, Ref, Sequence, Tensor, Unknown, Value
from graphlint.engine.facts import dependencies
from graphlint.engine.havoc import escaping_callbacks, forward_hooks, unresolved_stores
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.operations import leaf_gradients, ownership


def escape(machine: Machine, state: State, values: tuple[Value, ...], result: Hashable = None, *, keeps: bool = True) -> list[int]:
    """Values go to code that is not at hand: it may walk, store or detach what they hang on. Returns their nodes."""
    nodes = dependencies.nodes_in(machine, state, values)
    spent = frozenset(node for node in nodes if reuse.is_spent(machine.graph, state, node)) if state.keepers else frozenset[int]()
    machine.graph.escape(nodes, result, keeps=keeps, spent=spent)
    for value in values:
        machine.shared.update(parameters_in(machine, state, value))
        escaping_callbacks.offer(machine, state, value)
    return nodes


def parameters_in(machine: Machine, state: State, value: Value, depth: int = 4) -> set[int]:
    """The nodes of the parameters that whoever has a value can get at: through modules, optimizers, objects and what they hold."""
    if isinstance(value, Tensor | Each):
        return {state.node(item) for item in dependencies.tensors_in(machine, state, value) if item.parameter}
    if isinstance(value, Bound):
        return parameters_in(machine, state, value.receiver, depth) | parameters_in(machine, state, value.function, depth)
    if isinstance(value, Function):
        # What it closes over is not followed: all of it, where it does anything to gradients.
        walks = machine.evidence.roots(value.code.path).runs_backward(value.code)
        return {leaf_gradients.EVERYTHING} if walks else set()
    if not depth:
        return set()
    inner: Iterable[Value] = ()
    if isinstance(value, Sequence):
        inner = value.items
    elif isinstance(value, Ref) and value.kind == "module":
        return {state.node(leaf) for leaf in ownership.leaves(machine, state, value)}
    elif isinstance(value, Ref) and value.kind == "optimizer":
        inner = ownership.owned_by(state, value)[0]
    elif isinstance(value, Ref):
        made = state.get(value.number)
        inner = (*made.items, *made.fields.values())
    return {node for item in inner for node in parameters_in(machine, state, item, depth - 1)}


def may_reset(machine: Machine, state: State, receiver: Value) -> None:
    """A method not at hand was called on an object: it may have reset or used the gradients of what the object holds, and of what
    code not at hand was given before."""
    leaf_gradients.doubt(state, parameters_in(machine, state, receiver) | machine.shared)


def unknown_call(
    machine: Machine, state: State, arguments: Arguments, receiver: Value | None = None, *,
    calls_modules: bool = True, keeps: bool = True, resets: bool = True,
) -> Value:  # fmt: skip
    """A call whose source is not at hand: its result may hang on its arguments, or may not; it may be anything.

    `calls_modules` says that it may call modules, whose forward hooks run then; `keeps`, that it may keep what it is given for later;
    `resets`, that it may reset or use the gradients of the parameters that it is given.
    """
    values = arguments.all() if receiver is None else (receiver, *arguments.all())
    result = machine.unknown()
    machine.graph.call_results[result.key] = machine.context
    if any(isinstance(value, Tensor | Each) and not (isinstance(value, Tensor) and value.parameter) for value in values):
        machine.graph.computed.add(result.key)
    nodes = escape(machine, state, values, result.key, keeps=keeps)
    nodes += [
        machine.graph.unseen(value.key, arguments.site)
        for value in arguments.all()
        if isinstance(value, Unknown) and value.graph is Certainty.MAYBE and not value.data
    ]
    for value in arguments.all():
        forget(machine, state, value)
        machine.graph.use_mode(value)
    # What a module was given to may have called it.
    called = [value for value in arguments.all() if isinstance(value, Ref) and value.kind == "module"]
    if called and calls_modules:
        unresolved_stores.attributes(machine, state, called, arguments.site)
    given = (value for value in values if isinstance(value, Ref) and value.kind == "module")
    nodes += [state.node(leaf) for value in given for leaf in ownership.leaves(machine, state, value) if not state.without_graph(leaf)]
    built = machine.graph.unseen(result.key, arguments.site, "unknown", nodes) if nodes and state.grad_mode is not Certainty.NO else 0
    if any(map(_may_train, values)) or not values:
        presumed_gradients.unresolved(state, machine.graph.number(), built)
    # What receives only the module is presumed to compute something with it; what receives optimizers or parameters may reset gradients.
    owners = [
        value for value in values if (isinstance(value, Ref) and value.kind != "module") or isinstance(value, Function | Bound | Partial)
    ]
    if owners:
        leaf_gradients.doubt(state, {node for value in owners for node in parameters_in(machine, state, value)} if resets else set())
    if calls_modules:
        forward_hooks.run(machine, state, arguments.site)
    return result


def _may_train(value: Value) -> bool:
    """Test whether unresolved code that receives a value may run a backward pass, or use or reset gradients, by means of it."""
    if isinstance(value, Unknown):
        return value.graph is not Certainty.NO and not value.data
    return not isinstance(value, Constant)


def forget(machine: Machine, state: State, value: Value) -> None:
    """A container given to code that is not at hand may have grown there; a function given to it may be called there."""
    if isinstance(value, Ref) and value.kind in CONTAINERS:
        made = state.edit(value.number)
        made.exact = False
        made.record = replace(made.container, more=False)
    elif isinstance(value, Ref) and value.kind == "instance":
        for inner in list(state.get(value.number).fields.values()):
            if isinstance(inner, Ref) and inner.kind in CONTAINERS:
                forget(machine, state, inner)
    elif isinstance(value, Ref) and value.kind == "module":
        machine.graph.handed.update(state.node(leaf) for leaf in ownership.leaves(machine, state, value))
