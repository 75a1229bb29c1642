"""The records of a run's calls, loops and generators in progress."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from graphlint.autograd.events import Certainty
from graphlint.autograd.numbers import NO_OBJECT, NO_RUN, ObjectNumber, RunNumber
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.values import NONE, Function, Value
from graphlint.ir.instructions import Block, FunctionCode, FunctionId, Handler, Loop
from graphlint.ir.span import Span


@dataclass(slots=True)
class Frame:
    """A call in progress: its code and its scopes, innermost first.

    `generator` is the generator whose code is executed up to its next yield, 0 for an ordinary call. `at` is the place of the instruction
    in progress, None before the first one. `method_tests` are the names in the conditions of a class's methods while an instance for them
    is constructed. `repeated` is the function or method that unresolved code calls again and again, in the frame of its root: its receiver
    and its enclosing scopes outlive each call. `nested` is the number of calls of values in progress in the instruction: a Sequential in a
    Sequential, a class whose `__call__` is another instance.
    """

    code: FunctionCode
    scopes: tuple[ObjectNumber, ...]
    generator: ObjectNumber = NO_OBJECT
    at: Span | None = None
    method_tests: frozenset[str] = frozenset()
    repeated: Value = NONE
    nested: int = 0

    @property
    def scope(self) -> ObjectNumber:
        """The innermost scope."""
        return self.scopes[0]


class CallSummary(NamedTuple):
    """A summary of the calls of a function of the program in a run.

    `ended` states that each call was executed to its end, `records` that grad mode was certainly enabled in each. `as_root` states that a
    call was executed as a root would be: by the module's own code, without arguments, on its only path, before any effect on graphs.
    `frozen` are the parameters that received a module without trainable parameters in each call, None before a call.
    """

    ended: bool = True
    records: bool = True
    as_root: bool = False
    frozen: frozenset[str] | None = None

    def with_frozen(self, names: frozenset[str]) -> CallSummary:
        """Return the summary with one more call, in which some parameters received a module without trainable parameters."""
        return self._replace(frozen=names if self.frozen is None else self.frozen & names)

    def both(self, other: CallSummary) -> CallSummary:
        """Return the summary of the calls of two runs."""
        both = CallSummary(self.ended and other.ended, self.records and other.records, self.as_root or other.as_root, self.frozen)
        return both if other.frozen is None else both.with_frozen(other.frozen)


@dataclass(frozen=True, slots=True)
class Catch:
    """A try or with statement in progress that catches exceptions of its block.

    `names` are the exceptions that it catches, `handlers` the except clauses of a try statement. `depth` is the number of frames.
    """

    names: tuple[str, ...]
    depth: int
    handlers: tuple[Handler, ...] = ()


class Visit(NamedTuple):
    """A call in progress of a function of the program.

    `ended_before` is the `CallSummary.ended` of earlier calls; `dropped` and `errors` are the machine's counters at the start of the call.
    `as_root` is the `CallSummary.as_root` of this call, if it returns.
    """

    place: FunctionId
    ended_before: bool
    dropped: int
    errors: int
    as_root: bool = False


@dataclass(slots=True)
class Extent:
    """The number of iterations of a loop run, None if unknown.

    `exact` is the number of elements up to which every iteration is executed, even if a loop of unknown length executes fewer. `whole` is
    False if there may be more elements; `summarized` states that one abstract iteration stands for several. `counted` is False for a while
    loop.
    `iterators` are the iterators whose elements a while loop takes and whose end ends the loop; `exhausted` is True in the iteration in
    which they are exhausted. `limit` is the number of the last iteration that is executed. `period` is the number of iterations in which
    each guard on the remainder of a counter holds once, 0 if there is no such guard. `awaited` is the number of the last iteration in which
    a counter reaches a bound with which the body compares it, 0 if there is none. `nested` is the number of iterations of this loop in
    all iterations of the loops around it, as far as every iteration is executed. `tests` are the undecided conditions of a while loop that
    hold in its current iteration.
    """

    count: int | None
    exact: int = 0
    whole: bool = True
    summarized: bool = False
    run: RunNumber = NO_RUN
    counted: bool = True
    iterators: set[int] = field(default_factory=set)
    exhausted: bool = False
    limit: int = 0
    period: int = 0
    awaited: int = 0
    nested: int = 1
    tests: frozenset[Symbol] = frozenset()

    def followed(self, passes: int) -> bool:
        """Return True if all iterations are executed, given the number of iterations executed for loops of unknown length."""
        return self.count is not None and self.count <= max(passes, self.exact)


@dataclass(frozen=True, slots=True)
class Consumer:
    """The consumer of a generator: its block is executed in its own frames at each yield.

    A generator function whose decorator sets the grad mode is the `decorated` one: its mode does not apply to the block.
    """

    frames: tuple[Frame, ...]
    target: int
    body: Block
    generator: Frame
    decorated: Function | None = None


@dataclass(slots=True)
class BlocksInProgress:
    """The blocks in progress around the current instruction, outermost first: loops with what is known of their iterations, the branches
    taken in the current iteration, the consumers of generators, and the statements that catch exceptions."""

    loops: list[Loop] = field(default_factory=list)
    extents: list[Extent] = field(default_factory=list)
    taken: set[tuple[int, bool]] = field(default_factory=set)
    consumers: list[Consumer] = field(default_factory=list)
    catching: list[Catch] = field(default_factory=list)


@dataclass(slots=True)
class FunctionRecords:
    """The records of a run about the functions of the program.

    `entered` are those executed so far. `escaping` are the functions that unresolved code received, by line, and `flags_at_escape` is
    `requires_grad` of the tensors when it received each first; `nested` are those that functions of the root's file define, by line, and
    `repeated` the lines of those that unresolved code calls again and again. `ended_scopes` are the scopes of calls that have returned,
    which only closures reference.
    """

    entered: dict[FunctionId, CallSummary] = field(default_factory=dict)
    escaping: dict[int, Function] = field(default_factory=dict)
    flags_at_escape: dict[int, Mapping[int, Certainty]] = field(default_factory=dict)
    nested: dict[int, Function] = field(default_factory=dict)
    repeated: set[int] = field(default_factory=set)
    ended_scopes: set[ObjectNumber] = field(default_factory=set)


@dataclass(slots=True)
class Counts:
    """The numbers of dropped paths, of paths that ended with an error of PyTorch or at a missing name, and of elements that iterators have
    given."""

    dropped_paths: int = 0
    errors: int = 0
    takes: int = 0
