"""Events of tensors and their graphs: detached, converted, retained over iterations, discarded, or used by a removed API."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from graphlint.autograd.events.backward import NoGraph
from graphlint.autograd.events.base import Event
from graphlint.autograd.nodes import LoopIteration
from graphlint.autograd.numbers import ObjectNumber
from graphlint.autograd.sites import Site


@dataclass(frozen=True, slots=True)
class Detached(Event):
    """A value lost its graph here (detach, .data, a copy under no_grad); `nodes` are those on which it depended."""

    nodes: tuple[int, ...]
    reason: NoGraph


@dataclass(frozen=True, slots=True)
class DetachedOperand(Event):
    """A value that lost its graph here, on purpose or not, became an operand of the operation of the node `into`, itself or what was
    computed from it; `nodes` are those on which it depended."""

    nodes: tuple[int, ...]
    into: int


@dataclass(frozen=True, slots=True)
class Rewrapped(Event):
    """A tensor with a graph was converted to a number or to a new tensor without a graph, which contributed to the nodes in `into`.

    `reason` is the kind of the conversion, `api` its name in messages. `deliberate` marks an API whose documented purpose is to leave the
    graph, `expects_grad` one whose result requires grad.
    """

    reason: NoGraph
    api: str
    nodes: tuple[int, ...]
    into: tuple[int, ...] = ()
    deliberate: bool = False
    expects_grad: bool = False


@dataclass(frozen=True, slots=True)
class BecameLeaf(Event):
    """A tensor without a graph was made to require grad: `leaf` is the node that it became.

    `nodes` are those on which the tensor depended before it was detached, none if it was not, or if they are not known. `computed` is False
    for a tensor that holds only numbers of the program, such as the result of `torch.zeros`.
    """

    leaf: int
    nodes: tuple[int, ...] = ()
    computed: bool = True


@dataclass(frozen=True, slots=True)
class CopiesCompared(Event):
    """A criterion, whose node is `into`, received a prediction that depends on nothing but `leaves`, which were made to require grad."""

    leaves: frozenset[int]
    into: int


@dataclass(frozen=True, slots=True)
class ConstantTerm(Event):
    """A sum, whose node is `into`, of a value with a graph and one without: a gradient, or a value computed with grad mode disabled.

    `reason` is AUTOGRAD_GRAD or GRAD_MODE_OFF, `created` the `autograd.grad` or the last operation whose graph was not recorded.
    `is_right` says that the right operand is the one without a graph.
    """

    reason: NoGraph
    created: Site
    into: int
    is_right: bool


@dataclass(frozen=True, slots=True)
class LeftCalls(Event):
    """A graph leaves calls of functions of the program: a call returns it, or stores it in an object that is older than the call.

    `nodes` are its ends. It leaves the calls of the context but the first `outside`.
    """

    nodes: frozenset[int]
    outside: int


class Growth(enum.Enum):
    """The growth class of an owner: what becomes of the graphs that a loop stores in it, iteration after iteration."""

    REPLACED = "each iteration replaces the graph of the one before"
    BOUNDED = "the owner is emptied, or has a bounded number of slots"
    RESCALED = "the statement only scales what another one accumulates"
    ACCUMULATED = "the graphs are combined into one tensor"
    COLLECTED = "the graphs are stored one by one"


@dataclass(frozen=True, slots=True)
class RetainedGraph(Event):
    """A graph that is still referenced after its iteration, like that of the iteration before: `growth` is ACCUMULATED or COLLECTED.

    The site is the statement that retains it, `owner` the name, attribute or container as spelled in the source, `nodes` the referenced
    ends of the graph, `loop` the loop over whose iterations it grows. `outlives` says that the owner outlives the function with the loop,
    `freed` that a backward has freed the graph.
    """

    growth: Growth
    owner: str
    nodes: tuple[int, ...]
    loop: LoopIteration
    outlives: bool
    number: int
    freed: bool = False


class TensorRole(enum.Enum):
    """The role of a tensor in the forward of a custom Function."""

    INPUT = "input"
    OUTPUT = "output"
    INTERMEDIATE = "intermediate"


@dataclass(frozen=True, slots=True)
class ContextAttribute(Event):
    """A custom Function stored a tensor as an attribute of ctx."""

    name: str
    role: TensorRole


@dataclass(frozen=True, slots=True)
class Rebound(Event):
    """A name of a leaf was bound to a new tensor computed from it and its gradient; or a loop variable over parameters to one computed
    from the parameter, and nothing reads the variable afterwards (`is_read` is False)."""

    name: str
    leaf: int
    made: Site | None = None
    is_read: bool = True


class Discarded(enum.Enum):
    """The value that an expression statement discards.

    MODE is a grad-mode instance that is not entered, MODE_CLASS its class, METHOD a method that is not called, COPY a new tensor (the old
    one is unchanged), RESULT the result of a call.
    """

    MODE = "mode"
    MODE_CLASS = "uncalled mode"
    METHOD = "uncalled"
    COPY = "copy"
    RESULT = "result"


@dataclass(frozen=True, slots=True)
class DiscardedResult(Event):
    """The discarded value of an expression statement.

    `what` is the method or API, empty for the result of a call and for an instance that no statement discards. `known` is False if the
    class of the method's receiver is not known. For a method of a module or an optimizer, `objects` are the receiver and the modules in it,
    and `leaves` its parameters; for `backward` of a tensor, `nodes` are those of the tensor.
    """

    what: str
    kind: Discarded
    nodes: tuple[int, ...] = ()
    known: bool = True
    objects: frozenset[ObjectNumber] = frozenset()
    leaves: frozenset[int] = frozenset()


class OldApi(enum.Enum):
    """A removed or deprecated part of PyTorch's API, by its name there."""

    DATA = "data"
    DATA_INDEX = "data_index"
    GRAD_VARIABLES = "grad_variables"
    RETAIN_VARIABLES = "retain_variables"
    VARIABLE = "Variable"
    VOLATILE = "volatile"


@dataclass(frozen=True, slots=True)
class OldApiUse(Event):
    """A use of a removed or deprecated part of the API."""

    api: OldApi


@dataclass(frozen=True, slots=True)
class DetachCall(Event):
    """A call of `detach()` on a value that may have a graph. No rule reads it; a fix may only detach such a value."""


@dataclass(frozen=True, slots=True)
class WrongOperand(Event):
    """An operation that raises because an operand is of another kind: a method of tensors on a number, `list * tensor`, or `item()` of a
    tensor with several elements. The path continues. No rule reads it; a fix may not cause one."""

    operation: str
