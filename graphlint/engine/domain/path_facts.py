"""The terms of facts about a path, beside the known values of unknown values; `fact_tables` has the tables in which they are.

The base class of a term states of which of two joined paths the fact is.
"""

from __future__ import annotations

from graphlint.autograd.events import Certainty, Site
from graphlint.engine.domain.term import Symbol, Term


class CertainFact(Term):
    """A fact that holds: of two joined paths, both must have established it."""

    __slots__ = ()


class PossibleFact(Term):
    """A fact that may hold: of two joined paths, one has established it."""

    __slots__ = ()


class Obtained(Term):
    """The origin of a value that the path has once obtained and obtains again: a call with these arguments, a read of this object."""

    __slots__ = ()


# Facts that hold


class BoundPassed(CertainFact):
    """A counter has passed a bound."""

    __slots__ = ()
    operator: str
    bound: object


class ZeroFilled(CertainFact):
    """The gradient of a leaf is not None after a reset, but zero."""

    __slots__ = ()
    leaf: int


class OneNumber(CertainFact):
    """A tensor has been backpropagated without a gradient argument: it is one number."""

    __slots__ = ()
    tensor: int


class ScaledBackward(CertainFact):
    """The gradients of a backward pass are still multiplied by the scale of a gradient scaler that is certainly enabled."""

    __slots__ = ()
    backward: int


class ScaledIfEnabled(CertainFact):
    """The same, if a condition holds under which the scaler is enabled."""

    __slots__ = ()
    backward: int
    enabled: Symbol


class PresumablyFreed(CertainFact):
    """A backward pass from the result of an unresolved call has freed a node, provided that the call detaches nothing."""

    __slots__ = ()
    node: int
    backward: int


class NeverScaled(CertainFact):
    """A gradient scaler has scaled no loss since its construction."""

    __slots__ = ()
    scaler: int


class WithoutChecks(CertainFact):
    """A gradient scaler has searched no gradients for infinite values since its construction or its last update."""

    __slots__ = ()
    scaler: int


class RequiresGrad(CertainFact):
    """A tensor of which it was not known requires grad, since a backward pass from it has succeeded, or is to follow."""

    __slots__ = ()
    tensor: int


class GradientsUnreduced(CertainFact):
    """Backward passes leave the gradients of a sharded module unreduced, since a statement has switched off the reduction."""

    __slots__ = ()
    module: int
    switch: Site
    leaves: frozenset[int]


# Facts that may hold


class BuffersNotDonated(PossibleFact):
    """The program has set whether compiled graphs donate buffers."""

    __slots__ = ()


class Changed(PossibleFact):
    """A method with arguments was called on an unknown value."""

    __slots__ = ()
    of: Symbol


class Frozen(PossibleFact):
    """A method of an unknown value was called that may freeze parameters of the module that the value is."""

    __slots__ = ()
    of: Symbol


class ReceivedGraph(PossibleFact):
    """An object that counts as data has received a value with a graph."""

    __slots__ = ()
    of: Symbol


class MayDetach(PossibleFact):
    """The inputs of a module call may be detached before they reach its result."""

    __slots__ = ()
    forward: int


class WithoutGrad(PossibleFact):
    """A module call may have executed code with grad mode disabled."""

    __slots__ = ()
    forward: int


# Values that are obtained again


class LastRead(Obtained):
    """The last read of an unknown value: the read, and the tensor that it yielded."""

    __slots__ = ()
    of: Symbol


class UpdatedFrom(Obtained):
    """The mappings by which an unknown mapping was updated, as a sequence."""

    __slots__ = ()
    of: Symbol


class CachedResult(Obtained):
    """The result of a function that caches its results, by arguments."""

    __slots__ = ()
    code: int
    arguments: tuple[Symbol, ...]


class CountRemainder(Obtained):
    """The unknown remainder of a counter."""

    __slots__ = ()
    counter: Symbol | Site
    value: int
    period: int


class CollectionOptimizer(Obtained):
    """The optimizer that stands for all optimizers of an unresolved collection."""

    __slots__ = ()
    collection: Symbol


class ConfiguredOptimizers(Obtained):
    """The optimizers of a Lightning module."""

    __slots__ = ()
    module: int


# Keys of other tables


class CompiledGraph(Term):
    """A graph that torch.compile reuses for calls of a module: with equal modes, inputs and parameters that require grad."""

    __slots__ = ()
    module: int
    training: Certainty
    inputs: tuple[Certainty, ...]
    leaves: tuple[int, ...]
