"""DistributedDataParallel: when it synchronizes gradients, and the parameters that a backward pass leaves without one.

A forward call outside of `no_sync()`, with grad mode enabled, prepares the reduction of the gradients: the backward passes that follow
synchronize them, also under `no_sync()`. The next forward call raises if they have reached only a part of the parameters (probed).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from graphlint.autograd.events import Backward, Fault, NoSyncBlock, ParallelForward, Raised, Site
from graphlint.engine.domain.nodes import ReachedNodes
from graphlint.engine.domain.records import Reduction
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import NO, YES, Ref, Value
from graphlint.engine.facts import conditions
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.operations import errors, ownership

CHANGES: Final = frozenset(("_set_static_graph", "join", "register_comm_hook"))
"""The methods of the wrapper that change when gradients are synchronized."""


def make(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    """Model the constructor: return a reference through the wrapper, or the value itself if it is not resolved to a module."""
    module = arguments.get(0, "module") or machine.unknown()
    if not isinstance(module, Ref) or module.kind != "module":
        return module
    unused = [arguments.get(8, "find_unused_parameters"), arguments.get(11, "static_graph")]
    strict = not arguments.open and all(flag is None or conditions.decide(machine, state, flag) is False for flag in unused)
    own = ownership.leaves(machine, state, module)
    opaque = any(state.get(ref.number).module.opaque for ref in ownership.submodules(machine, state, module))
    exact = not opaque and ownership.is_exact(machine, state, module) and not any(tensor.stands_for.is_unresolved for tensor in own)
    leaves = frozenset(state.node(tensor) for tensor in own if state.needs_grad(tensor) is YES)
    obj = state.edit(module.number)
    parts = _parts(machine, state, module, leaves)
    obj.record = replace(obj.module, reduction=Reduction(arguments.site, leaves, strict and exact, parts))
    return Ref(module.number, module.kind, parallel=True)


def _parts(machine: Machine, state: State, module: Ref, leaves: frozenset[int]) -> tuple[frozenset[int], ...]:
    """Return the parameters of each collection of modules or parameters, and each other parameter.

    One parameter of a collection may stand for several. A Sequential calls all of its modules, each of which is known.
    """
    collections: list[frozenset[int]] = []
    for ref in ownership.submodules(machine, state, module):
        obj = state.get(ref.number)
        if obj.module.container and not (obj.module.container == "Sequential" and obj.exact):
            own = frozenset(state.node(leaf) for leaf in ownership.leaves(machine, state, ref)) & leaves
            if not any(own <= other for other in collections):
                collections.append(own)
    return (*collections, *(frozenset((leaf,)) for leaf in leaves.difference(*collections)))


def unwrapped(module: Ref) -> Ref:
    """Return the module in a wrapper."""
    return Ref(module.number, module.kind)


def forget(state: State, module: Ref) -> None:
    """Record that nothing is known of the reductions of a module."""
    obj = state.edit(module.number)
    obj.record = replace(obj.module, reduction=None)


def begin_forward(machine: Machine, state: State, module: Ref, site: Site) -> None:
    """Start a forward call through the wrapper: end the path with the error of parameters without a gradient."""
    reduction = state.get(module.number).module.reduction
    if reduction is None or state.grad_mode is NO:
        return
    if state.grad_mode is not YES or state.grad_mode_doubts:
        forget(state, module)
        return
    passes = passes_since(machine, state, reduction.prepared) if reduction.is_prepared else []
    unused = _unused(machine, reduction, passes)
    if unused:
        raised = Raised(site, machine.context, Fault.UNUSED_PARAMETERS, cause=passes[-1], input=min(unused), created=reduction.site)
        errors.fail(machine, state, raised)
        return
    obj = state.edit(module.number)
    number = machine.graph.number()
    machine.graph.emit(ParallelForward(site, machine.context, number, module.number, reduction.no_sync is None))
    if reduction.no_sync is not None:
        obj.record = replace(obj.module, reduction=replace(reduction, calls=(*reduction.calls, number)))
    else:
        obj.record = replace(obj.module, reduction=replace(reduction, is_prepared=True, prepared=number))


def _unused(machine: Machine, reduction: Reduction, passes: list[Backward]) -> frozenset[int]:
    """Return the parameters that backward passes have certainly not reached, if they have reached others."""
    reached = {node for event in passes for node in event.reached}
    possible = {node for event in passes for node in event.maybe_reached}
    if not reduction.is_strict or not reduction.leaves & reached or not reduction.leaves.isdisjoint(machine.graph.leaves.received):
        return frozenset()
    if any(event.through_unknown for event in passes) or not machine.graph.is_resolved(ReachedNodes(reached, possible)):
        return frozenset()
    return frozenset().union(*(part for part in reduction.parts if part.isdisjoint(reached)))


def passes_since(machine: Machine, state: State, number: int) -> list[Backward]:
    """Return the backward passes of a path after a number that accumulate gradients, the latest first."""
    passes: list[Backward] = []
    event = machine.graph.backward_event(state.latest_backward)
    while event is not None and event.number > number:
        if event.fills_gradients:
            passes.append(event)
        event = machine.graph.backward_event(event.previous)
    return passes


def enter_no_sync(machine: Machine, state: State, module: Ref, site: Site) -> None:
    """Disable the reduction of gradients in a block."""
    obj = state.edit(module.number)
    reduction = obj.module.reduction
    if reduction is not None:
        obj.record = replace(obj.module, reduction=replace(reduction, no_sync=site, begin=machine.graph.number(), calls=()))


def leave_no_sync(machine: Machine, state: State, module: Ref) -> None:
    """Enable the reduction of gradients again."""
    obj = state.edit(module.number)
    reduction = obj.module.reduction
    if reduction is not None and reduction.no_sync is not None:
        before = reduction.is_prepared and not any(
            event.number < reduction.begin for event in passes_since(machine, state, reduction.prepared)
        )
        backwards = tuple(event.number for event in passes_since(machine, state, reduction.begin) if event.reached & reduction.leaves)
        machine.graph.emit(
            NoSyncBlock(
                reduction.no_sync, machine.context, machine.graph.number(), module.number, reduction.leaves,
                reduction.prepared if before else 0, reduction.calls, backwards,
            )
        )  # fmt: skip
        obj.record = replace(obj.module, reduction=replace(reduction, no_sync=None))
