"""Functions of torch that are no operations of the table: factories, Variable, autograd, initialisers, clipping, data, amp."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace

from graphlint.autograd import operations as table
from graphlint.autograd.events import Certainty, Clipped, Misuse, Rewrapped, Saved, Site
from graphlint.engine.domain import class_lookup, presumed_gradients, shapes
from graphlint.engine.domain.records import InstanceRecord
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import MAYBE, NO, NONE, YES, Class, Constant, Each, Function, Ref, Sequence, Tensor, Unknown, Value
from graphlint.engine.facts import conditions, dependencies, library_objects
from graphlint.engine.havoc import unresolved_calls
from graphlint.engine.machine.arguments import Arguments, Spelling
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.python import copies, iteration
from graphlint.engine.models.torch import optimizers, tensor_attributes, tensor_methods
from graphlint.engine.operations import backward, conversions, in_place, ownership, recording, tensors
from graphlint.engine.retention import retained_graphs

Handler = Callable[[Machine, State, str, Arguments], Outcome]

SIZED = frozenset(["zeros", "ones", "rand", "randn", "empty", "randint", "full", "normal"])
FACTORIES = SIZED | frozenset(
    (
        "arange linspace logspace eye randperm zeros_like ones_like rand_like randn_like empty_like full_like randint_like from_numpy "
        "multinomial tril_indices triu_indices hann_window hamming_window frombuffer empty_strided complex polar "
        "scalar_tensor"
    ).split()
)


def _wants_grad(machine: Machine, state: State, arguments: Arguments) -> Certainty:
    flag = arguments.keywords.get("requires_grad")
    return NO if flag is None else conditions.certainty(machine, state, flag)


def _made(
    machine: Machine, state: State, arguments: Arguments, shape: tuple[int | None, ...] | None, like: Value | None = None
) -> Value:  # fmt: skip
    """Return the tensor of a factory: data, or a leaf if it is to require grad. It has the type and device of what it is made `like`."""
    needs = _wants_grad(machine, state, arguments)
    dtype = arguments.keywords.get("dtype")
    short: str | None = conversions.type_named(getattr(dtype, "name", "")) if dtype is not None else ""
    device = conversions.device_of(arguments.keywords.get("device"))
    if isinstance(like, Tensor):
        short, device = short if dtype is not None else like.dtype, device or like.device
    elif isinstance(like, Unknown) and like.graph is not NO:
        # It may be a tensor of any type on any device.
        short = short if dtype is not None else None
    else:
        device = device or conversions.CPU
    if needs is NO:
        made = tensors.data(machine, arguments.site, "data", shape)
        return replace(made, inference=state.inference, dtype=short, device=device)
    return replace(tensors.leaf(machine, arguments.site, shape=shape, needs=needs), dtype=short, device=device)


def _factory(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    short = name.rsplit(".", 1)[-1]
    shape = None
    if short in ("zeros", "ones", "rand", "randn", "empty"):
        shape = shapes.sizes(arguments.positional) if arguments.positional else None
    elif short in ("randint", "full", "normal"):
        size = arguments.keywords.get("size") or next((value for value in arguments.positional if isinstance(value, Sequence)), None)
        shape = shapes.sizes((size,)) if size is not None else None
    elif short.endswith("_like") and arguments.positional:
        shape = shapes.of(arguments.positional[0])
    elif short in ("arange", "linspace", "randperm"):
        shape = (shapes.MANY,)
    return _made(machine, state, arguments, shape, arguments.get(0, "input") if short.endswith("_like") else None)


def _normal(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    """torch.normal: of numbers it makes data, of tensors a draw that hangs on their graph, though its gradient is zero."""
    sized = "size" in arguments.keywords or any(isinstance(value, Sequence) for value in arguments.positional)
    if sized or all(isinstance(value, Constant) for value in arguments.all()):
        return _factory(machine, state, name, arguments)
    return tensor_methods.operation_call(machine, state, table.operations()["normal"], arguments)


def _tensor(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    """torch.tensor and as_tensor: the graph of what is passed stays behind."""
    value = arguments.get(0, "data") or NONE
    held = retained_graphs.held(state, value)
    if name == "torch.as_tensor" and isinstance(value, Tensor):
        return value
    shape: tuple[int | None, ...] | None = None
    if isinstance(value, Constant):
        shape = ()
    elif isinstance(value, Ref) and value.kind == "list" and state.get(value.number).exact:
        items = state.get(value.number).items
        shape = (len(items),) if all(isinstance(item, Constant) for item in items) else (shapes.MANY,) if len(items) > 1 else None
    result = _made(machine, state, arguments, shape, value)
    if isinstance(result, Tensor) and name == "torch.from_numpy":
        result.dtype, result.device = None, conversions.CPU
    if isinstance(result, Tensor) and held:
        recording.lost(machine, state, result.number, value, name, arguments.site)
        _expect_grad(machine, state, result, machine.graph.cuts[result.number])
    elif isinstance(result, Tensor):
        _numbers(machine, state, result, value, name, arguments)
    if isinstance(result, Tensor) and (held or (isinstance(value, Unknown) and value.name == "item")):
        return replace(result, reason=name)
    return result


def _numbers(machine: Machine, state: State, result: Tensor, value: Value, name: str, arguments: Arguments) -> None:
    """A tensor made of numbers that were taken out of a graph."""
    inside = iteration.elements_of(machine, state, value)[0] if isinstance(value, Ref | Sequence) else ()
    for item in (value, *inside):
        cut = machine.graph.cuts.get(item.key) if isinstance(item, Unknown) and isinstance(item.key, int) else None
        if cut is not None:
            # The statement that took the number out of the graph is the one that detached it.
            _expect_grad(machine, state, result, cut)
            result.reason = name
            return


def _expect_grad(machine: Machine, state: State, result: Tensor, cut: Rewrapped) -> None:
    """Note what was detached for a copy; if the copy requires grad, the graph of a loss computed from it ends there."""
    cut = machine.graph.cuts[result.number] = replace(cut, expects_grad=result.needs is YES)
    if cut.expects_grad and state.node(result):
        machine.graph.emit(replace(cut, into=(state.node(result),)))


def _passed_by_caller(machine: Machine, state: State, value: Value) -> Spelling | None:
    """Return the call that passes a value to the current function; None if the function itself spells it, be it as a default."""
    code, context = machine.frame.code, machine.context
    if not context.calls or not isinstance(code.node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        return None
    scope = state.heap[machine.frame.scope].fields
    received = next((item.name for item in code.parameters if scope.get(item.name) is value), None)
    arguments = code.node.args
    named = [*arguments.posonlyargs, *arguments.args]
    defaults = dict(zip((item.arg for item in reversed(named)), reversed(arguments.defaults), strict=False))
    defaults |= {item.arg: default for item, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if default}
    default = defaults.get(received) if received is not None else None
    if received is None or (isinstance(default, ast.Constant) and default.value is True):
        return None
    outer = context._replace(calls=context.calls[:-1], functions=context.functions[:-1])
    return Spelling(value, context.calls[-1], outer)


def _variable(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    """Variable(x): a new tensor over the same storage, cut off from x's graph (probed)."""
    value = arguments.get(0, "data") or machine.unknown()
    volatile = arguments.keywords.get("volatile")
    machine.graph.emit(Misuse(arguments.site, machine.context, "Variable"))
    if volatile is not None and conditions.decide(machine, state, volatile) is True:
        # A wrapper that passes its keywords on is correct for all other uses.
        spelling = arguments.forwarded.get("volatile") or _passed_by_caller(machine, state, volatile)
        site, context = (arguments.site, machine.context) if spelling is None else (spelling.site, spelling.context)
        machine.graph.emit(Misuse(site, context, "volatile"))
    needs = _wants_grad(machine, state, arguments)
    if isinstance(value, Tensor):
        cut = machine.graph.cuts.get(value.number)
        made = tensor_attributes.detach(machine, state, value, arguments.site, "Variable") if state.needs_grad(value) is not NO else value
        if isinstance(made, Tensor) and cut is not None and cut.how == ".data":
            machine.graph.cuts[made.number] = replace(cut, site=arguments.site, how="Variable")
        if needs is NO:
            return made
        made = tensors.leaf(machine, arguments.site, shape=value.shape, needs=needs)
        return replace(made, storage=value.storage, dtype=value.dtype, device=value.device)
    if needs is YES:
        return tensors.leaf(machine, arguments.site)
    return value


def _parameter(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    value = arguments.get(0, "data")
    flag = arguments.get(1, "requires_grad")
    needs = YES if flag is None else conditions.certainty(machine, state, flag)
    shape = shapes.of(value) if isinstance(value, Tensor) else None
    made = tensors.leaf(machine, arguments.site, parameter=True, shape=shape, needs=needs)
    return replace(made, dtype=value.dtype, device=value.device) if isinstance(value, Tensor) else made


def _grad(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    return backward.gradients(machine, state, arguments)


def _backward(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    return backward.backward_of_all(machine, state, arguments)


def _clip(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    """clip_grad_norm_ and clip_grad_value_: what they are given, and whether there is a gradient to clip."""
    given = arguments.get(0, "parameters") or machine.unknown()
    owned, complete = optimizers.leaves_in(machine, state, given)
    argument = "loss" if isinstance(given, Tensor) and not given.parameter and state.node(given) and given.leaf is NO else ""
    short = name.rsplit(".", 1)[-1]
    _clipped(machine, state, owned, complete, short, argument, arguments)
    return machine.plain(short)


def _clipped(machine: Machine, state: State, owned: list[Tensor], complete: bool, call: str, argument: str, arguments: Arguments) -> None:
    """Report what there is to clip or unscale: gradients that a backward made, and that no step has used yet."""
    nodes = frozenset(state.node(item) for item in owned)
    marks = [mark for node in nodes for mark in state.gradients.get(node, ())]
    pending = YES if any(mark.backward > 0 for mark in marks) else MAYBE if marks or not complete or not nodes else NO
    spent = bool(marks) and (all(mark.used for mark in marks) or presumed_gradients.spent(state, marks))
    machine.graph.emit(Clipped(arguments.site, machine.context, call, nodes, pending, spent, argument))


def _vector(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    owned, _ = optimizers.leaves_in(machine, state, arguments.get(0, "parameters") or NONE)
    return recording.apply(machine, state, table.operations()["cat"], [("tensors*", item) for item in owned], arguments.site)


def _initialise(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    """torch.nn.init: in place, under no_grad."""
    target = arguments.get(0, "tensor") or machine.unknown()
    if isinstance(target, Tensor | Each):
        before, state.grad_mode = state.grad_mode, NO
        in_place.change_by(machine, state, "copy", target, (), arguments.site, keyed=True)
        state.grad_mode = before
    return target


def _loader(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    source = arguments.get(0, "dataset")
    return library_objects.make(machine, state, "loader", *((source,) if source is not None else ()))


def _dataset(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    if name.endswith("TensorDataset") and arguments.positional and all(isinstance(value, Tensor) for value in arguments.positional):
        return library_objects.make(machine, state, "tensors", *arguments.positional)
    return Unknown(machine.graph.number(), NO, "dataset", True)


def _checkpoint(machine: Machine, state: State, name: str, arguments: Arguments) -> Outcome:
    function = arguments.get(0, "function") or machine.unknown()
    reentrant = arguments.keywords.get("use_reentrant")
    if (
        reentrant is not None
        and conditions.decide(machine, state, reentrant) is True
        and _reentrant_without_graph(machine, state, arguments)
    ):
        before, state.grad_mode = state.grad_mode, NO
        outcome = machine.call(state, function, Arguments(arguments.positional[1:], {}, arguments.site))
        for item in outcome if isinstance(outcome, list) else [state]:
            item.grad_mode = before
        return outcome
    keywords = {key: value for key, value in arguments.keywords.items() if key not in ("use_reentrant", "preserve_rng_state", "context_fn")}
    return machine.call(state, function, replace(arguments, positional=arguments.positional[1:], keywords=keywords))


def _reentrant_without_graph(machine: Machine, state: State, arguments: Arguments) -> bool:
    """A reentrant checkpoint builds a graph only if one of its own arguments requires grad (probed)."""
    values = arguments.positional[1:]
    held = [item for value in values for item in dependencies.tensors_in(machine, state, value)]
    return (
        bool(held) and all(isinstance(value, Tensor | Constant) for value in values) and all(state.needs_grad(item) is NO for item in held)
    )


def _same(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    return arguments.get(0, "model") or arguments.keywords.get("module") or arguments.keywords.get("root") or machine.unknown()


def averaged(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    """Schedulers and weight averaging: no part of a graph."""
    if name.endswith("AveragedModel"):
        return copies.deep_copy(machine, state, arguments.get(0, "model") or NONE, arguments.site)
    return library_objects.make(machine, state, "scheduler")


def _scaler(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    return library_objects.make(machine, state, "scaler", enabled=arguments.keywords.get("enabled"))


def _nothing(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    return machine.plain(name)


def _neutral(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    """A context manager that changes nothing about graphs."""
    return machine.plain(name)


def _device(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    return conversions.device_named(machine, arguments)


def _distributed(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    """torch.distributed: what takes a module returns it, sharded or wrapped; nothing else is part of a graph."""
    given = next((value for value in arguments.all() if isinstance(value, Ref) and value.kind == "module"), None)
    if given is not None:
        return given
    if not dependencies.nodes_in(machine, state, arguments.all()):
        return machine.plain(name)
    return unresolved_calls.unknown_call(machine, state, arguments, keeps=False)


def _enabled(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    return machine.plain(name) if state.grad_mode is MAYBE else Constant(state.grad_mode is YES)


def _distribution(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    """A distribution over parameters that may have a graph; those over logits or probs normalise them when they are made."""
    short = name.rsplit(".", 1)[-1]
    held = [item for value in arguments.all() for item in dependencies.tensors_in(machine, state, value)]
    if short.lstrip("_")[:1].islower():
        return _hang(machine, state, held, short, arguments.site) if held else unresolved_calls.unknown_call(machine, state, arguments)
    unknown = any(isinstance(value, Unknown) and value.graph is not NO for value in arguments.all())
    sources: list[Value] = list(held)
    if short in ("Categorical", "OneHotCategorical", "Multinomial") and held:
        made = _hang(machine, state, held, "normalise", arguments.site)
        sources = [made]
    return library_objects.make(machine, state, "distribution", *sources, unknown=unknown)


def _hang(machine: Machine, state: State, sources: list[Tensor], operation: str, site: Site) -> Tensor:
    """The result of a computation that saves what it needs of tensors that may have a graph."""
    needs = machine.graph.certainty(state.needs_grad(item) for item in sources)
    if needs is NO or state.grad_mode is NO:
        return tensors.data(machine, site, "no_grad" if state.grad_mode is NO and needs is not NO else "data")
    inputs = [state.node(item) for item in sources if state.needs_grad(item) is YES]
    maybe = [state.node(item) for item in sources if state.needs_grad(item) is MAYBE]
    saved: tuple[Saved, ...] = ()
    node = machine.graph.record(operation, site, inputs, maybe, needs, saved)
    return tensors.new(machine, site, node, needs if state.grad_mode is YES else MAYBE, leaf=NO)


def helper_method(machine: Machine, state: State, receiver: Ref, what: str, name: str, arguments: Arguments) -> Outcome:
    """A method of a GradScaler, a distribution, a scheduler or a loader."""
    if what == "scaler":
        enabled = state.get(receiver.number).library.enabled
        if name == "unscale_" and isinstance(enabled, Constant) and not enabled.value:
            return NONE
        return scaler_method(machine, state, name, arguments)
    if what == "distribution":
        _, sources = library_objects.sources_of(state, receiver)
        held = [item for item in sources if isinstance(item, Tensor)]
        given = [item for value in arguments.all() for item in dependencies.tensors_in(machine, state, value)]
        if name in ("log_prob", "entropy", "rsample", "cdf", "icdf", "expand", "perplexity") or name in ("mean", "variance", "stddev"):
            if state.get(receiver.number).library.unknown and not held:
                return machine.unknown()
            return _hang(machine, state, [*held, *given], name, arguments.site)
        return tensors.data(machine, arguments.site, "a sample of a distribution")
    return machine.plain(name)


def scaler_method(machine: Machine, state: State, name: str, arguments: Arguments) -> Outcome:
    """GradScaler: scale(loss), step(optimizer), unscale_(optimizer), update()."""
    first = arguments.positional[0] if arguments.positional else NONE
    if name == "scale":
        if isinstance(first, Tensor):
            node = state.node(first)
            if not node or state.needs_grad(first) is NO:
                return first
            scaled = machine.graph.record("scale", arguments.site, (node,), (), MAYBE, ())
            return tensors.new(machine, arguments.site, scaled, state.needs_grad(first), leaf=NO, shape=first.shape)
        return first
    if name == "unscale_" and isinstance(first, Ref) and first.kind == "optimizer":
        owned, complete = ownership.owned_by(state, first)
        _clipped(machine, state, list(owned), complete, "unscale_", "", arguments)
        return NONE
    if name == "step" and isinstance(first, Ref) and first.kind == "optimizer":
        rest = Arguments(arguments.positional[1:], arguments.keywords, arguments.site)
        return machine.call_method(state, first, "step", rest)
    return machine.plain(name)


def apply_function(machine: Machine, state: State, made: Class, forward: Function, arguments: Arguments) -> Outcome:
    """Apply a custom Function: forward runs without grad mode; the node depends on the arguments and saves what ctx was given."""
    given = recording.operands_of(arguments.all(), state, machine)
    ctx = machine.allocate(state, "instance", None, InstanceRecord(context=True))
    before, inference = state.grad_mode, state.inference
    state.grad_mode = NO
    setup = class_lookup.attribute(state, made, "setup_context")
    outcome = machine.call(state, forward, arguments if isinstance(setup, Function) else arguments.behind(ctx))
    if isinstance(setup, Function) and not isinstance(outcome, list) and not state.signal:
        machine.call(state, setup, Arguments((ctx, Sequence(arguments.positional), outcome), {}, arguments.site))
    if isinstance(outcome, list):
        for item in outcome:
            item.grad_mode, item.inference = before, inference
            if not item.signal:
                item.result = _applied(machine, item, ctx, given, item.result, arguments)
        return outcome
    state.grad_mode, state.inference = before, inference
    return outcome if state.signal else _applied(machine, state, ctx, given, outcome, arguments)


def _applied(machine: Machine, state: State, ctx: Ref, given: list[Tensor | Value], result: Value, arguments: Arguments) -> Value:
    retained_graphs.report_context(machine, state, ctx, arguments.positional, result)
    kept = state.get(ctx.number).instance.saved
    needs = machine.graph.certainty(recording.needs_of(state, item) for item in given)
    if needs is NO or state.grad_mode is NO:
        return result
    saved = tuple(Saved(item.storage, state.version(item.storage), item.leaf is YES, "saved") for item in kept)
    inputs = [state.node(item) for item in given if isinstance(item, Tensor) and state.needs_grad(item) is YES]
    maybe = recording.possible_inputs(machine, state, given, arguments.site)
    node = machine.graph.record("custom", arguments.site, inputs, maybe, needs if kept else NO, saved if needs is YES else ())
    outputs = result.items if isinstance(result, Sequence) else (result,)
    made: list[Value] = []
    for item in outputs:
        shape = item.shape if isinstance(item, Tensor) else None
        made.append(tensors.new(machine, arguments.site, node, needs, leaf=NO, shape=shape))
    return Sequence(tuple(made)) if isinstance(result, Sequence) else made[0]


def by_prefix(name: str) -> Handler | None:
    """The handler of a family of functions."""
    return next((handler for prefix, handler in _PREFIXES if name.startswith(prefix)), None)


TABLE: dict[str, Handler] = {
    **{f"torch.{name}": _factory for name in FACTORIES},
    "torch.tensor": _tensor, "torch.from_numpy": _tensor, "torch.as_tensor": _tensor, "torch.asarray": _tensor,
    "torch.FloatTensor": _tensor,
    "torch.LongTensor": _tensor, "torch.DoubleTensor": _tensor, "torch.Tensor": _tensor, "torch.IntTensor": _tensor,
    "torch.BoolTensor": _tensor, "torch.cuda.FloatTensor": _tensor, "torch.cuda.LongTensor": _tensor, "torch.ByteTensor": _tensor,
    "torch.normal": _normal, "torch.autograd.Variable": _variable, "torch.nn.Parameter": _parameter, "torch.nn.Buffer": _same,
    "torch.autograd.grad": _grad, "torch.autograd.backward": _backward,
    "torch.nn.utils.clip_grad_norm_": _clip, "torch.nn.utils.clip_grad_value_": _clip, "torch.nn.utils.clip_grad_norm": _clip,
    "torch.nn.utils.clip_grad.clip_grad_norm_": _clip, "torch.nn.utils.clip_grad.clip_grad_value_": _clip,
    "torch.nn.utils.parameters_to_vector": _vector, "torch.nn.utils.vector_to_parameters": _nothing,
    "torch.utils.data.DataLoader": _loader, "torch.utils.data.dataloader.DataLoader": _loader,
    "torch.utils.checkpoint.checkpoint": _checkpoint, "torch.compile": _same, "torch.jit.script": _same, "torch.jit.trace": _same,
    "torch.fx.symbolic_trace": _same, "torch.fx.GraphModule": _same,
    "torch.nn.DataParallel": _same, "torch.nn.parallel.DistributedDataParallel": _same, "torch.nn.parallel.DataParallel": _same,
    "torch.distributed.fsdp.FullyShardedDataParallel": _same, "torch.nn.SyncBatchNorm.convert_sync_batchnorm": _same,
    "torch.nn.utils.weight_norm": _same, "torch.nn.utils.spectral_norm": _same, "torch.nn.utils.parametrizations.weight_norm": _same,
    "torch.nn.utils.parametrizations.spectral_norm": _same, "torch.amp.GradScaler": _scaler, "torch.cuda.amp.GradScaler": _scaler,
    "torch.autocast": _neutral, "torch.amp.autocast": _neutral, "torch.cuda.amp.autocast": _neutral, "torch.device": _device,
    "torch.is_grad_enabled": _enabled, "torch.save": _nothing, "torch.manual_seed": _nothing, "torch.is_tensor": _nothing,
    "torch.equal": _nothing, "torch.allclose": _nothing, "torch.numel": _nothing, "torch.get_default_dtype": _nothing,
    "torch.nn.utils.remove_weight_norm": _same,
}  # fmt: skip
"""Functions by qualified name. Source: PyTorch's documentation of each; what they do to a graph is held by tests/programs."""

_PREFIXES: tuple[tuple[str, Handler], ...] = (
    ("torch.nn.init.", _initialise),
    ("torch.distributions.", _distribution),
    ("torch.utils.data.", _dataset),
    ("torch.cuda.", _nothing),
    ("torch.backends.", _nothing),
    ("torch.distributed.", _distributed),
    ("torch.random.", _nothing),
    ("torch.profiler.", _nothing),
    ("torch.utils.tensorboard.", _nothing),
    ("torch.version", _nothing),
    ("torch.set_", _nothing),
    ("torch.get_", _nothing),
    ("torch.is_", _nothing),
    ("torch.onnx.", _nothing),
    ("torch.autograd.graph.", _neutral),
    ("torch.autograd.profiler.", _neutral),
    ("torch.autograd.set_detect_anomaly", _neutral),
    ("torch.autograd.detect_anomaly", _neutral),
)
