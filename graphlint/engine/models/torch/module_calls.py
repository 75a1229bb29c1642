"""Module calls: the execution of forward, its result, and the event of the call."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace
from functools import partial

from graphlint.autograd import operations as table
from graphlint.autograd.events import MODULE_RESULTS, Certainty, Forward, FrozenForward, NoGraph, Origin, Saved
from graphlint.autograd.numbers import StorageNumber
from graphlint.autograd.operations import ModuleClass, Structure
from graphlint.engine.domain import class_lookup, shapes
from graphlint.engine.domain.objects import Object
from graphlint.engine.domain.path_facts import MayDetach, WithoutGrad
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import (
    MAYBE,
    NO,
    NONE,
    YES,
    Api,
    Bound,
    Class,
    Constant,
    Function,
    LayerClass,
    Ref,
    Sequence,
    Tensor,
    Unknown,
    Value,
    strongest,
)
from graphlint.engine.facts import dependencies
from graphlint.engine.havoc import forward_hooks, unresolved_stores
from graphlint.engine.machine import outcomes, repeated_calls
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.torch import parallel
from graphlint.engine.operations import (
    compiled_graphs,
    detached_operands,
    hidden_modules,
    in_place,
    ownership,
    recording,
    tensors,
    training_mode,
)


def call(machine: Machine, state: State, module: Ref, arguments: Arguments, *, direct: bool = False) -> Outcome:
    """Call a module: execute its forward method, and emit the event of the call.

    Args:
        direct: True for a call of `forward` by name, which runs neither forward hooks nor a `__call__` of the class.
    """
    if module.parallel:
        parallel.begin_forward(machine, state, module, arguments.site)
        if state.signal:
            return NONE
        module = parallel.unwrapped(module)
    graph = machine.graph
    number, parent = graph.number(), graph.forward
    if module.compiled:
        module = parallel.unwrapped(module)
        if not parent:
            compiled_graphs.begin_call(machine, state, module, arguments, number)
    graph.forwards.append(number)
    try:
        outcome = _forward(machine, state, module, arguments, direct=direct)
    finally:
        graph.forwards.pop()
    if not direct:
        outcome = outcomes.then(state, outcome, lambda path, result: _hooked(machine, path, module, arguments, result))
    return outcomes.then(state, outcome, lambda path, result: _finish(machine, path, module, arguments, result, number, parent))


def _forward(machine: Machine, state: State, module: Ref, arguments: Arguments, *, direct: bool) -> Outcome:
    obj = state.get(module.number)
    kind = obj.type
    if isinstance(kind, LayerClass):
        return _library(machine, state, module, kind.entry, arguments)
    if isinstance(kind, Class):
        # A class of the program that defines `__call__` calls `forward` itself, if at all.
        own = None if direct else class_lookup.attribute(state, kind, "__call__")
        function = own if isinstance(own, Function) else class_lookup.attribute(state, kind, "forward") or own
        if function is not None:
            return machine.call(state, Bound(module, function), arguments)
    if obj.module.container == "Sequential":
        return forward_of_sequential(machine, state, module, arguments)
    unresolved_stores.attributes(machine, state, (module,), arguments.site)
    return opaque_result(machine, state, module, arguments)


def forward_of_base(machine: Machine, state: State, module: Ref, arguments: Arguments) -> Outcome:
    """Execute `super().__call__(...)` in a class that defines `__call__`: it calls `forward`."""
    kind = state.get(module.number).type
    function = class_lookup.attribute(state, kind, "forward") if isinstance(kind, Class) else None
    if function is not None:
        return machine.call(state, Bound(module, function), arguments)
    return opaque_result(machine, state, module, arguments)


def forward_of_sequential(machine: Machine, state: State, module: Ref, arguments: Arguments) -> Outcome:
    """Call the modules of a Sequential one after another."""
    exact = state.get(module.number).exact
    return sequence(machine, [state], ownership.children(machine, state, module), arguments, exact=exact)


def sequence(machine: Machine, states: list[State], parts: list[Value], arguments: Arguments, *, exact: bool) -> Outcome:
    """Call each module with the result of the one before."""
    live, done = states, list[State]()
    for state in live:
        state.result = arguments.positional[0] if arguments.positional else machine.unknown()
    for part in parts:
        following: list[State] = []
        for state in live:
            given = Arguments((state.result,), {}, arguments.site)
            outcome = machine.call(state, part, given)
            if isinstance(outcome, list):
                following.extend(path for path in outcome if not path.signal)
                done.extend(path for path in outcome if path.signal)
            elif state.signal:
                done.append(state)
            else:
                state.result = outcome
                following.append(state)
        live = following
    if not exact:
        for state in live:
            state.result = dependencies.some_of(machine, state, (state.result,), arguments.site)
    if len(live) == 1 and not done and live[0] is states[0]:
        return live[0].result
    return live + done


def _library(machine: Machine, state: State, module: Ref, module_class: ModuleClass, arguments: Arguments) -> Value:
    """Call a module of torch.nn: apply its operation to the input and the module's parameters."""
    obj = state.get(module.number)
    operation = table.operations().get(module_class.operation)
    if operation is None:
        return opaque_result(machine, state, module, arguments)
    given = obj.module.arguments
    named: list[tuple[str, Value]] = []
    own = {name: value for name, value in obj.fields.items() if isinstance(name, str)}
    position = 0
    for name in operation.inputs:
        plain = name.removesuffix("*")
        if plain in own and (plain in module_class.parameters):
            named.append((name, own[plain]))
            continue
        value = arguments.get(position, plain)
        if position < len(arguments.positional):
            position += 1
        if value is not None and not (isinstance(value, Constant) and value.value is None):
            named.append((name, value))
    listed = {name for name, _ in named}
    after = dict(zip(reversed(module_class.parameters), reversed(operation.inputs), strict=False))
    spread = operation.inputs[-1] if operation.inputs and operation.inputs[-1].endswith("*") else ""
    rest = [name for name in module_class.parameters if name in own and name not in listed]
    named.extend((spread or after.get(name, name), own[name]) for name in rest)
    evaluation = ownership.training(state, module) is NO
    inplace = given.get("inplace")
    first = arguments.positional[0] if arguments.positional else None
    if isinstance(inplace, Constant) and inplace.value is True and isinstance(first, Tensor):
        return in_place.change_by(machine, state, operation.name, first, (), arguments.site)
    shape = _shape_of_result(obj, operation, given, arguments)
    result = recording.apply(machine, state, operation, named, arguments.site, evaluation=evaluation, shape=shape)
    returned = _returned(machine, result, module_class, arguments)
    if isinstance(first, Sequence) and first.fields == recording.PACKED and isinstance(returned, Sequence):
        # A recurrent module returns a PackedSequence for a PackedSequence.
        returned = Sequence((Sequence((returned.items[0], first.items[1]), recording.PACKED), *returned.items[1:]))
    return returned


def _shape_of_result(
    obj: Object, operation: table.Operation, given: Mapping[str, Value], arguments: Arguments
) -> tuple[int | None, ...] | None:
    """Return the shape of the result of a torch.nn module, by the arguments with which it was constructed."""
    sizes = obj.module.sizes
    if operation.name == "linear" and arguments.positional:
        return shapes.linear(arguments.positional[0], sizes[1] if len(sizes) > 1 else given.get("out_features"))
    if operation.name.startswith("conv") and len(sizes) > 1:
        before = shapes.of(arguments.positional[0]) if arguments.positional else None
        width = sizes[1].value if isinstance(sizes[1], Constant) and isinstance(sizes[1].value, int) else None
        return (before[0], width, *([None] * (len(before) - 2))) if before is not None and len(before) > 2 else None
    if operation.shape is not table.Shape.LOSS:
        return None
    return shapes.of_loss(operation, given.get("reduction"), arguments.positional)


def _returned(machine: Machine, result: Value, module_class: ModuleClass, arguments: Arguments) -> Value:
    """Return the structure that a torch.nn module returns: for LSTM, a tensor and a pair of states.

    Its first tensor is the operation's result, which the operation may have saved.
    """
    if module_class.structure is None or not isinstance(result, Tensor):
        return result
    return _structured(machine, result, module_class.structure, [replace(result, shape=None)])


def _structured(machine: Machine, result: Tensor, structure: Structure, first: list[Value]) -> Value:
    """Return tensors like a result in a structure; `first` holds the first one until it is taken."""
    if structure is not None:
        return Sequence(tuple(_structured(machine, result, part, first) for part in structure))
    if first:
        return first.pop()
    number = machine.graph.number()
    return replace(result, number=number, storage=StorageNumber(number), family=number, shape=None)


def opaque_result(machine: Machine, state: State, module: Ref, arguments: Arguments, *, may_detach: bool = False) -> Value:
    """Return the result of an unresolved module: it depends on the module's parameters and inputs, and may depend on star arguments.

    With `may_detach`, code on the way may have detached the inputs.
    """
    if state.get(module.number).module.runs_elsewhere:
        return tensors.new(machine, arguments.site, leaf=YES, reason=NoGraph.DETACH, parts=True)
    own = ownership.leaves(machine, state, module)
    ownership.note_use_of_parts(machine, state, module, arguments.site)
    passed = (*arguments.positional, *arguments.keywords.values())
    given = [tensor for value in passed for tensor in dependencies.tensors_in(state, value)]
    doubtful = dependencies.nodes_of_unknown(machine, passed) + dependencies.nodes_in(machine, state, arguments.spread)
    doubtful += ownership.constructor_nodes(state, module)
    offered = [state.needs_grad(tensor) for tensor in given]
    if may_detach:
        offered = [MAYBE if certainty is YES else certainty for certainty in offered]
    needs = strongest((*(state.needs_grad(tensor) for tensor in own), *offered))
    if state.grad_mode is NO:
        return tensors.new(machine, arguments.site, leaf=YES, reason=NoGraph.GRAD_MODE_OFF, parts=True, inference=state.inference)
    if needs is not YES:
        nodes = [state.node(tensor) for tensor in own if state.needs_grad(tensor) is MAYBE]
        nodes += [state.node(tensor) for tensor, certainty in zip(given, offered, strict=True) if certainty is MAYBE] + doubtful
        if not nodes and own:
            return tensors.new(machine, arguments.site, needs=MAYBE, leaf=MAYBE, parts=True)
        return tensors.unresolved_result(machine, arguments.site, nodes) if nodes else machine.unknown()
    leaves = [state.node(tensor) for tensor in own if state.needs_grad(tensor) is YES]
    doubtful += [state.node(tensor) for tensor in own if state.needs_grad(tensor) is MAYBE]
    certain_inputs = [state.node(tensor) for tensor in given if state.needs_grad(tensor) is YES]
    # A module of torch.nn detaches nothing, and neither does a class whose summary has no detaching code.
    record = state.get(module.number).module
    detaches_nothing = record.of_torch or record.plain
    # A flag may make a module of an unresolved class detach its inputs.
    flags = [value for value in passed if isinstance(value, Constant) and isinstance(value.value, bool)]
    flagged = bool(flags) and not detaches_nothing and record.opaque
    states = certain_inputs
    if not may_detach and not flagged:
        owned = [state.node(tensor) for tensor in own if state.needs_grad(tensor) is not NO]
        states = [] if detaches_nothing else [node for node in certain_inputs if _returns_state(machine, owned, node)]
    inputs = [*leaves, *(node for node in certain_inputs if node not in states)]
    maybe = [state.node(tensor) for tensor in given if state.needs_grad(tensor) is MAYBE] + states + doubtful
    # Without an argument, nothing shows that the module computes: it may only return a parameter.
    computes = bool(passed or arguments.spread or arguments.open)
    saving = [tensor for tensor in own if computes and state.needs_grad(tensor) is YES]
    saved = tuple(Saved(tensor.storage, state.version(tensor.storage), True, "weight") for tensor in saving)
    node = machine.graph.record(Origin.MODULE_CALL, arguments.site, inputs, maybe, YES if computes else MAYBE, saved)
    detached_operands.note(machine, given, node)
    return tensors.new(machine, arguments.site, node, YES if state.grad_mode is YES else MAYBE, leaf=NO, parts=True)


def _returns_state(machine: Machine, owned: list[int], node: int) -> bool:
    """Return True if an input of an unresolved module depends on its result in an earlier iteration: a state that it may detach.

    The result is known by the module's parameters, `owned`: those which may require grad are its inputs, certain or possible ones.
    """
    nodes, turns = machine.graph.nodes, machine.context.iterations
    if not owned or not turns:
        return False
    first = min(owned)
    stack, seen = [node], set()
    while stack:
        number = stack.pop()
        if number <= first or number in seen:
            continue
        seen.add(number)
        below = nodes[number]
        received = {*below.inputs, *below.possible_inputs}
        if below.origin in MODULE_RESULTS and below.context.iterations != turns and received.issuperset(owned):
            return True
        stack.extend(below.inputs)
    return False


def _presumed_output(state: State, result: Value) -> Value:
    """Return the output of a module with parameters to train; data in it is marked, since a graph that it has may not be resolved."""
    if isinstance(result, Sequence):
        items = tuple(_presumed_output(state, value) for value in result.items)
        return result if all(one is two for one, two in zip(items, result.items, strict=True)) else Sequence(items)
    if isinstance(result, Tensor) and result.reason is NoGraph.DATA and state.needs_grad(result) is NO:
        return replace(result, reason=NoGraph.OUTPUT)
    return result


def _finish(machine: Machine, state: State, module: Ref, arguments: Arguments, result: Value, number: int, parent: int) -> Value:
    """Emit the event of a module call; a result that is unknown still depends on the module's parameters."""
    if not parent or state.get(module.number).module.opaque:
        forward_hooks.run(machine, state, arguments.site, module)
    possible = state.facts.possible
    followed, may_detach = WithoutGrad(number) not in possible, MayDetach(number) in possible
    possible -= {WithoutGrad(number), MayDetach(number)}
    if state.get(module.number).module.containers:
        hidden_modules.emit(machine, state, module)
    own = [tensor for tensor in ownership.leaves(machine, state, module) if tensor.node]
    trained = any(state.needs_grad(tensor) is YES for tensor in own)
    if not trained and (own or _may_be_frozen(machine, state, module)) and _has_no_certain_graph(state, result):
        machine.graph.emit(FrozenForward(arguments.site, machine.context))
    if all(state.needs_grad(tensor) is NO for tensor in own):
        return result
    if followed:
        result = _with_parameters(machine, state, module, arguments, result, may_detach=may_detach)
    if state.grad_mode is YES:
        result = _presumed_output(state, result)
    _emit(machine, state, module, arguments, result, own, number)
    return result


def _with_parameters(machine: Machine, state: State, module: Ref, arguments: Arguments, result: Value, *, may_detach: bool) -> Value:
    """Return the result of a module with parameters to train: one that is not resolved depends on them."""
    if isinstance(result, Unknown) and result.graph is not NO and state.grad_mode is not NO:
        below = machine.graph.unresolved.node_or_none(machine.graph, result.symbol) or 0
    elif isinstance(result, Tensor) and result.parts and state.needs_grad(result) is MAYBE and state.grad_mode is YES:
        below = state.node(result)
    else:
        return result
    return _dependent_output(machine, state, opaque_result(machine, state, module, arguments, may_detach=may_detach), below)


def _computes(machine: Machine, node: int) -> bool:
    """Return False for the result of an unresolved module that may be one of its parameters: it was called without an argument."""
    call = machine.graph.nodes[node] if node else None
    return call is not None and (call.origin is not Origin.MODULE_CALL or call.saves is not MAYBE)


def _emit(machine: Machine, state: State, module: Ref, arguments: Arguments, result: Value, own: list[Tensor], number: int) -> None:
    """Emit the event of a call of a module with parameters to train; `own` are all of its parameters."""
    obj, graph_inside = state.get(module.number), machine.graph.forwards
    trained = [tensor for tensor in own if state.needs_grad(tensor) is not NO]
    given = [tensor for value in arguments.all() for tensor in dependencies.tensors_in(state, value)]
    unknown = any(isinstance(value, Unknown) and value.graph is not NO for value in arguments.all())
    needs = strongest(state.needs_grad(tensor) for tensor in given)
    leaves = machine.graph.leaves
    recording = _recording(machine, state, trained)
    machine.graph.emit(
        Forward(
            arguments.site,
            machine.context,
            number=number,
            module=obj.module.name or _class_name(obj.type),
            outputs=tuple(filter(partial(_computes, machine), map(state.node, dependencies.tensors_in(state, result)))),
            leaves=frozenset(state.node(tensor) for tensor in trained),
            grad_mode=MAYBE if recording is YES and _receives_module(obj, arguments) else recording,
            training=ownership.training(state, module),
            input_needs_grad=MAYBE if needs is NO and unknown else needs,
            inputs=tuple(state.node(tensor) for tensor in given if state.node(tensor)),
            enclosing_calls=tuple(graph_inside),
            object=module.number,
            constructed=not any(tensor.stands_for.is_unresolved or leaves.is_initialized_outside(state.node(tensor)) for tensor in own),
            modes=() if graph_inside else training_mode.modes(machine, state, module),
            arguments=tuple(_identity(value) for value in arguments.all()),
            enabled_on_purpose=state.enabled_on_purpose,
        )
    )


def _recording(machine: Machine, state: State, trained: list[Tensor]) -> Certainty:
    """Return the certainty that a module call records a graph: grad mode is on, and a parameter requires grad, on other paths, too."""
    frozen = machine.graph.leaves.frozen
    requires = any(state.needs_grad(tensor) is YES and state.node(tensor) not in frozen for tensor in trained)
    if state.grad_mode is YES and (state.grad_mode_doubts or not requires):
        return MAYBE
    return state.grad_mode


def _receives_module(module: Object, arguments: Arguments) -> bool:
    """Return True if an unresolved module receives another one: an algorithm, which runs that one in a grad mode of its own choice."""
    return module.module.opaque and any(ownership.is_module(value) for value in arguments.all())


def _identity(value: Value) -> Hashable:
    """Return a key that is equal for the same value only."""
    if isinstance(value, Tensor | Ref):
        return value.number
    return value.symbol if isinstance(value, Unknown) else value


def _dependent_output(machine: Machine, state: State, output: Value, below: int) -> Value:
    """Return the output of a module, which may depend on the node `below`, too; on none if that is 0."""
    if below and isinstance(output, Tensor) and state.node(output):
        node = machine.graph.nodes[state.node(output)]
        machine.graph.nodes[node.number] = replace(node, possible_inputs=(*node.possible_inputs, below))
    return output


def _may_be_frozen(machine: Machine, state: State, module: Ref) -> bool:
    """Return True if no parameter of a module is resolved, and its class may freeze those that it has."""
    cls = state.get(module.number).type
    return isinstance(cls, Class) and not ownership.is_exact(machine, state, module) and machine.evidence.freezes(cls.path, cls.name)


def _has_no_certain_graph(state: State, result: Value) -> bool:
    """Return True if a module's result may have no graph, and not because grad mode may be disabled."""
    enabled = state.grad_mode is YES and not state.grad_mode_doubts
    return enabled and not any(state.needs_grad(tensor) is YES for tensor in dependencies.tensors_in(state, result))


def _hooked(machine: Machine, state: State, module: Ref, arguments: Arguments, result: Value) -> Outcome:
    """Call the forward hooks of a module; a value that a hook returns replaces the result."""
    hooks = state.get(module.number).module.hooks
    if not hooks:
        # What is not needed as `State.result` may not be there: it would count as reachable, and keep paths apart.
        return result

    def call_hook(path: State, hook: Value) -> Outcome:
        before = path.result
        outcome = machine.call(path, hook, Arguments((module, Sequence(arguments.positional), before), {}, arguments.site))
        return outcomes.then(path, outcome, lambda _, value: before if isinstance(value, Constant) and value.value is None else value)

    state.result = result
    return repeated_calls.fold(machine, state, hooks, call_hook)


def _class_name(kind: Value | None) -> str:
    return (kind.name.rsplit(".", 1)[-1] if isinstance(kind, Class | Api) else "") or "a module"
