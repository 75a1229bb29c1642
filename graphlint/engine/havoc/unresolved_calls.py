"""Calls of unresolved code: the possible effects on graphs and gradients reachable from the arguments, and the unknown result.

The result may depend on all arguments, or on none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from graphlint.autograd.events import Certainty, OptimizerReceived, Origin, Site
from graphlint.autograd.numbers import ObjectNumber
from graphlint.autograd.presumptions import Presumption
from graphlint.engine.domain import havoc_log, presumed_gradients, reuse, scaler_stages, step_order
from graphlint.engine.domain.bounds import LEVELS_TO_PARAMETERS
from graphlint.engine.domain.objects import CONTAINERS, contents_of
from graphlint.engine.domain.state import State
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.values import Api, Bound, Constant, Each, Function, Method, Partial, Ref, Sequence, Tensor, Unknown, Value
from graphlint.engine.facts import dependencies
from graphlint.engine.havoc import escaping_callbacks, forward_hooks, unresolved_stores
from graphlint.engine.havoc.callee_effects import METHOD, CalleeEffects
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.operations import leaf_gradients, ownership, training_mode
from graphlint.ir.instructions import FunctionCode


def receive(
    machine: Machine, state: State, values: tuple[Value, ...], result: Symbol | None = None, *, keeps: bool = True, trains: bool = True
) -> list[int]:
    """Record that unresolved code receives values, and return their nodes: it may backpropagate through, store or detach their graphs."""
    nodes = dependencies.nodes_in(machine, state, values)
    nodes += dependencies.nodes_in(machine, state, tuple(_closed_over(machine, state, values)))
    spent = reuse.spent_nodes(machine.graph, state, nodes)
    calls = False
    for value in values:
        if type(value) in _LEADS_NOWHERE:
            continue
        parameters = parameters_in(machine, state, value)
        machine.value_facts.reachable_parameters.update(parameters)
        if parameters and result is not None:
            known = machine.value_facts.parameters_of_results.get(result, frozenset())
            machine.value_facts.parameters_of_results[result] = known | parameters
        calls = escaping_callbacks.record(machine, state, value) or calls
    stores = keeps or (bool(nodes) and not machine.graph.presumes(Presumption.FUNCTIONS_STORE_NOTHING))
    havoc_log.received(machine.graph, machine.here(), nodes, result=result, spent=spent, stores=stores, calls=calls, trains=trains)
    return nodes


def parameters_in(machine: Machine, state: State, value: Value, depth: int = LEVELS_TO_PARAMETERS) -> set[int]:
    """Return the nodes of the parameters reachable from a value, through modules, optimizers, containers and objects."""
    parameters: set[int] = set()
    seen: set[int] = set()
    level: list[Value] = [value]
    for below in range(depth, -1, -1):
        inner: list[Value] = []
        for item in level:
            kind = type(item)
            if kind in _LEADS_NOWHERE or (kind is Ref and not below):
                continue
            if isinstance(item, (Tensor, Each)):
                parameters.update(state.node(one) for one in dependencies.tensors_in(state, item) if one.parameter)
            elif isinstance(item, Bound):
                level.extend((item.receiver, item.function))
            elif isinstance(item, Method):
                level.append(item.receiver)
            elif isinstance(item, Function):
                # The variables that a function closes over are not searched: if it runs backward, it may reach every parameter.
                if machine.evidence.roots(item.code.path).runs_backward(item.code):
                    parameters.add(leaf_gradients.EVERYTHING)
            elif not below:
                continue
            elif isinstance(item, Sequence):
                inner.extend([part for part in item.items if type(part) not in _LEADS_NOWHERE])
            elif isinstance(item, Ref) and item.number not in seen:
                seen.add(item.number)
                if item.kind == "module":
                    parameters.update(state.node(leaf) for leaf in ownership.leaves(machine, state, item))
                elif item.kind == "optimizer":
                    inner.extend(ownership.owned_by(state, item)[0])
                else:
                    obj = state.get(item.number)
                    inner.extend([part for part in obj.items if type(part) not in _LEADS_NOWHERE])
                    inner.extend([part for part in obj.fields.values() if type(part) not in _LEADS_NOWHERE])
        level = inner
    return parameters


_LEADS_NOWHERE: Final = frozenset((Constant, Unknown, Api))
"""The most frequent classes of values through which neither parameters nor functions of the program can be reached."""


def may_reset(machine: Machine, state: State, receiver: Value) -> None:
    """Apply the effects of an unresolved method on gradients.

    It may have reset or used the gradients of parameters reachable from its receiver, and of those that unresolved code received before.
    """
    leaf_gradients.doubt(state, parameters_in(machine, state, receiver) | machine.value_facts.reachable_parameters)
    step_order.doubt(state, (receiver,))
    machine.value_facts.received_scalers |= scaler_stages.received(state, (receiver,))


def entered(machine: Machine, state: State, manager: Unknown) -> None:
    """Apply the effects of entering an unresolved context manager: it may reset the gradients of the parameters that it was made from."""
    if parameters := machine.value_facts.parameters_of_results.get(manager.symbol):
        leaf_gradients.doubt(state, set(parameters))


def unknown_call(
    machine: Machine, state: State, arguments: Arguments, receiver: Value | None = None, *, effects: CalleeEffects = METHOD
) -> Value:
    """Return the result of a call of unresolved code, after its possible effects.

    The callee receives the receiver like an argument: it may use its graphs, parameters and gradients. The receiver's containers and
    attributes keep their values.
    """
    passed = arguments.all()
    values = passed if receiver is None else (receiver, *passed)
    result = machine.unknown()
    machine.graph.unresolved.calls[result.symbol] = machine.context
    machine.graph.unresolved.call_sites[result.symbol] = arguments.site
    if any(_holds_operand(state, value) for value in values):
        machine.graph.unresolved.from_tensors.add(result.symbol)
    nodes = receive(machine, state, values, result.symbol, keeps=CalleeEffects.STORES in effects, trains=CalleeEffects.TRAINS in effects)
    if CalleeEffects.SWITCHES in effects:
        training_mode.may_switch(machine, state, values, arguments.site)
    for value in values:
        if isinstance(value, Ref) and value.kind == "optimizer":
            machine.graph.emit(OptimizerReceived(arguments.site, machine.context, value.number))
    nodes += [
        machine.graph.unresolved.node(machine.graph, value.symbol, arguments.site)
        for value in passed
        if isinstance(value, Unknown) and value.graph is Certainty.MAYBE and not value.data
    ]
    _havoc_passed(machine, state, passed, arguments.site, effects)
    built = _node_of_result(machine, state, result, values, nodes, arguments.site)
    if CalleeEffects.OPTIMIZES in effects and (any(map(_may_train, values)) or not values):
        presumed_gradients.saw_unresolved_code(state, machine.graph.number(), built)
    _havoc_gradients(machine, state, values, CalleeEffects.RESETS in effects)
    if CalleeEffects.CALLS_MODULES in effects:
        forward_hooks.run(machine, state, arguments.site)
    return result


def _holds_operand(state: State, value: Value) -> bool:
    """Return True if a value is a tensor from which a callee may compute others, or a tuple or list of such; parameters are managed."""
    if isinstance(value, Sequence):
        items: Iterable[Value] = value.items
    elif isinstance(value, Ref) and value.kind == "list":
        items = state.get(value.number).items
    else:
        items = (value,)
    return any(isinstance(item, Each) or (isinstance(item, Tensor) and not item.parameter) for item in items)


def _havoc_passed(machine: Machine, state: State, passed: tuple[Value, ...], site: Site, effects: CalleeEffects) -> None:
    """Apply the effects on the arguments, and on what a module that the callee may call can reach."""
    for value in passed:
        havoc_argument(machine, state, value, reads_gradients=CalleeEffects.READS_GRADIENTS in effects)
        havoc_variables(machine, state, value)
        machine.graph.grad_modes.use(value)
    # Code that receives a module may call it, and its forward pass may assign attributes.
    called = [value for value in passed if ownership.is_module(value)]
    if called and CalleeEffects.CALLS_MODULES in effects:
        unresolved_stores.attributes(machine, state, called, site)


def _node_of_result(machine: Machine, state: State, result: Unknown, values: tuple[Value, ...], nodes: list[int], site: Site) -> int:
    """Create the node of the result, which may depend on nodes and on the parameters of received modules; return 0 if it has none."""
    modules = (value for value in values if isinstance(value, Ref) and value.kind == "module")
    leaves = (leaf for module in modules for leaf in ownership.leaves(machine, state, module))
    owned = [state.node(leaf) for leaf in leaves if not state.without_graph(leaf)]
    presumed = 0 if owned else _only_certain_graph(machine, state, values, nodes)
    nodes = [*nodes, *owned]
    if not nodes or state.grad_mode is Certainty.NO:
        return 0
    return machine.graph.unresolved.node(
        machine.graph,
        result.symbol,
        site,
        Origin.UNRESOLVED_CALL,
        nodes,
        presumed_input=presumed if state.grad_mode is Certainty.YES else 0,
    )


def _only_certain_graph(machine: Machine, state: State, values: tuple[Value, ...], nodes: list[int]) -> int:
    """Return the only node of the received values that certainly has a graph; 0 if there are several, or if others may have one.

    What the run received, such as a target, is presumed to have none.
    """
    certain = {
        state.node(tensor) for tensor in dependencies.tensors_in(state, Sequence(values)) if state.needs_grad(tensor) is Certainty.YES
    }
    others = [number for number in nodes if number not in certain]
    is_only = len(certain) == 1 and all(_is_received(machine, number) for number in others)
    return certain.pop() if is_only and machine.graph.presumes(Presumption.TARGETS) else 0


def _is_received(machine: Machine, number: int) -> bool:
    """Return True for the node of a value that the run received, and for one that is computed only from such values."""
    pending, seen = [number], {number}
    while pending:
        node = machine.graph.nodes[pending.pop()]
        if node.origin is not Origin.UNRESOLVED_VALUE:
            return False
        pending.extend(item for item in node.possible_inputs if item not in seen)
        seen.update(node.possible_inputs)
    return True


def _havoc_gradients(machine: Machine, state: State, values: tuple[Value, ...], resets: bool) -> None:
    """Apply the effects on gradients and on gradient scalers.

    Code that receives only a module is presumed to compute with it. Code that receives optimizers or parameters may reset gradients.
    """
    owners = [
        value for value in values if _may_reach_parameters(state, value, LEVELS_TO_PARAMETERS) and not _is_computed_with(machine, value)
    ]
    machine.value_facts.received_scalers |= scaler_stages.received(state, values)
    if owners:
        step_order.doubt(state, owners)
        leaf_gradients.doubt(state, {node for value in owners for node in parameters_in(machine, state, value)} if resets else set())


def _is_computed_with(machine: Machine, value: Value) -> bool:
    return ownership.is_module(value) and machine.graph.presumes(Presumption.COMPUTATIONS)


def _may_reach_parameters(state: State, value: Value, depth: int) -> bool:
    """Return True if unresolved code may reach parameters or an optimizer through a value. Of a container, its known elements decide."""
    if isinstance(value, Tensor):
        return value.parameter or (state.is_leaf(value) is Certainty.YES and state.needs_grad(value) is not Certainty.NO)
    contents = contents_of(state.heap, value)
    if contents is not None:
        return not depth or any(_may_reach_parameters(state, item, depth - 1) for item in contents)
    return isinstance(value, (Ref, Each, Function, Bound, Method, Partial))


def _may_train(value: Value) -> bool:
    """Return True if unresolved code that receives a value may run a backward pass, or use or reset gradients, by means of it."""
    if isinstance(value, Unknown):
        return value.graph is not Certainty.NO and not value.data
    return not isinstance(value, Constant)


def havoc_argument(machine: Machine, state: State, value: Value, *, reads_gradients: bool = True) -> None:
    """Apply the effects on one argument: containers may have other elements, and the gradients of a module's parameters may be used.

    Of an instance, only containers directly in its fields are changed; of other values, nothing is.
    """
    if isinstance(value, Ref) and value.kind in CONTAINERS:
        state.edit(value.number).note_unknown_items()
    elif isinstance(value, Ref) and value.kind == "instance":
        for inner in list(state.get(value.number).fields.values()):
            if isinstance(inner, Ref) and inner.kind in CONTAINERS:
                havoc_argument(machine, state, inner)
    elif isinstance(value, Ref) and value.kind == "module":
        received = frozenset(state.node(leaf) for leaf in ownership.leaves(machine, state, value))
        havoc_log.received_parameters(machine.graph, machine.here(), received, reads_gradients=reads_gradients)


def havoc_variables(machine: Machine, state: State, value: Value) -> None:
    """Apply the effects of calls of the functions in a value on the variables around them: rebound names, and elements of containers."""
    for code, scope, name in _mentioned(machine, state, value):
        held = state.get(scope).fields[name]
        if name in code.global_names or name in code.nonlocal_names:
            state.edit(scope).fields[name] = machine.unknown(name)
        elif isinstance(held, Ref) and held.kind in CONTAINERS:
            havoc_argument(machine, state, held)


def _closed_over(machine: Machine, state: State, values: tuple[Value, ...]) -> Iterator[Value]:
    """Yield the variables around the functions in some values that these mention: who calls the functions can reach them."""
    for value in values:
        yield from (state.get(scope).fields[name] for _, scope, name in _mentioned(machine, state, value))


def _mentioned(machine: Machine, state: State, value: Value) -> Iterator[tuple[FunctionCode, ObjectNumber, str]]:
    """Yield the code of each function in a value, with each variable around it that it mentions: its scope and its name."""
    if type(value) in _LEADS_NOWHERE:
        return
    for function in escaping_callbacks.functions_in(state, value):
        code = function.code
        code.body()
        mentioned = machine.evidence.mentioned_between(code.path, code.at[0], code.at[2])
        for number in function.scopes:
            if number in state.heap:
                fields = state.get(number).fields
                yield from [(code, number, name) for name in mentioned if name in fields]
