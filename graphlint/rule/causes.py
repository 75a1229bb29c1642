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
class CodeOf(Cause):
    """The code of a function, by the names of the functions around it from the outside in; none for a module's own code. Shared by a
    finding on a method that the code references and does not call, and findings on what follows from the missing call."""

    functions: tuple[str, ...]
