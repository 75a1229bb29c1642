"""Run the samples of operations under whichever `torch` is on the path, and write down what came out.

usage: sample_runner.py FOLDER-OF-SCRIPTS RESULT [NAME ...]

For each sample, in each mode: the results, the operands' gradients in float32 and in float64, the gradients' gradients, and what is
saved, found out by probing as scripts/operation_probe.py does it. The result is a pickle of plain numbers and arrays.
"""

from __future__ import annotations

import ast
import importlib
import pickle
import re
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

torch: Any = importlib.import_module("torch")


class Lacking:
    """Stands for torch.fft where there is none: every name in it is missing."""

    def __getattr__(self, name: str) -> Any:
        """Say so in the shim's way."""
        importlib.import_module("torch._missing").missing(f"torch.fft.{name}", name)


def load_scripts(folder: str) -> tuple[Any, Any]:
    """The modules that read the samples and probe them. The shim lacks torch.fft, which they name."""
    if not hasattr(torch, "fft"):
        torch.fft = Lacking()
    sys.path.insert(0, folder)
    return importlib.import_module("operation_samples"), importlib.import_module("operation_probe")


REFUSED = re.compile("not differentiable with respect to argument '(\\w+)'")


def to_double(value: Any) -> Any:
    """Operands in float64."""
    if isinstance(value, torch.Tensor):
        return value.double() if value.is_floating_point() else value
    if isinstance(value, (list, tuple)):
        return type(value)(to_double(each) for each in value)
    return value


def weights(tensor: Any) -> Any:
    """A gradient to start from that is not the same everywhere."""
    return torch.linspace(0.5, 1.5, max(tensor.numel(), 1), dtype=tensor.dtype)[: tensor.numel()].reshape(tensor.shape)


def numbers(value: Any) -> Any:
    """Tensors as arrays."""
    return None if value is None else value.detach().clone().numpy()


def read(samples: Any) -> list[Any]:
    """All samples; the operands' names are read, not evaluated, as the shim cannot make all of them."""
    real = samples.evaluate
    if not hasattr(torch, "_C"):
        samples.schema_parameters = lambda *_: []
    samples.evaluate = lambda expression, words: {each.arg: None for each in ast.parse(expression, mode="eval").body.keywords}
    try:
        found: list[Any] = samples.read_samples()
        return found
    finally:
        samples.evaluate = real


class Runner:
    """Runs samples with the helpers of the scripts."""

    def __init__(self, samples: Any, probing: Any) -> None:
        self.samples, self.probing = samples, probing

    def values(self, sample: Any, training: bool, double: bool, without: tuple[str, ...] = ()) -> dict[str, Any]:
        """Results, gradients and the gradients' gradients of one call; operands that may have no gradient are found out by trying."""
        try:
            return self.values_without(sample, training, double, without)
        except RuntimeError as error:
            refused = REFUSED.search(str(error))
            if not refused or refused[1] in without:
                raise
            return self.values(sample, training, double, (*without, refused[1]))

    def values_without(self, sample: Any, training: bool, double: bool, without: tuple[str, ...]) -> dict[str, Any]:
        """... with these operands left without a gradient."""
        operands = sample.make()
        if double:
            operands = {name: to_double(value) for name, value in operands.items()}
        leaves = [
            tensor
            for name, value in operands.items()
            if name not in without and self.probing.can_require_grad(value)
            for tensor in self.probing.tensors_in(value)
        ]
        for leaf in leaves:
            leaf.requires_grad_()
        # In-place samples may not change leaves; clone passes the gradient on.
        given = {name: self.aside(value) for name, value in operands.items()}
        torch.manual_seed(7)
        result = sample.run(given, training)
        outputs = self.probing.tensors_in(result)
        found: dict[str, Any] = {"outputs": [numbers(each) for each in outputs]}
        roots = [each for each in outputs if each.requires_grad]
        if not roots:
            return found
        try:
            grads = torch.autograd.grad(roots, leaves, [weights(each) for each in roots], create_graph=True, allow_unused=True)
        except NotImplementedError:
            raise
        except RuntimeError as error:
            return found | {"grad_error": type(error).__name__}
        found["node"] = roots[0].grad_fn.name()
        found["grads"] = [numbers(each) for each in grads]
        onward = [each for each in grads if each is not None and each.requires_grad]
        if onward and double:
            try:
                second = torch.autograd.grad(onward, leaves, [weights(each) for each in onward], allow_unused=True)
                found["second"] = [numbers(each) for each in second]
            except RuntimeError as error:
                found["second_error"] = str(error)
        return found

    def aside(self, value: Any) -> Any:
        """What is handed to the call: non-leaves, so that it may change them."""
        if isinstance(value, torch.nn.Parameter) or not self.probing.can_require_grad(value):
            return value
        if isinstance(value, torch.Tensor):
            return value.clone()
        return type(value)(self.aside(each) for each in value)

    def saved(self, sample: Any, training: bool) -> dict[str, Any]:
        """What the call saves, for each input alone and for all together."""
        probe = self.probing.Probe(sample.make, lambda given: sample.run(given, training), inplace=sample.name.endswith("_"))
        finding = self.probing.combine(probe)
        return {
            "saves": {name: sorted(kept) for name, kept in finding.saves.items()},
            "view": finding.view,
            "underived": sorted(finding.underived),
            "problems": finding.problems,
        }

    def everything(self, sample: Any, training: bool) -> dict[str, Any]:
        """All of that, or the error that stood in the way."""
        found: dict[str, Any] = {}
        actions: tuple[tuple[str, Callable[[], Any]], ...] = (
            ("single", lambda: self.values(sample, training, False)),
            ("double", lambda: self.values(sample, training, True)),
            ("saved", lambda: self.saved(sample, training)),
        )
        for name, action in actions:
            try:
                found[name] = action()
            except Exception as error:  # noqa: BLE001 - the other implementation must fail alike, whatever it is
                found[name] = {"error": type(error).__name__, "message": str(error)}
        return found


def main() -> None:
    """Run what was asked for."""
    folder, target, *names = sys.argv[1:]
    warnings.simplefilter("ignore")
    samples, probing = load_scripts(folder)
    runner = Runner(samples, probing)
    results = {}
    for sample in read(samples):
        if sample.unprobed or (names and sample.name not in names):
            continue
        for variant in [sample, sample.in_place()]:
            if variant is None:
                continue
            for training in (True, False) if variant.has_modes else (True,):
                results[f"{variant.label}|{training}"] = runner.everything(variant, training)
    Path(target).write_bytes(pickle.dumps(results))


if __name__ == "__main__":
    main()
