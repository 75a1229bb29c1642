"""Other libraries, as data: which bases make a class a module, which decorators change nothing, what a framework does for a method."""

from __future__ import annotations

import re

from graphlint.interpreter import calls, classes, kinds, lightning, modes, modules, optimizers, rearranging, torch_api, walking
from graphlint.interpreter.machine import Arguments, Machine, Outcome
from graphlint.interpreter.state import State
from graphlint.interpreter.values import NO, NONE, Class, Function, Mode, Ref, Sequence, Tensor, Unknown, Value
from graphlint.source.prefilter import OTHER_FRAMEWORKS

MODULE_BASES = frozenset(
    (
        "torch.nn.Module torch.nn.Sequential torch.nn.ModuleList torch.nn.ModuleDict pytorch_lightning.LightningModule "
        "lightning.LightningModule lightning.pytorch.LightningModule pl.LightningModule L.LightningModule "
        "torch_geometric.nn.MessagePassing torch.jit.ScriptModule transformers.PreTrainedModel torch.nn.modules.Module"
    ).split()
)
LAYERS = re.compile(r"^(torch_geometric|dgl|e3nn|escnn|timm|torchrl)\.(\w+\.)*(nn|layers|modules)\.(\w+\.)*[A-Z]\w*$")
"""The packages of other libraries whose classes are modules."""

FUNCTION_BASES = frozenset(("torch.autograd.Function", "torch.autograd.function.Function", "Function"))
DATA_BASES = ("Dataset", "IterableDataset", "DataLoader", "Sampler")
TRANSPARENT = re.compile(
    r"(^|\.)(wraps|lru_cache|cache|contextmanager|staticmethod|classmethod|property|abstractmethod|overload|jit\.script|compile|jit\.ignore|"
    r"jit\.export|jit\.unused|custom_fwd|custom_bwd|autocast|once_differentiable|override|dataclass|add_start_docstrings\w*|register\w*|"
    r"main|command|option|argument|deprecated|profile|timer|timeit|wrap|fixture|parametrize|mark\.\w+|record|typed|jaxtyped|"
    r"beartype|total_ordering|unique|singledispatch|cached_property|final|no_type_check|skip\w*|require\w*|patch|property\.\w+)($|\.)"
)
"""Decorators that leave grad mode and result as they are."""

MANAGERS = {
    "saved_tensors_hooks": "unchecked", "save_on_cpu": "unchecked", "allow_mutation_on_saved_tensors": "unchecked",
    "create_selective_checkpoint_contexts": "unchecked", "set_checkpoint_early_stop": "unchecked",
}  # fmt: skip
"""Context managers under which saved tensors are not checked for in-place changes (torch.autograd.graph; probed)."""

SINKS = frozenset(
    (
        "add_scalar add_scalars add_image add_images add_histogram add_text add_figure set_postfix set_description set_postfix_str info "
        "debug warning warn error critical exception write writelines flush close print_exc log_scalar log_metric add_graph"
    ).split()
)
"""Methods that turn what they get into a number or a text and keep nothing."""

PASSING = frozenset(
    (
        "apex.amp.scale_loss apex.parallel.DistributedDataParallel "
        "apex.parallel.convert_syncbn_model horovod.torch.DistributedOptimizer accelerate.dispatch_model "
        "fairscale.nn.data_parallel.ShardedDataParallel fairscale.nn.FullyShardedDataParallel"
    ).split()
)
"""Functions that give their first argument back, wrapped or rearranged; as a context manager, too."""

GIVING_BACK = {
    "deepspeed.initialize": ("model", "optimizer", "training_data", "lr_scheduler"),
    "apex.amp.initialize": ("models", "optimizers"),
    "intel_extension_for_pytorch.optimize": ("model", "optimizer"),
}
"""Functions that give several of their arguments back, wrapped, by the names of these; what they are not given they make."""

POSITIONS = {"deepspeed.initialize": ("args", "model", "optimizer", "model_parameters", "training_data", "lr_scheduler")}
"""The order of the arguments, where it is not that of the results."""

WALKING = frozenset(("backward", "manual_backward"))
"""Methods of engines, accelerators and framework modules that walk the loss which they are given."""
FACTORIES = re.compile(r"^(torchvision\.models\.|timm\.create_model$|segmentation_models_pytorch\.|torchvision\.models$|lpips\.LPIPS$)")
DATASETS = re.compile(r"^(torchvision|torchaudio|torchtext|torch_geometric|dgl|ogb)\.(\w+\.)*(datasets?|data|loader|dataloading)\.")
"""Where other libraries keep what yields data: no part of a graph."""

PRETRAINED = re.compile(
    r"(Model|For[A-Z]\w+|Net\w*|Transformer\w*|VAE|AutoencoderKL|Encoder|Decoder)(\w*)\.from_pretrained$|from_pretrained$"
)
NOT_A_MODEL = re.compile(r"(Tokenizer|Processor|Config|FeatureExtractor|Scheduler|Pipeline|ImageProcessor)\w*\.from_pretrained$")


def is_module_base(name: str) -> bool:
    """Whether a base that is not at hand makes a class an nn.Module."""
    if is_other(name):
        return False
    return (
        name in MODULE_BASES
        or bool(LAYERS.search(name))
        or (name.startswith("torch.nn.") and name[9:10].isupper())
        or name.endswith(("LightningModule", "nn.Module"))
    )


def is_other(name: str) -> bool:
    """Whether something of a library is another framework's, or made for one: `tensorflow.keras.Model`, `dgl.nn.mxnet.GraphConv`."""
    return not OTHER_FRAMEWORKS.isdisjoint(name.split("."))


def is_layer(name: str) -> bool:
    """Whether a base that is not at hand is a layer with parameters of its own."""
    return bool(LAYERS.search(name)) and not is_other(name) and name.rsplit(".", 1)[-1] not in ("MessagePassing", "Module", "Aggregation")


def is_function_base(name: str) -> bool:
    """Whether a base makes a class a custom autograd.Function."""
    return name in FUNCTION_BASES


def loader_class(bases: tuple[str, ...]) -> bool:
    """Whether a class is a dataset or a loader: what it yields is no graph."""
    return any(name.rsplit(".", 1)[-1] in DATA_BASES for name in bases)


FRAMEWORKS = frozenset("lightning pytorch_lightning transformers accelerate timm torchvision lightning_fabric".split())
"""Libraries of which the tables know classes and functions by name."""

HOOKS_WITHOUT_GRAD = {
    "LightningModule": frozenset(("validation_step", "test_step", "predict_step", "on_validation_epoch_end", "on_test_epoch_end")),
    "LightningDataModule": frozenset(("validation_step", "test_step", "predict_step")),
    "Trainer": frozenset(("prediction_step", "evaluate", "predict", "evaluation_loop", "prediction_loop", "compute_loss_eval")),
    "Seq2SeqTrainer": frozenset(("prediction_step", "evaluate", "predict")),
    "Callback": frozenset(("on_validation_epoch_end", "on_test_epoch_end", "on_validation_batch_end", "on_validation_end")),
}
"""Methods that a framework calls with grad mode off, by the last name of the base class."""


REPEATED: dict[str, dict[str, tuple[str, ...]]] = {
    "LightningModule": {"training_step": ()},
    "Trainer": {"compute_loss": ("model",), "training_step": ("model",)},
    "Seq2SeqTrainer": {"compute_loss": ("model",), "training_step": ("model",)},
}
"""Methods that a framework calls once for each batch on one instance, with the parameters that are modules, by the last name of the base
class. The framework runs backward on the loss that they return."""


def repeated_method(made: Class, method: str) -> tuple[str, ...] | None:
    """Return the parameters of a method that are modules if a framework calls it for each batch; None if none does."""
    found = (REPEATED.get(base.rsplit(".", 1)[-1], {}).get(method) for base in classes.foreign_bases(made))
    return next((modules_given for modules_given in found if modules_given is not None), None)


def switches_off(made: Class, method: str) -> bool:
    """Whether a framework runs this method of a class with grad mode off."""
    return any(method in HOOKS_WITHOUT_GRAD.get(base.rsplit(".", 1)[-1], ()) for base in classes.foreign_bases(made))


def is_known(name: str) -> bool:
    """Whether the tables say what something of a framework does: then they are asked, also where its source is at hand."""
    root, _, short = name.partition(".")[0], "", name.rsplit(".", 1)[-1]
    if root not in FRAMEWORKS:
        return False
    return is_module_base(name) or short in HOOKS_WITHOUT_GRAD or short in ("Accelerator", "Fabric") or bool(FACTORIES.match(name))


def is_transparent(name: str) -> bool:
    """Whether a decorator that is not at hand surely changes neither grad mode nor what the function returns."""
    return bool(TRANSPARENT.search(name))


def manager_kind(name: str) -> str:
    """The effect of a context manager of a library, "" for none that matters."""
    return MANAGERS.get(name.rsplit(".", 1)[-1], "")


def annotated_kind(annotation: str | None) -> str:
    """What a type annotation says of a value."""
    if not annotation:
        return ""
    short = annotation.rsplit(".", 1)[-1]
    if short in ("Module", "LightningModule", "PreTrainedModel", "Sequential"):
        return "module"
    if short in ("Optimizer", "Adam", "AdamW", "SGD"):
        return "optimizer"
    if short in ("int", "float", "str", "bool", "DataLoader", "Dataset", "Path", "Namespace", "ndarray"):
        return "plain"
    return ""


def call(machine: Machine, state: State, name: str, arguments: Arguments) -> Outcome:
    """Call something of another library."""
    short = name.rsplit(".", 1)[-1]
    if short in SINKS:
        return machine.plain(name)
    if name.startswith("einops."):
        return rearranging.call(machine, state, name, arguments)
    if name in PASSING:
        return arguments.positional[0] if arguments.positional else machine.unknown()
    if name in GIVING_BACK:
        return _given_back(machine, name, arguments)
    if FACTORIES.match(name) or (PRETRAINED.search(name) and not NOT_A_MODEL.search(name)):
        made = modules.opaque(
            machine, state, Unknown(machine.graph.number(), NO, short if short != "from_pretrained" else name.split(".")[-2])
        )
        modules.begin(machine, state, made)
        return made
    if DATASETS.match(name) and short[:1].isupper():
        return Unknown(machine.graph.number(), NO, "dataset", True)
    if short in ("Accelerator", "Fabric"):
        return machine.unknown(short)
    result = calls.unknown_call(machine, state, arguments)
    if short[:1].isupper() and isinstance(result, Unknown):
        instance = Unknown(("made", name, result.key), result.graph, short)
        own_class = modules.class_of(machine, name)
        if own_class is not None and machine.evidence.module_class(*own_class) and modules.is_plain(machine, instance):
            made = modules.opaque(machine, state, instance)
            modules.begin(machine, state, made)
            return made
        return instance
    return result


def _given_back(machine: Machine, name: str, arguments: Arguments) -> Value:
    """What a library wraps: the model as the same model, the optimizer as the same optimizer."""
    order = POSITIONS.get(name, GIVING_BACK[name])
    values = [arguments.get(order.index(wanted), wanted) for wanted in GIVING_BACK[name]]
    if arguments.open or values[0] is None:
        return machine.unknown()
    if len(values) == 2 and values[1] is None:
        return values[0]
    return Sequence(tuple(machine.unknown() if value is None or value == NONE else value for value in values))


def unknown_method(machine: Machine, state: State, receiver: Unknown, name: str, arguments: Arguments) -> Outcome | None:
    """A method of an unknown value whose name, together with its arguments, says what it does; None for all others."""
    first = arguments.positional[0] if arguments.positional else None
    if name in SINKS:
        return NONE
    if name == "scale" and isinstance(first, Tensor) and len(arguments.positional) == 1:
        return torch_api.scaler_method(machine, state, name, arguments)
    if name in ("step", "unscale_") and isinstance(first, Unknown) and kinds.is_scaled_optimizer(machine, state, receiver, first):
        first = optimizers.opaque(machine, state, first)
        arguments = Arguments((first, *arguments.positional[1:]), arguments.keywords, arguments.site)
    if name in ("step", "unscale_") and isinstance(first, Ref) and first.kind == "optimizer":
        return torch_api.scaler_method(machine, state, name, arguments)
    if name == "manual_backward" and isinstance(first, Tensor):
        return walking.backward(machine, state, first, Arguments(arguments.positional[1:], arguments.keywords, arguments.site))
    if name in ("prepare", "prepare_model", "prepare_optimizer", "setup", "setup_module", "setup_optimizers", "unwrap_model"):
        if arguments.open or not arguments.positional:
            return machine.unknown()
        return arguments.positional[0] if len(arguments.positional) == 1 else Sequence(arguments.positional)
    if name == "gather_for_metrics" and isinstance(first, Tensor):
        # On one process it returns what it is given.
        return first
    if name == "enter_context" and first is not None and (isinstance(first, Mode) or receiver.graph is NO):
        return modes.enter_context(machine, state, first)
    if name in ("no_grad", "inference_mode") and not arguments.positional:
        return machine.unknown(name)
    return None


def foreign_method(machine: Machine, state: State, receiver: Ref, made: Class, name: str, arguments: Arguments) -> Outcome | None:
    """A method that a framework's base class gives an instance; None where nothing is known of it."""
    first = arguments.positional[0] if arguments.positional else None
    if name == "manual_backward" and isinstance(first, Tensor):
        return walking.backward(machine, state, first, Arguments(arguments.positional[1:], arguments.keywords, arguments.site))
    if name in ("log", "log_dict", "print", "save_hyperparameters"):
        return NONE
    if any(base.endswith("LightningModule") for base in classes.foreign_bases(made)):
        return lightning.method(machine, state, receiver, name, arguments)
    if name == "save_for_backward" or name in ("mark_dirty", "mark_non_differentiable", "set_materialize_grads"):
        return NONE
    return None


def class_method(machine: Machine, state: State, made: Class, name: str, arguments: Arguments) -> Outcome | None:
    """A class method that a library's base gives a class: Function.apply, from_pretrained."""
    bases = classes.foreign_bases(made)
    if name == "apply" and any(is_function_base(base) for base in bases):
        forward = classes.attribute(state, made, "forward")
        if isinstance(forward, Function):
            return torch_api.apply_function(machine, state, made, forward, arguments)
    if name in ("from_pretrained", "load_from_checkpoint", "from_config"):
        return classes.instantiate(machine, state, made, Arguments((), {}, arguments.site, True))
    return None
