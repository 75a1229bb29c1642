"""Recorder: translates the observations of the shim, or of the hooks in PyTorch, into events."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from graphlint.autograd.events import (
    Backward,
    BecameLeaf,
    Certainty,
    Change,
    ChangedBy,
    Context,
    ContextAttribute,
    Contribution,
    Detached,
    Discarded,
    DiscardedResult,
    Forward,
    LayerMode,
    ModeSwitch,
    NoGraph,
    NoSyncBlock,
    OldApi,
    OldApiUse,
    ParallelForward,
    Presence,
    Rebound,
    ReentrantCheckpoint,
    Rewrapped,
    Site,
    TensorRole,
    UnregisteredModules,
    ZeroGrad,
)
from graphlint.autograd.numbers import StorageNumber
from graphlint.autograd.run import Run
from graphlint.confirm.backward_passes import BackwardRecorder
from graphlint.confirm.detachment import DetachmentRecorder
from graphlint.confirm.event_log import Call
from graphlint.confirm.gradients import GradientRecorder
from graphlint.confirm.notes import NewLeaf, NotedAttribute

YES, NO = Certainty.YES, Certainty.NO

CHANGES = {"step": ChangedBy.STEP, "data": ChangedBy.DATA}
"""The causes of in-place changes by the names that the library gives them; all others are operations."""

INTENTIONAL_DETACHES = frozenset((NoGraph.DETACH, NoGraph.DATA_ATTRIBUTE, NoGraph.DETACH_IN_PLACE))
TERMS = frozenset(("add", "sub", "rsub"))
FACTORS = frozenset(("mul", "div"))


@dataclass
class Recorder(BackwardRecorder, GradientRecorder, DetachmentRecorder):
    """Observer of the library: operations, modules, grad mode, and values derived from tensors."""

    inputs: list[tuple[int, ...]] = field(default_factory=list)
    segments: list[int | None] = field(default_factory=list)
    modes: dict[int, tuple[Any, Site, Context]] = field(default_factory=dict)
    scopes: list[bool] = field(default_factory=list)
    restored: set[Site] = field(default_factory=set)
    loaded: set[int] = field(default_factory=set)
    evaluated_by: dict[int, Site | None] = field(default_factory=dict)
    containers: dict[int, dict[str, tuple[Any, Site]]] = field(default_factory=dict)
    prepared: dict[int, int] = field(default_factory=dict)
    blocks: dict[int, tuple[Site, Context, int, int]] = field(default_factory=dict)

    def run(self, entry: str) -> Run:
        """Return the recorded run."""
        reported = {event.site for event in self.events if isinstance(event, DiscardedResult)}
        for _, site, context in self.modes.values():
            if site not in reported:
                self.events.append(DiscardedResult(site, context, "", Discarded.MODE))
        self.modes = {}
        return self.run_so_far(entry)

    def run_so_far(self, entry: str) -> Run:
        """Return what is recorded of a run that goes on."""
        events = (event for event in self.events if not isinstance(event, Rebound) or event.site not in self.restored)
        return Run(dict(self.nodes), tuple(events), root=entry, read=frozenset(self.read))

    def leaf_made(self, tensor: Any) -> None:
        """Record a tensor that was set to require grad; if it was computed from a tensor that lost its graph, its gradient trains
        nothing."""
        notes = self.library.notes(tensor)
        rebound, notes.rebound = notes.rebound, None
        if rebound is not None:  # a leaf again, so the graph is not lost, nor after the last iteration
            self.restored.add(rebound.site)
        if not self.library.is_trained(tensor) and self.library.graph(tensor) is None:
            self.note_leaf(tensor)
            if (notes.missing_graph is not None or notes.detach_point is not None) and tensor.ndim == 0:
                self.emit(BecameLeaf, self.leaf(tensor))

    def note_leaf(self, tensor: Any) -> None:
        """Note where a tensor was made to require grad."""
        self.library.notes(tensor).new_leaf = NewLeaf(*self.places.here(), self.number())

    def recorded(self, node: Any, result: Any) -> None:
        """Record an operation that was added to the graph."""
        number = self.node(node)
        notes = self.library.notes(result)
        notes.created = notes.created or self.nodes[number].site

    def computed(self, name: str, operands: tuple[Any, ...], result: Any) -> None:
        """Record an operation; results inherit the provenance of its operands."""
        operand_tensors = [tensor for operand in operands for tensor in self.tensors(operand)]
        graph, notes = self.library.graph, self.library.notes
        self.read.update(self.of_tensor(tensor) for tensor in operand_tensors if graph(tensor) is not None)
        sources = frozenset(leaf for tensor in operand_tensors for leaf in notes(tensor).gradient_of)
        origin = next((tensor for tensor in operand_tensors if notes(tensor).detach_point is not None), None)
        detached = self.detached_number(operands) if origin is None else notes(origin).detach_point
        results = self.tensors(result)
        for tensor in results:
            if sources and not any(tensor is other for other in operand_tensors):
                notes(tensor).gradient_of = sources
            if detached is not None and graph(tensor) is None and notes(tensor).detach_point is None:
                notes(tensor).detach_point = detached
        if name.removesuffix("_") in TERMS and results and graph(results[0]) is not None:
            self.record_constant_terms(operand_tensors, results[0])
        if name == "clone":
            self.copy_rebound(operand_tensors[0], results[0])
        self.note_reason(operand_tensors, results)
        if name.endswith("_") and operand_tensors:
            self.record_in_place(name, operand_tensors)
        if detached is not None and results and graph(results[0]) is not None:
            is_variable = detached.reason is NoGraph.VARIABLE
            counts = TERMS | (FACTORS if detached.reason is NoGraph.COPY else frozenset())
            matters = is_variable or (detached.reason not in INTENTIONAL_DETACHES and name.removesuffix("_") in counts)
            if matters and detached.context.is_within(self.places.here()[1].iterations):
                trained = origin is not None and self.library.is_trained(origin)
                self.events.append(Rewrapped(*detached, (self.of_tensor(results[0]),), is_variable, trained))

    def record_in_place(self, name: str, operand_tensors: list[Any]) -> None:
        """Record an in-place operation: a manual step, a reset of a gradient, or a copy without the graph."""
        target, others, notes = operand_tensors[0], operand_tensors[1:], self.library.notes
        if self.library.is_trained(target):
            leaf = self.leaf(target)
            if name == "copy_":
                self.loaded.add(leaf)
            if any(leaf in notes(tensor).gradient_of for tensor in others):
                self.record_manual_step(leaf)
        elif (leaf := notes(target).gradient) and name == "zero_":
            self.emit(ZeroGrad, frozenset((leaf,)), frozenset(), "tensor")
            self.gradients[leaf] = []
        elif leaf and name == "fill_":
            self.gradients[leaf] = [Contribution(self.number(), False, Presence.UNCERTAIN)]
        if name in ("copy_", "index_put_") and not self.library.grad_enabled():
            nodes = tuple(self.of_tensor(tensor) for tensor in others if self.library.graph(tensor) is not None)
            if nodes:
                self.emit(Detached, nodes, NoGraph.GRAD_MODE_OFF)

    def changed(self, tensor: Any, cause: str) -> None:
        """Record an in-place change of a storage."""
        site, context = self.places.here()
        storage = StorageNumber(self.library.storage(tensor))
        by = CHANGES.get(cause, ChangedBy.OPERATION)
        self.changes[storage] = Change(site, context, self.number(), storage, by, self.library.is_trained(tensor))

    def module_enters(self, module: Any, inputs: tuple[Any, ...]) -> None:  # noqa: ARG002 - the observer's signature
        """Record the start of a module call."""
        site, context = self.places.here()
        self.inputs.append(tuple(number for tensor in self.tensors(inputs) if (number := self.of_tensor(tensor))))
        self.calls.append(Call(self.number(), site, context))

    def module_leaves(self, module: Any, inputs: tuple[Any, ...], result: Any) -> None:
        """Record a forward call of a module with trainable parameters."""
        call, input_nodes = self.calls.pop(), self.inputs.pop()
        trained = [tensor for tensor in module.parameters() if self.library.is_trained(tensor)]
        self.record_hidden(module, trained)
        if not trained or result is None:
            return
        nodes = tuple(
            number for tensor in self.tensors(result) if self.library.graph(tensor) is not None and (number := self.of_tensor(tensor))
        )
        leaves = frozenset(self.leaf(tensor) for tensor in trained)
        self.events.append(
            Forward(
                call.site, call.context, call.number, type(module).__name__, nodes, leaves,
                YES if self.library.grad_enabled() else NO, YES if module.training else NO, YES if input_nodes else NO,
                input_nodes, tuple(outer.number for outer in self.calls), self.object_number(module),
                self.loaded.isdisjoint(leaves), () if self.calls else self.modes_of(module),
                tuple(map(self.identity, self.tensors(inputs))), bool(self.scopes) and self.scopes[-1],
            )
        )  # fmt: skip

    def container_assigned(self, module: Any, name: str) -> None:
        """Note where a list, tuple or dict was assigned to an attribute of a module."""
        known, value = self.containers.setdefault(self.object_number(module), {}), module.__dict__[name]
        if name not in known or known[name][0] is not value:  # `self.x += [...]` assigns the same list
            known[name] = (value, self.places.here()[0])

    def record_hidden(self, module: Any, trained: list[Any]) -> None:
        """Record the modules and parameters to train in the containers of a module that its own `parameters()` do not include."""
        for name, (_, site) in self.containers.get(self.object_number(module), {}).items():
            elements = list(elements_of(module.__dict__.get(name), 2))
            modules = {id(item): item for item in elements if hasattr(item, "named_parameters")}
            parameters = {id(item): item for item in elements if self.library.is_tensor(item) and self.library.is_trained(item)}
            inside = [
                *parameters.values(),
                *(leaf for item in modules.values() for leaf in item.parameters() if self.library.is_trained(leaf)),
            ]
            leaves = frozenset(self.leaf(leaf) for leaf in inside if not any(leaf is other for other in trained))
            if leaves:
                nested = len(elements) > len(list(elements_of(module.__dict__.get(name), 0)))
                others = nested or any(id(item) not in modules and id(item) not in parameters for item in elements)
                context = self.places.here()[1]
                self.events.append(UnregisteredModules(site, context, name, leaves, len(modules), len(parameters), others))

    def training_switched(self, module: Any, training: bool) -> None:
        """Record a switch of the training mode; the switches of its children are part of it."""
        site, context = self.places.here()
        number = self.object_number(module)
        self.evaluated_by[number] = None if training else site
        mode = YES if training else NO
        latest = self.events[-1] if self.events else None
        if not (isinstance(latest, ModeSwitch) and (latest.site, latest.training) == (site, mode) and number in latest.modules):
            self.events.append(ModeSwitch(site, context, number, mode, frozenset(map(self.object_number, module.modules()))))

    def modes_of(self, module: Any) -> tuple[LayerMode, ...]:
        """Return the modes of the layers of a module whose forward pass depends on the mode."""
        found = ((self.object_number(layer), layer) for layer in module.modules() if depends_on_mode(layer))
        return tuple(
            LayerMode(number, YES if layer.training else NO, self.evaluated_by.get(number), reads_mode(layer)) for number, layer in found
        )

    def identity(self, tensor: Any) -> int:
        """Return a number that only this tensor has."""
        notes = self.library.notes(tensor)
        notes.identity = notes.identity or self.number()
        return notes.identity

    def parallel_called(self, wrapper: Any) -> None:
        """Record a call through DistributedDataParallel."""
        number = self.number()
        self.emit(ParallelForward, number, self.object_number(wrapper.module), wrapper.require_backward_grad_sync)
        if wrapper.require_backward_grad_sync:
            self.prepared[id(wrapper)] = number

    def no_sync_begins(self, wrapper: Any) -> None:
        """Note the start of a `no_sync()` block, and the call whose reduction is still to be carried out."""
        prepared = self.prepared.get(id(wrapper), 0)
        since = (event for event in self.events if isinstance(event, Backward) and event.number > prepared)
        pending = prepared and not any(event.fills_gradients for event in since)
        self.blocks[id(wrapper)] = (*self.places.here(), len(self.events), prepared if pending else 0)

    def no_sync_ends(self, wrapper: Any) -> None:
        """Record a `no_sync()` block."""
        site, context, begin, prepared = self.blocks.pop(id(wrapper))
        leaves = frozenset(self.leaf(each) for each in wrapper.module.parameters() if self.library.is_trained(each))
        inside, number = self.events[begin:], self.object_number(wrapper.module)
        calls = tuple(event.number for event in inside if isinstance(event, ParallelForward) and event.object == number)
        backwards = tuple(event.number for event in inside if isinstance(event, Backward) and event.leaves & leaves)
        self.events.append(NoSyncBlock(site, context, self.number(), number, leaves, prepared, calls, backwards))

    def wrapped_in_parallel(self, wrapper: Any) -> None:
        """Note where a module was wrapped in DistributedDataParallel."""
        self.wrapped_at[id(wrapper)] = self.places.here()[0]

    def gradient_sync_set(self, module: Any, enabled: bool) -> None:
        """Note a switch of the reduction of a sharded module's gradients."""
        self.unreduced.pop(id(module), None)
        if not enabled:
            self.unreduced[id(module)] = (self.places.here()[0], module)

    def checkpoint_begins(self, tracked: bool) -> None:
        """Note the start of a reentrant checkpoint's segment."""
        self.segments.append(None if tracked or not self.library.grad_enabled() else len(self.events))

    def checkpoint_ends(self) -> None:
        """Record a reentrant checkpoint without an input that requires grad, and the parameters of its segment."""
        begin = self.segments.pop()
        if begin is not None:
            leaves = frozenset(leaf for event in self.events[begin:] if isinstance(event, Forward) for leaf in event.leaves)
            if leaves:
                self.emit(ReentrantCheckpoint, self.number(), leaves)

    def mode(self, what: str, enabled: bool, entered: bool, scoped: bool) -> None:
        """Record a change of grad mode."""
        if scoped:
            self.note_scope(enabled and what != "no_grad", entered)
        if not entered:
            return
        if what == "set_grad_enabled":
            here = None if enabled else self.places.here()
            site = here[0] if here is not None else None
            # `set_grad_enabled(...)` switches when it is constructed; as a context manager it switches back at its end.
            self.disabled_at, self.previously_disabled_at = (self.previously_disabled_at, None) if scoped else (site, self.disabled_at)

    def note_scope(self, enables: bool, entered: bool) -> None:
        """Note that a block which sets the grad mode begins or ends."""
        if entered:
            self.scopes.append(enables)
        elif self.scopes:
            self.scopes.pop()

    def mode_made(self, mode: Any) -> None:
        """Note a new grad-mode object; it is reported at the end if it is never entered."""
        if self.library.grad_mode_of(mode) != "set_grad_enabled":
            self.modes[id(mode)] = (mode, *self.places.here())

    def mode_used(self, mode: Any) -> None:
        """Note that a grad-mode object was entered or applied to a function."""
        self.modes.pop(id(mode), None)

    def context_attribute(self, name: str, value: Any, ctx: Any) -> None:
        """Record a tensor that a custom Function stored on its ctx: an input, or possibly the output."""
        for tensor in value if isinstance(value, (tuple, list)) else (value,):
            if self.library.is_tensor(tensor):
                self.library.node_notes(ctx).attributes.append(NotedAttribute(*self.places.here(), name, tensor))

    def context_done(self, ctx: Any, inputs: Iterable[Any], outputs: Iterable[Any]) -> None:
        """Record the ctx attributes after a custom Function's forward has returned."""
        operands, results = list(inputs), list(outputs)
        notes = self.library.node_notes(ctx)
        attributes, notes.attributes = notes.attributes, []
        for site, context, name, value in attributes:
            is_input, is_output = (any(value is tensor for tensor in tensors) for tensors in (operands, results))
            role = TensorRole.INPUT if is_input else TensorRole.OUTPUT if is_output else TensorRole.INTERMEDIATE
            self.events.append(ContextAttribute(site, context, name, role))

    def misuse(self, what: str) -> None:
        """Record a removed or deprecated API; a keyword where it is spelled."""
        self.events.append(OldApiUse(*self.places.keyword(what), OldApi(what)))

    def dropped(self, what: str, kind: Discarded) -> None:
        """Record a discarded value."""
        self.emit(DiscardedResult, what, kind)


def elements_of(value: Any, depth: int) -> Iterator[Any]:
    """Yield the elements of a list, tuple or dict, and those of its containers."""
    if not isinstance(value, (list, tuple, dict)):
        yield value
    elif depth >= 0:
        for item in value.values() if isinstance(value, dict) else value:
            yield from elements_of(item, depth - 1)


def depends_on_mode(layer: Any) -> bool:
    """Return True if the forward pass of a module, apart from its children's, depends on the training mode."""
    name = type(layer).__name__
    if name.endswith(("Dropout", "Dropout1d", "Dropout2d", "Dropout3d")):
        return bool(layer.p > 0)
    if "BatchNorm" in name or "InstanceNorm" in name:
        return bool(layer.track_running_stats)
    if name in ("RNN", "LSTM", "GRU"):
        return bool(layer.num_layers > 1 and layer.dropout > 0)
    if name == "MultiheadAttention":
        return bool(layer.dropout > 0)
    return reads_mode(layer)


def reads_mode(layer: Any) -> bool:
    """Return True if code of the program in the forward pass of a module reads the training mode."""
    # The forward of a scripted module is not a function, and raises if its class is asked for it.
    forward = inspect.getattr_static(type(layer), "forward", None)
    code = getattr(forward, "__wrapped__", forward)
    return not type(layer).__module__.startswith("torch.") and "training" in getattr(getattr(code, "__code__", None), "co_names", ())
