"""What each differentiable operation saves: `operations.tsv` and `modules.tsv`, read once and typed.

The tables are made by `scripts/probe_operations.py` from runs of real PyTorch; a line is one operation. The abstract interpreter and the
runtime shim read the same lines. How operations are named:

- `mul`, `conv2d`, `cross_entropy`: the same operation under all its spellings (torch.mul, torch.Tensor.mul, torch.multiply);
  `linalg_norm`, `fft_fft`, `special_entr`: what only that namespace has;
- `mul_`: the in-place form, where it saves something else than `mul` does; without such a line the line of `mul` holds for both;
- `pow_number`: an operand was a Python number, where that saves something else than the rule "the number's name becomes own" gives
  (`a * 5` saves "own", since `a * b` saves `b` for `a`); `rpow_number` is `2 ** a`, the number on the left;
- `matmul@broadcast`: other circumstances, described in the note, in which the same operation saves something else; who cannot tell
  them apart keeps to what both lines say.
"""

from __future__ import annotations

import enum
import functools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

_TABLES = Path(__file__).resolve().parent


class Result(enum.Enum):
    """What an operation returns, as far as the graph is concerned: a new tensor, a view of its first operand (or that operand itself),
    either of them as it comes, or nothing that hangs on a graph."""

    NEW = "new"
    VIEW = "view"
    MAYBE_VIEW = "view?"
    NONE = "none"


class Shape(enum.Enum):
    """How the result's shape follows from the operands': the first operand's; all of them broadcast; a scalar always; a scalar unless a
    dimension is given; a scalar unless reduction is "none"."""

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
    gradient, what is kept for that gradient: names of inputs, "result" (of several, the first; "result1" is the second, and so on), or "own" for what user
    code cannot reach. A node keeps the union
    over the inputs that require grad; an input without an entry takes no gradient. `eval_saves` replaces it in evaluation mode where
    that differs. `outputs` is the number of results, 0 where it varies. `inplace` tells that a form `name_` (or `inplace=True`) exists.
    `parameters` are all positional parameters, in the order of a call.
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
    inplace: bool = False
    parameters: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ModuleClass:
    """A class of torch.nn whose forward is one operation on its input and its parameters.

    `returns` is the structure of the result: "tensor", "tensor state" (RNN, GRU), "tensor (state state)" (LSTM), ...
    """

    name: str
    operation: str
    parameters: tuple[str, ...]
    returns: str


def _rows(table: str) -> list[list[str]]:
    lines = (_TABLES / table).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines[1:]]


@functools.cache
def _saves(text: str) -> Mapping[str, frozenset[str]]:
    entries = (entry.partition(":") for entry in text.split())
    return MappingProxyType({name: frozenset(kept.split("+") if kept else ()) for name, _, kept in entries})


@functools.cache
def _operation_rows() -> list[list[str]]:
    return _rows("operations.tsv")


@functools.cache
def operations() -> Mapping[str, Operation]:
    """All operations by their canonical name."""
    results = {result.value: result for result in Result}
    shapes = {shape.value: shape for shape in Shape}
    table = {}
    for name, inputs, saves, eval_saves, result, outputs, shape, probed, inplace, parameters, _, note in _operation_rows():
        table[name] = Operation(
            name,
            tuple(inputs.split()),
            _saves(saves),
            None if eval_saves == "=" else _saves(eval_saves),
            results[result],
            int(outputs),
            shapes[shape],
            probed == "probed",
            note,
            inplace == "inplace",
            tuple(parameters.split()),
        )
    return MappingProxyType(table)


@functools.cache
def spellings() -> Mapping[str, str]:
    """The canonical name for every qualified spelling ("torch.Tensor.multiply" -> "mul").

    An in-place spelling leads to its own line where there is one, and else to that of the out-of-place form: the underscore at the
    spelling's end tells it.
    """
    return MappingProxyType({spelling: row[0] for row in _operation_rows() for spelling in row[10].split()})


@functools.cache
def modules() -> Mapping[str, ModuleClass]:
    """The classes of torch.nn by their qualified name ("torch.nn.Linear")."""
    rows = _rows("modules.tsv")
    return MappingProxyType(
        {name: ModuleClass(name, operation, tuple(parameters.split()), returns) for name, operation, parameters, returns, *_ in rows}
    )
