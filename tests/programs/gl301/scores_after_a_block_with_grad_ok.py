"""Grad mode is enabled on purpose for a gradient only; the evaluation after that block runs without it."""

import torch
from torch import nn


def evaluate(network, batches):
    network.eval()
    total = 0.0
    for batch in batches:
        with torch.enable_grad():
            values = batch.clone().requires_grad_()
            (slope,) = torch.autograd.grad(values.square().sum(), values)
        with torch.no_grad():
            total += network(batch).sum().item() + slope.norm().item()
    return total


print(evaluate(nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1)), [torch.randn(4, 3) for _ in range(3)]))
