"""A function hands its training step to a runner of unknown kind: within the step, the optimizer steps before the backward."""

import importlib

import torch
from torch import nn

runner = getattr(importlib.import_module("functools"), "partial")


def fit(features, targets):
    model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def update(rows):
        optimizer.zero_grad()
        loss = (model(features[rows]) - targets[rows]).pow(2).mean()
        optimizer.step()  # ! GL503
        loss.backward()
        return loss.item()

    return runner(update)


step = fit(torch.randn(8, 3), torch.randn(8, 1))
for start in range(0, 8, 2):
    step(slice(start, start + 2))
