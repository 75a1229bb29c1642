"""What a call of an operation saves for its gradient, found out by running it: walk its graph twice, change its operands, walk again.

For each subset of the inputs that can require grad the operation is built anew, on non-leaves. If a second walk does not raise, nothing is
saved. Else each operand and each result is changed in place, in a fresh graph of its own; where the walk then complains of a wrong
version, that tensor was saved. If none of them was, the operation keeps something of its own: a mask, a copy, a wrapped number.
"""

from __future__ import annotations

import importlib
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

# PyTorch is imported by name: the tables are made where it is installed, the linters run where it is not.
torch: Any = importlib.import_module("torch")

FREED = ("backward through the graph a second time",)
CHANGED = ("modified by an inplace operation", "or another view of its base has been modified inplace")
OWN = frozenset({"own"})
# How PyTorch says that an input takes no gradient, where it does not just return a result without one.
NOT_DIFFERENTIABLE = (
    "not differentiable with respect to",
    "the derivative for",
    "does not support automatic differentiation",
    "derivative for",
    "not implemented for",
    "does not require grad",
    "is not differentiable",
    "does not support gradient",
)


def tensors_in(value: Any) -> list[Any]:
    """All tensors in a tensor, tuple, list or mapping, in order."""
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, Mapping):
        return [tensor for part in value.values() for tensor in tensors_in(part)]
    if isinstance(value, (tuple, list)):
        return [tensor for part in value for tensor in tensors_in(part)]
    return []


def can_require_grad(value: Any) -> bool:
    found = tensors_in(value)
    return bool(found) and all(tensor.is_floating_point() or tensor.is_complex() for tensor in found)


def with_grad(value: Any) -> Any:
    """A non-leaf that requires grad: a leaf may not be changed in place, and clone saves nothing. Parameters stay as they are."""
    if isinstance(value, torch.nn.Parameter):
        return value.requires_grad_()
    if isinstance(value, torch.Tensor):
        return value.requires_grad_().clone()
    return type(value)(with_grad(part) for part in value)


def change(value: Any) -> None:
    """Change every tensor in `value` in place, without changing its numbers."""
    for tensor in tensors_in(value):
        with torch.no_grad():
            try:
                tensor.copy_(tensor.clone())
            except RuntimeError:  # what is expanded or sparse cannot be written to, but its version can be counted up
                torch.autograd.graph.increment_version(tensor)


def walk(result: Any) -> None:
    roots = [tensor for tensor in tensors_in(result) if tensor.requires_grad]
    torch.autograd.backward(roots, [torch.ones_like(root) if root.layout == torch.strided else root.detach().clone() for root in roots])


def raises(words: Sequence[str], result: Any) -> bool:
    """Whether a walk of `result` raises with any of these words. Raises RuntimeError where it raises with others."""
    try:
        walk(result)
    except RuntimeError as error:
        if any(word in str(error) for word in words):
            return True
        raise
    return False


@dataclass(frozen=True)
class Seen:
    """What one subset of inputs showed; `saved` is None where the result hangs on no graph."""

    saved: frozenset[str] | None
    view: bool
    outputs: int
    shape: tuple[int, ...]


@dataclass(frozen=True)
class Probe:
    """One call to be probed: what makes its operands, what runs it, and whether it changes its first operand in place."""

    make: Callable[[], dict[str, Any]]
    run: Callable[[Mapping[str, Any]], Any]
    inplace: bool = False

    def build(self, subset: Sequence[str]) -> tuple[dict[str, Any], Any]:
        operands = self.make()
        for name in subset:
            operands[name] = with_grad(operands[name])
        return operands, self.run(operands)

    def see(self, subset: Sequence[str]) -> Seen:
        """What the call saves when just these inputs require grad."""
        operands, result = self.build(subset)
        found = tensors_in(result)
        view = bool(found) and shares_storage(found[0], operands)
        shape = tuple(found[0].shape) if found else ()
        if not any(tensor.requires_grad for tensor in found):
            return Seen(None, view, len(found), shape)
        saved: frozenset[str] = frozenset()
        walk(result)
        if raises(FREED, result):
            saved = self.named(subset, operands, len(found)) or OWN
        return Seen(saved, view, len(found), shape)

    def named(self, subset: Sequence[str], operands: Mapping[str, Any], outputs: int) -> frozenset[str]:
        """The operands and results whose change the walk notices."""
        named = set()
        skipped = next(iter(operands)) if self.inplace else ""  # it has become the result
        for name in operands:
            changed, result = self.build(subset)
            change(changed[name])
            if name != skipped and raises(CHANGED, result):
                named.add(name)
        for index in range(outputs):
            _, result = self.build(subset)
            change(tensors_in(result)[index])
            if raises(CHANGED, result):
                named.add(f"result{index or ''}")
        return frozenset(named)


def shares_storage(tensor: Any, operands: Mapping[str, Any]) -> bool:
    """Whether a result lies in the storage of an operand (where PyTorch has storages: sparse tensors have none)."""
    if tensor.layout != torch.strided or tensor.numel() == 0:
        return False
    others = [other for value in operands.values() for other in tensors_in(value) if other.layout == torch.strided]
    return tensor.untyped_storage().data_ptr() in {other.untyped_storage().data_ptr() for other in others}


@dataclass
class Finding:
    """What all subsets together showed: for each input, what is kept for its gradient."""

    saves: dict[str, frozenset[str]] = field(default_factory=dict)
    view: bool = False
    outputs: int = 0
    shape: tuple[int, ...] = ()
    problems: list[str] = field(default_factory=list)


def subsets(names: Sequence[str], smallest: int = 1) -> Iterator[tuple[str, ...]]:
    for size in range(smallest, len(names) + 1):
        yield from itertools.combinations(names, size)


def same(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two sets look alike to a probe, which cannot see "own" next to a named tensor."""
    return bool(one) == bool(other) and one - OWN == other - OWN


def combine(probe: Probe) -> Finding:
    """Deduce what each input's gradient keeps from the subsets of one, and check that every larger subset saves the union."""
    finding = Finding()
    operands = probe.make()
    result = tensors_in(probe.run(probe.make()))
    finding.outputs, finding.shape = len(result), tuple(result[0].shape) if result else ()
    for name in [name for name, value in operands.items() if can_require_grad(value)]:
        try:
            seen = probe.see([name])
        except (RuntimeError, NotImplementedError, ValueError) as error:
            message = str(error).strip().splitlines()[0]
            if not any(words in message for words in NOT_DIFFERENTIABLE) or "inplace version" in message:
                finding.problems.append(f"{name}: {message}")
            continue
        finding.view = finding.view or seen.view
        if seen.saved is not None:
            finding.saves[name] = seen.saved
    for subset in subsets(list(finding.saves), smallest=2):
        saved = probe.see(subset).saved
        union = frozenset[str]().union(*(finding.saves[name] for name in subset))
        if saved is None or not same(saved, union):
            finding.problems.append(f"{' and '.join(subset)} save {sorted(saved or ())}, the union is {sorted(union)}")
    return finding
