"""A recursive function clears the gradients of nested groups of parameters: calls of calls of it are not followed to the end."""

import torch
from torch import nn


def clear(group):
    for item in group:
        if isinstance(item, (list, tuple)):
            clear(item)
        else:
            item.grad = None


def train(model, batches):
    groups = [[[[list(layer.parameters())]] for layer in model]]
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in batches:
        clear(groups)
        loss = model(batch).square().mean()
        loss.backward()
        optimizer.step()


train(nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))[:1], [torch.randn(4, 3) for _ in range(4)])
