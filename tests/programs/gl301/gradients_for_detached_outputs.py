"""The gradient is for a detached copy of the scores: the graph of the network is built and never used."""

import torch
from torch import nn


def margins(model, criterion, loader):
    model.eval()
    total = 0.0
    for x, y in loader:
        scores = model(x).detach().requires_grad_()  # ! GL301
        (gradient,) = torch.autograd.grad(criterion(scores, y), [scores])
        total += gradient.norm().item()
    return total


batches = [(torch.randn(2, 4), torch.tensor([0, 1])) for _ in range(4)]
print(margins(nn.Linear(4, 2), nn.functional.cross_entropy, batches))
