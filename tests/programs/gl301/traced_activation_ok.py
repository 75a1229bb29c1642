"""The traced twin of a stack of activations and pools has no parameters either."""

import torch
from torch import nn


def test_twins():
    stack = nn.Sequential(nn.ReLU(), nn.MaxPool1d(2), nn.Flatten())
    traced = torch.jit.trace(stack, torch.randn(1, 2, 8))
    fused = torch.fx.symbolic_trace(stack)
    traced.eval()
    fused.eval()
    for x in torch.randn(3, 1, 2, 8):
        assert torch.equal(traced(x), fused(x))


test_twins()
