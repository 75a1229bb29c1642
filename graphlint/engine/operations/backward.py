"""Backward passes: `Tensor.backward()`, `torch.autograd.backward` and `torch.autograd.grad`, with the errors that PyTorch raises."""

from __future__ import annotations

from collections.abc import Sequence as Items
from dataclasses import dataclass
from typing import Final

from graphlint.autograd.events import BackwardKind, Cause, Event, Fault, NoGraph, OldApi, OldApiUse, Origin, Raised, Retain, Site
from graphlint.autograd.presumptions import Presumption
from graphlint.engine.domain import graph_effects, havoc_log, path_facts, presumed_inputs, shapes
from graphlint.engine.domain.nodes import ReachedNodes
from graphlint.engine.domain.state import Signal, State
from graphlint.engine.domain.values import MAYBE, NO, NONE, YES, Constant, Each, Ref, Sequence, Tensor, Unknown, Value
from graphlint.engine.facts import conditions, dependencies
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.operations import assumed_errors, compiled_graphs, errors, optimizers_in_use, requested_inputs, sharding, tensors
from graphlint.engine.operations.requested_inputs import RequestedInputs

OLD_RETAIN: Final = "retain_variables"
"""The former name of `retain_graph`. The analysis accepts both names."""


@dataclass(frozen=True, slots=True)
class BackwardCall:
    """A call that runs a backward pass: its roots, and the arguments that PyTorch's functions have in common."""

    kind: BackwardKind
    arguments: Arguments
    roots: Items[Tensor]
    gradient: Value | None
    retain: Retain
    create: Value | None
    inputs: Value | None

    @property
    def site(self) -> Site:
        """The place of the call."""
        return self.arguments.site


def backward(machine: Machine, state: State, receiver: Tensor | Each, arguments: Arguments) -> Value:
    """Execute `tensor.backward(gradient, retain_graph, create_graph, inputs)`."""
    if _is_refused(machine, state, arguments):
        return NONE
    roots = list(receiver.tensors) if isinstance(receiver, Each) else [receiver]
    create = arguments.get(2, "create_graph")
    retain = _retain(machine, state, arguments, 1, create)
    gradient, inputs = arguments.get(0, "gradient"), arguments.get(3, "inputs")
    _run(machine, state, BackwardCall(BackwardKind.BACKWARD, arguments, roots, gradient, retain, create, inputs))
    return NONE


def backward_of_all(machine: Machine, state: State, arguments: Arguments) -> Value:
    """Execute `torch.autograd.backward(tensors, grad_tensors, retain_graph, create_graph, grad_variables, inputs)`."""
    if _is_refused(machine, state, arguments):
        return NONE
    if "grad_variables" in arguments.keywords:
        machine.graph.emit(OldApiUse(arguments.site, machine.context, OldApi.GRAD_VARIABLES))
    roots = dependencies.tensors_in(state, arguments.get(0, "tensors") or NONE)
    gradient = arguments.get(1, "grad_tensors") or arguments.keywords.get("grad_variables")
    create = arguments.get(3, "create_graph")
    retain = _retain(machine, state, arguments, 2, create)
    if roots:
        _run(machine, state, BackwardCall(BackwardKind.BACKWARD, arguments, roots, gradient, retain, create, arguments.get(5, "inputs")))
    return NONE


def gradients(machine: Machine, state: State, arguments: Arguments) -> Value:
    """Execute `torch.autograd.grad(outputs, inputs, grad_outputs, retain_graph, create_graph, ...)`."""
    if _is_refused(machine, state, arguments):
        return NONE
    roots = dependencies.tensors_in(state, arguments.get(0, "outputs") or NONE)
    inputs = arguments.get(1, "inputs")
    create = arguments.get(4, "create_graph")
    retain = _retain(machine, state, arguments, 3, create)
    if not roots:
        return _unresolved_gradients(machine, state, arguments)
    _run(machine, state, BackwardCall(BackwardKind.GRAD, arguments, roots, arguments.get(2, "grad_outputs"), retain, create, inputs))
    if state.signal:
        return NONE
    wanted = dependencies.tensors_in(state, inputs) if inputs is not None else []
    creates = create is not None and conditions.decide(machine, state, create) is not False
    results = tuple(_gradient(machine, state, roots, tensor, creates, arguments) for tensor in wanted)
    if not results or (len(results) == 1 and not isinstance(inputs, Tensor) and not _is_sequence(inputs)):
        return _unresolved_gradients(machine, state, arguments)
    return Sequence(results)


def _unresolved_gradients(machine: Machine, state: State, arguments: Arguments) -> Unknown:
    """Return the gradients of an unknown number of inputs. Without `allow_unused`, none of them is None."""
    unknown = machine.unknown()
    machine.graph.outcome_conditions.gradients.add(unknown.symbol)
    machine.value_facts.never_none.add(unknown.symbol)
    unused, zeros = arguments.get(6, "allow_unused"), arguments.get(8, "materialize_grads")
    none_is_refused = unused is None or conditions.decide(machine, state, unused) is False
    if not arguments.open and (none_is_refused or (zeros is not None and conditions.decide(machine, state, zeros) is True)):
        machine.value_facts.filled.add(unknown.symbol)
    return unknown


def _is_refused(machine: Machine, state: State, arguments: Arguments) -> bool:
    """Report the former name of `retain_graph`; return True if PyTorch raises an error for it."""
    if OLD_RETAIN not in arguments.keywords:
        return False
    errors.removed_spelling(machine, state, OldApiUse(arguments.site, machine.context, OldApi.RETAIN_VARIABLES))
    return bool(state.signal)


def _is_sequence(value: Value | None) -> bool:
    return isinstance(value, Sequence | Each) or (isinstance(value, Ref) and value.kind in ("list", "generator", "parameters"))


def _gradient(machine: Machine, state: State, roots: Items[Tensor], tensor: Tensor, creates: bool, arguments: Arguments) -> Tensor:
    """Return a gradient computed by autograd.grad; with `create_graph`, it depends on the graph of the outputs."""
    if not creates or state.grad_mode is NO:
        return tensors.data(machine, arguments.site, NoGraph.AUTOGRAD_GRAD, tensor.shape)
    nodes = [node for root in roots if (node := state.node(root))]
    given = dependencies.tensors_in(state, arguments.get(2, "grad_outputs") or NONE)
    factors = [state.node(factor) for factor in given if state.needs_grad(factor) is YES]
    node = machine.graph.gradient(arguments.site, nodes, {state.node(tensor)}, factors)
    return tensors.new(machine, arguments.site, node, YES, shape=tensor.shape)


def _retain(machine: Machine, state: State, arguments: Arguments, position: int, create: Value | None) -> Retain:
    retain = arguments.get(position, "retain_graph") or arguments.keywords.get(OLD_RETAIN)
    if retain is None or (isinstance(retain, Constant) and retain.value is None):
        if create is None or (isinstance(create, Constant) and not create.value):
            return Retain.NO
        return Retain.IMPLIED
    if isinstance(retain, Constant):
        # The former name is a finding of its own. An unnecessary argument is only reported for the current name.
        given = Retain.COMPUTED if OLD_RETAIN in arguments.keywords else Retain.LITERAL
        return given if retain.value else Retain.NO
    truth = conditions.decide(machine, state, retain)
    return Retain.NO if truth is False else Retain.COMPUTED


def _run(machine: Machine, state: State, call: BackwardCall) -> None:
    """Run a backward pass, or end the path with the error that PyTorch raises."""
    if _fails_at_roots(machine, state, call):
        return
    nodes = [state.node(root) for root in call.roots]
    reached = machine.graph.reach(nodes)
    unused: Raised | None = None
    requested = frozenset[int]()
    if call.inputs is not None and not _is_none(call.inputs):
        wanted = requested_inputs.of(machine, state, call.inputs)
        if call.kind is BackwardKind.GRAD:
            if (untracked := wanted.without_grad(machine, state, call.site, nodes[0])) is not None:
                errors.fail(machine, state, untracked)
                return
            if not _may_be_unused(machine, state, call.arguments):
                unused = wanted.unused(machine, state, call.site, reached, nodes[0])
            requested = frozenset(node for item in wanted.tensors if (node := state.node(item)))
        else:
            for tensor in wanted.tensors:
                machine.graph.retained_gradients.add(machine.graph, state.node(tensor))
        reached = _reached_for_inputs(machine, state, wanted, reached)
    error = _error_of(machine, state, call.site, nodes, reached) or unused
    if error is not None:
        errors.fail(machine, state, error)
        if not machine.past_errors or state.signal is Signal.RAISE:
            return
    creates = call.create is not None and conditions.decide(machine, state, call.create) is True
    event = graph_effects.backward(machine.graph, state, call.site, nodes, reached, call.retain, creates, call.kind, requested)
    sharding.after_backward(machine, state, event)
    if (donated := compiled_graphs.after_backward(machine, state, reached, event)) is not None:
        errors.fail(machine, state, donated)
        return
    if conditions.meant_to_raise(machine):
        # The program expects an exception that the analysis does not see: the effect of this backward is unknown.
        havoc_log.received(machine.graph, call.site, nodes, cause=Cause.EXPECTED_ERROR)
    machine.graph.outcome_conditions.succeeded.setdefault(call.site, []).append(state.condition.snapshot())
    for root in call.roots:
        if state.needs_grad(root) is MAYBE:
            state.needs[root.number] = YES
            state.facts.certain.add(path_facts.RequiresGrad(root.number))
        if root.parts and (call.gradient is None or _is_none(call.gradient)) and machine.graph.presumes(Presumption.ZERO_DIM):
            state.facts.certain.add(path_facts.OneNumber(root.number))


def _is_none(value: Value) -> bool:
    return isinstance(value, Constant) and value.value is None


def _fails_at_roots(machine: Machine, state: State, call: BackwardCall) -> bool:
    """Give each root a node; return True if the path ends: a root has no graph, or is not a scalar and receives no gradient."""
    without_graph = [root for root in call.roots if state.needs_grad(root) is NO]
    if without_graph:
        _no_graph(machine, state, without_graph[0], call.arguments)
        return True
    if (call.gradient is None or _is_none(call.gradient)) and any(
        shapes.surely_many(root.shape) and state.needs_grad(root) is YES for root in call.roots
    ):
        errors.fail(machine, state, Raised(call.site, machine.context, Fault.NOT_SCALAR, (), None, state.node(call.roots[0])))
        return True
    for root in call.roots:
        _give_node(machine, state, root, call.arguments)
    return False


def _reached_for_inputs(machine: Machine, state: State, wanted: RequestedInputs, reached: ReachedNodes) -> ReachedNodes:
    """Return the nodes that a backward runs which computes only the gradients of some inputs."""
    targets = {state.node(tensor) for tensor in wanted.tensors}
    if wanted.known and not targets.isdisjoint(reached.all):
        return machine.graph.restrict_to_targets(reached, targets)
    if wanted.known and machine.graph.is_resolved(reached):
        # The outputs do not depend on the inputs: no node runs or is freed (probed).
        return ReachedNodes(set(), set())
    # The inputs are not in the resolved part of the graph, so it is uncertain which nodes run.
    return ReachedNodes(set(), reached.all)


def _error_of(machine: Machine, state: State, site: Site, nodes: list[int], reached: ReachedNodes) -> Raised | None:
    """Return the error that one of the nodes raises, None if the pass succeeds."""
    wrong = machine.graph.passes.wrong_gradients.keys() & reached.certain
    if wrong:
        return _wrong_gradients(machine, site, nodes[0], max(wrong))
    error = graph_effects.error_of(machine.graph, state, site, nodes, reached)
    if error is None:
        presumed = presumed_inputs.error_of(machine.graph, state, site, nodes, reached)
        error = presumed if presumed is not None and len(optimizers_in_use.of_path(machine, state)) == 1 else None
    return error or assumed_errors.of_backward(machine, state, site, nodes, reached)


def _wrong_gradients(machine: Machine, site: Site, root: int, node: int) -> Raised:
    """Return the error of a custom Function whose backward returns a wrong number of gradients."""
    wrong = machine.graph.passes.wrong_gradients[node]
    counts = wrong.expected, wrong.returned
    return Raised(site, machine.context, Fault.GRADIENT_COUNT, (root,), None, root, created=wrong.statement, counts=counts, input=node)


def _may_be_unused(machine: Machine, state: State, arguments: Arguments) -> bool:
    """Return True if autograd.grad may return None or zeros for inputs on which the outputs do not depend."""
    flags = arguments.get(6, "allow_unused"), arguments.get(8, "materialize_grads")
    return arguments.open or any(flag is not None and conditions.decide(machine, state, flag) is not False for flag in flags)


def _give_node(machine: Machine, state: State, root: Tensor, arguments: Arguments) -> None:
    """Give a root without a known graph a node, so that a second backward from it reaches the same node."""
    if not state.node(root):
        node = machine.graph.record(Origin.UNRESOLVED_CALL, arguments.site, (), (), MAYBE, ())
        graph_effects.rebase(machine.graph, state, root, node, MAYBE)


def _no_graph(machine: Machine, state: State, root: Tensor, arguments: Arguments) -> None:
    if root.reason is NoGraph.OUTPUT:
        machine.end_with_exception(state)
        return
    context = machine.graph.detach_points.contexts.get(root.number, machine.context)
    by = Event(root.site, context) if root.site is not None else None
    mode = state.grad_mode_switch if root.reason is NoGraph.GRAD_MODE_OFF else None
    errors.fail(machine, state, Raised(arguments.site, machine.context, Fault.NO_GRAPH, (), by, 0, root.reason, mode=mode))
