"""Functions of torch outside of the operation table: factories, Variable, autograd, initializers, clipping, data, amp."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from graphlint.autograd import operations as table
from graphlint.engine.domain.records import LibraryKind
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import MAYBE, NO, NONE, YES, Api, Bound, Constant, Each, Function, Ref, Sequence, Tensor, Unknown, Value
from graphlint.engine.facts import dependencies, library_objects
from graphlint.engine.havoc import unresolved_calls
from graphlint.engine.havoc.callee_effects import FUNCTION, OPERATION
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.python import class_tests, copies
from graphlint.engine.models.torch import (
    checkpoints,
    distributions,
    factories,
    gradient_scaling,
    inferred_values,
    optimizers,
    parallel,
    schedulers,
)
from graphlint.engine.operations import backward, compiled_graphs, conversions, in_place, recording

Handler = Callable[[Machine, State, str, Arguments], Outcome]


def _grad(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    return backward.gradients(machine, state, _with_tensor(machine, state, arguments, "outputs"))


def _backward(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    return backward.backward_of_all(machine, state, _with_tensor(machine, state, arguments, "tensors"))


def _with_tensor(machine: Machine, state: State, arguments: Arguments, name: str) -> Arguments:
    """Return arguments of which the first one, if it is unknown, is the tensor that the call shows it to be."""
    first = arguments.get(0, name)
    if isinstance(first, Bound | Function):
        # A method is not a tensor: an unresolved decorator makes it one, such as a property that is computed once.
        first = dependencies.some_of(machine, state, (first,), arguments.site)
    if not isinstance(first, Unknown) or first.graph is NO or first.data:
        return arguments
    tensor = inferred_values.inferred_tensor(machine, state, first, arguments.site)
    if arguments.positional:
        return replace(arguments, positional=(tensor, *arguments.positional[1:]))
    return replace(arguments, keywords={**arguments.keywords, name: tensor})


def _vector(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    """Model `parameters_to_vector`. Parameters that are not resolved have an unknown graph, which is that of the result, too."""
    owned, complete = optimizers.leaves_in(machine, state, arguments.get(0, "parameters") or NONE)
    if not owned and not complete:
        return unresolved_calls.unknown_call(machine, state, arguments, effects=OPERATION)
    return recording.apply(machine, state, table.operations()["cat"], [("tensors*", tensor) for tensor in owned], arguments.site)


def _initialise(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    """Model `torch.nn.init`: an in-place change with grad mode disabled."""
    target = arguments.get(0, "tensor") or machine.unknown()
    if isinstance(target, Tensor | Each):
        before, state.grad_mode = state.grad_mode, NO
        in_place.change_by(machine, state, "copy", target, (), arguments.site, keyed=True)
        state.grad_mode = before
    return target


def _loader(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    source = arguments.get(0, "dataset")
    return library_objects.make(machine, state, LibraryKind.LOADER, *((source,) if source is not None else ()))


def _dataset(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    if name.endswith("TensorDataset") and arguments.positional and all(isinstance(value, Tensor) for value in arguments.positional):
        return library_objects.make(machine, state, LibraryKind.TENSOR_DATASET, *arguments.positional)
    return Unknown(machine.graph.number(), NO, "dataset", True)


def _same(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    return arguments.get(0, "model") or arguments.keywords.get("module") or arguments.keywords.get("root") or machine.unknown()


def _data_parallel(machine: Machine, state: State, name: str, arguments: Arguments) -> Outcome:
    """Model `data_parallel(module, inputs)`: a call of the module. Only a tuple holds several inputs."""
    module, inputs = arguments.get(0, "module"), arguments.get(1, "inputs")
    if (
        module is None
        or inputs is None
        or arguments.open
        or not set(arguments.keywords) <= {"module", "inputs", "device_ids", "output_device"}
    ):
        return unresolved_calls.unknown_call(machine, state, arguments, effects=FUNCTION)
    given = inputs.items if isinstance(inputs, Sequence) else (inputs,)
    return machine.call(state, module, Arguments(given, {}, arguments.site))


def _compiled(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    return compiled_graphs.compiled(machine, arguments, _same(machine, state, name, arguments))


def averaged(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    """Model learning rate schedulers and weight averaging, which are not part of a graph."""
    if name.endswith("AveragedModel"):
        return copies.deep_copy(machine, state, arguments.get(0, "model") or NONE, arguments.site)
    return schedulers.make(machine, state, name, arguments)


def _nothing(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    return machine.plain(name)


def _is_tensor(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    return class_tests.is_instance(state, arguments.get(0, "obj") or NONE, (Api("torch.Tensor"),))


def _neutral(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    """Model a context manager without effects on graphs."""
    return machine.plain(name)


def _device(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    return conversions.device_named(machine, arguments)


def _distributed(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    """Model `torch.distributed`: a function that receives a module returns it, sharded or wrapped; others are not part of a graph."""
    given = next((value for value in arguments.all() if isinstance(value, Ref) and value.kind == "module"), None)
    if given is not None:
        return given
    if not dependencies.nodes_in(machine, state, arguments.all()):
        return machine.plain(name)
    return unresolved_calls.unknown_call(machine, state, arguments, effects=FUNCTION)


def _enabled(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    return machine.plain(name) if state.grad_mode is MAYBE else Constant(state.grad_mode is YES)


def helper_method(machine: Machine, state: State, receiver: Ref, kind: LibraryKind, name: str, arguments: Arguments) -> Outcome:
    """Call a method of a GradScaler, a distribution, a scheduler or a loader."""
    if kind is LibraryKind.SCALER:
        return gradient_scaling.method(machine, state, receiver, name, arguments)
    if kind is LibraryKind.DISTRIBUTION:
        return distributions.method(machine, state, receiver, name, arguments)
    if kind is LibraryKind.SCHEDULER:
        return schedulers.method(machine, state, receiver, name, arguments)
    return machine.plain(name)


def by_prefix(name: str) -> Handler | None:
    """Return the handler of a family of functions, None if there is none."""
    return next((handler for prefix, handler in _PREFIXES if name.startswith(prefix)), None)


TABLE: Final[dict[str, Handler]] = {
    **{f"torch.{name}": factories.factory for name in factories.FACTORIES}, "torch.tensor": factories.tensor,
    "torch.from_numpy": factories.tensor, "torch.as_tensor": factories.tensor, "torch.asarray": factories.tensor,
    "torch.FloatTensor": factories.tensor, "torch.LongTensor": factories.tensor, "torch.DoubleTensor": factories.tensor,
    "torch.Tensor": factories.tensor, "torch.IntTensor": factories.tensor, "torch.BoolTensor": factories.tensor,
    "torch.cuda.FloatTensor": factories.tensor, "torch.cuda.LongTensor": factories.tensor, "torch.ByteTensor": factories.tensor,
    "torch.normal": factories.normal, "torch.autograd.Variable": factories.variable, "torch.nn.Parameter": factories.parameter,
    "torch.nn.Buffer": _same, "torch.autograd.grad": _grad, "torch.autograd.backward": _backward,
    "torch.nn.utils.clip_grad_norm_": gradient_scaling.clip, "torch.nn.utils.clip_grad_value_": gradient_scaling.clip,
    "torch.nn.utils.clip_grad_norm": gradient_scaling.clip, "torch.nn.utils.clip_grad.clip_grad_norm_": gradient_scaling.clip,
    "torch.nn.utils.clip_grad.clip_grad_value_": gradient_scaling.clip, "torch.nn.utils.parameters_to_vector": _vector,
    "torch.nn.utils.vector_to_parameters": _nothing, "torch.utils.data.DataLoader": _loader,
    "torch.utils.data.dataloader.DataLoader": _loader, "torch.utils.checkpoint.checkpoint": checkpoints.checkpoint,
    "torch.utils.checkpoint.checkpoint_sequential": checkpoints.sequence, "torch.compile": _compiled,
    "torch.jit.script": _same, "torch.jit.trace": _same, "torch.fx.symbolic_trace": _same, "torch.fx.GraphModule": _same,
    "torch.nn.DataParallel": _same, "torch.nn.parallel.DistributedDataParallel": parallel.make, "torch.nn.parallel.DataParallel": _same,
    "torch.nn.parallel.data_parallel": _data_parallel,
    "torch.distributed.fsdp.FullyShardedDataParallel": _same, "torch.nn.SyncBatchNorm.convert_sync_batchnorm": _same,
    "torch.nn.utils.weight_norm": _same, "torch.nn.utils.spectral_norm": _same, "torch.nn.utils.parametrizations.weight_norm": _same,
    "torch.nn.utils.parametrizations.spectral_norm": _same, "torch.nn.utils.parametrizations.orthogonal": _same,
    "torch.amp.GradScaler": gradient_scaling.make, "torch.cuda.amp.GradScaler": gradient_scaling.make,
    "torch.autocast": _neutral, "torch.amp.autocast": _neutral, "torch.cuda.amp.autocast": _neutral, "torch.device": _device,
    "torch.is_grad_enabled": _enabled, "torch.save": _nothing, "torch.manual_seed": _nothing, "torch.is_tensor": _is_tensor,
    "torch.equal": _nothing, "torch.allclose": _nothing, "torch.numel": _nothing, "torch.get_default_dtype": _nothing,
    "torch.nn.utils.remove_weight_norm": _same,
}  # fmt: skip
"""Functions by qualified name. Source: PyTorch's documentation of each; tests/programs tests their effects on graphs."""

_PREFIXES: Final[tuple[tuple[str, Handler], ...]] = (
    ("torch.nn.init.", _initialise),
    ("torch.distributions.", distributions.make),
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
