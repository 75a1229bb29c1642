"""The samples on which operations are probed, read from operation_samples.txt and module_samples.txt, and the facts derived from a call.

This includes the names under which an operation is available, and the order of its arguments.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

torch: Any = importlib.import_module("torch")
functional: Any = importlib.import_module("torch.nn.functional")

HERE = Path(__file__).resolve().parent
SPACES: Mapping[str, Any] = {
    "torch": torch,
    "torch.Tensor": torch.Tensor,
    "torch.nn.functional": functional,
    "torch.special": torch.special,
    "torch.linalg": torch.linalg,
    "torch.fft": torch.fft,
}
UNQUALIFIED = ("torch", "torch.Tensor", "torch.nn.functional")
COLUMNS = re.compile(r"\s\|(?=\s|$)")


def floats(*shape: int, low: float = 0.1, high: float = 0.9) -> Any:
    """Return distinct numbers in the domain of nearly every function."""
    return torch.rand(shape) * (high - low) + low


def integers(*shape: int, high: int = 2) -> Any:
    return torch.randint(0, high, shape)


def booleans(*shape: int) -> Any:
    return torch.arange(torch.Size(shape).numel()).remainder(2).bool().reshape(shape)


def positive_definite(size: int) -> Any:
    square = torch.rand(size, size)
    return square @ square.T + size * torch.eye(size)


WORDS: Mapping[str, Any] = {
    "torch": torch,
    "nn": torch.nn,
    "F": functional,
    "f": floats,
    "i": integers,
    "b": booleans,
    "pd": positive_definite,
}


def evaluate(expression: str, words: Mapping[str, Any]) -> Any:
    """Evaluate a sample's expression; the sample files are part of this repository, and trusted as code."""
    return eval(expression, {**WORDS, **words})


@dataclass(frozen=True)
class Sample:
    """One line of operation_samples.txt. `unprobed` is the reason why it cannot be run."""

    name: str
    variant: str
    operands: str
    call: str
    shape: str
    aliases: tuple[str, ...]
    note: str
    unprobed: str = ""

    @property
    def label(self) -> str:
        return f"{self.name}@{self.variant}" if self.variant else self.name

    @property
    def has_modes(self) -> bool:
        return re.search(r"\btraining\b", self.call) is not None

    def make(self) -> dict[str, Any]:
        torch.default_generator.manual_seed(1)
        made: dict[str, Any] = evaluate(f"dict({self.operands})", {})
        return made

    def run(self, operands: Mapping[str, Any], training: bool) -> Any:
        return evaluate(self.call, {**operands, "training": training})

    def spelled(self, spelling: str) -> Sample | None:
        """Return the same call by another name; None if the sample is not a plain call."""
        path = spelling.replace("torch.nn.functional", "F")
        match = re.match(r"(?:torch|F)(?:\.\w+)+\((.*)\)$|input\.\w+\((.*)\)$", self.call)
        if match is None or self.call.count(")[") or spelling.rpartition(".")[2].startswith("__"):
            return None
        arguments = match[1] if match[1] is not None else ", ".join(filter(None, ["input", match[2]]))
        return replace(self, call=f"{path}({arguments})")

    def in_place(self) -> Sample | None:
        """Return the same call in place: the method with an underscore, else the argument `inplace`; None without either."""
        base = self.name.removesuffix("_number")
        name = f"{base}__number" if self.name.endswith("_number") else f"{base}_"
        for spelling in (f"torch.Tensor.{base}_", f"torch.{base}_"):
            other = self.spelled(spelling)
            if exists(spelling) and other is not None:
                return replace(other, name=name)
        function = getattr(functional, base, None)
        if self.call.startswith(f"F.{base}(") and function and "inplace" in parameters_of(function, ()):
            return replace(self, name=name, call=f"{self.call[:-1]}, inplace=True)")
        return None


def exists(spelling: str) -> bool:
    space, _, name = spelling.rpartition(".")
    return callable(getattr(SPACES.get(space), name, None))


def rows(path: Path, columns: int) -> list[list[str]]:
    """Return the lines of a sample file, without comments, split into columns."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip() and not line.startswith("#")]
    return [([part.strip() for part in COLUMNS.split(line)] + [""] * columns)[:columns] for line in lines]


def read_samples() -> list[Sample]:
    """Return all samples of operations; of each loss also those with the other reductions."""
    samples = []
    for name, operands, call, shape, aliases, note in rows(HERE / "operation_samples.txt", 6):
        base, _, variant = name.partition("@")
        given = operands or "input=f(2,3)"
        called = call or f"torch.{base}({', '.join(evaluate(f'dict({given})', {}))})"
        unprobed = called[1:] if called.startswith("!") else ""
        sample = Sample(base, variant, given, called, shape or "-", tuple(aliases.split()), note, unprobed)
        samples.append(sample)
        if shape == "loss" and not variant and not unprobed:
            samples.extend(
                replace(sample, variant=reduction, call=f'{called[:-1]}, reduction="{reduction}")', note=f'reduction="{reduction}"')
                for reduction in ("none", "sum")
            )
    return samples


def spellings_of(sample: Sample) -> list[str]:
    """Return every name under which the operation of a sample can be called."""
    found: dict[str, None] = {}
    for alias in (sample.name, *sample.aliases):
        if alias.startswith("torch."):
            found[alias] = None
            continue
        space, _, name = re.sub(r"^(special|linalg|fft)_", r"\1.", alias).rpartition(".")
        candidates = [f"torch.{space}.{name}"] if space else [f"{space}.{name}" for space in UNQUALIFIED]
        found.update(dict.fromkeys(spelling for spelling in candidates if exists(spelling)))
    for alias in sample.aliases:
        if alias.startswith("-"):
            found.pop(alias[1:], None)
    return list(found)


def in_place_spellings(spellings: Sequence[str]) -> list[str]:
    """Return the in-place forms of all these names, as functions and as methods."""
    functions = [spelling.partition(".")[2] for spelling in spellings if spelling.count(".") == 1]
    methods = [f"torch.Tensor.{name}" for name in functions]
    candidates = dict.fromkeys(f"{spelling}_" for spelling in [*spellings, *methods])
    return [spelling for spelling in candidates if exists(spelling)]


def resolve(spelling: str) -> Any:
    """Return the object with a qualified name, or None."""
    found = torch
    for part in spelling.split(".")[1:]:
        found = getattr(found, part, None)
    return found


def parameters_of(function: Any, inputs: Sequence[str]) -> list[str]:
    """Return the positional parameters of an operation: from its signature, or from the schema of the built-in that takes all `inputs`.

    "*tensors" stands for any number of them; the list is empty if the parameters are unknown.
    """
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return schema_parameters(getattr(function, "__name__", ""), inputs)
    if [*signature.parameters] == ["args", "kwargs"]:  # which of two functions is called depends on return_indices
        return parameters_of(getattr(functional, f"{function.__name__}_with_indices", None), inputs)
    kinds = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.POSITIONAL_ONLY: "", inspect.Parameter.POSITIONAL_OR_KEYWORD: ""}
    names = [f"{kinds[parameter.kind]}{name}" for name, parameter in signature.parameters.items() if parameter.kind in kinds]
    names = ["input" if name == "self" else name for name in names]
    return names if any(name.startswith("*") for name in names) or set(inputs) <= set(names) else []


def schema_parameters(name: str, inputs: Sequence[str]) -> list[str]:
    """Return the positional arguments of the longest overload of a built-in that takes all `inputs`."""
    best: list[str] = []
    for schema in torch._C._jit_get_schemas_for_operator(f"aten::{name}"):
        arguments = ["input" if argument.name == "self" else argument.name for argument in schema.arguments]
        positional = [name for name, argument in zip(arguments, schema.arguments, strict=True) if not argument.kwarg_only]
        if set(inputs) <= set(arguments) and "Dimname" not in str(schema) and len(positional) > len(best):
            best = positional
    return best
