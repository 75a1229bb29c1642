"""The guard is made in a conditional expression and dropped, in a function that only tests."""

import torch
from torch import nn


def test(model, batches, fast=True):
    torch.inference_mode() if fast else torch.no_grad()  # ! GL302
    worst = 0.0
    for batch in batches:
        worst = max(worst, model(batch).abs().max().item())
    return worst


print(test(nn.Linear(3, 2), torch.randn(3, 4, 3)))
