"""Graphs of modules that torch.compile has compiled.

The backward pass of a graph is compiled when it first runs. If that one frees the graph, inductor reuses the memory of what the graph has
saved inside of it ("donated buffers"), and any later backward pass that retains the graph raises. If it retains the graph, none does
(probed). What a graph saves of its inputs, parameters and results is not donated.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from graphlint.autograd.events import Backward, Certainty, Fault, Origin, Raised, Retain
from graphlint.autograd.operations import without_variant
from graphlint.engine.domain.graph import CompiledCall
from graphlint.engine.domain.nodes import ReachedNodes
from graphlint.engine.domain.path_facts import BuffersNotDonated, CompiledGraph
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import YES, Class, Constant, Ref, Value
from graphlint.engine.facts import dependencies
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.operations import ownership

DONATING: Final = frozenset(("inductor", "aot_eager"))
"""The backends that donate buffers (probed)."""
OPTIONS: Final = frozenset(("model", "backend", "mode", "fullgraph", "dynamic"))
SWITCH: Final = "donated_buffer"
"""The attribute of torch._functorch.config that disables donated buffers."""
LAYERS: Final = frozenset(("linear", "conv1d", "conv2d", "conv3d"))
"""Operations that are not computed again in the backward pass: what a second one in sequence saves is a buffer of the graph."""
UNCERTAIN_LAYERS: Final = 3
"""The length of a sequence of layers that saves a buffer even if unsupported code in the forward pass splits the graph once."""
SPLITTING: Final = frozenset(("lstm", "gru", "rnn_tanh", "rnn_relu"))
"""Operations that split a graph."""
NOT_EXECUTED: Final = (Origin.MODULE_CALL, Origin.UNRESOLVED_CALL, Origin.UNRESOLVED_VALUE)
"""Origins of nodes whose code may split a graph."""


def compiled(machine: Machine, arguments: Arguments, model: Value) -> Value:
    """Return what torch.compile returns: a module through its wrapper."""
    backend = arguments.keywords.get("backend")
    known = backend is None or (isinstance(backend, Constant) and backend.value in DONATING)
    if not isinstance(model, Ref) or model.kind != "module" or model.parallel or not known or arguments.open:
        return model
    if not OPTIONS.issuperset(arguments.keywords):
        return model
    return Ref(model.number, model.kind, compiled=True)


def begin_call(machine: Machine, state: State, module: Ref, arguments: Arguments, number: int) -> None:
    """Record a call through the wrapper."""
    leaves = ownership.leaves(machine, state, module)
    inputs = tuple(state.needs_grad(tensor) for value in arguments.all() for tensor in dependencies.tensors_in(state, value))
    trained = tuple(sorted(state.node(tensor) for tensor in leaves if state.needs_grad(tensor) is YES))
    graph = CompiledGraph(module.number, ownership.training(state, module), inputs, trained)
    layers = [state.get(ref.number) for ref in ownership.submodules(machine, state, module)]
    own_code = any(isinstance(layer.type, Class) or layer.module.opaque for layer in layers)
    machine.graph.passes.compiled_calls[number] = CompiledCall(graph, UNCERTAIN_LAYERS if own_code else 2)


def after_backward(machine: Machine, state: State, reached: ReachedNodes, event: Backward) -> Raised | None:
    """Record the first backward pass of each compiled graph, or return the error of one that retains it."""
    graph = machine.graph
    if not graph.passes.compiled_calls or BuffersNotDonated() in state.facts.possible:
        return None
    retains = event.retain is Retain.LITERAL or (event.retain is Retain.IMPLIED and event.create_graph)
    for number in sorted({graph.nodes[item].forward for item in reached.all} & graph.passes.compiled_calls.keys()):
        call = graph.passes.compiled_calls[number]
        earlier = state.facts.compiled_backwards.get(call.graph)
        nodes = [item for item in reached.all if graph.nodes[item].forward == number]
        certain = reached.certain.issuperset(nodes) and call.graph.training is not Certainty.MAYBE
        if earlier is None:
            state.facts.compiled_backwards[call.graph] = event.number if certain and event.retain is Retain.NO else 0
        elif earlier and certain and retains and _layers_in_sequence(machine, nodes) >= call.layers:
            by = graph.backward_event(earlier)
            return Raised(event.site, graph.context, Fault.DONATED_BUFFERS, (event.roots[0],), by, event.roots[0])
    return None


def _layers_in_sequence(machine: Machine, nodes: Iterable[int]) -> int:
    """Return the number of layers on the longest path through nodes, each of which saves its input; 0 if the graph may be split."""
    depths: dict[int, int] = {}
    for number in sorted(nodes):
        node = machine.graph.nodes[number]
        operation = without_variant(node.operation)
        if operation in SPLITTING or node.origin in NOT_EXECUTED:
            return 0
        below = max((depths.get(item, 0) for item in node.inputs), default=0)
        is_layer = operation in LAYERS and (not below or any(not saved.leaf for saved in node.saved))
        depths[number] = below + is_layer
    return max(depths.values(), default=0)
