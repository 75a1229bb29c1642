"""Operations: a NumPy kernel, and a gradient formula for each differentiable operand.

    mul = define("mul", "self, other", np.multiply, promote="same", self=lambda g, other: g * other, other=lambda g, self: g * self)

A formula is a function of `g`, the result's gradient, and of the values it needs by name: an operand, `result`, an argument, or a part of
the kernel's `With`. `x_shape` and `x_dtype` need not be saved. Formulas consist of tensor operations, so every derivative can be
differentiated again.

A node saves, under the version check, the tensors that graphlint's table of operations lists, which the analyzer reads too: the row of the
same name (or `row`), or `keeps` in the row's notation if one operation here stands for a special case of the row; without a row, the names
in the formulas. A formula that needs more than the row lists receives a private copy; as in PyTorch, such a node is freed all the same.
"""

from __future__ import annotations

import collections
import inspect
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from graphlint.autograd.operations import operations

from . import _layout, _types
from ._broadcasting import broadcast_shape, meet
from ._graph import edge_of
from ._operation_node import OperationNode
from ._state import observer, state
from ._tensor import Tensor, View, wrap

Formula = Callable[..., Any]
QUIET = {"all": "ignore"}
TABLE: dict[str, Operation] = {}
# Of these PyTorch has a second overload, with a dimension.
NUMBERED_BY_DIM = frozenset(("sum", "mean", "prod", "squeeze"))


class With(tuple):  # type: ignore[type-arg]
    """A kernel's result together with the values that its derivative needs: `With(result, mask=...)`."""

    extra: dict[str, np.ndarray]

    def __new__(cls, result: Any, **extra: np.ndarray) -> With:
        """A pair of both."""
        made = super().__new__(cls, (result,))
        made.extra = extra
        return made


def define(name: str, signature: str, kernel: Callable[..., Any], /, **options: Any) -> Operation:
    """Enter an operation into the table.

    Args:
        name: its name in torch.
        signature: its parameters as Python spells them.
        kernel: a function of arrays.
        options: `promote` ("same", "float" or "bool": how the operands' types meet), `view` (the result shares the operand's storage),
            `label` (the node's name), `returns` (names of several results), `plain` (operands that never have a gradient);
            all others are formulas by operand.
    """
    operation = Operation(name, signature, kernel, **options)
    TABLE[name] = operation
    return operation


class Operation:
    """One line of the table, callable with tensors."""

    def __init__(
        self,
        name: str,
        signature: str,
        kernel: Callable[..., Any],
        /,
        promote: str = "",
        view: str = "",
        label: str = "",
        returns: str = "",
        operands: str = "self other",
        row: str = "",
        keeps: str | None = None,
        names: str = "",
        closed: str = "",
        **formulas: Formula,
    ) -> None:
        self.name, self.kernel, self.promote, self.view = name, kernel, promote, view
        self.__name__ = self.__qualname__ = name
        self.label = node_name(label or "".join(part[:1].upper() + part[1:] for part in name.split("_")))
        self.returns = collections.namedtuple(name, returns) if returns else None  # type: ignore[misc]
        self.formulas = formulas
        self.needs = {operand: tuple(inspect.signature(formula).parameters) for operand, formula in formulas.items()}
        parameters = inspect.signature(eval(f"lambda {signature}: 0")).parameters.values()
        self.parameters = tuple(each.name for each in parameters)
        self.positional = sum(each.kind is not each.KEYWORD_ONLY for each in parameters)
        self.defaults = {each.name: each.default for each in parameters if each.default is not each.empty}
        self.closed = closed.split()
        self.renamed = dict(pair.split("=") for pair in names.split())
        self.kept = self.kept_by(row or name, keeps)
        self.kept_in_place = self.kept_by((row or name) + "_", None) if keeps is None else None
        self.operands = tuple(each for each in operands.split() if each in self.parameters) if promote else ()

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else types.MethodType(self, instance)

    def __repr__(self) -> str:
        return f"<built-in method {self.name}>"

    def __reduce__(self) -> Any:
        return (TABLE.__getitem__, (self.name,))

    def kept_by(self, row: str, keeps: str | None) -> dict[str, tuple[str, ...]] | None:
        """Return, for each operand, the tensors that the table lists as saved for its gradient; None without a row."""
        if keeps is not None:
            return {name: tuple(kept.split("+")) if kept else () for name, _, kept in (each.partition(":") for each in keeps.split())}
        known = operations().get(row)
        if known is None or any("*" in name for kept in known.saves.values() for name in kept):
            return None
        return {self.own_name(name): tuple(sorted(self.own_name(each) for each in kept)) for name, kept in known.saves.items()}

    def own_name(self, name: str) -> str:
        """A name of the table as it is spelled here."""
        return self.renamed.get(name, "self" if name == "input" and "self" in self.parameters else name)

    def bind(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        """Return the arguments by name.

        Raises:
            TypeError: if there are too many, too few or unknown arguments, or an operand is not a tensor.
        """
        values = dict(zip(self.parameters, args, strict=False))
        if len(args) > self.positional:
            raise TypeError(f"{self.name}() takes {self.positional} positional arguments but {len(args)} were given")
        for name, value in kwargs.items():
            known = "self" if name == "input" and "self" in self.parameters else name
            known = "dim" if known == "axis" else "keepdim" if known == "keepdims" else known
            if known not in self.parameters:
                raise TypeError(f"{self.name}() got an unexpected keyword argument '{name}'")
            if known in values:
                raise TypeError(f"{self.name}() got multiple values for argument '{name}'")
            values[known] = value
        for name in self.parameters:
            if name not in values:
                if name not in self.defaults:
                    missing = [repr(each).replace("'", '"') for each in self.parameters if each not in values and each not in self.defaults]
                    raise TypeError(f"{self.name}() missing {len(missing)} required positional arguments: {', '.join(missing)}")
                values[name] = self.defaults[name]
        for operand in self.operands:
            value = values[operand]
            if not isinstance(value, Tensor):
                values[operand] = self.number(value, operand)
        if "self" in values and not isinstance(values["self"], Tensor):
            self.refuse(values["self"], "input")
        return values

    def number(self, value: Any, operand: str) -> Tensor:
        """A Python number as the 0-dimensional tensor that it counts as."""
        if isinstance(value, (bool, int, float, np.number, np.bool_)) and not (operand == "self" and not self.promote):
            python = value.item() if isinstance(value, (np.number, np.bool_)) else value
            kind = _types.float64 if isinstance(python, float) else _types.bool_ if isinstance(python, bool) else _types.int64
            result = wrap(np.array(python, dtype=kind.array))
            result._is_number, result._inference = True, False
            watcher = observer()
            if watcher is not None:
                watcher.number_used(value, result)
            return result
        self.refuse(value, operand)
        raise AssertionError

    def refuse(self, value: Any, operand: str) -> None:
        """Raise PyTorch's error for an operand that is not a tensor."""
        place = self.parameters.index(operand) if operand in self.parameters and "self" in self.parameters else 0
        place = 1 if operand == "input" else place
        raise TypeError(f"{self.name}(): argument '{operand}' (position {place}) must be Tensor, not {type(value).__name__}")

    def compute(self, values: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        """Run the kernel on the arrays: its result, and what goes `With` it."""
        arrays = {name: array_of(value) for name, value in values.items()}
        if self.operands:
            dtype = self.common_type([values[operand] for operand in self.operands])
            for operand in self.operands:
                arrays[operand] = arrays[operand].astype(dtype.array, copy=False)
            if len(self.operands) > 1:
                broadcast_shape(*(arrays[operand].shape for operand in self.operands))
        with np.errstate(**QUIET):  # type: ignore[arg-type]
            result = self.kernel(*(arrays[name] for name in self.parameters))
        extra: dict[str, Any] = {}
        if isinstance(result, With):
            extra = {name: wrap(value) for name, value in result.extra.items()}
            result = result[0]
        if self.operands and self.promote != "bool" and not isinstance(result, tuple):
            result = np.asarray(result, dtype=dtype.array)
        if len(self.operands) > 1 or self.name in _layout.ELEMENTWISE:
            result = _layout.of_elementwise(result, [each for each in arrays.values() if isinstance(each, np.ndarray)])
        elif self.name in _layout.CONTIGUOUS:
            result = np.asarray(result, order="C")
        return result, extra

    def common_type(self, operands: list[Tensor]) -> _types.dtype:
        """The type in which the operands meet."""
        if len(operands) == 1:
            dtype = operands[0].dtype
        else:
            dtype = meet(operands)
        if self.promote == "float" and not dtype.is_floating_point:
            return _types.Default.dtype
        return dtype

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        values = self.bind(args, kwargs)
        # Autograd refuses an operand before the operation looks at its shape (probed).
        node = self.node(values) if state.records and self.promote != "bool" else None
        result, extra = self.compute(values)
        if self.view:
            return self.look(values, result, node)
        if isinstance(result, (tuple, list)):
            outputs: Any = [wrap(each) for each in result]
        else:
            outputs = [wrap(result)]
        if node is not None:
            self.attach(node, values, extra, outputs)
        made = outputs[0] if not isinstance(result, (tuple, list)) else (self.returns._make(outputs) if self.returns else tuple(outputs))
        if watcher := observer():
            watcher.computed(self.name, tuple(values.values()), made)
        return made

    def node(self, values: dict[str, Any]) -> OperationNode | None:
        """A node for this call, None if no operand needs a gradient."""
        edges: list[Any] = []
        wanted = []
        asked = False
        for operand in self.formulas:
            value = values.get(operand)
            if isinstance(value, Tensor):
                edge = edge_of(value)
                edges.append(edge)
                if edge is not None:
                    wanted.append(operand)
                asked = asked or value.requires_grad
            elif isinstance(value, (list, tuple)):
                several = [edge_of(each) if isinstance(each, Tensor) else None for each in value]
                edges.extend(several)
                if any(edge is not None for edge in several):
                    wanted.append(operand)
                asked = asked or any(isinstance(each, Tensor) and each.requires_grad for each in value)
            else:
                edges.append(None)
        if not wanted and not asked:
            return None
        for name in self.closed[1:]:
            if isinstance(values.get(name), Tensor) and values[name].requires_grad:
                raise RuntimeError(
                    f"The function '{self.closed[0]}' is not differentiable with respect to argument '{name}'. "
                    "This input cannot have requires_grad True."
                )
        node = OperationNode(self, tuple(edges), tuple(wanted))
        if self.name in NUMBERED_BY_DIM and values["dim"] is not None:
            node.label = node.label[:-1] + "1"
        return node

    def attach(self, node: OperationNode, values: dict[str, Any], extra: dict[str, Any], outputs: list[Tensor]) -> None:
        """Save the tensors that the formulas name, and make the differentiable results outputs of `node`."""
        nr = 0
        for each in outputs:
            if each.dtype.is_floating_point:
                each._fn, each._nr = node, nr
                node.meta.append((each._a.shape, each.dtype))
                nr += 1
        node.save(values, extra, outputs)
        if watcher := observer():
            watcher.recorded(node, outputs[0])

    def look(self, values: dict[str, Any], result: Any, node: OperationNode | None) -> Any:
        """Wrap a result that shares the operand's storage as a view of it."""
        source: Tensor = values["self"]
        several = isinstance(result, (tuple, list))
        arrays = list(result) if several else [result]
        views = []
        for index, array in enumerate(arrays):
            view = wrap(array)
            if not (array.size and not np.may_share_memory(array, source._a)):
                view._version_, view._inference = source._version_, source._inference
                view._view = self.view_of(source, values, index if several else None)
            views.append(view)
        if node is not None:
            self.attach(node, values, {}, views)
        if watcher := observer():
            watcher.computed(self.name, tuple(values.values()), views)
        return tuple(views) if several else views[0]

    def view_of(self, source: Tensor, values: dict[str, Any], index: int | None) -> View:
        """Return the relation of a view to its source's base."""
        rest = {name: value for name, value in values.items() if name != "self"}

        def again(tensor: Tensor) -> Tensor:
            made = self(tensor, **rest)
            return made if index is None else made[index]

        above = source._view
        if above is None:
            base, replay, limit = source, again, ""
        else:
            before = above.replay
            base, limit = above.base, above.limit

            def replay(tensor: Tensor) -> Tensor:
                return again(before(tensor))

        if limit != "inference" and not state.records:
            limit = "inference" if state.inference else "no_grad"
        elif limit != "inference" and index is not None:
            limit = "multiple"
        return View(base, replay, source._version_.number, limit)


def node_name(label: str) -> str:
    """The name of a node: of several overloads, the later ones are numbered."""
    if label.endswith("#!"):
        return label[:-2]
    return f"{label[:-2]}Backward{label[-1]}" if label[-2:-1] == "#" else f"{label}Backward0"


def array_of(value: Any) -> Any:
    """Return the array of a tensor, or of each tensor in a sequence; any other value unchanged."""
    if isinstance(value, Tensor):
        return value._a
    if isinstance(value, (list, tuple)) and any(isinstance(each, Tensor) for each in value):
        return type(value)(array_of(each) for each in value) if type(value) in (list, tuple) else [array_of(each) for each in value]
    return value
