"""Names that imply an effect: of functions and methods of PyTorch, and of the libraries that wrap them."""

from __future__ import annotations

import ast
from functools import lru_cache

from graphlint.libraries import tables, tensor_methods
from graphlint.libraries.vocabulary import CONVERTING
from graphlint.libraries.vocabulary import Effect as LibraryEffect
from graphlint.project.file_summary import Effect, Use

SWITCHES = ("no_grad", "inference_mode", "set_grad_enabled")
DETACHING = frozenset(("detach", "detach_", "data", "numpy", "tolist"))
INITIALIZERS = frozenset(("init", "nn.init", "torch.nn.init"))
_MENTIONED = ("backward", "retain_", "detach", "volatile", "clip_grad", "zero_grad")
_REMOVED = ("volatile", "retain_variables", "grad_variables")
_ATTRIBUTES = frozenset(("grad", "data", "step", "saved_tensors"))

SWITCHES_AND_STEPS = frozenset(("eval", "train", "step", "zero_grad", "backward"))
"""Methods that are called for their effect, on receivers of any class."""

RAISING_MANAGERS = ("raises", "assertRaises", "assertRaisesRegex", "suppress", "assertRaisesRegexp")
"""Context managers that expect an error of their block."""

METHOD_USES = {
    "parameters": Use.PARAMETERS,
    "named_parameters": Use.PARAMETERS,
    "modules": Use.MODULES,
    "zero_grad": Use.ZERO_GRAD,
    "step": Use.STEP,
    "load_state_dict": Use.LOAD_STATE_DICT,
}
"""Methods whose call shows the kind of the receiver, with any arguments."""

RETURNING_SELF = tensor_methods.MODULE_MOVES | {"train", "eval"}
"""Methods of a module that return the module."""

OPTIMIZERS = frozenset(
    "ASGD Adadelta Adafactor Adagrad Adam AdamW Adamax LBFGS Muon NAdam Optimizer RAdam RMSprop Rprop SGD SparseAdam".split()
)
"""The optimizers of PyTorch: one that is given no parameters raises when it is created."""

GROWING = frozenset(("append", "extend", "add", "update", "insert", "appendleft", "setdefault", "put"))
"""Methods by which an object stores its arguments."""

NUMBERS = frozenset("len int float str bool sum max min abs round range list tuple dict set sorted open format".split())
"""Built-in functions whose results are not tensors created by resolved functions."""

# The caches below are bounded and hold results of pure functions of names: no project sees what another one has left in them.


@lru_cache(maxsize=20_000)
def mentioned(name: str) -> int:
    """Return the effects that code has which mentions a name or an attribute, called or not."""
    found = Effect.NONE
    if any(word in name for word in SWITCHES):
        found |= Effect.GRAD_MODE | Effect.GRAD_MODE_LEFT
    if name.startswith("requires_grad"):
        found |= Effect.READS_REQUIRES_GRAD if name == "requires_grad" else Effect.REQUIRES_GRAD
    if "training_step" in name:
        found |= Effect.TRAINING_STEP
    if name == "autograd" or any(word in name for word in _MENTIONED):
        found |= Effect.MENTIONS
    if any(word in name for word in _REMOVED):
        found |= Effect.MISUSES
    return int(found)


@lru_cache(maxsize=20_000)
def read(name: str) -> int:
    """Return the effects that code has which reads an attribute, called or not."""
    found = mentioned(name) | (Effect.DETACHES if name in DETACHING else 0) | (Effect.MENTIONS if name in _ATTRIBUTES else 0)
    return found | (Effect.TRAINING_MODE if name in ("train", "eval") else 0)


@lru_cache(maxsize=20_000)
def stored(name: str) -> int:
    """Return the effects that code has which sets or deletes an attribute."""
    if name == "requires_grad":
        return int(Effect.REQUIRES_GRAD)
    return int(Effect.RESETS if name in ("grad", "_grad") else Effect.NONE)


@lru_cache(maxsize=20_000)
def called(name: str) -> int:
    """Return the effects of a call of a function or method, by the last part of its name."""
    found = mentioned(name)
    if name.endswith("backward"):
        found |= Effect.BACKWARD
    if name.endswith("zero_grad"):
        found |= Effect.ZERO_GRAD
    if name.endswith(("zero_grad", "zero_", "fill_")):
        found |= Effect.RESETS
    if name == "Variable":
        found |= Effect.MENTIONS | Effect.MISUSES
    return int(found)


@lru_cache(maxsize=20_000)
def method_called(name: str) -> int:
    """Return the effects of a call of a method by its name, with any arguments."""
    found = called(name) | read(name)
    if name == "step":
        found |= Effect.STEP
    if name.endswith("_") and not name.startswith("_") and not name.endswith("__") and name != "requires_grad_":
        found |= Effect.MENTIONS
    return int(found)


@lru_cache(maxsize=20_000)
def discarded(name: str) -> int:
    """Return the effects of a statement that only reads or calls this: it neither switches a mode nor detaches a value."""
    return int(Effect.MISUSES if name == "detach" or any(word in name for word in SWITCHES) else Effect.NONE)


def of_origin(origin: str) -> int:
    """Return the effects of a call of an imported name, by the dotted name that it was imported as."""
    last = origin.rpartition(".")[2]
    return called(last) | converts(origin) | (Effect.AUTOGRAD_GRAD | Effect.MENTIONS if origin.endswith("autograd.grad") else 0)


@lru_cache(maxsize=20_000)
def converts(origin: str) -> int:
    """Return the effect of a call of a library's function that converts tensors to arrays, or makes an object whose methods may."""
    entry = tables.find(origin)
    return int(Effect.CONVERTS if entry is not None and entry.effect in CONVERTING | {LibraryEffect.MAKES_OBJECTS} else Effect.NONE)


def switched_mode(call: ast.Call, name: str) -> bool | None:
    """Return the training mode to which a call of a module's method switches, None if the method is another one, or for a computed mode."""
    given = [*call.args, *(item.value if item.arg == "mode" else call for item in call.keywords)]
    if not given and name in ("train", "eval"):
        return name == "train"
    value = given[0].value if name == "train" and len(given) == 1 and isinstance(given[0], ast.Constant) else None
    return value if isinstance(value, bool) else None
