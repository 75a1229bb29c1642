"""Events of code that a run does not execute."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Final

from graphlint.autograd.events.base import Event
from graphlint.autograd.sites import Site


class Cause(enum.Enum):
    """Code that a run does not execute. The value says how it can reach a graph."""

    CALL = "unresolved code receives it in a call"
    OPERAND = "an unknown value stands for it: the value of `and` or `or`"
    EXPECTED_ERROR = "a `backward()` for which the program expects an error reaches it"
    CALLER = "an unresolved caller receives it as the result of the root"
    METHOD = "another method reads the field that holds it"
    HANDLER = "it is live where a path ends with an exception"
    AFTER_ERROR = "code after a statement that raises uses it"
    DROPPED_PATH = "a path that is not followed to its end uses it"
    SKIPPED_CALL = "a function that is called without being executed may use it"
    OWNER = "an unresolved object made from a module receives an output of this module"
    INTENDED = "the `backward` of a value computed from it is read, but not called"


UNTRACKED: Final = frozenset((Cause.CALL, Cause.OPERAND, Cause.EXPECTED_ERROR))
"""The causes after which the program goes on with the value, and the run does not know how."""

COMPLETE_REACH: Final = frozenset((Cause.DROPPED_PATH, Cause.SKIPPED_CALL, Cause.INTENDED))
"""The causes whose records hold all nodes that the code reaches."""

UNEXECUTED_BACKWARD: Final = frozenset((Cause.SKIPPED_CALL, Cause.OWNER, Cause.INTENDED))
"""The causes whose code may run a backward pass at the place of the record."""


class Effects(enum.Flag):
    """The possible effects of code that a run does not execute on what it reaches.

    It may run a backward pass through the nodes (BACKWARD), use their values without the graph (DETACH), reference them after it returns
    (STORE), step, clip or reset the gradients of leaves (USE_GRADIENTS), and call functions of the program (CALL_ARGUMENTS).
    """

    NONE = 0
    BACKWARD = enum.auto()
    DETACH = enum.auto()
    STORE = enum.auto()
    USE_GRADIENTS = enum.auto()
    CALL_ARGUMENTS = enum.auto()


@dataclass(frozen=True, slots=True)
class Havoc(Event):
    """The possible effects of code that the run does not execute.

    `nodes` are the ends of the graphs that the code reaches; of a dropped path or a skipped call, all nodes that it reaches. `spent` are
    those through which no backward runs again (`SPENT_GRAPHS`): freed, or used by an optimizer step. `leaves` are the parameters of the
    modules that the code receives, `backwards` the backwards whose retained graphs it may use. `time` is comparable with the numbers of
    events. `result` is the node of the result of a call, 0 if that has none. A callee that is called as a function, not as a method of an
    object, has no effect STORE (`FUNCTIONS_STORE_NOTHING`).
    """

    cause: Cause
    effects: Effects
    time: int
    nodes: frozenset[int] = frozenset()
    spent: frozenset[int] = frozenset()
    leaves: frozenset[int] = frozenset()
    backwards: frozenset[int] = frozenset()
    result: int = 0


@dataclass(frozen=True, slots=True)
class SkippedCall(Event):
    """A call of a function of the program that the run does not execute, because of its limits.

    `inside` are the calls in the function, whose name is `function`.
    """

    inside: frozenset[Site]
    function: str = ""
