"""What each differentiable operation saves: `operations.tsv` and `modules.tsv`, read once and typed.

The tables are made by `scripts/probe_operations.py` from runs of real PyTorch; a line is one operation. The abstract interpreter and the
runtime shim read the same lines. How operations are named:

- `mul`, `conv2d`, `cross_entropy`: one operation under all its spellings (torch.mul, torch.Tensor.mul, torch.multiply); `linalg_norm`,
  `fft_fft`, `special_entr`: what only that namespace has; `kl_div_builtin`: a function of torch whose arguments are others than those
  of its namesake in torch.nn.functional; `getitem_view`, `getitem_index`, `setitem_view`, `setitem_index`: subscripts, by numbers and
  slices or by tensors and lists;
- `mul_`: in place, where that saves something else than `mul` does (`abs_` keeps a copy of its own, `leaky_relu_` the result). Without
  such a line that of `mul` holds for both: what it calls "input" and "result" is then one tensor;
- `pow_number`: an operand was a Python number. Without such a line the plain one holds, with "own" for the number's name (`a * b` saves
  `b` for `a`, so `a * 5` saves "own"). `rpow_number` is `2 ** a`, the number on the left; `pow__number` is `a.pow_(2)`;
- `max@dim`: rarer circumstances, which the note tells, in which the operation saves something else; `clamp_@tensors` is in place. Who
  cannot tell them apart takes the plain line. An operand that is not given (bias=None) is not kept either.

Whatever the operation, an in-place change through a view adds a node that keeps something of its own: the line `through_view_`.
"""

from __future__ import annotations

import enum
import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

_TABLES = Path(__file__).resolve().parent


class Result(enum.Enum):
    """What an operation returns, as far as the graph is concerned: a new tensor, a view of an operand (or the operand itself), either as
    it comes, or what hangs on no graph. A view shares its operand's version counter."""

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

    `inputs` names the tensor operands in positional order ("tensors*" for a sequence). `saves` tells, for each input that can require
    grad, what is kept for its gradient: names of inputs, "result" (of several results the first; "result1" is the second, and so on),
    "others*" (of the sequence that the input belongs to, all but the input itself), or "own" for what user code cannot reach. Of a
    sequence that is named ("params*") at least one tensor is kept. A node keeps the union over the inputs that require grad. Besides a
    named tensor it may keep something of its own that is not told: "own" stands only where nothing named is kept. `eval_saves` replaces
    `saves` in evaluation mode where that differs.

    `outputs` is the number of results, 0 where it varies. `inplace` tells that a form `name_` (or `inplace=True`) exists. `parameters`
    are all positional parameters in the order of a call, empty where nothing is known, with "*tensors" for any number.
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


class _Operations(Mapping[str, Operation]):
    """The lines of the table, each made when it is first asked for: a run needs few of them, and starts cold."""

    def __init__(self) -> None:
        self._rows = {row[0]: row for row in _operation_rows()}
        self._made: dict[str, Operation] = {}

    def __getitem__(self, name: str) -> Operation:
        if name not in self._made:
            self._made[name] = _operation(self._rows[name])
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


def _operation(row: list[str]) -> Operation:
    name, inputs, saves, eval_saves, result, outputs, shape, probed, inplace, parameters, _, note = row
    return Operation(
        name,
        tuple(inputs.split()),
        _saves(saves),
        None if eval_saves == "=" else _saves(eval_saves),
        Result(result),
        int(outputs),
        Shape(shape),
        probed == "probed",
        note,
        inplace == "inplace",
        tuple(parameters.split()),
    )


@functools.cache
def operations() -> Mapping[str, Operation]:
    """All operations by their canonical name."""
    return _Operations()


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
