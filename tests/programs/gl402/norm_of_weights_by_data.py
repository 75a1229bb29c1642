"""A helper measures the weights through .data; detach() gives the same numbers."""

import torch
from torch import nn


def size(module):
    return sum(weight.data.norm().item() for weight in module.parameters())  # ! GL402


model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for batch in torch.randn(4, 8, 3):
    optimizer.zero_grad()
    model(batch).pow(2).mean().backward()
    optimizer.step()
    print(size(model))
