"""One application of an operation: its operands, the tensors that its node saves, and the gradients that can be differentiated."""

from __future__ import annotations

import collections
from collections.abc import Mapping
from collections.abc import Sequence as Items
from dataclasses import dataclass
from typing import Final

from graphlint.autograd.events import Certainty, NoGraph, Saved, Site
from graphlint.autograd.nodes import RESULT
from graphlint.autograd.numbers import StorageNumber
from graphlint.autograd.operations import Operation, Result
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import MAYBE, NO, YES, Each, Shape, StandsFor, Tensor, Unknown, Value, strongest

OTHERS: Final = "others*"
"""The tensors other than the one whose gradient is computed, in the tables of what operations save."""


@dataclass(frozen=True, slots=True)
class Application:
    """An operation with its operands.

    `entry` is the operation's entry in the table, `operands` are the operands by the table's input names, in order. `shape` is the shape of
    the result. With `evaluation`, the operation belongs to a module in evaluation mode. `out_of` is the tensor that an in-place operation
    changes.
    """

    entry: Operation
    operands: Items[tuple[str, Value]]
    site: Site
    shape: Shape = None
    evaluation: bool = False
    out_of: Tensor | None = None

    @property
    def values(self) -> list[Value]:
        """The operands without their names."""
        return [value for _, value in self.operands]

    @property
    def tensors(self) -> list[Tensor]:
        """The operands that are tensors."""
        return [value for _, value in self.operands if isinstance(value, Tensor)]

    @property
    def base(self) -> Tensor | None:
        """The tensor of which the result is a view, None if it is none."""
        return next(iter(self.tensors), None) if self.entry.result is Result.VIEW else None

    @property
    def saves(self) -> Mapping[str, frozenset[str]]:
        """The names that the table lists as saved for the gradient of each input."""
        return self.entry.eval_saves if self.evaluation and self.entry.eval_saves is not None else self.entry.saves

    def needs(self, state: State) -> Certainty:
        """Return requires_grad of the result, with grad mode enabled."""
        return strongest(needs_of(state, value) for _, value in self.operands)


def needs_of(state: State, value: Value) -> Certainty:
    """Return requires_grad of an operand."""
    if isinstance(value, Tensor):
        return state.needs_grad(value)
    if isinstance(value, Unknown):
        return value.graph
    return NO


def may_be_tensor(value: Value) -> bool:
    """Return True if an operand is or may be a tensor, False for a number."""
    return (
        isinstance(value, (Tensor, Each))
        or (isinstance(value, Unknown) and value.graph is not NO)
        or (isinstance(value, Unknown) and value.data)
    )


def differentiable_gradients(state: State, call: Application) -> tuple[tuple[int, int], ...]:
    """Return pairs of an operand's node and a node in whose tensor its gradient can be differentiated (0 for the result's own node)."""
    gradient = call.entry.gradient
    if not gradient or call.evaluation:
        return ()
    nodes = [(name, state.node(value)) for name, value in call.operands if isinstance(value, Tensor) and state.needs_grad(value) is YES]
    pairs = [(node, 0) for name, node in nodes if RESULT in gradient.get(name, ())]
    pairs += [(node, other) for name, node in nodes for source, other in nodes if source in gradient.get(name, ())]
    return tuple(dict.fromkeys(pairs))


def saved_tensors(state: State, call: Application, result: StorageNumber, needs: Certainty) -> tuple[tuple[Saved, ...], Certainty]:
    """Return the tensors that a node saves, and the certainty that it saves any.

    Args:
        result: the storage of the result.
        needs: requires_grad of the result.
    """
    sure, unsure = _saved_names(state, call)
    if not sure:
        return (), MAYBE if unsure else NO
    if state.version_check_off:
        return (), needs
    return _tensors_named(state, call, result, sure), needs


def possibly_saved_tensors(state: State, call: Application, result: StorageNumber) -> tuple[Saved, ...]:
    """Return the tensors that a node saves if operands with an unknown graph have one."""
    _, unsure = _saved_names(state, call)
    return () if state.version_check_off else _tensors_named(state, call, result, unsure)


def _tensors_named(state: State, call: Application, result: StorageNumber, names: set[str]) -> tuple[Saved, ...]:
    """Return the tensors that a node saves under some names of the table."""
    saved: list[Saved] = []
    present = {name for name, _ in call.operands}
    for name in sorted(names):
        if name == RESULT:
            saved.append(Saved(result, state.version(result), False, name))
        elif name == OTHERS:
            saved.extend(_saved_others(state, call))
        elif name in present:
            saved.extend(
                _saved_operand(state, call, name, value) for own, value in call.operands if own == name and isinstance(value, Tensor)
            )
    return tuple(saved)


def _saved_names(state: State, call: Application) -> tuple[set[str], set[str]]:
    """Return the names of what the node certainly saves, and of what it saves if an operand with an unknown graph has one."""
    sure: set[str] = set()
    unsure: set[str] = set()
    # Of several tensors, einsum saves the others for each; of one, which it permutes and sums, nothing.
    alone = any(OTHERS in names for names in call.saves.values()) and _is_one_tensor(call.operands)
    for name, value in call.operands:
        need = needs_of(state, value)
        names = call.saves.get(name, frozenset())
        if isinstance(value, Tensor) and value.reason is NoGraph.VIEW:
            names &= _saved_without_edge(call.saves)
        if alone:
            names -= {OTHERS}
        if need is YES:
            sure |= names
        elif need is MAYBE:
            unsure |= names
    return sure, unsure


def _saved_without_edge(saves: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """Return the names that a node saves also if its gradients have nowhere to go, as those of a view of a leaf created under `no_grad`.

    PyTorch asks for an edge only where a saved tensor serves one of several gradients (probed).
    """
    uses = collections.Counter(name for names in saves.values() for name in names)
    return frozenset(name for name, count in uses.items() if count > 1 or len(saves) == 1)


def _saved_others(state: State, call: Application) -> list[Saved]:
    """Return the operands that are saved because another one requires grad."""
    return [
        Saved(value.storage, state.version(value.storage), False, OTHERS)
        for place, (_, value) in enumerate(call.operands)
        if isinstance(value, Tensor)
        and any(needs_of(state, other) is YES for _, other in (*call.operands[:place], *call.operands[place + 1 :]))
    ]


def _saved_operand(state: State, call: Application, name: str, tensor: Tensor) -> Saved:
    """Return an operand as a node saves it."""
    if tensor is call.out_of:
        # As the input, the changed tensor is saved as the result; as another operand, it was saved before the change.
        return Saved(tensor.storage, state.version(tensor.storage) - (name != call.entry.inputs[0]), False, name)
    is_leaf = state.is_leaf(tensor) is YES and state.needs_grad(tensor) is YES
    return Saved(tensor.storage, state.version(tensor.storage), is_leaf, name)


def _is_one_tensor(operands: Items[tuple[str, Value]]) -> bool:
    possible_tensors = [value for _, value in operands if may_be_tensor(value)]
    return len(possible_tensors) == 1 and isinstance(possible_tensors[0], Tensor) and possible_tensors[0].stands_for is StandsFor.ONE


def saved_inference_tensor(state: State, call: Application) -> Tensor | None:
    """Return an inference tensor that the operation would save, for which PyTorch raises; None if there is none."""
    if state.inference:
        return None
    wanted = {saved for name, value in call.operands if needs_of(state, value) is YES for saved in call.saves.get(name, frozenset())}
    return next((value for name, value in call.operands if name in wanted and isinstance(value, Tensor) and value.inference), None)
