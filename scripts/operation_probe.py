"""Probe of the tensors that an operation saves for its gradient: run backward twice, modify the operands, run backward again.

For each subset of the inputs that can require grad, the operation is run again on non-leaves. If a second backward does not raise, nothing
is saved. Otherwise each operand and each result is modified in place, in a new graph; if backward then reports a wrong version, that tensor
was saved. If none of them was, the operation saves a value of its own: a mask, a copy, a wrapped number.
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
# PyTorch's messages for an operation that refuses an input that requires grad, and for one without a derivative.
REFUSES = ("not differentiable with respect to", "is not differentiable", "does not support automatic differentiation", "cannot resize")
NO_DERIVATIVE = ("the derivative for", "derivative for", "not implemented for")


def tensors_in(value: Any) -> list[Any]:
    """Return all tensors in a tensor, tuple, list or mapping, in order."""
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
    """Return a non-leaf that requires grad: a leaf cannot be changed in place, and clone saves nothing. Parameters stay as they are."""
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
            except RuntimeError:  # expanded and sparse tensors cannot be written to, but their version counter can be increased
                torch.autograd.graph.increment_version(tensor)


def backpropagate(result: Any) -> None:
    roots = [tensor for tensor in tensors_in(result) if tensor.requires_grad]
    torch.autograd.backward(roots, [torch.ones_like(root) if root.layout == torch.strided else root.detach().clone() for root in roots])


def functions_below(root: Any) -> set[Any]:
    """Return a function of a graph and all functions that it depends on."""
    found: set[Any] = set()
    stack = [root]
    while stack:
        function = stack.pop()
        if function is not None and function not in found:
            found.add(function)
            stack.extend(below for below, _ in function.next_functions)
    return found


def raises(words: Sequence[str], result: Any) -> bool:
    """Return whether backward of `result` raises with any of these words; another error is raised again."""
    try:
        backpropagate(result)
    except RuntimeError as error:
        if any(word in str(error) for word in words):
            return True
        raise
    return False


@dataclass(frozen=True)
class Seen:
    """The result for one subset of inputs.

    `saved` is None if the result has no graph; `derivative` is False if it has one without a derivative.
    """

    saved: frozenset[str] | None
    outputs: int
    shape: tuple[int, ...]
    derivative: bool = True


@dataclass(frozen=True)
class Probe:
    """A call to probe: creates its operands, runs it, and says whether it changes its first operand in place."""

    make: Callable[[], dict[str, Any]]
    run: Callable[[Mapping[str, Any]], Any]
    inplace: bool = False

    def build(self, subset: Sequence[str]) -> tuple[dict[str, Any], Any]:
        operands = self.make()
        for name in subset:
            operands[name] = with_grad(operands[name])
        return operands, self.run(operands)

    def see(self, subset: Sequence[str]) -> Seen:
        """Return what the call saves if exactly these inputs require grad."""
        operands, result = self.build(subset)
        found = tensors_in(result)
        shape = tuple(found[0].shape) if found else ()
        if not any(tensor.requires_grad for tensor in found):
            return Seen(None, len(found), shape)
        if raises(NO_DERIVATIVE, result):
            return Seen(frozenset(), len(found), shape, derivative=False)
        if not raises(FREED, result):
            return Seen(frozenset(), len(found), shape)
        named = frozenset(name for name in self.targets(operands, result) if self.noticed(subset, [name]))
        return Seen(named or OWN, len(found), shape)

    def targets(self, operands: Mapping[str, Any], result: Any) -> dict[str, Any]:
        """Return the tensors that may be saved, by name: the operands (without one that has become the result) and the results."""
        skipped = next(iter(operands)) if self.inplace else ""
        named = {name: value for name, value in operands.items() if name != skipped}
        return named | {f"result{index or ''}": tensor for index, tensor in enumerate(tensors_in(result))}

    def noticed(self, subset: Sequence[str], names: Sequence[str]) -> bool:
        """Return whether backward detects an in-place change of any of these."""
        operands, result = self.build(subset)
        targets = self.targets(operands, result)
        change([targets[name] for name in names])
        return raises(CHANGED, result)

    def confirms(self, subset: Sequence[str], expected: frozenset[str]) -> bool:
        """Return whether exactly these tensors are saved if these inputs require grad: as `see`, in fewer runs."""
        operands, result = self.build(subset)
        backpropagate(result)
        if raises(FREED, result) != bool(expected):
            return False
        others = [name for name in self.targets(operands, result) if name not in expected]
        return not self.noticed(subset, others) and all(self.noticed(subset, [name]) for name in expected - OWN)

    def differentiable_in(self, subset: Sequence[str], name: str) -> frozenset[str]:
        """Return the tensors on which the gradient of an input depends differentiably if exactly these inputs require grad: operands, and
        "result" if a backward through the gradient passes through the operation itself."""
        operands, result = self.build(subset)
        ends = {other: value.grad_fn for other, value in operands.items() if isinstance(value, torch.Tensor) and value.grad_fn is not None}
        roots = [tensor for tensor in tensors_in(result) if tensor.requires_grad]
        if name not in ends or not roots or any(root.layout != torch.strided for root in roots):
            return frozenset()
        try:
            (gradient,) = torch.autograd.grad(
                roots, [operands[name]], [torch.ones_like(root) for root in roots], create_graph=True, allow_unused=True
            )
        except (RuntimeError, NotImplementedError):
            return frozenset()
        reached = set() if gradient is None or gradient.grad_fn is None else functions_below(gradient.grad_fn)
        if any(root.grad_fn in reached for root in roots):
            return frozenset(("result",))
        return frozenset(other for other, end in ends.items() if end in reached)

    def is_view(self, subset: Sequence[str]) -> bool:
        """Return whether a change of the first result counts as a change of an operand: it is a view of it, or the operand itself."""
        operands, result = self.build(subset)
        before = [tensor for value in operands.values() for tensor in tensors_in(value)]
        versions = [tensor._version for tensor in before]
        change(tensors_in(result)[:1])
        return versions != [tensor._version for tensor in before]

    def keeps_only_others(self, name: str) -> bool:
        """Return whether each tensor of the sequence `name` needs some others of them for its gradient, and not itself."""
        count = len(self.make()[name])
        noticed = {(one, other) for one in range(count) for other in range(count) if self.notices(name, one, other)}
        return bool(noticed) and all(one != other for one, other in noticed)

    def notices(self, name: str, one: int, other: int) -> bool:
        operands = self.make()
        sequence = list(operands[name])
        sequence[one] = with_grad(sequence[one])
        operands[name] = type(operands[name])(sequence)
        result = self.run(operands)
        change(sequence[other])
        return any(tensor.requires_grad for tensor in tensors_in(result)) and raises(CHANGED, result)


@dataclass
class Finding:
    """The result for all subsets: for each input, the tensors that are saved for its gradient.

    `underived` are inputs for which PyTorch has no derivative; `others` are sequences in which the gradient of each tensor needs the
    others. `differentiable` are the tensors in which the gradient of each input can be differentiated.
    """

    saves: dict[str, frozenset[str]] = field(default_factory=dict)
    differentiable: dict[str, frozenset[str]] = field(default_factory=dict)
    view: bool = False
    outputs: int = 0
    shape: tuple[int, ...] = ()
    underived: set[str] = field(default_factory=set)
    others: set[str] = field(default_factory=set)
    problems: list[str] = field(default_factory=list)

    @property
    def reachable_inputs(self) -> list[str]:
        """Return the inputs that backward can reach."""
        return [name for name in self.saves if name not in self.underived]


def subsets(names: Sequence[str], smallest: int = 1) -> Iterator[tuple[str, ...]]:
    for size in range(smallest, len(names) + 1):
        yield from itertools.combinations(names, size)


def same(one: frozenset[str], other: frozenset[str]) -> bool:
    """Return whether two sets look the same to a probe, which cannot see "own" next to a named tensor."""
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
        except (RuntimeError, ValueError) as error:
            message = str(error).strip().splitlines()[0]
            if not any(words in message for words in REFUSES):
                finding.problems.append(f"{name}: {message}")
            continue
        if seen.saved is not None:
            finding.saves[name] = seen.saved
            if not seen.derivative:
                finding.underived.add(name)
    finding.view = bool(result) and probe.is_view(list(finding.saves))
    for subset in subsets(finding.reachable_inputs, smallest=2):
        union = frozenset[str]().union(*(finding.saves[name] for name in subset))
        if not probe.confirms(subset, union):
            finding.problems.append(f"{' and '.join(subset)} save {probe.see(subset).saved}, the union is {union}")
    for name in finding.reachable_inputs:
        if found := probe.differentiable_in(finding.reachable_inputs, name):
            finding.differentiable[name] = found
    for name, value in operands.items() if len(operands) == 1 else ():
        if name in finding.saves.get(name, ()) and isinstance(value, (list, tuple)) and probe.keeps_only_others(name):
            finding.others.add(name)
    return finding
