"""The causes of findings. Two findings with a common cause are one mistake, and one of them yields to the other.

A cause is a record whose type says what it names; records of two types are never equal. A rule names only causes that a finding of another
rule may name, too. A plugin may add a subclass for a cause that its own rules share.
"""

from __future__ import annotations

from dataclasses import dataclass

from graphlint.autograd.sites import Site


@dataclass(frozen=True, slots=True)
class Cause:
    """The base of all causes."""


@dataclass(frozen=True, slots=True)
class ErrorAt(Cause):
    """An error that PyTorch raises. Shared by findings on the same raising statement, whichever rule words the error."""

    site: Site


@dataclass(frozen=True, slots=True)
class ForwardPass(Cause):
    """An outermost module call, by the number of its event. Shared by findings on the graph that the call records."""

    number: int


@dataclass(frozen=True, slots=True)
class BackwardPass(Cause):
    """A backward pass, by the number of its event. Shared by findings on its retained graph, on its cost, and on what becomes of its
    gradients."""

    number: int


@dataclass(frozen=True, slots=True)
class OptimizerStep(Cause):
    """A step, by the number of its event. Shared by findings on a step that does not use the gradients which it should use."""

    number: int


@dataclass(frozen=True, slots=True)
class GradientReset(Cause):
    """A statement that resets gradients. Shared by findings on gradients that are reset before they are used."""

    site: Site


@dataclass(frozen=True, slots=True)
class EvaluatedCall(Cause):
    """A call whose graph is not needed. Shared by findings that would put the same call under `no_grad()`."""

    site: Site


@dataclass(frozen=True, slots=True)
class LostGraph(Cause):
    """A statement at which a value loses its graph. Shared by findings on any consequence of the loss."""

    site: Site


@dataclass(frozen=True, slots=True)
class KeptGraph(Cause):
    """A statement that keeps a graph. Shared by findings on the memory that it holds and on the value that the statement binds."""

    site: Site


@dataclass(frozen=True, slots=True)
class MadeNonLeaf(Cause):
    """A statement that computes a tensor from a leaf. Shared by findings that take this tensor for the leaf."""

    site: Site


@dataclass(frozen=True, slots=True)
class AccumulatingLeaf(Cause):
    """A leaf, by its node, whose gradient grows. Shared by findings on a gradient that is never reset."""

    leaf: int


@dataclass(frozen=True, slots=True)
class UntrainedLeaf(Cause):
    """A parameter, by its node, that gets no gradient or is in no optimizer. Shared by findings on what keeps it from being trained."""

    leaf: int


@dataclass(frozen=True, slots=True)
class LeafLoss(Cause):
    """A loss that was made a leaf, by its node, and has lost a graph that is not resolved. Shared by findings on the loss and on a step
    after its backward pass, which reaches nothing else."""

    leaf: int


@dataclass(frozen=True, slots=True)
class MissingCall(Cause):
    """A call of a method of an object, by its number, that code only references. Shared by findings on the reference and on what follows
    from the missing call."""

    method: str
    object: int


@dataclass(frozen=True, slots=True)
class MissingCallIn(Cause):
    """A call of a method of some object that the code of a function only references, or that of functions which it calls. The function is
    given by its name after those of its callers. Shared like `MissingCall`, where the object is not resolved."""

    method: str
    functions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OtherGraph(Cause):
    """A part of a graph outside of module calls, by its node. No finding of a rule of this distribution shares it: a finding on the graph
    yields to none that is only on other parts."""

    node: int
