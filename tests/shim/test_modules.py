"""Modules, losses, optimizers, data and distributions against PyTorch: the same figures, line for line."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = Path(__file__).with_name("module_figures.py")


def lines(shim: bool) -> list[str]:
    """What the script prints."""
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONSAFEPATH")}
    if shim:
        environment["PYTHONPATH"] = os.pathsep.join([str(ROOT / "runtime_shim"), str(ROOT)])
    done = subprocess.run([sys.executable, str(SCRIPT)], check=True, capture_output=True, text=True, env=environment)
    return done.stdout.splitlines()


def test_every_module_of_the_script_runs() -> None:
    """Without PyTorch at hand, that they run at all is what can be seen."""
    assert len(lines(True)) > 80


@pytest.mark.torch
@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="needs real PyTorch (torch==2.13.0), which is not installed")
def test_figures_agree_with_pytorch() -> None:
    """The same seed gives the same weights, so that results, gradients and steps can be held against each other."""
    assert lines(True) == lines(False)
