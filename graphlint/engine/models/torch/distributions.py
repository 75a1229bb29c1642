"""torch.distributions: distributions over parameters that may have a graph."""

from __future__ import annotations

from graphlint.autograd.events import NoGraph, Origin, Saved, Site
from graphlint.engine.domain.records import LibraryKind
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import MAYBE, NO, YES, Ref, Tensor, Unknown, Value, strongest
from graphlint.engine.facts import dependencies, library_objects
from graphlint.engine.havoc import unresolved_calls
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.operations import tensors


def make(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    """Model a distribution over parameters that may have a graph; one over logits or probs normalizes them in its constructor."""
    short = name.rsplit(".", 1)[-1]
    held = [item for value in arguments.all() for item in dependencies.tensors_in(state, value)]
    if short.lstrip("_")[:1].islower():
        return _dependent(machine, state, held, short, arguments.site) if held else unresolved_calls.unknown_call(machine, state, arguments)
    unknown = any(isinstance(value, Unknown) and value.graph is not NO for value in arguments.all())
    sources: list[Value] = list(held)
    if short in ("Categorical", "OneHotCategorical", "Multinomial") and held:
        made = _dependent(machine, state, held, "normalise", arguments.site)
        sources = [made]
    return library_objects.make(machine, state, LibraryKind.DISTRIBUTION, *sources, unknown=unknown)


def _dependent(machine: Machine, state: State, sources: list[Tensor], operation: str, site: Site) -> Tensor:
    """Return the result of a computation that depends on tensors and saves what it needs of them."""
    needs = strongest(state.needs_grad(item) for item in sources)
    if needs is NO or state.grad_mode is NO:
        return tensors.data(machine, site, NoGraph.GRAD_MODE_OFF if state.grad_mode is NO and needs is not NO else NoGraph.DATA)
    inputs = [state.node(item) for item in sources if state.needs_grad(item) is YES]
    maybe = [state.node(item) for item in sources if state.needs_grad(item) is MAYBE]
    saved: tuple[Saved, ...] = ()
    node = machine.graph.record(Origin.OPERATION, site, inputs, maybe, needs, saved, operation=operation)
    return tensors.new(machine, site, node, needs if state.grad_mode is YES else MAYBE, leaf=NO)


def method(machine: Machine, state: State, receiver: Ref, name: str, arguments: Arguments) -> Value:
    """Call a method of a distribution: the result depends on the graphs of the parameters, except for samples."""
    _, sources = library_objects.sources_of(state, receiver)
    held = [item for item in sources if isinstance(item, Tensor)]
    given = [item for value in arguments.all() for item in dependencies.tensors_in(state, value)]
    if name in ("log_prob", "entropy", "rsample", "cdf", "icdf", "expand", "perplexity") or name in ("mean", "variance", "stddev"):
        if state.get(receiver.number).library.unknown and not held:
            return machine.unknown()
        return _dependent(machine, state, [*held, *given], name, arguments.site)
    return tensors.data(machine, arguments.site, NoGraph.SAMPLE)
