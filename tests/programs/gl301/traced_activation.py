"""The traced twin of a stack with a linear layer builds a graph."""

import torch
from torch import nn


def check_twins():
    stack = nn.Sequential(nn.ReLU(), nn.Linear(8, 2), nn.Flatten())
    fused = torch.fx.symbolic_trace(stack)
    fused.eval()
    for x in torch.randn(3, 1, 2, 8):
        assert fused(x).shape == (1, 4)  # ! GL301


check_twins()
