"""Recorder: translates the shim's observations into events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from graphlint.autograd.events import (
    Backward,
    Certainty,
    Change,
    ConstantTerm,
    Context,
    ContextAttribute,
    Contribution,
    Detached,
    Discarded,
    DiscardedResult,
    Event,
    Forward,
    LayerMode,
    Misuse,
    ModeSwitch,
    NoGraph,
    NoSyncBlock,
    ParallelForward,
    Presence,
    Rebound,
    ReentrantCheckpoint,
    Rewrapped,
    Site,
    UnregisteredModules,
    ZeroGrad,
)
from graphlint.autograd.run import Run
from graphlint.confirm.backward_passes import BackwardRecorder
from graphlint.confirm.event_log import Call, is_tensor
from graphlint.confirm.gradients import GradientRecorder
from graphlint.confirm.tracked_numbers import numbers_in, with_origin

YES, NO = Certainty.YES, Certainty.NO

INTENTIONAL_DETACHES = frozenset(("detach", ".data", "detach_"))
TERMS = frozenset(("add", "sub", "rsub"))
FACTORS = frozenset(("mul", "div"))


@dataclass
class Recorder(BackwardRecorder, GradientRecorder):
    """Observer of the shim: operations, modules, grad mode, and values derived from tensors."""

    inputs: list[tuple[int, ...]] = field(default_factory=list)
    segments: list[int | None] = field(default_factory=list)
    arrays: dict[int, tuple[Any, Any]] = field(default_factory=dict)
    modes: dict[int, tuple[Any, Site, Context]] = field(default_factory=dict)
    loaded: set[int] = field(default_factory=set)
    read: set[int] = field(default_factory=set)
    disabled_at: Site | None = None
    previously_disabled_at: Site | None = None
    evaluated_by: dict[int, Site | None] = field(default_factory=dict)
    containers: dict[int, dict[str, tuple[Any, Site]]] = field(default_factory=dict)

    def run(self, entry: str) -> Run:
        """Return the recorded run."""
        reported = {event.site for event in self.events if isinstance(event, DiscardedResult)}
        for _, site, context in self.modes.values():
            if site not in reported:
                self.events.append(DiscardedResult(site, context, "a grad-mode context manager", Discarded.MODE))
        self.modes = {}
        return Run(dict(self.nodes), tuple(self.events), root=entry, read=frozenset(self.read))

    def leaf_made(self, tensor: Any) -> None:
        """Record a tensor that was set to require grad; if it was computed from a tensor that lost its graph, its gradient trains
        nothing."""
        rebound = tensor.__dict__.pop("_rebound", None)
        if rebound is not None:  # a leaf again, so the graph is not lost
            self.events = [event for event in self.events if event is not rebound]
        if not tensor._rg and tensor._fn is None:
            tensor.__dict__["_leaf_made"] = (*self.places.here(), self.number())
            if "_reason" in tensor.__dict__ and tensor._a.ndim == 0:
                self.leaf(tensor)
                self.emit(Rewrapped, "requires_grad", (), (tensor.__dict__["_leaf_number"],))

    def recorded(self, node: Any, result: Any) -> None:
        """Record an operation that was added to the graph."""
        number = self.node(node)
        result.__dict__.setdefault("_made", self.nodes[number].site)

    def computed(self, name: str, operands: tuple[Any, ...], result: Any) -> None:
        """Record an operation; results inherit the provenance of its operands."""
        operand_tensors = [tensor for operand in operands for tensor in self.tensors(operand)]
        self.read.update(self.of_tensor(tensor) for tensor in operand_tensors if tensor._fn is not None)
        sources = frozenset(leaf for tensor in operand_tensors for leaf in tensor.__dict__.get("_gradient_of", ()))
        origin = next((tensor for tensor in operand_tensors if "_cut" in tensor.__dict__), None)
        cut = None if origin is None else origin.__dict__["_cut"]
        results = self.tensors(result)
        for tensor in results:
            if sources and not any(tensor is other for other in operand_tensors):
                tensor.__dict__["_gradient_of"] = sources
            if cut is not None and tensor._fn is None:
                tensor.__dict__["_cut"] = cut
        if name.removesuffix("_") in TERMS and results and results[0]._fn is not None:
            self.record_constant_terms(operand_tensors, results[0])
        if name == "clone":
            copy_rebound(operand_tensors[0], results[0])
        self.note_reason(operand_tensors, results)
        if name.endswith("_") and operand_tensors:
            self.record_in_place(name, operand_tensors)
        if cut is not None and results and results[0]._fn is not None:
            site, context, how, nodes = cut
            counts = TERMS | (FACTORS if how.startswith("torch.") else frozenset())
            matters = how == "Variable" or (how not in INTENTIONAL_DETACHES and name.removesuffix("_") in counts)
            if matters and context.iterations == self.places.here()[1].iterations:
                self.events.append(
                    Rewrapped(
                        site,
                        context,
                        how,
                        nodes,
                        (self.of_tensor(results[0]),),
                        how == "Variable",
                        origin is not None and origin.is_leaf and origin._rg,
                    )
                )

    def record_constant_terms(self, operand_tensors: list[Any], total: Any) -> None:
        """Record the operands of a sum that are gradients, or were computed with grad mode disabled."""
        for tensor in operand_tensors:
            reason, created, _ = tensor.__dict__.get("_reason", (None, None, None))
            if reason in (NoGraph.AUTOGRAD_GRAD, NoGraph.GRAD_MODE_OFF) and not tensor.requires_grad:
                self.emit(ConstantTerm, reason, created.site, self.of_tensor(total))

    def gradients_computed(self, tensors: list[Any]) -> None:
        """Record the results of `autograd.grad`."""
        for tensor in tensors:
            if tensor._fn is None:
                tensor.__dict__["_reason"] = (NoGraph.AUTOGRAD_GRAD, Event(*self.places.here()), None)

    def record_in_place(self, name: str, operand_tensors: list[Any]) -> None:
        """Record an in-place operation: a manual step, a reset of a gradient, or a copy without the graph."""
        target, others = operand_tensors[0], operand_tensors[1:]
        if target._rg and target._fn is None:
            leaf = self.leaf(target)
            if name == "copy_":
                self.loaded.add(leaf)
            if any(leaf in tensor.__dict__.get("_gradient_of", ()) for tensor in others):
                self.record_manual_step(leaf)
        elif "_grad_of" in target.__dict__ and name == "zero_":
            leaf = target.__dict__["_grad_of"]
            self.emit(ZeroGrad, frozenset((leaf,)), frozenset(), "tensor")
            self.gradients[leaf] = []
        elif "_grad_of" in target.__dict__ and name == "fill_":
            self.gradients[target.__dict__["_grad_of"]] = [Contribution(self.number(), False, Presence.UNCERTAIN)]
        if name in ("copy_", "index_put_") and not self.switches.grad:
            nodes = tuple(self.of_tensor(tensor) for tensor in others if tensor._fn is not None)
            if nodes:
                self.emit(Detached, nodes, "a copy under no_grad")

    def note_reason(self, operand_tensors: list[Any], results: list[Any]) -> None:
        """Note why results have no graph: grad mode was off, or an operand had lost its graph."""
        tracked = any(tensor._fn is not None or tensor._rg for tensor in operand_tensors)
        before = next((tensor.__dict__["_reason"] for tensor in operand_tensors if "_reason" in tensor.__dict__), None)
        for tensor in results:
            if tensor._fn is None and not tensor._rg:
                if tracked and not self.switches.grad:
                    tensor.__dict__["_reason"] = (NoGraph.GRAD_MODE_OFF, Event(*self.places.here()), self.disabled_at)
                elif tracked:  # indices and comparisons have no derivative
                    tensor.__dict__["_reason"] = (NoGraph.NO_DERIVATIVE, Event(*self.places.here()), None)
                elif before is not None:
                    tensor.__dict__["_reason"] = before

    def changed(self, tensor: Any, cause: str) -> None:
        """Record an in-place change of a storage."""
        site, context = self.places.here()
        storage = tensor._version_.storage
        self.changes[storage] = Change(site, context, self.number(), storage, cause, bool(tensor._rg and tensor._fn is None))

    def module_enters(self, module: Any, inputs: tuple[Any, ...]) -> None:  # noqa: ARG002 - the observer's signature
        """Record the start of a module call."""
        site, context = self.places.here()
        self.inputs.append(tuple(number for tensor in self.tensors(inputs) if (number := self.of_tensor(tensor))))
        self.calls.append(Call(self.number(), site, context))

    def module_leaves(self, module: Any, inputs: tuple[Any, ...], result: Any) -> None:  # noqa: ARG002 - the observer's signature
        """Record a forward call of a module with trainable parameters."""
        call, input_nodes = self.calls.pop(), self.inputs.pop()
        trained = [tensor for tensor in module.parameters() if tensor._rg]
        self.record_hidden(module, trained)
        if not trained or result is None:
            return
        nodes = tuple(number for tensor in self.tensors(result) if tensor._fn is not None and (number := self.of_tensor(tensor)))
        leaves = frozenset(self.leaf(tensor) for tensor in trained)
        self.events.append(
            Forward(
                call.site, call.context, call.number, type(module).__name__, nodes, leaves,
                YES if self.switches.grad else NO, YES if module.training else NO, YES if input_nodes else NO,
                input_nodes, tuple(outer.number for outer in self.calls), self.object_number(module),
                self.loaded.isdisjoint(leaves), () if self.calls else self.modes_of(module),
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
            parameters = {id(item): item for item in elements if is_tensor(item) and item._rg and item._fn is None}
            inside = [*parameters.values(), *(leaf for item in modules.values() for leaf in item.parameters() if leaf._rg)]
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
        return tuple(LayerMode(number, YES if layer.training else NO, self.evaluated_by.get(number)) for number, layer in found)

    def parallel_called(self, wrapper: Any) -> None:
        """Record a call through DistributedDataParallel."""
        number = self.number()
        self.emit(ParallelForward, number, self.object_number(wrapper.module), wrapper.require_backward_grad_sync)
        if wrapper.require_backward_grad_sync:
            wrapper.__dict__["_prepared"] = number

    def no_sync_begins(self, wrapper: Any) -> None:
        """Note the start of a `no_sync()` block, and the call whose reduction is still to be carried out."""
        prepared = wrapper.__dict__.get("_prepared", 0)
        since = (event for event in self.events if isinstance(event, Backward) and event.number > prepared)
        pending = prepared and not any(event.call == "backward" for event in since)
        wrapper.__dict__["_block"] = (*self.places.here(), len(self.events), prepared if pending else 0)

    def no_sync_ends(self, wrapper: Any) -> None:
        """Record a `no_sync()` block."""
        site, context, begin, prepared = wrapper.__dict__["_block"]
        leaves = frozenset(self.leaf(each) for each in wrapper.parameters_to_reduce)
        inside, number = self.events[begin:], self.object_number(wrapper.module)
        calls = tuple(event.number for event in inside if isinstance(event, ParallelForward) and event.object == number)
        backwards = tuple(event.number for event in inside if isinstance(event, Backward) and event.leaves & leaves)
        self.events.append(NoSyncBlock(site, context, self.number(), number, leaves, prepared, calls, backwards))

    def wrapped_in_parallel(self, wrapper: Any) -> None:
        """Note where a module was wrapped in DistributedDataParallel."""
        wrapper.__dict__["_wrapped_at"] = self.places.here()[0]

    def checkpoint_begins(self, tracked: bool) -> None:
        """Note the start of a reentrant checkpoint's segment."""
        self.segments.append(None if tracked or not self.switches.grad else len(self.events))

    def checkpoint_ends(self) -> None:
        """Record a reentrant checkpoint without an input that requires grad, and the parameters of its segment."""
        begin = self.segments.pop()
        if begin is not None:
            leaves = frozenset(leaf for event in self.events[begin:] if isinstance(event, Forward) for leaf in event.leaves)
            if leaves:
                self.emit(ReentrantCheckpoint, self.number(), leaves)

    def mode(self, what: str, enabled: bool, entered: bool, scoped: bool) -> None:
        """Record a change of grad mode."""
        if not entered:
            return
        if what == "set_grad_enabled":
            here = None if enabled else self.places.here()
            site = here[0] if here is not None else None
            # `set_grad_enabled(...)` switches when it is constructed; as a context manager it switches back at its end.
            self.disabled_at, self.previously_disabled_at = (self.previously_disabled_at, None) if scoped else (site, self.disabled_at)

    def mode_made(self, mode: Any) -> None:
        """Note a new grad-mode object; it is reported at the end if it is never entered."""
        if mode.what != "set_grad_enabled":
            self.modes[id(mode)] = (mode, *self.places.here())

    def mode_used(self, mode: Any) -> None:
        """Note that a grad-mode object was entered or applied to a function."""
        self.modes.pop(id(mode), None)

    def detached(self, tensor: Any, result: Any, how: str) -> None:
        """Record a detached tensor."""
        if how == "data":
            self.emit(Misuse, "data")
        copy_rebound(tensor, result)
        number = self.of_tensor(tensor) if tensor is not result or tensor._fn is not None else 0
        if number and self.nodes[number].operation != "leaf":
            self.read.add(number)
            event = self.emit(Detached, (number,), ".data" if how == "data" else how)
            result.__dict__["_reason"] = (NoGraph(event.how), event, None)
            if result is not tensor:
                result.__dict__["_cut"] = (event.site, event.context, event.how, event.nodes)

    def read_number(self, tensor: Any, how: str, value: Any) -> Any:
        """Record a value read as a number, and return a number that remembers its origin."""
        number = self.of_tensor(tensor) if tensor._fn is not None else 0
        self.read.add(number)
        number = number or next(iter(tensor.__dict__.get("_cut", (0, 0, 0, (0,)))[3]), 0)
        if not number or how not in ("item", "tolist", "numpy"):
            return value
        if how == "numpy":
            self.arrays[id(value)] = (value, (*self.places.here(), "numpy", (number,)))
            return value
        return with_origin(value, (*self.places.here(), f".{how}()", (number,)))

    def made_from(self, data: Any, result: Any) -> None:
        """Record a tensor created from numbers."""
        number = next(numbers_in(data), None)
        if number is not None and not number.computed:
            result.__dict__["_cut"] = (*self.places.here(), "torch.tensor", number.cut[3])
        elif number is not None:
            result.__dict__["_cut"] = number.cut
        elif id(data) in self.arrays:
            result.__dict__["_cut"] = self.arrays[id(data)][1]
        self.copied_to_leaf(result)

    def copied_to_leaf(self, result: Any) -> None:
        """Record a copy of detached values that requires grad: the graph of a loss computed from it ends there."""
        if "_cut" in result.__dict__ and result._rg:
            site, context, how, nodes = result.__dict__["_cut"]
            self.events.append(Rewrapped(site, context, how, nodes, (self.of_tensor(result),), expects_grad=True))

    def wrapped_in_variable(self, tensor: Any, result: Any) -> None:
        """Record a tensor without a graph that was wrapped in a Variable: `.data` was then not used to detach it on purpose."""
        cut = tensor.__dict__.get("_cut")
        if cut is not None and cut[2] == ".data":
            result.__dict__["_cut"] = (*self.places.here(), "Variable", cut[3])

    def rewrapped(self, tensor: Any, result: Any, how: str) -> None:
        """Record a tensor created from the values of another one."""
        number = self.of_tensor(tensor)
        if number:
            site, context = self.places.here()
            result.__dict__["_cut"] = (site, context, how, (number,))

    def context_attribute(self, name: str, value: Any, ctx: Any) -> None:
        """Record a tensor that a custom Function stored on its ctx: an input, or possibly the output."""
        for tensor in value if isinstance(value, (tuple, list)) else (value,):
            if is_tensor(tensor):
                self.note_attribute(name, tensor, ctx)

    def note_attribute(self, name: str, value: Any, ctx: Any) -> None:
        """Note one tensor on a ctx."""
        role = "input" if any(value is tensor for tensor in getattr(ctx, "inputs", ())) else "intermediate"
        site, context = self.places.here()
        ctx.__dict__.setdefault("_noted", []).append((site, context, name, value, role))

    def context_done(self, ctx: Any, outputs: Iterable[Any]) -> None:
        """Record the ctx attributes after a custom Function's forward has returned."""
        results = list(outputs)
        for site, context, name, value, role in ctx.__dict__.get("_noted", ()):
            final_role = "output" if role != "input" and any(value is tensor for tensor in results) else role
            self.events.append(ContextAttribute(site, context, name, final_role))

    def misuse(self, what: str) -> None:
        """Record a removed or deprecated API; a keyword where it is spelled."""
        self.events.append(Misuse(*self.places.keyword(what), what))

    def dropped(self, what: str, kind: Discarded) -> None:
        """Record a discarded value."""
        self.emit(DiscardedResult, what, kind)

    def unused_detach(self, site: Site, value: Any) -> None:
        """Record a loop variable that was assigned a detached value and is not read afterwards."""
        if is_tensor(value) and "_cut" in value.__dict__:
            self.events.append(DiscardedResult(site, self.places.here()[1], value.__dict__["_cut"][2], Discarded.COPY))

    def rebound(self, site: Site, name: str, leaf: Any, value: Any) -> None:
        """Record a name of a leaf that was assigned a value computed from the leaf and its gradient."""
        _, context = self.places.here()
        value.__dict__["_rebound"] = event = Rebound(site, context, name, self.leaf(leaf), value.__dict__.get("_made"))
        self.events.append(event)


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
    code = getattr(type(layer).forward, "__wrapped__", type(layer).forward)
    return not type(layer).__module__.startswith("torch.") and "training" in getattr(getattr(code, "__code__", None), "co_names", ())


def copy_rebound(tensor: Any, result: Any) -> None:
    """Copy the pending `Rebound` event to a tensor with the same values: it is dropped if that tensor becomes a leaf again."""
    if "_rebound" in tensor.__dict__:
        result.__dict__["_rebound"] = tensor.__dict__["_rebound"]
