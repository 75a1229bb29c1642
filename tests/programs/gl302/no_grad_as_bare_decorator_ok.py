"""As a decorator no_grad works without being called (since 2.1)."""

import torch
from torch import nn


@torch.no_grad
def evaluate(model, batches):
    model.eval()
    return [model(batch).mean().item() for batch in batches]


print(evaluate(nn.Linear(3, 1), torch.randn(3, 2, 3)))
