"""What each differentiable operation saves: `operations.tsv` and `modules.tsv`, read once and typed.

The tables are made by `scripts/probe_operations.py` from runs of real PyTorch; a line is one operation. The abstract interpreter and the
runtime shim read the same lines.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass


class Result(enum.Enum):
    """What an operation returns, as far as the graph is concerned."""

    NEW = "new"
    VIEW = "view"
    MAYBE_VIEW = "view?"
    NONE = "none"


class Shape(enum.Enum):
    """How the result's shape follows from the operands'."""

    SAME = "same"
    BROADCAST = "broadcast"
    SCALAR = "scalar"
    REDUCE = "reduce"
    LOSS = "loss"
    UNKNOWN = "-"


@dataclass(frozen=True, slots=True)
class Operation:
    """One line of the table.

    `inputs` names the tensor operands in positional order ("tensors*" for a sequence). `saves` tells, for each input that needs a
    gradient, what is kept for that gradient: names of inputs, "result", or "own" for what user code cannot reach. `eval_saves` replaces
    it in evaluation mode where that differs. `outputs` is the number of results, 0 where it varies.
    """

    name: str
    inputs: tuple[str, ...]
    saves: Mapping[str, frozenset[str]]
    eval_saves: Mapping[str, frozenset[str]] | None
    result: Result
    outputs: int
    shape: Shape
    probed: bool
    note: str


@dataclass(frozen=True, slots=True)
class ModuleClass:
    """A class of torch.nn whose forward is one operation on its input and its parameters.

    `returns` is the structure of the result: "tensor", "tensor state" (RNN, GRU), "tensor (state state)" (LSTM), ...
    """

    name: str
    operation: str
    parameters: tuple[str, ...]
    returns: str
