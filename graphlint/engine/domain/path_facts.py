"""The terms of facts about a path, beside the known values of unknown values: the keys of `State.facts`.

A fact holds from its entry to the end of the path, unless it is removed. The value of most facts has no meaning. Of two paths that are
joined, both must have established a fact, but a `MayFact` is a doubt: it holds if one of them has.
"""

from __future__ import annotations

from graphlint.autograd.events import Certainty, Site
from graphlint.engine.domain.term import Symbol, Term


class MayFact(Term):
    """A fact that may hold: of two joined paths, one has established it."""

    __slots__ = ()


class ClassTested(Term):
    """The classes of which a value is an instance by a test."""

    __slots__ = ()
    of: Symbol


class Changed(MayFact):
    """A method with arguments was called on an unknown value."""

    __slots__ = ()
    of: Symbol


class LastRead(Term):
    """The tensor that the last read of an unknown value yielded."""

    __slots__ = ()
    of: Symbol


class ReceivedGraph(MayFact):
    """An object presumed to be data has received a value with a graph."""

    __slots__ = ()
    of: Symbol


class CollectionMode(Term):
    """The training mode of the modules in an unresolved collection."""

    __slots__ = ()
    collection: Symbol


class CollectionOptimizer(Term):
    """The optimizer that stands for all optimizers of an unresolved collection."""

    __slots__ = ()
    collection: Symbol


class ZeroFilled(Term):
    """The gradient of a leaf is not None after a reset, but zero."""

    __slots__ = ()
    leaf: int


class CompiledBackward(Term):
    """A compiled graph has run backward: the value is the number of its first backward pass, or 0 if that retained it, or may have."""

    __slots__ = ()
    graph: Term


class CompiledGraph(Term):
    """A graph that torch.compile reuses for calls of a module: with equal modes, inputs and parameters that require grad."""

    __slots__ = ()
    module: int
    training: Certainty
    inputs: tuple[Certainty, ...]
    leaves: tuple[int, ...]


class BuffersNotDonated(Term):
    """The program has set whether compiled graphs donate buffers."""

    __slots__ = ()


class MayDetach(MayFact):
    """The inputs of a module call may be detached before they reach its result."""

    __slots__ = ()
    forward: int


class WithoutGrad(MayFact):
    """A module call may have executed code with grad mode disabled."""

    __slots__ = ()
    forward: int


class CachedResult(Term):
    """The result of a function that caches its results, by arguments."""

    __slots__ = ()
    code: int
    arguments: tuple[Symbol, ...]


class CountRemainder(Term):
    """The unknown remainder of a counter."""

    __slots__ = ()
    counter: Symbol | Site
    value: int
    period: int


class ConfiguredOptimizers(Term):
    """The optimizers of a Lightning module."""

    __slots__ = ()
    module: int


class Toggled(Term):
    """requires_grad of a leaf before `toggle_optimizer`."""

    __slots__ = ()
    module: int
    leaf: int


class BeforeFirstStep(Term):
    """An optimizer or a scheduler has not stepped since its construction."""

    __slots__ = ()
    stepping: int


class ScaledBackward(Term):
    """The gradients of a backward pass are still multiplied by the scale of a gradient scaler that is certainly enabled."""

    __slots__ = ()
    backward: int


class ScalerStage(Term):
    """The last call of a gradient scaler for an optimizer since the scaler's update."""

    __slots__ = ()
    scaler: int
    optimizer: int


class NeverScaled(Term):
    """A gradient scaler has scaled no loss since its construction."""

    __slots__ = ()
    scaler: int


class WithoutChecks(Term):
    """A gradient scaler has searched no gradients for infinite values since its construction or its last update."""

    __slots__ = ()
    scaler: int
