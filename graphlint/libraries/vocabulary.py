"""The vocabulary of library models and of the setting `effects`: the effects of functions, classes and methods on graphs."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from dataclasses import dataclass


class Effect(enum.Enum):
    """The effect on graphs of a call, of a base class, or of how a framework calls a method."""

    DETACHES = "detaches"
    RETURNS_FLOAT = "returns a float"
    DEPENDS = "depends on the arguments"
    BACKWARD = "runs backward"
    BACKWARD_RETAINED = "runs backward and retains the graph"
    BACKWARD_AND_STEP = "runs backward and steps"
    CLIPS = "clips gradients"
    NONE = "no effect"
    UNKNOWN = "unknown"
    RETURNS_ARGUMENTS = "returns its arguments"
    FREEZES = "freezes its argument"
    FREEZES_RECEIVER = "may freeze its receiver"
    MAKES_ARRAY = "makes an array"
    CONVERTS = "converts to arrays"
    CONVERTS_LISTS = "converts lists to arrays"
    CONVERTS_TENSORS = "converts tensors to arrays"
    CALLS_METHOD = "calls the method of its argument"
    MAKES_MODULE = "makes a module"
    MAKES_RUNTIME = "makes a model of another runtime"
    MAKES_OPTIMIZER = "makes an optimizer"
    MAKES_OBJECTS = "makes objects"
    CALLS_REPEATEDLY = "calls its argument repeatedly"
    TRANSPARENT = "leaves the function as it is"
    NEUTRAL = "neutral context manager"
    UNCHECKED = "saves without version checks"
    MODULE_CLASS = "module class"
    LAYER_CLASS = "layer class"
    TRANSFORM_CLASS = "transform class"
    SEQUENCE_CLASS = "sequence class"
    DATASET_CLASS = "dataset class"
    FUNCTION_CLASS = "autograd function class"
    WITHOUT_GRAD = "called without grad"
    REPEATED = "called repeatedly"
    EACH_BATCH = "called for each batch"


MEANINGS = {
    Effect.DETACHES: "the result has no graph, and the call retains none",
    Effect.RETURNS_FLOAT: "the result is a Python number, and the call retains no graph",
    Effect.DEPENDS: "the result depends on the arguments, and the call does not retain their graph elsewhere",
    Effect.BACKWARD: "the call runs `backward()` on its first argument, which frees the graph unless `retain_graph=True` is given, and "
    "returns None",
    Effect.BACKWARD_RETAINED: "the call runs `backward(retain_graph=True)` on its first argument and returns None",
    Effect.BACKWARD_AND_STEP: "the call runs `backward()` on a loss and then the `step()` of an optimizer; `arguments` names the two, and "
    "`condition` a parameter without which, or with a true one, it steps",
    Effect.CLIPS: "the call clips the gradients of the parameters that are its first argument",
    Effect.NONE: "the call has no effect on the graph of its arguments, and its result does not depend on it",
    Effect.UNKNOWN: "the call may have any effect, even if its source is available",
    Effect.RETURNS_ARGUMENTS: "the call returns its arguments, wrapped or moved; `arguments` names those that it returns",
    Effect.FREEZES: "the call freezes the parameters of a module and returns the module: its first argument, or the one that `arguments` "
    "names; given a parameter that `condition` names, it may do anything",
    Effect.FREEZES_RECEIVER: "the method may freeze some or all parameters of the module whose method it is",
    Effect.MAKES_ARRAY: "the call makes a NumPy array of numbers, of the shape that is its first argument",
    Effect.CONVERTS: "the call converts tensors and lists of tensors to NumPy arrays, which raises if one requires grad and grad mode is "
    "enabled; the result has no graph",
    Effect.CONVERTS_LISTS: "the same for lists of tensors; given a tensor, the call uses the tensor's own method",
    Effect.CONVERTS_TENSORS: "the same for tensors with dimensions and dicts of them; a list of tensors stays one",
    Effect.CALLS_METHOD: "the call returns what the tensor's own method of this name returns; it converts lists of tensors",
    Effect.MAKES_MODULE: "the call returns an `nn.Module` with parameters",
    Effect.MAKES_RUNTIME: "the call returns a model that PyTorch does not run, such as one of ONNX Runtime: it has no parameters, and its "
    "results have no graph",
    Effect.MAKES_OPTIMIZER: "the call returns an optimizer of the parameters, or of the module, that are its first argument or the "
    "one that `arguments` names",
    Effect.MAKES_OBJECTS: "the call returns an object of the class that `classes` names, with its package, or one of each: their "
    "methods may have entries, also those of their elements",
    Effect.CALLS_REPEATEDLY: "the call keeps the functions that it is given and calls them once for each batch",
    Effect.TRANSPARENT: "a decorator that changes neither grad mode nor results",
    Effect.NEUTRAL: "the call returns a context manager that leaves grad mode as it is",
    Effect.UNCHECKED: "a context manager under which saved tensors are not checked for in-place changes",
    Effect.MODULE_CLASS: "a subclass is an `nn.Module`; a call makes one",
    Effect.LAYER_CLASS: "the same, and the class has parameters of its own",
    Effect.TRANSFORM_CLASS: "an instance has no parameters but those of modules that its constructor receives, and its result depends on "
    "its arguments, unless `__call__` has an effect of its own",
    Effect.SEQUENCE_CLASS: "an instance calls the modules and functions of the list that its constructor receives, one after another",
    Effect.DATASET_CLASS: "what an instance yields is data: it has no graph",
    Effect.FUNCTION_CLASS: "a subclass is an `autograd.Function`",
    Effect.WITHOUT_GRAD: "a method that the framework calls with grad mode off",
    Effect.REPEATED: "a method that the framework calls once for each batch, running backward on the result; `modules` names the "
    "parameters that are modules, `optimizer_index` the one that is the index of the optimizer whose parameters alone require grad",
    Effect.EACH_BATCH: "the same, but the framework runs no backward on the result",
}
"""A sentence on each effect, for the documentation."""

ALIASES = {"keeps": Effect.DEPENDS, "walks": Effect.BACKWARD, "walks and retains": Effect.BACKWARD_RETAINED}
"""Earlier spellings."""

OF_CLASSES = frozenset(
    (
        Effect.MODULE_CLASS,
        Effect.LAYER_CLASS,
        Effect.TRANSFORM_CLASS,
        Effect.SEQUENCE_CLASS,
        Effect.DATASET_CLASS,
        Effect.FUNCTION_CLASS,
    )
)
"""Effects of a base class. They hold for capitalized names only."""

OF_METHODS = frozenset((Effect.WITHOUT_GRAD, Effect.REPEATED, Effect.EACH_BATCH))
"""Effects of a method that a framework calls."""

REPEATING = frozenset((Effect.REPEATED, Effect.EACH_BATCH, Effect.CALLS_REPEATEDLY))
"""Effects by which a function of the program is called once for each batch."""

CONVERTING = frozenset((Effect.CONVERTS, Effect.CONVERTS_LISTS, Effect.CONVERTS_TENSORS))
"""Effects of functions that convert tensors, or lists of tensors, to arrays."""

OF_ARRAYS = CONVERTING | {Effect.MAKES_ARRAY, Effect.CALLS_METHOD}
"""Effects of functions of NumPy: they make arrays, except where a tensor's own method is called."""

WORDS = {**{effect.value: effect for effect in Effect}, **ALIASES}
"""The effects by their spellings."""

_OF_ARGUMENTS = frozenset((Effect.RETURNS_ARGUMENTS, Effect.FREEZES, Effect.MAKES_OPTIMIZER, Effect.BACKWARD_AND_STEP))

LISTS = {
    "arguments": _OF_ARGUMENTS,
    "parameters": _OF_ARGUMENTS,
    "condition": frozenset((Effect.BACKWARD_AND_STEP, Effect.FREEZES)),
    "classes": frozenset((Effect.MAKES_OBJECTS,)),
    "modules": frozenset((Effect.REPEATED, Effect.EACH_BATCH)),
    "optimizer_index": frozenset((Effect.REPEATED,)),
}
"""The lists of names that an entry may have, with the effects that each belongs to."""


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """The knowledge about a function, a class or a method.

    `arguments` are the names of the arguments that a function returns or uses, in this order; none stands for the first one. `parameters`
    are the names of its positional parameters, where they differ from `arguments`. `condition` are the parameters on which it depends if
    the call steps or freezes. `classes` are those of the objects that a function returns, with their package. `modules` are the parameters
    of a method that are modules. `optimizer_index` is the parameter of a method that is the index of an optimizer: the method is called for
    each optimizer, while the parameters of the others are frozen.
    """

    effect: Effect
    arguments: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()
    condition: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    optimizer_index: tuple[str, ...] = ()

    @classmethod
    def of(cls, value: str | Mapping[str, object]) -> ModelEntry:
        """Return the entry of a value of a table that has no `problems`."""
        if isinstance(value, str):
            return cls(WORDS[value])
        lists = {name: tuple(names) for name in LISTS if isinstance(names := value.get(name), list)}
        return cls(WORDS[str(value["effect"])], **lists)


def problems(value: object) -> Iterator[str]:
    """Yield what is wrong with the value of an entry: a spelling of an effect, or a table with `effect` and its lists of names."""
    if not isinstance(value, dict):
        if not isinstance(value, str) or value not in WORDS:
            yield unknown_effect(value)
        return
    effect = value.get("effect")
    if not isinstance(effect, str) or effect not in WORDS:
        yield unknown_effect(effect)
        return
    for key, names in value.items():
        if key == "effect":
            continue
        if WORDS[effect] not in LISTS.get(key, ()):
            yield f"{effect!r} has no {key!r}"
        elif not isinstance(names, list) or not all(isinstance(name, str) and _is_name(name, key) for name in names):
            yield f"{key}: expected a list of names of {'classes' if key == 'classes' else 'parameters'}"


def _is_name(text: str, key: str) -> bool:
    return all(part.isidentifier() for part in (text.split(".") if key == "classes" else [text]))


def unknown_effect(value: object) -> str:
    """Return the message on a value that spells no effect."""
    return f"expected one of {', '.join(effect.value for effect in Effect)}, got {value!r}"
