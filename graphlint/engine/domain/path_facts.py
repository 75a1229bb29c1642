"""The terms of facts about a path, beside the known values of unknown values: the keys of `State.facts`.

A fact holds from its entry to the end of the path, unless it is removed. The value of most facts has no meaning.
"""

from __future__ import annotations

from graphlint.autograd.events import Site
from graphlint.engine.domain.term import Symbol, Term


class ClassTested(Term):
    """The classes of which a value is an instance by a test."""

    of: Symbol


class Changed(Term):
    """A method with arguments was called on an unknown value."""

    of: Symbol


class LastRead(Term):
    """The tensor that the last read of an unknown value yielded."""

    of: Symbol


class ReceivedGraph(Term):
    """An object presumed to be data has received a value with a graph."""

    of: Symbol


class CollectionMode(Term):
    """The training mode of the modules in an unresolved collection."""

    collection: Symbol


class CollectionOptimizer(Term):
    """The optimizer that stands for all optimizers of an unresolved collection."""

    collection: Symbol


class ZeroFilled(Term):
    """The gradient of a leaf is not None after a reset, but zero."""

    leaf: int


class MayDetach(Term):
    """The inputs of a module call may be detached before they reach its result."""

    forward: int


class WithoutGrad(Term):
    """A module call may have executed code with grad mode disabled."""

    forward: int


class CachedResult(Term):
    """The result of a function that caches its results, by arguments."""

    code: int
    arguments: tuple[Symbol, ...]


class CountRemainder(Term):
    """The unknown remainder of a counter."""

    counter: Symbol | Site
    value: int
    period: int


class ConfiguredOptimizers(Term):
    """The optimizers of a Lightning module."""

    module: int


class Toggled(Term):
    """requires_grad of a leaf before `toggle_optimizer`."""

    module: int
    leaf: int


class BeforeFirstStep(Term):
    """An optimizer or a scheduler has not stepped since its construction."""

    stepping: int


class ScaledBackward(Term):
    """The gradients of a backward pass are still multiplied by the scale of a gradient scaler that is certainly enabled."""

    backward: int
