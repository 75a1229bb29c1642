"""The inputs of `torch.autograd.grad` and `backward(inputs=...)`: the tensors whose gradients are requested."""

from __future__ import annotations

from dataclasses import dataclass

from graphlint.autograd.events import Fault, Raised, Site
from graphlint.engine.domain.nodes import ReachedNodes
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import NO, YES, Each, Sequence, Tensor, Value
from graphlint.engine.facts import dependencies
from graphlint.engine.machine.machine import Machine
from graphlint.engine.operations import tensors


@dataclass(frozen=True, slots=True)
class RequestedInputs:
    """The tensors whose gradients are requested, in order; `known` states that these are all, and `single` that each is one tensor."""

    tensors: tuple[Tensor, ...]
    known: bool
    single: bool

    def without_grad(self, machine: Machine, state: State, site: Site, root: int) -> Raised | None:
        """Return the error that PyTorch raises if an input certainly does not require grad."""
        for index, tensor in enumerate(self.tensors if self.known else ()):
            if state.needs_grad(tensor) is NO:
                site_of_input = machine.graph.detach_points.computed.get(tensor.number, tensor.site)
                origin = tensors.origin(machine, site_of_input) if site_of_input is not None else None
                position = index if self.single else None
                return Raised(site, machine.context, Fault.INPUT_WITHOUT_GRAD, (root,), origin, root, index=position)
        return None

    def unused(self, machine: Machine, state: State, site: Site, reached: ReachedNodes, root: int) -> Raised | None:
        """Return the error that PyTorch raises if the outputs certainly do not depend on an input."""
        if not self.known or not machine.graph.is_resolved(reached) or _passes_open_loop(machine, reached):
            return None
        for index, tensor in enumerate(self.tensors):
            node = state.node(tensor)
            resolved = node and state.needs_grad(tensor) is YES and not tensor.stands_for.is_unresolved
            if resolved and machine.graph.is_independent(node, reached):
                position = index if self.single else None
                return Raised(site, machine.context, Fault.UNUSED_INPUT, (root,), None, root, index=position, input=node)
        return None


def _passes_open_loop(machine: Machine, reached: ReachedNodes) -> bool:
    """Return True if a part of the graph was built by a loop that has ended without all of its iterations being executed: one of the others
    may use any input."""
    around = {turn.run for turn in machine.context.iterations}
    contexts = {machine.graph.nodes[node].context for node in reached.certain}
    ended = {turn.run for context in contexts for turn in context.iterations} - around
    return not ended.isdisjoint(machine.graph.loops.unbounded)


def of(machine: Machine, state: State, inputs: Value) -> RequestedInputs:
    """Return the inputs of a backward, one tensor or an iterable of tensors."""
    known: tuple[Value, ...] | None = (inputs,) if isinstance(inputs, Tensor | Each) else machine.elements(state, inputs)
    # With an unknown second argument, the result of `max` counts as values and indices, but may be one tensor.
    named = isinstance(inputs, Sequence) and inputs.fields
    if known is None or named or not all(isinstance(value, Tensor | Each) for value in known):
        return RequestedInputs(tuple(dependencies.tensors_in(state, inputs)), False, False)
    tensors = tuple(tensor for value in known for tensor in dependencies.tensors_in(state, value))
    return RequestedInputs(tensors, True, all(isinstance(value, Tensor) for value in known))
