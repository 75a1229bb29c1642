"""Run the samples of operations under the shim and under PyTorch, and hold what came out against each other."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
RUNNER = Path(__file__).with_name("sample_runner.py")
# Drawn at random in another order than PyTorch's: what is saved is compared, values are not.
RANDOM = ("dropout", "bernoulli", "rrelu", "gumbel", "multinomial", "normal", "exponential", "rand", "empty", "uniform")
# What is known to differ, and why.
KNOWN = {
    "unique": "PyTorch's result hangs on a graph that cannot be walked, the shim's on none",
    "normal": "PyTorch passes a zero gradient to the mean and the deviation, the shim none",
    "digamma": "its second derivative is not part of the shim, and says so",
    "digamma_": "its second derivative is not part of the shim, and says so",
    "asinh_": "PyTorch refuses in the backward, the shim in the call",
    "acosh_": "PyTorch refuses in the backward, the shim in the call",
    "atanh_": "PyTorch refuses in the backward, the shim in the call",
    "take_along_dim": "PyTorch keeps a broadcast copy of the indices, the shim the indices",
    "cdist": "PyTorch cannot differentiate its gradient, the shim can",
    "pdist": "PyTorch cannot differentiate its gradient, the shim can",
    "multi_margin_loss": "PyTorch cannot differentiate its gradient, the shim can",
    "alpha_dropout_": "the shim returns a new tensor",
    "feature_alpha_dropout_": "the shim returns a new tensor",
    "scaled_dot_product_attention": "with a mask that requires grad PyTorch keeps the whole of it, the shim takes the plain way",
    "pad_sequence": "PyTorch pads into one buffer, the shim stacks",
    "batch_norm_builtin": "torch.batch_norm takes its arguments in another order",
}


def run(shim: bool, target: Path, *names: str) -> dict[str, Any]:
    """What the samples showed under one of the two."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONSAFEPATH")} | {"OMP_NUM_THREADS": "1"}
    if shim:
        kept["PYTHONPATH"] = os.pathsep.join([str(ROOT / "runtime_shim"), str(ROOT)])
    subprocess.run([sys.executable, str(RUNNER), str(ROOT / "scripts"), str(target), *names], check=True, env=kept)
    found: dict[str, Any] = pickle.loads(target.read_bytes())
    return found


def is_missing(part: dict[str, Any]) -> bool:
    """Whether the shim said that it lacks something."""
    return "error" in part and "is not part of the runtime shim" in part["message"]


def close(first: Any, second: Any, tolerance: float) -> bool:
    """Whether two arrays agree; a gradient that is zero everywhere may be missing on one side."""
    if first is None or second is None:
        return not np.any(second if first is None else first) if first is not second else True
    return (
        first.shape == second.shape
        and first.dtype == second.dtype
        and np.allclose(first, second, rtol=tolerance, atol=tolerance / (10 if tolerance < 1e-5 else 1), equal_nan=True)
    )


def differences(label: str, real: dict[str, Any], shim: dict[str, Any]) -> list[str]:
    """In what one sample differs."""
    found = []
    for part, tolerance in (("single", 1e-4), ("double", 1e-7), ("saved", 0.0)):
        first, second = real[part], shim[part]
        if "error" in first and "error" in second:
            continue
        if "error" in first or "error" in second:
            found.append(f"{label} {part}: PyTorch {first.get('message', 'runs')}, the shim {second.get('message', 'runs')}")
        elif part == "saved":
            found.extend(
                f"{label} saved: {key}: PyTorch {first[key]}, the shim {second[key]}" for key in first if first[key] != second[key]
            )
        elif not any(word in label for word in RANDOM):
            found.extend(value_differences(f"{label} {part}", first, second, tolerance))
    return found


def value_differences(label: str, real: dict[str, Any], shim: dict[str, Any], tolerance: float) -> list[str]:
    """In what results, gradients or the gradients' gradients differ."""
    found = []
    for key in ("outputs", "grads", "second"):
        if (key in real) != (key in shim):
            found.append(f"{label}: {key} only on one side")
        elif key in real and not (
            len(real[key]) == len(shim[key]) and all(close(a, b, tolerance) for a, b in zip(real[key], shim[key], strict=True))
        ):
            found.append(f"{label}: {key} differ")
    return found
