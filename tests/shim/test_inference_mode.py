"""Inference mode, in which nothing is recorded, whether grad mode is enabled in it or not: the shim does what PyTorch does."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = Path(__file__).with_name("inference_mode.py")


def lines(shim: bool) -> list[str]:
    """How each line ended."""
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONSAFEPATH")}
    if shim:
        environment["PYTHONPATH"] = os.pathsep.join([str(ROOT / "runtime_shim"), str(ROOT)])
    return subprocess.run([sys.executable, str(SCRIPT)], check=True, capture_output=True, text=True, env=environment).stdout.splitlines()


@pytest.mark.torch
@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="needs real PyTorch (torch==2.13.0), which is not installed")
def test_each_line_ends_as_under_pytorch() -> None:
    """A graph that only the shim builds would hide the error of the backward that finds none."""
    assert lines(True) == lines(False)


def test_no_operation_is_recorded_with_grad_mode_enabled() -> None:
    """Enabling grad mode does not leave inference mode, as a run without PyTorch must show too."""
    plain, enabled = (line for line in lines(True) if line.startswith("P * 2 ->"))
    assert plain == enabled == "P * 2 -> ([2.0, 2.0], False, False, True, True)"
