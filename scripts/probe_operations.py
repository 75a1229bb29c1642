"""Ask real PyTorch what each operation saves for its gradient, and write (or check) graphlint's table of operations.

    python scripts/probe_operations.py            probe, compare with the table, print the counts
    python scripts/probe_operations.py --write    probe and write graphlint/autograd/operations.tsv and modules.tsv
    python scripts/probe_operations.py --check    the same as without an option, but exit with 1 where the table disagrees

Nothing is taken from documentation: a one-operation graph is built from a sample (operation_samples.txt, module_samples.txt) and walked.
"""

from __future__ import annotations

import argparse
import itertools
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F  # noqa: N812

HERE = Path(__file__).resolve().parent
TABLES = HERE.parent / "graphlint" / "autograd"
NAMESPACES: Mapping[str, Any] = {
    "torch": torch,
    "torch.Tensor": torch.Tensor,
    "torch.nn.functional": F,
}
EVERYWHERE: Mapping[str, Any] = {
    **NAMESPACES,
    "torch.special": torch.special,
    "torch.linalg": torch.linalg,
    "torch.fft": torch.fft,
}


# ------------------------------------------------------------------------------------------------ samples
def floats(*shape: int, low: float = 0.1, high: float = 0.9) -> torch.Tensor:
    """Numbers in which no two are equal, in the domain of nearly every function."""
    return torch.rand(shape) * (high - low) + low


def integers(*shape: int, high: int = 3) -> torch.Tensor:
    return torch.randint(0, high, shape)


def booleans(*shape: int) -> torch.Tensor:
    return torch.arange(max(1, torch.Size(shape).numel())).remainder(2).bool().reshape(shape)


def positive_definite(size: int) -> torch.Tensor:
    square = torch.rand(size, size)
    return square @ square.T + size * torch.eye(size)


MAKERS: Mapping[str, Any] = {"torch": torch, "F": F, "f": floats, "i": integers, "b": booleans, "pd": positive_definite}


@dataclass(frozen=True)
class Sample:
    """A line of the samples: an operation, its operands, a call, and what is known beforehand about shape and spellings."""

    name: str
    variant: str
    operands: str
    call: str
    shape: str
    aliases: tuple[str, ...]
    note: str

    @property
    def label(self) -> str:
        return f"{self.name}@{self.variant}" if self.variant else self.name

    def make(self) -> dict[str, Any]:
        torch.manual_seed(1)
        made: dict[str, Any] = eval(f"dict({self.operands})", dict(MAKERS))
        return made

    def run(self, operands: Mapping[str, Any], training: bool) -> Any:
        return eval(self.call, {**MAKERS, **operands, "training": training})

    @property
    def has_modes(self) -> bool:
        return re.search(r"\btraining\b", self.call) is not None


def read_samples(path: Path) -> list[Sample]:
    samples = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        name, operands, call, shape, aliases, note = ([part.strip() for part in re.split(r"\s\|(?=\s|$)", line)] + [""] * 5)[:6]
        name, _, variant = name.partition("@")
        operands = operands or "input=f(2,3)"
        if not call:
            names = [part for part in eval(f"dict({operands})", dict(MAKERS))]
            call = f"torch.{name}({', '.join(names)})"
        samples.append(Sample(name, variant, operands, call, shape or "-", tuple(aliases.split()), note))
    return samples


# ------------------------------------------------------------------------------------------------ probing
def tensors_in(value: Any) -> list[torch.Tensor]:
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
    """A non-leaf that requires grad (a leaf may not be changed in place); clone saves nothing."""
    if isinstance(value, torch.Tensor):
        return value.requires_grad_().clone()
    return type(value)(with_grad(part) for part in value)


def change(value: Any) -> None:
    for tensor in tensors_in(value):
        with torch.no_grad():
            try:
                tensor.copy_(tensor.clone())
            except RuntimeError:  # an expanded tensor cannot be written to, but its version can be counted up
                torch.autograd.graph.increment_version(tensor)


def walk(result: Any) -> None:
    roots = [tensor for tensor in tensors_in(result) if tensor.requires_grad]
    torch.autograd.backward(roots, [torch.ones_like(root) for root in roots])


FREED = "backward through the graph a second time"
CHANGED = "modified by an inplace operation"


def raises(words: str, action: Callable[[], None]) -> bool:
    try:
        action()
    except RuntimeError as error:
        if words in str(error):
            return True
        raise
    return False


@dataclass(frozen=True)
class Seen:
    """What one subset of inputs showed: None for `saved` where the result does not require grad."""

    saved: frozenset[str] | None
    view: bool
    outputs: int
    shape: tuple[int, ...]


@dataclass
class Probe:
    """The observations of one call, for every subset of its inputs, in one mode."""

    make: Callable[[], dict[str, Any]]
    run: Callable[[Mapping[str, Any]], Any]
    inplace: bool = False

    def build(self, subset: Sequence[str]) -> tuple[dict[str, Any], Any]:
        operands = self.make()
        for name in subset:
            operands[name] = with_grad(operands[name])
        return operands, self.run(operands)

    def see(self, subset: Sequence[str]) -> Seen:
        operands, result = self.build(subset)
        found = tensors_in(result)
        before = [tensor for value in operands.values() for tensor in tensors_in(value)]
        storages = {tensor.untyped_storage().data_ptr() for tensor in before}
        view = bool(found) and not self.inplace and found[0].untyped_storage().data_ptr() in storages
        count = len(found)
        shape = tuple(found[0].shape) if found else ()
        if not any(tensor.requires_grad for tensor in found):
            return Seen(None, view, count, shape)
        walk(result)
        if not raises(FREED, lambda: walk(result)):
            return Seen(frozenset(), view, count, shape)
        named = set()
        for name in [*operands, *("result" + str(index or "") for index in range(count))]:
            if self.inplace and name == "input":
                continue
            changed, again = self.build(subset)
            change(tensors_in(again)[int(name[6:] or 0)] if name.startswith("result") else changed[name])
            if raises(CHANGED, lambda again=again: walk(again)):  # type: ignore[misc]
                named.add(name)
        return Seen(frozenset(named or {"own"}), view, count, shape)


@dataclass
class Finding:
    """What all subsets showed together."""

    saves: dict[str, frozenset[str]] = field(default_factory=dict)
    view: bool = False
    outputs: int = 0
    shape: tuple[int, ...] = ()
    problems: list[str] = field(default_factory=list)


def subsets(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for size in range(1, len(names) + 1):
        yield from itertools.combinations(names, size)


def combine(probe: Probe) -> Finding:
    """Deduce what each input's gradient keeps, and check that every subset saves the union."""
    finding = Finding()
    candidates = [name for name, value in probe.make().items() if can_require_grad(value)]
    inputs = []
    for name in candidates:
        try:
            seen = probe.see([name])
        except (RuntimeError, NotImplementedError, ValueError, TypeError) as error:
            finding.problems.append(f"{name}: {str(error).splitlines()[0]}")
            continue
        finding.view, finding.outputs, finding.shape = finding.view or seen.view, seen.outputs, seen.shape
        if seen.saved is not None:
            finding.saves[name] = seen.saved
            inputs.append(name)
    for subset in subsets(inputs):
        if len(subset) == 1:
            continue
        saved = probe.see(subset).saved
        union = frozenset().union(*(finding.saves[name] for name in subset))
        if saved is None or bool(saved) != bool(union) or saved - {"own"} != union - {"own"}:
            finding.problems.append(f"{'+'.join(subset)} saves {sorted(saved or ())}, the union is {sorted(union)}")
    if not candidates:
        _, result = probe.build([])
        finding.outputs = len(tensors_in(result))
    return finding



def spelled(sample: Sample) -> list[str]:
    names = []
    for alias in (sample.name, *sample.aliases):
        if alias.startswith("torch."):
            names.append(alias)
            continue
        prefix, _, rest = alias.replace("_", ".", 1).partition(".") if alias.split("_")[0] in ("linalg", "fft", "special") else alias.partition(".")
        if rest and hasattr(EVERYWHERE.get(f"torch.{prefix}"), rest):
            names.append(f"torch.{prefix}.{rest}")
        names.extend(f"{space}.{alias}" for space, module in NAMESPACES.items() if callable(getattr(module, alias, None)))
    return list(dict.fromkeys(names))


def render(saves: Mapping[str, frozenset[str]], starred: Mapping[str, str]) -> str:
    return " ".join(f"{starred[name]}:{'+'.join(sorted(starred.get(kept, kept) for kept in kept_for))}" for name, kept_for in saves.items())


HEADER = "name inputs saves eval_saves result outputs shape probed inplace parameters spellings note".split()


def main() -> None:
    rows = []
    byname = {}
    for sample in read_samples(HERE / "operation_samples.txt"):
        finds = {}
        for training in (True, False) if sample.has_modes else (True,):
            try:
                finds[training] = combine(Probe(sample.make, lambda operands: sample.run(operands, training)))
            except Exception as error:
                print("FAIL", sample.label, repr(error)[:150])
        if True not in finds:
            continue
        made = sample.make()
        starred = {name: name + "*" if isinstance(value, (list, tuple)) else name for name, value in made.items()}
        train = finds[True]
        if train.problems: print(sample.label, train.problems)
        saves = render(train.saves, starred)
        evals = render(finds[False].saves, starred) if False in finds else saves
        result = "none" if not train.saves else "view" if train.view else "new"
        row = [sample.label, " ".join(starred.values()), saves, "=" if evals == saves else evals, result,
               str(0 if isinstance(sample.run(made, True), tuple) and sample.name in ("chunk", "split", "unbind") else train.outputs), sample.shape, "probed",
               "inplace" if hasattr(torch.Tensor, sample.name + "_") else "-", "", " ".join(spelled(sample)) if not sample.variant else "", sample.note]
        if sample.variant:
            base = byname[sample.name]
            if {row[4], base[4]} == {"view", "new"}:
                base[4] = "view?"
            if row[2] == base[2]:
                continue
        byname[sample.label] = row
        rows.append(row)
    with (TABLES / "operations.tsv").open("w") as file:
        for row in [HEADER, *rows]:
            file.write("\t".join(row) + "\n")


if __name__ == "__main__":
    main()
