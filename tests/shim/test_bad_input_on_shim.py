"""Bad input, and odd but good input: the shim says what PyTorch says."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = Path(__file__).with_name("bad_input.py")


def lines(shim: bool) -> list[str]:
    """How each line ended."""
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONSAFEPATH")}
    if shim:
        environment["PYTHONPATH"] = os.pathsep.join([str(ROOT / "runtime_shim"), str(ROOT)])
    return subprocess.run([sys.executable, str(SCRIPT)], check=True, capture_output=True, text=True, env=environment).stdout.splitlines()


@pytest.mark.torch
@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="needs real PyTorch (torch==2.13.0), which is not installed")
def test_bad_input_ends_as_under_pytorch() -> None:
    """A program that is wrong for another reason must fail in the same way, or a finding would be confirmed by accident."""
    shim, real = lines(True), lines(False)
    # The message shows the distribution's parameters, which the shim leaves out.
    assert [line for line in shim if "distribution Normal" not in line] == [line for line in real if "distribution Normal" not in line]


@pytest.mark.parametrize(
    "expression",
    [
        "torch.fft",
        "torch.nn.CTCLoss",
        "torch.optim.Rprop",
        "torch.Tensor(2).stft",
        "torch.nn.functional.grid_sample",
        "torch.linalg.svd",
        "torch.sparse",
    ],
)
def test_what_is_missing_says_so_by_name(expression: str) -> None:
    """A silent wrong value, or an error that sounds like the program's own, would mislead."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "runtime_shim"), str(ROOT)])}
    done = subprocess.run(
        [sys.executable, "-c", f"import torch; {expression}"], capture_output=True, text=True, env=environment, check=False
    )
    assert done.returncode == 1
    assert f"{expression.replace('(2)', '')} is not part of the runtime shim" in done.stderr
