"""Whichever it is, it is entered."""

import torch
from torch import nn


def test(model, batches, fast=True):
    worst = 0.0
    with torch.inference_mode() if fast else torch.no_grad():
        for batch in batches:
            worst = max(worst, model(batch).abs().max().item())
    return worst


print(test(nn.Linear(3, 2), torch.randn(3, 4, 3)))
