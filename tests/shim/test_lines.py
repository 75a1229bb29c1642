"""Scripts whose lines are the same under the shim as under PyTorch: inference mode, strides, views without an edge, limited, or stale."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ("edgeless_views.py", "inference_mode.py", "limited_views.py", "stale_views.py", "strides_of_results.py")


def lines(script: str, shim: bool) -> list[str]:
    """How each line ended."""
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONSAFEPATH")}
    if shim:
        environment["PYTHONPATH"] = os.pathsep.join([str(ROOT / "runtime_shim"), str(ROOT)])
    return subprocess.run(
        [sys.executable, str(Path(__file__).with_name(script))], check=True, capture_output=True, text=True, env=environment
    ).stdout.splitlines()


@pytest.mark.torch
@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="needs real PyTorch (torch==2.13.0), which is not installed")
@pytest.mark.parametrize("script", SCRIPTS)
def test_each_line_ends_as_under_pytorch(script: str) -> None:
    """A graph that only the shim builds would hide the error of the backward that finds none."""
    assert lines(script, shim=True) == lines(script, shim=False)


def test_no_operation_is_recorded_with_grad_mode_enabled() -> None:
    """Enabling grad mode does not leave inference mode, as a run without PyTorch must show too."""
    plain, enabled = (line for line in lines("inference_mode.py", shim=True) if line.startswith("P * 2 ->"))
    assert plain == enabled == "P * 2 -> ([2.0, 2.0], False, False, True, True)"


def test_a_view_older_than_the_change_of_its_base_is_a_leaf() -> None:
    """PyTorch refuses the change only while the view's grad_fn is not computed, as a run without PyTorch must show too."""
    refused = [line.split(" -> ")[0] for line in lines("stale_views.py", shim=True) if "a leaf Variable" in line]
    changes = ("doubled", "shifted", "scaled by the weight", "shifted by its own detached values", "requires_grad read before")
    assert refused == [f"after_base, {change}" for change in changes]
