"""The node that an operation records: its saved tensors and its derivative."""

from __future__ import annotations

import collections
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ._graph import FREED, Node, SavedTensor, edge_of
from ._state import state
from ._tensor import Tensor, wrap

if TYPE_CHECKING:
    from ._operation import Operation


def shared_by_gradients(rows: Mapping[str, tuple[str, ...]]) -> set[str]:
    """Return the names that a node saves whatever gradients are needed: PyTorch asks only for those that one of several gradients uses."""
    uses = collections.Counter(name for names in rows.values() for name in set(names))
    return {name for name, count in uses.items() if (count > 1 or len(rows) == 1) and name not in ("g", "gs")}


class OperationNode(Node):
    """A node made from a line of the table."""

    def __init__(self, operation: Operation, edges: tuple[Any, ...], wanted: tuple[str, ...]) -> None:
        super().__init__(edges, [])
        self.operation, self.wanted, self.label = operation, wanted, operation.label
        self.saved: dict[str, SavedTensor | None] = {}
        self.plain: dict[str, Any] = {}
        self.private: dict[str, SavedTensor] = {}
        self.spans: dict[str, list[bool]] = {}
        self.freed = False

    def save(
        self, values: dict[str, Any], extra: dict[str, Any], outputs: list[Any], kept: dict[str, tuple[str, ...]] | None = None
    ) -> None:
        """Save the tensors that the table lists for the needed gradients, and those that their formulas need in addition.

        A view of a leaf made without recording asks for a gradient and has no edge to send it to. A node of such operands alone saves
        what PyTorch saves without asking for an edge.
        """
        rows = self.operation.kept if kept is None else kept
        named = None if rows is None else {name for operand in self.wanted for name in rows.get(operand, ())}
        if not self.wanted:
            named = shared_by_gradients(self.operation.needs if rows is None else rows)
        for operand in self.wanted:
            value = values[operand]
            if isinstance(value, (list, tuple)):
                self.spans[operand] = [isinstance(each, Tensor) and each.requires_grad for each in value]
            for name in self.operation.needs[operand]:
                if name not in ("g", "gs"):
                    self.keep(name, values, extra, outputs, named)
        for name in sorted(named or ()):
            if name in values or name.startswith("result"):
                self.keep(name, values, extra, outputs, named)
        if named and not self.saved:
            self.saved["own"] = SavedTensor(wrap(np.zeros(0)))

    def keep(self, name: str, values: dict[str, Any], extra: dict[str, Any], outputs: list[Any], named: set[str] | None) -> None:
        """Keep one thing that a formula or the table names."""
        if name in self.saved or name in self.plain:
            return
        private = named is not None and name not in named
        if name.startswith("result") and name not in values:
            place = int(name[6:] or 0)
            output = outputs[place] if place < len(outputs) else None
            # An in-place operation saves its result when it has been written.
            if output is None:
                self.saved[name] = None
            elif private:
                copy = output._copy()
                copy._nr = output._nr
                (self.saved if named else self.private)[name] = SavedTensor(copy, is_result=True)
            else:
                self.saved[name] = SavedTensor(output, is_result=True)
        elif name in extra:
            self.saved[name] = SavedTensor(extra[name])
        elif name in values:
            self.keep_value(name, values[name], private, bool(named))
        elif name.endswith("_shape"):
            self.plain[name] = values[name[:-6]]._a.shape
        elif name.endswith("_shapes"):
            self.plain[name] = [each._a.shape for each in values[name[:-7]]]
        elif name.endswith("_dtype"):
            self.plain[name] = values[name[:-6]].dtype
        else:
            raise LookupError(f"{self.operation.name}: a formula names {name}, which is nothing")

    def keep_value(self, name: str, value: Any, private: bool, freed: bool) -> None:
        """Keep an argument: a tensor under the version check, or a copy that is out of reach."""
        if isinstance(value, (list, tuple)) and any(isinstance(each, Tensor) for each in value):
            for index, each in enumerate(value):
                if isinstance(each, Tensor):
                    self.saved[f"{name}.{index}"] = SavedTensor(each)
            self.plain[name] = list(value)
        elif not isinstance(value, Tensor):
            self.plain[name] = value
        elif not private:
            self.saved[name] = SavedTensor(value)
        elif freed:
            self.saved[name] = SavedTensor(apart(value))
        else:
            self.plain[name] = apart(value)

    def apply(self, grads: list[Tensor | None]) -> list[Tensor | None]:
        """Each wanted operand's gradient, by its formula.

        Raises:
            RuntimeError: if something saved was freed or changed.
        """
        if self.freed:
            self.refuse()
        known = dict(self.plain)
        known.update((name, held.unpack(self)) for name, held in self.private.items())
        for name in sorted(self.saved, key=lambda each: (each.startswith("result"), each)):
            held = self.saved[name]
            assert held is not None
            operand, _, index = name.partition(".")
            if index:
                known[operand] = list(known[operand])
                known[operand][int(index)] = held.unpack(self)
            else:
                known[name] = held.unpack(self)
        if all(grad is None for grad in grads):
            return [None] * len(self.edges)
        if len(grads) > 1:
            grads = [
                wrap(np.zeros(shape, dtype.array)) if grad is None else grad for grad, (shape, dtype) in zip(grads, self.meta, strict=True)
            ]
        known["g"], known["gs"] = grads[0], grads
        return self.gradients(known)

    def gradients(self, known: dict[str, Any]) -> list[Tensor | None]:
        """The formulas' results, in the order of the edges."""
        results: list[Tensor | None] = []
        for operand, formula in self.operation.formulas.items():
            needs = self.operation.needs[operand]
            if operand in self.spans:
                results.extend(formula(*[known[name] for name in needs]))
            elif operand in self.wanted:
                results.append(formula(*[known[name] for name in needs]))
            else:
                results.append(None)
        return results

    def refuse(self) -> None:
        """Raise the error for freed saved tensors."""
        state.observer.failed("FREED", node=self)
        raise RuntimeError(FREED)

    def release(self) -> None:
        """Free the saved tensors; a node that saved nothing can be backpropagated through any number of times."""
        if self.saved:
            self.saved = dict.fromkeys(self.saved)
            self.freed = True

    def is_freed(self) -> bool:
        """Return True if a backward pass has freed the saved tensors."""
        return self.freed

    def saved_tensors_held(self) -> list[tuple[str, SavedTensor]]:
        """The saved tensors, by the operands' names."""
        return [(name, held) for name, held in self.saved.items() if held is not None]

    def __getattr__(self, name: str) -> Any:
        known = name.removeprefix("_saved_")
        if name.startswith("_saved_") and known in self.saved:
            if self.freed:
                self.refuse()
            return self.saved[known].unpack(self)  # type: ignore[union-attr]
        if name.startswith("_saved_") and known in self.plain:
            return self.plain[known]
        raise AttributeError(f"'{self.label}' object has no attribute '{name}'")


def apart(tensor: Tensor) -> Tensor:
    """Return a private copy of a tensor with its current graph, which no other code can modify."""
    if tensor._inference:
        return tensor
    copy = wrap(tensor._a.copy())
    copy._fn, copy._nr, copy._is_number = tensor.grad_fn, tensor._nr, tensor._is_number
    if tensor._rg:
        copy._rg, copy.__dict__["_held"] = True, edge_of(tensor)
        copy._accumulator = tensor._accumulator
    return copy
