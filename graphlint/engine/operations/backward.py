"""Backward passes: `Tensor.backward()`, `torch.autograd.backward` and `torch.autograd.grad`, with the errors that PyTorch raises."""

from __future__ import annotations

from collections.abc import Sequence as Items

from graphlint.autograd.events import Fault, Misuse, NoGraph, Raised, Retain, Site
from graphlint.engine.domain import graph_effects, havoc_log, shapes
from graphlint.engine.domain.nodes import ReachedNodes
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import MAYBE, NO, NONE, YES, Constant, Each, Ref, Sequence, Tensor, Value
from graphlint.engine.facts import conditions, dependencies
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.operations import errors, requested_inputs, tensors

OLD_RETAIN = "retain_variables"
"""The former name of `retain_graph`. The analysis accepts both names."""


def backward(machine: Machine, state: State, receiver: Tensor | Each, arguments: Arguments) -> Value:
    """Execute `tensor.backward(gradient, retain_graph, create_graph, inputs)`."""
    if OLD_RETAIN in arguments.keywords:
        errors.removed_spelling(machine, state, Misuse(arguments.site, machine.context, OLD_RETAIN))
        if state.signal:
            return NONE
    roots = list(receiver.tensors) if isinstance(receiver, Each) else [receiver]
    gradient = arguments.get(0, "gradient")
    retain = _retain(machine, state, arguments, 1, arguments.get(2, "create_graph"))
    _run(machine, state, roots, arguments, gradient, retain, arguments.get(2, "create_graph"), arguments.get(3, "inputs"), "backward")
    return NONE


def backward_of_all(machine: Machine, state: State, arguments: Arguments) -> Value:
    """Execute `torch.autograd.backward(tensors, grad_tensors, retain_graph, create_graph, grad_variables, inputs)`."""
    if OLD_RETAIN in arguments.keywords:
        errors.removed_spelling(machine, state, Misuse(arguments.site, machine.context, OLD_RETAIN))
        if state.signal:
            return NONE
    if "grad_variables" in arguments.keywords:
        machine.graph.emit(Misuse(arguments.site, machine.context, "grad_variables"))
    roots = dependencies.tensors_in(machine, state, arguments.get(0, "tensors") or NONE)
    gradient = arguments.get(1, "grad_tensors") or arguments.keywords.get("grad_variables")
    create = arguments.get(3, "create_graph")
    retain = _retain(machine, state, arguments, 2, create)
    if roots:
        _run(machine, state, roots, arguments, gradient, retain, create, arguments.get(5, "inputs"), "backward")
    return NONE


def gradients(machine: Machine, state: State, arguments: Arguments) -> Value:
    """Execute `torch.autograd.grad(outputs, inputs, grad_outputs, retain_graph, create_graph, ...)`."""
    if OLD_RETAIN in arguments.keywords:
        errors.removed_spelling(machine, state, Misuse(arguments.site, machine.context, OLD_RETAIN))
        if state.signal:
            return NONE
    roots = dependencies.tensors_in(machine, state, arguments.get(0, "outputs") or NONE)
    inputs = arguments.get(1, "inputs")
    create = arguments.get(4, "create_graph")
    retain = _retain(machine, state, arguments, 3, create)
    if not roots:
        return machine.unknown()
    _run(machine, state, roots, arguments, arguments.get(2, "grad_outputs"), retain, create, inputs, "grad")
    if state.signal:
        return NONE
    wanted = dependencies.tensors_in(machine, state, inputs) if inputs is not None else []
    single = isinstance(inputs, Tensor)
    creates = create is not None and conditions.decide(machine, state, create) is not False
    results = tuple(_gradient(machine, state, roots, item, creates, arguments) for item in wanted)
    if not results:
        return machine.unknown()
    if len(results) == 1 and not single and not _is_sequence(inputs):
        return machine.unknown()
    return Sequence(results)


def _is_sequence(value: Value | None) -> bool:
    return isinstance(value, Sequence | Each) or (isinstance(value, Ref) and value.kind in ("list", "generator", "parameters"))


def _gradient(machine: Machine, state: State, roots: Items[Tensor], item: Tensor, creates: bool, arguments: Arguments) -> Tensor:
    """Return a gradient computed by autograd.grad; with `create_graph`, it depends on the graph of the outputs."""
    if not creates or state.grad_mode is NO:
        return tensors.data(machine, arguments.site, NoGraph.AUTOGRAD_GRAD, item.shape)
    nodes = [node for root in roots if (node := state.node(root))]
    given = dependencies.tensors_in(machine, state, arguments.get(2, "grad_outputs") or NONE)
    factors = [state.node(factor) for factor in given if state.needs_grad(factor) is YES]
    node = machine.graph.gradient(arguments.site, nodes, {state.node(item)}, factors)
    return tensors.new(machine, arguments.site, node, YES, shape=item.shape)


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


def _run(
    machine: Machine, state: State, roots: Items[Tensor], arguments: Arguments, gradient: Value | None, retain: Retain,
    create: Value | None, inputs: Value | None, call: str,
) -> None:  # fmt: skip
    site = arguments.site
    without_graph = [root for root in roots if state.needs_grad(root) is NO]
    if without_graph:
        _no_graph(machine, state, without_graph[0], arguments)
        return
    if (gradient is None or (isinstance(gradient, Constant) and gradient.value is None)) and any(
        shapes.surely_many(root.shape) and state.needs_grad(root) is YES for root in roots
    ):
        errors.fail(machine, state, Raised(site, machine.context, Fault.NOT_SCALAR, (), None, state.node(roots[0])))
        return
    for root in roots:
        _give_node(machine, state, root, arguments)
    nodes = [state.node(root) for root in roots]
    reached = machine.graph.reach(nodes)
    unused: Raised | None = None
    if inputs is not None and not (isinstance(inputs, Constant) and inputs.value is None):
        wanted = requested_inputs.of(machine, state, inputs)
        if call == "grad" and (untracked := wanted.without_grad(machine, state, site, nodes[0])) is not None:
            errors.fail(machine, state, untracked)
            return
        if call == "grad" and not _may_be_unused(machine, state, arguments):
            unused = wanted.unused(machine, state, site, reached, nodes[0])
        targets = {state.node(item) for item in wanted.tensors}
        if wanted.known and not targets.isdisjoint(reached.all):
            reached = machine.graph.restrict_to_targets(reached, targets)
        elif wanted.known and machine.graph.is_resolved(reached):
            # The outputs do not depend on the inputs: no node runs or is freed (probed).
            reached = ReachedNodes(set(), set())
        else:
            # The inputs are not in the resolved part of the graph, so it is uncertain which nodes run.
            reached = ReachedNodes(set(), reached.all)
    creates = create is not None and conditions.decide(machine, state, create) is True
    wrong = machine.graph.wrong_gradients.keys() & reached.certain
    if wrong:
        errors.fail(machine, state, _wrong_gradients(machine, site, nodes[0], max(wrong)))
        return
    event = graph_effects.backward(machine.graph, state, site, nodes, reached, retain, creates, call, unused)
    if isinstance(event, Raised):
        errors.fail(machine, state, event)
        return
    if conditions.meant_to_raise(machine):
        # The program expects an exception that the analysis does not see: the effect of this backward is unknown.
        havoc_log.received(machine.graph, site, nodes)
    machine.graph.outcome_conditions.succeeded.setdefault(site, []).append(state.condition.snapshot())
    for root in roots:
        if state.needs_grad(root) is MAYBE:
            state.needs[root.number] = YES


def _wrong_gradients(machine: Machine, site: Site, root: int, node: int) -> Raised:
    """Return the error of a custom Function whose backward returns a wrong number of gradients."""
    found = machine.graph.wrong_gradients[node]
    counts = found.expected, found.returned
    return Raised(site, machine.context, Fault.GRADIENT_COUNT, (root,), None, root, created=found.statement, counts=counts, input=node)


def _may_be_unused(machine: Machine, state: State, arguments: Arguments) -> bool:
    """Return True if autograd.grad may return None or zeros for inputs on which the outputs do not depend."""
    flags = arguments.get(6, "allow_unused"), arguments.get(8, "materialize_grads")
    return arguments.open or any(flag is not None and conditions.decide(machine, state, flag) is not False for flag in flags)


def _give_node(machine: Machine, state: State, root: Tensor, arguments: Arguments) -> None:
    """Give a root without a known graph a node, so that a second backward from it reaches the same node."""
    if not state.node(root):
        node = machine.graph.record("unknown", arguments.site, (), (), MAYBE, ())
        graph_effects.rebase(machine.graph, state, root, node, MAYBE)


def _no_graph(machine: Machine, state: State, root: Tensor, arguments: Arguments) -> None:
    if root.reason is NoGraph.OUTPUT:
        machine.end_with_exception(state)
        return
    by = tensors.origin(machine, root.made) if root.made is not None else None
    mode = state.grad_mode_switch if root.reason is NoGraph.GRAD_MODE_OFF else None
    errors.fail(machine, state, Raised(arguments.site, machine.context, Fault.NO_GRAPH, (), by, 0, root.reason, "", mode))
