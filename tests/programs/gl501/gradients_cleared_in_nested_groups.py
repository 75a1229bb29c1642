"""A recursive function counts the parameters of nested groups: it leaves their gradients as they are."""

import torch
from torch import nn


def count(group):
    for item in group:
        if isinstance(item, (list, tuple)):
            count(item)
        else:
            item.numel()


def train(model, batches):
    groups = [[[[list(layer.parameters())]] for layer in model]]
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in batches:
        count(groups)
        loss = model(batch).square().mean()
        loss.backward()  # ! GL501
        optimizer.step()


train(nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))[:1], [torch.randn(4, 3) for _ in range(4)])
