"""Nodes of an autograd graph, and the dynamic context in which each of them is created."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Final, NamedTuple

from graphlint.autograd.numbers import RunNumber, StorageNumber
from graphlint.autograd.sites import Site


class LoopIteration(NamedTuple):
    """An iteration of a loop: the loop's site, the number of this execution of the loop, and the iteration, counted from 1."""

    loop: Site
    run: RunNumber
    number: int


class Context(NamedTuple):
    """The dynamic context of an event: calls, names of functions, and loop iterations, outermost first.

    `enclosing_words` are the words of the enclosing conditions and iterables. They hint at the purpose of the code, and are never evidence
    of a value.
    """

    calls: tuple[Site, ...] = ()
    functions: tuple[str, ...] = ()
    iterations: tuple[LoopIteration, ...] = ()
    enclosing_words: tuple[str, ...] = ()

    def in_call(self, site: Site, function: str) -> Context:
        """Return the context of the code of a function that is called here."""
        # Called for each call and branch: the constructor takes a third of the time of `_replace()`.
        return Context((*self.calls, site), (*self.functions, function), self.iterations, self.enclosing_words)

    def with_words(self, words: tuple[str, ...]) -> Context:
        """Return the context of the code that a condition or an iterable with some words encloses."""
        return Context(self.calls, self.functions, self.iterations, (*self.enclosing_words, *words))

    def iteration_of(self, run: RunNumber) -> int:
        """Return the number of the iteration of a loop run, 0 outside of it."""
        for item in self.iterations:
            if item.run == run:
                return item.number
        return 0

    def is_within(self, iterations: tuple[LoopIteration, ...]) -> bool:
        """Return True if this is in the same iteration of each of these loops."""
        return self.iterations[: len(iterations)] == iterations


NO_CONTEXT: Final = Context()
"""The context of module code outside of any loop."""


class Certainty(enum.Enum):
    """Certainty of a fact on a path.

    NO and YES hold for everything that the abstract value stands for, whatever unresolved code does. MAYBE is anything else: unresolved
    code decides, it differs between the elements of a summary, or paths with different values were joined.
    """

    YES = "yes"
    NO = "no"
    MAYBE = "maybe"


RESULT: Final = "result"
"""The name of an operation's result among the tensors that it saves."""


class Saved(NamedTuple):
    """A tensor that a node saves for backward.

    `storage` is 0 for tensors that user code cannot reach (a mask, indices, a wrapped number). `version` is the version counter at the time
    of saving. `leaf` marks a leaf that requires grad (a parameter). `what` is the operand's name, or RESULT.
    """

    storage: StorageNumber
    version: int
    leaf: bool
    what: str

    @property
    def is_result(self) -> bool:
        """True if the node saves its own result."""
        return self.what == RESULT


class Origin(enum.Enum):
    """The origin of a node: what created it, as far as the run has executed it."""

    OPERATION = "operation"
    """An operation of PyTorch; `Node.operation` is its name."""
    LEAF = "leaf"
    """A leaf: the node accumulates its gradient."""
    GRADIENT = "gradient"
    """A backward pass with `create_graph=True`."""
    CUSTOM_FUNCTION = "custom function"
    """A custom Function."""
    LIBRARY_CALL = "library call"
    """A call whose result depends on its arguments, as a library model says."""
    UNRESOLVED_CALL = "unresolved call"
    """An unresolved call, or an unresolved value through which the program backpropagates: it has a graph of its own."""
    UNRESOLVED_VALUE = "unresolved value"
    """A value whose computation the run did not execute. Without possible inputs, it is an input of the run, such as an argument of the
    root. With possible inputs, it is one of several values, or may hold one of them, as after a join or a store by havoc."""
    MODULE_CALL = "module call"
    """A call of an unresolved module."""
    PROJECTION = "projection"
    """The read of an item or attribute of an unresolved result."""
    UNPACKED_ITEM = "unpacked item"
    """The unpacking of an unresolved result: an item of a tuple."""


PROJECTIONS: Final = (Origin.PROJECTION, Origin.UNPACKED_ITEM)
"""Origins of the parts of results whose structure is unresolved."""

# Tuples: their search compares identities, which takes a fraction of the time of hashing a member of an enum.
MODULE_RESULTS: Final = (Origin.MODULE_CALL, *PROJECTIONS)
"""Origins of the results of unresolved modules, and of the parts of such results."""

UNRESOLVED: Final = (Origin.UNRESOLVED_CALL, Origin.UNRESOLVED_VALUE, *MODULE_RESULTS)
"""Origins of the nodes that stand for the unknown graphs of unresolved values."""


class Creator(NamedTuple):
    """The code that creates a node, equal for the nodes that it creates in several iterations and calls."""

    site: Site
    origin: Origin
    operation: str


@dataclass(frozen=True, slots=True)
class Node:
    """A node of a graph: a recorded operation, the accumulation of a leaf's gradient, or the unknown graph of an unresolved value.

    `inputs` are the nodes on which it certainly depends, `possible_inputs` those on which an unresolved function may have made it depend.
    `saves` says whether its backward reads a saved tensor; `saved` lists those whose storage is known. `forward` is the number of the
    outermost module call that created it, 0 outside of any. `gradients` are pairs of an input and a node in whose tensor the gradient of
    that input can be differentiated (0 for this node itself). `operation` is a name of the table of operations, or of a function of PyTorch
    that is not in it; it is empty for every other origin. `presumed_input` is the possible input on which the result of an unresolved call
    depends if the call detaches nothing: the only one that certainly has a graph; 0 if there is none. `obtained` is the number at which the
    program obtained the value of an unknown graph, in the same iteration but before the node; else 0.
    """

    number: int
    origin: Origin
    site: Site
    context: Context
    inputs: tuple[int, ...] = ()
    possible_inputs: tuple[int, ...] = ()
    saves: Certainty = Certainty.NO
    saved: tuple[Saved, ...] = ()
    forward: int = 0
    gradients: tuple[tuple[int, int], ...] = ()
    operation: str = ""
    presumed_input: int = 0
    obtained: int = 0

    @property
    def made(self) -> int:
        """The number at which the graph existed."""
        return self.obtained or self.number

    @property
    def creator(self) -> Creator:
        """The code that created the node."""
        return Creator(self.site, self.origin, self.operation)

    @property
    def is_unresolved_input(self) -> bool:
        """True for an input of the run, such as an argument of the root, whose computation the run does not execute."""
        return self.origin is Origin.UNRESOLVED_VALUE and not self.possible_inputs


SELECTING: Final = frozenset(
    ("getitem_view", "getitem_index", "getitem_index@list", "index_select", "masked_select", "narrow", "select", "gather", "take")
)
"""Operations that select elements of a tensor."""

SCALING: Final = frozenset(("mul", "div", "scale"))
"""Operations that save the factor but not the scaled operand, if only one operand has a graph."""
