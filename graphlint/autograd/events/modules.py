"""Events of modules: forward calls, modes, wrappers that communicate, checkpoints."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import NamedTuple

from graphlint.autograd.events.base import Event
from graphlint.autograd.nodes import Certainty
from graphlint.autograd.sites import Site


class LayerMode(NamedTuple):
    """The mode of a layer whose forward pass depends on it, and the statement that switched it to eval mode, None in training mode.

    `by_code` states that code of the program reads the mode: only dropout and normalization are known to be off for an evaluation.
    """

    layer: int
    training: Certainty
    switch: Site | None = None
    by_code: bool = False


@dataclass(frozen=True, slots=True)
class Forward(Event):
    """A call of a module with parameters.

    `outputs` are the nodes of its output; none for an output that may be a parameter of an unresolved module itself. `leaves` are its
    parameters, `training` is the module's flag, `input_needs_grad` says that a gradient flows through it to earlier operations. `inputs`
    are the nodes of its arguments, `enclosing_calls` the numbers of the enclosing module calls, `object` identifies the module.
    `constructed` says that the program constructed all its parameters, and has neither loaded them nor given them to unresolved code.
    `modes` are, for a call that is not part of another one, the modes of the layers whose forward pass certainly depends on the mode:
    dropout with a positive probability, batch norm with running statistics, code that reads `training`. `arguments` identify the values of
    its arguments: equal ones are the same value. `enabled_on_purpose` states that `enable_grad()` or `set_grad_enabled(True)` encloses the
    call.
    """

    number: int
    module: str
    outputs: tuple[int, ...]
    leaves: frozenset[int]
    grad_mode: Certainty
    training: Certainty
    input_needs_grad: Certainty
    inputs: tuple[int, ...] = ()
    enclosing_calls: tuple[int, ...] = ()
    object: int = 0
    constructed: bool = False
    modes: tuple[LayerMode, ...] = ()
    arguments: tuple[Hashable, ...] = ()
    enabled_on_purpose: bool = False


@dataclass(frozen=True, slots=True)
class ModeSwitch(Event):
    """A call of `train()` or `eval()`, or an assignment to `training`: `modules` are the module `object` and its submodules.

    `training` is the new mode, MAYBE if it is not known, or if unresolved code received the module and may switch it.
    """

    object: int
    training: Certainty
    modules: frozenset[int]


@dataclass(frozen=True, slots=True)
class FrozenForward(Event):
    """A call of a module, in grad mode, no parameter of which is known to require grad: the program has frozen those that are resolved, or
    its class may freeze the others. Its result is not known to have a graph."""


@dataclass(frozen=True, slots=True)
class ParallelForward(Event):
    """A call of a module through DistributedDataParallel, with grad mode enabled.

    `object` identifies the module. `synchronizes` states that the next backward pass reduces its gradients: the call is not under
    `no_sync()`.
    """

    number: int
    object: int
    synchronizes: bool


@dataclass(frozen=True, slots=True)
class NoSyncBlock(Event):
    """The end of a `no_sync()` block of DistributedDataParallel; the site is the statement.

    `object` identifies the module. `prepared` is the call before the block that has prepared a reduction which no backward pass has carried
    out, `calls` are those in the block, `backwards` the backward passes in the block that reach parameters of the module.
    """

    number: int
    object: int
    leaves: frozenset[int]
    prepared: int
    calls: tuple[int, ...]
    backwards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class UnreducedBackward(Event):
    """A backward pass while `set_requires_gradient_sync(False)` is in effect for a module that `fully_shard` has sharded.

    The site is that of the switch. `leaves` are the parameters of the module: the gradients of the pass `backward` are kept aside, where no
    step finds them and no `zero_grad()` resets them, until a later pass reduces them with its own.
    """

    number: int
    leaves: frozenset[int]
    backward: int


@dataclass(frozen=True, slots=True)
class ReentrantCheckpoint(Event):
    """A reentrant checkpoint, with grad mode enabled, none of whose inputs requires grad: its result has no graph.

    `leaves` are the parameters that require grad of the modules that its segment calls.
    """

    number: int
    leaves: frozenset[int]


@dataclass(frozen=True, slots=True)
class UnregisteredModules(Event):
    """A list, tuple or dict that is assigned to the attribute `name` of a module, and holds other modules or parameters at its call.

    The site is that of the assignment. `leaves` are the parameters in it that the module does not contain otherwise. `modules` and
    `parameters` are the numbers of its elements; `others` says that it has elements that are neither, such as
    further lists.
    """

    name: str
    leaves: frozenset[int]
    modules: int
    parameters: int
    others: bool
