"""Events of gradients: resets, steps of optimizers, scalers and schedulers, clipping."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from graphlint.autograd.events.base import Event
from graphlint.autograd.nodes import Certainty
from graphlint.autograd.sites import Site


class Presence(enum.Enum):
    """The certainty that a gradient holds the part of a backward.

    It is LIKELY if the backward certainly reached no other leaf, since every graph has at least one.
    """

    CERTAIN = "certain"
    LIKELY = "likely"
    UNCERTAIN = "uncertain"


class Contribution(NamedTuple):
    """The part of one backward in a leaf's gradient, and whether a step has used it."""

    backward: int
    used: bool
    presence: Presence = Presence.CERTAIN

    @property
    def is_certain(self) -> bool:
        """True if the backward certainly reached the leaf, and no other code may have reset or used its part."""
        return self.presence is Presence.CERTAIN

    @property
    def counts(self) -> bool:
        """True if the contribution is certain or likely."""
        return self.presence is not Presence.UNCERTAIN

    def doubted(self, *, resets: bool = True) -> Contribution:
        """Return the contribution after unresolved code that may have used it, or with `resets` reset it."""
        return Contribution(self.backward, self.used, Presence.UNCERTAIN) if resets or not self.used else self


@dataclass(frozen=True, slots=True)
class GradRead(Event):
    """A read of `.grad`: `leaf` says whether the tensor is a leaf, `by` is the statement that made it a non-leaf."""

    leaf: Certainty
    by: Site | None
    retained: bool = False
    node: int = 0


class ResetBy(enum.Enum):
    """The object that resets gradients."""

    TENSOR = "tensor"
    MODULE = "module"
    OPTIMIZER = "optimizer"


@dataclass(frozen=True, slots=True)
class ZeroGrad(Event):
    """A reset of the gradients of `leaves`; `unused` are the backwards whose contributions no step had used."""

    leaves: frozenset[int]
    unused: frozenset[int]
    reset_by: ResetBy = ResetBy.TENSOR


class CounterTest(NamedTuple):
    """A test of a counter, such as `i % k == 0`, that a path has assumed: its number in the run, and whether it holds.

    `before` is the value of the counter before the iterations of the loop that it counts, None if it is not known.
    """

    number: int
    holds: bool
    before: int | None = None

    @property
    def opposite(self) -> CounterTest:
        """The same test with the other truth."""
        return CounterTest(self.number, not self.holds, self.before)


@dataclass(frozen=True, slots=True)
class UnusedGradients(Event):
    """A reset of gradients, by an optimizer or a module, that no optimizer has used: since the latest of these `backwards`, no optimizer
    steps that may own the parameters.

    `optimizer` is 0 for the reset of a module, `leaves` are those known to be reset. `counted` are the tests of counters that the path has
    assumed; None in a run on concrete values, which assumes nothing. `unstepped` says that the optimizer has not stepped on the path, and
    that no code which the run does not execute may step it. `others_step` is the latest step of an optimizer that owns none of them.
    """

    optimizer: int
    backwards: tuple[int, ...]
    leaves: frozenset[int]
    counted: frozenset[CounterTest] | None = None
    unstepped: bool = False
    others_step: int = 0


class Cleared(NamedTuple):
    """A reset that discarded the gradients of a backward before any step used them."""

    site: Site
    backward: int


class Emptied(NamedTuple):
    """A reset of an optimizer since which no known code has filled its gradients.

    `backward` is the latest backward before it, 0 if a step has used its gradients. `since` are the nodes of what unresolved code has
    returned since then, 0 for code that returned nothing with a graph.
    """

    site: Site
    backward: int
    since: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Step(Event):
    """A step of an optimizer: the leaves that it owns and the contributions to their gradients.

    `changed` are the leaves that had a gradient. `cleared` are the resets, since the last backward, that discarded gradients which this
    step should have used. `complete` is False if the optimizer owns unknown parameters, too: then `presumed` are the contributions of
    all backwards to their gradients, whichever these parameters are, and `emptied` is the reset that left none. `latest` is the latest
    backward on the path, 0 if none, None if it is not known. `follows_directly`: no unresolved code has run since then.
    `counted` are the tests of counters that the path has assumed, as in `UnusedGradients`. `scaled` is the backward of a
    loss that an enabled gradient scaler has scaled, if the step uses its gradients while they are still scaled, 0 otherwise.
    `obtained` is the number at which the program had an optimizer that it did not create, if that is before it used it, 0 otherwise.
    """

    number: int
    optimizer: int
    owned: frozenset[int]
    changed: frozenset[int]
    gradients: Mapping[int, tuple[Contribution, ...]] = field(default_factory=dict)
    complete: bool = True
    cleared: tuple[Cleared, ...] = ()
    presumed: tuple[Contribution, ...] = ()
    emptied: Emptied | None = None
    latest: int | None = None
    follows_directly: bool = False
    counted: frozenset[CounterTest] | None = None
    scaled: int = 0
    obtained: int = 0

    @property
    def newest(self) -> int:
        """The number after which no tensor can be among the unknown parameters of the optimizer."""
        return self.obtained or self.optimizer


class ScalerMethod(enum.Enum):
    """A method of a gradient scaler that acts on one optimizer."""

    UNSCALE = "unscale_"
    STEP = "step"


@dataclass(frozen=True, slots=True)
class ScalerCall(Event):
    """A call of a method of a gradient scaler that is not certainly disabled, for an optimizer that is resolved."""

    method: ScalerMethod
    scaler: int
    optimizer: int


@dataclass(frozen=True, slots=True)
class SchedulerStep(Event):
    """A step, without an epoch, of a scheduler of torch.optim whose optimizer is resolved.

    `first` says if it is the scheduler's first step after its construction, `stepped` if the optimizer has stepped before. `number` is
    comparable with those of `Step`.
    """

    number: int
    scheduler: int
    optimizer: int
    first: Certainty
    stepped: Certainty


@dataclass(frozen=True, slots=True)
class OptimizerCreated(Event):
    """The construction of an optimizer over leaves; `complete` is False if some of its parameters are unknown."""

    optimizer: int
    owned: frozenset[int]
    complete: bool
    nonleaf: tuple[Site, ...] = ()


@dataclass(frozen=True, slots=True)
class OptimizerReceived(Event):
    """Unresolved code received an optimizer: it may add parameters to it."""

    optimizer: int


@dataclass(frozen=True, slots=True)
class Clipped(Event):
    """Gradients of these leaves were clipped or unscaled. `pending` is False if no backward has produced them since the last zero_grad;
    `used` is True if a step has used them already. `of_loss` is True if the clipped tensor has a graph: it is a loss, and no parameter.
    `scaled` is the backward of a loss that an enabled gradient scaler has scaled, if its gradients are still scaled, 0 otherwise."""

    call: str
    leaves: frozenset[int]
    pending: Certainty
    used: bool
    of_loss: bool = False
    scaled: int = 0
