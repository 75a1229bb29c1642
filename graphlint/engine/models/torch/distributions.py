"""torch.distributions: distributions over parameters that may have a graph."""

from __future__ import annotations

from collections.abc import Sequence as Items
from typing import Final

from graphlint.autograd.events import NoGraph, Origin, Saved, Site
from graphlint.engine.domain.records import LibraryKind
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import MAYBE, NO, YES, Ref, Tensor, Unknown, Value, strongest
from graphlint.engine.facts import dependencies, library_objects
from graphlint.engine.havoc import unresolved_calls
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.operations import recording, tensors

WITHOUT_GRAPH: Final = frozenset(("sample", "sample_n", "enumerate_support"))
"""Methods that detach. Source: torch/distributions/distribution.py in PyTorch 2.13."""


def make(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    """Model a distribution over parameters that may have a graph; one over logits or probs normalizes them in its constructor."""
    short = name.rsplit(".", 1)[-1]
    held = [tensor for value in arguments.all() for tensor in dependencies.tensors_in(state, value)]
    if short.lstrip("_")[:1].islower():
        return _dependent(machine, state, held, short, arguments.site) if held else unresolved_calls.unknown_call(machine, state, arguments)
    unknown = [value for value in arguments.all() if isinstance(value, Unknown) and value.graph is not NO]
    sources: list[Value] = [*held, *unknown]
    if short in ("Categorical", "OneHotCategorical", "Multinomial") and sources:
        sources = [_dependent(machine, state, sources, "normalise", arguments.site)]
    return library_objects.make(machine, state, LibraryKind.DISTRIBUTION, *sources, unknown=bool(unknown))


def _dependent(machine: Machine, state: State, values: Items[Value], operation: str, site: Site) -> Tensor:
    """Return the result of a computation that depends on tensors, and on unknown values that may be tensors, and saves what it needs."""
    sources = [value for value in values if isinstance(value, Tensor)]
    unknown = [value for value in values if isinstance(value, Unknown)]
    needs = strongest([*map(state.needs_grad, sources), *(item.graph for item in unknown)])
    if needs is NO or state.grad_mode is NO:
        return tensors.data(machine, site, NoGraph.GRAD_MODE_OFF if state.grad_mode is NO and needs is not NO else NoGraph.DATA)
    inputs = [state.node(tensor) for tensor in sources if state.needs_grad(tensor) is YES]
    maybe = [state.node(tensor) for tensor in sources if state.needs_grad(tensor) is MAYBE]
    maybe += recording.possible_inputs(machine, state, unknown, site)
    saved: tuple[Saved, ...] = ()
    node = machine.graph.record(Origin.OPERATION, site, inputs, maybe, needs, saved, operation=operation)
    needs = needs if state.grad_mode is YES else MAYBE
    return tensors.new(machine, site, node, needs, leaf=NO if needs is YES else MAYBE)


def method(machine: Machine, state: State, receiver: Ref, name: str, arguments: Arguments) -> Value:
    """Call a method of a distribution or a transform: the result depends on the graphs of the parameters and of the arguments, except for
    samples."""
    _, sources = library_objects.sources_of(state, receiver)
    held = [value for value in sources if isinstance(value, Tensor | Unknown)]
    given: list[Tensor | Unknown] = [tensor for value in arguments.all() for tensor in dependencies.tensors_in(state, value)]
    given += [dependencies.with_stored_graph(state, value) for value in arguments.all() if isinstance(value, Unknown)]
    if name in WITHOUT_GRAPH:
        return tensors.data(machine, arguments.site, NoGraph.SAMPLE)
    return _dependent(machine, state, [*held, *given], name, arguments.site)
