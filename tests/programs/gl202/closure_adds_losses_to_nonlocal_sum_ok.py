"""The closure's argument is a number."""

import torch
from torch import nn


def counter():
    total = 0.0

    def add(value):
        nonlocal total
        total += value
        return total

    return add


add = counter()
network = nn.Linear(3, 1)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for batch in torch.randn(5, 4, 3):
    optimizer.zero_grad()
    loss = network(batch).abs().mean()
    loss.backward()
    optimizer.step()
    add(loss.item())
print(float(add(0.0)))
