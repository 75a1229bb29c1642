"""The tensors that each differentiable operation saves: typed access to `operations.tsv` and `modules.tsv`.

`scripts/probe_operations.py` generates the tables by running real PyTorch; each line is one operation. The abstract interpreter and the
runtime shim read the same lines. Operations are named as follows:

- `mul`, `conv2d`, `cross_entropy`: one operation under all its spellings (torch.mul, torch.Tensor.mul, torch.multiply). `linalg_norm`,
  `fft_fft`, `special_entr`: operations of one namespace only. `kl_div_builtin`: a function of torch with other arguments than the
  function of that name in torch.nn.functional. `getitem_view`, `getitem_index`, `setitem_view`, `setitem_index`: subscripts, by numbers
  and slices or by tensors and lists.
- `mul_`: the in-place form, if it saves other tensors than `mul` (`abs_` saves a copy, `leaky_relu_` its result). Without such a line
  that of `mul` applies: its "input" and "result" are then the same tensor.
- `pow_number`: an operand is a Python number. Without such a line the plain one applies, with "own" for the number's name (`a * b` saves
  `b` for `a`, so `a * 5` saves "own"). `rpow_number` is `2 ** a`, with the number on the left; `pow__number` is `a.pow_(2)`.
- `max@dim`: a variant, explained in the note, that saves other tensors; `clamp_@tensors` is in place. If the variant is unknown, use the
  plain line. An operand that is None (bias=None) is not saved either.

An in-place change through a view adds, for any operation, a node with a saved tensor of its own: the line `through_view_`.
"""

from __future__ import annotations

import enum
import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeAlias

_TABLES: Final = Path(__file__).resolve().parent


class Result(enum.Enum):
    """The result of an operation, as regards the graph: a new tensor, a view of an operand (or the operand itself), either of both, or a
    value without a graph.

    A view shares its operand's version counter.
    """

    NEW = "new"
    VIEW = "view"
    MAYBE_VIEW = "view?"
    NONE = "none"


class Shape(enum.Enum):
    """The rule for the result's shape: that of the first operand, the broadcast of all, a scalar, a scalar unless a dimension is given,
    or a scalar unless reduction is "none"."""

    SAME = "same"
    BROADCAST = "broadcast"
    SCALAR = "scalar"
    REDUCE = "reduce"
    LOSS = "loss"
    UNKNOWN = "-"


NEW_VIEWS: Final = frozenset(
    """view view_as view_as_real view_as_complex reshape reshape_as ravel unflatten squeeze unsqueeze transpose t T H mT mH adjoint permute
    movedim expand expand_as broadcast_to as_strided diagonal linalg_diagonal select narrow getitem_view chunk split split_with_sizes
    tensor_split hsplit vsplit dsplit unbind unfold imag meshgrid""".split()
)
"""Views that are always new tensors, also of the same shape (probed); others, such as `contiguous`, may be the operand itself."""
MULTIPLE_VIEWS: Final = frozenset(("chunk", "split", "split_with_sizes", "unbind"))
"""Functions whose results PyTorch does not allow to be changed in place, also if there is only one (probed); those of others, such as
`tensor_split`, are slices."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One line of the table.

    `inputs` names the tensor operands in positional order ("tensors*" for a sequence). `saves` lists, for each input that can require grad,
    the tensors saved for its gradient: names of inputs, "result" (of several results the first; "result1" is the second, and so on),
    "others*" (the other tensors of the sequence that contains the input), or "own" for a tensor that user code cannot reach. Of a named
    sequence ("params*") at least one tensor is saved. A node saves the union over the inputs that require grad. It may save an own tensor
    besides a named one: "own" is listed only if nothing named is saved. `eval_saves` replaces `saves` in evaluation mode if that differs.

    `outputs` is the number of results, 0 if it varies. `inplace` says that a form `name_` (or `inplace=True`) exists. `parameters` are all
    positional parameters in call order, empty if unknown, with "*tensors" for any number. `gradient` lists, for each input, the tensors in
    which its gradient can be differentiated: with `create_graph=True` the gradient's graph contains theirs, or that of the operation itself
    for "result".
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
    gradient: Mapping[str, frozenset[str]] = field(default_factory=dict)


Structure: TypeAlias = "tuple[Structure, ...] | None"
"""The structure of a result: the structures of the items of a tuple, None for a tensor."""


@dataclass(frozen=True, slots=True)
class ModuleClass:
    """A class of torch.nn whose forward is one operation on its input and its parameters, and the structure of its result."""

    name: str
    operation: str
    parameters: tuple[str, ...]
    structure: Structure


def _read_table(table: str) -> list[list[str]]:
    lines = (_TABLES / table).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines[1:]]


@functools.cache
def _saves(text: str) -> Mapping[str, frozenset[str]]:
    entries = (entry.partition(":") for entry in text.split())
    return MappingProxyType({name: frozenset(kept.split("+") if kept else ()) for name, _, kept in entries})


@functools.cache
def _operation_rows() -> list[list[str]]:
    return _read_table("operations.tsv")


class _Operations(Mapping[str, Operation]):
    """The lines of the table, each parsed on first access: a run needs few of them, and start-up time matters."""

    def __init__(self) -> None:
        self._read_table = {row[0]: row for row in _operation_rows()}
        self._made: dict[str, Operation] = {}

    def __getitem__(self, name: str) -> Operation:
        if name not in self._made:
            self._made[name] = _operation(self._read_table[name])
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._read_table)

    def __len__(self) -> int:
        return len(self._read_table)


def _operation(row: list[str]) -> Operation:
    name, inputs, saves, eval_saves, result, outputs, shape, probed, inplace, parameters, _, note, gradient = row
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
        _saves(gradient),
    )


@functools.cache
def operations() -> Mapping[str, Operation]:
    """Return all operations by their canonical name."""
    return _Operations()


def without_variant(name: str) -> str:
    """Return the name of an operation without that of its variant: `max` for `max@dim`."""
    return name.partition("@")[0]


def may_return_operand(name: str) -> bool:
    """Return True if the result of an operation may be one of its operands, the same tensor with the same node.

    What is not in the table, such as a function of a library, may return its argument.
    """
    changes = without_variant(name).removesuffix("_number").endswith("_")
    if name in NEW_VIEWS or changes:
        # An in-place operation returns its operand, but with a new node.
        return False
    operation = operations().get(name)
    return operation is None or operation.result in (Result.VIEW, Result.MAYBE_VIEW)


@functools.cache
def spellings() -> Mapping[str, str]:
    """Return the canonical name of every qualified spelling ("torch.Tensor.multiply" -> "mul").

    An in-place spelling maps to its own line if there is one, and otherwise to that of the out-of-place form: the trailing underscore of
    the spelling distinguishes them.
    """
    return MappingProxyType({spelling: row[0] for row in _operation_rows() for spelling in row[10].split()})


def is_tensor_method(name: str) -> bool:
    """Return True for the name of a method of tensors that is an operation."""
    return f"torch.Tensor.{name}" in spellings()


@functools.cache
def modules() -> Mapping[str, ModuleClass]:
    """Return the classes of torch.nn by their qualified name ("torch.nn.Linear")."""
    rows = _read_table("modules.tsv")
    return MappingProxyType(
        {
            name: ModuleClass(name, operation, tuple(parameters.split()), _structure(returns))
            for name, operation, parameters, returns, *_ in rows
        }
    )


def _structure(text: str) -> Structure:
    """Return the structure that a column of the table describes: "tensor", "tensor state" (RNN, GRU), "tensor (state state)" (LSTM)."""
    items: list[Structure] = []
    outer: list[list[Structure]] = []
    for word in text.replace("(", " ( ").replace(")", " ) ").split():
        if word == "(":
            outer.append(items)
            items = []
        elif word == ")":
            outer[-1].append(tuple(items))
            items = outer.pop()
        else:
            items.append(None)
    return items[0] if len(items) == 1 else tuple(items)
