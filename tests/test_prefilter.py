"""The search that spares a parse: a file it drops is never looked at again, so it may only drop what cannot matter."""

from __future__ import annotations

import pytest

from graphlint.source.prefilter import can_hold_finding


@pytest.mark.parametrize(
    "text",
    [
        "import torch",
        "from torch import nn",
        "import pytorch_lightning as pl",
        "import lightning as L",
        "from accelerate import Accelerator",
        "def train(loss, optimizer):\n    loss.backward()",
        "def train(optimizer):\n    optimizer.zero_grad()",
        "with no_grad():\n    pass",
        "x.requires_grad = True",
        "def predict(model, batches):\n    model.eval()\n    return [model(batch) for batch in batches]",
        "import tensorflow as tf\nfrom torch import nn\nloss.backward()",
        "import paddles\nloss.backward()",
    ],
)
def test_what_leads_to_torch_is_kept(text: str) -> None:
    """Training code often gets its model from another file and never names torch."""
    assert can_hold_finding(text.encode())


@pytest.mark.parametrize("text", ["", "import numpy as np", "pd.eval('a + b')", "eval(text)", "# PyTorch"])
def test_what_does_not_is_dropped(text: str) -> None:
    """Most files of a large project have nothing to do with torch."""
    assert not can_hold_finding(text.encode())


@pytest.mark.parametrize(
    "text", ["import paddle\nloss.backward()", "from mxnet import gluon\nmodel.eval()", "    import jax\nloss.backward()"]
)
def test_what_is_of_another_framework_is_dropped(text: str) -> None:
    """Its methods are called alike, and no graph of PyTorch is there."""
    assert not can_hold_finding(text.encode())
