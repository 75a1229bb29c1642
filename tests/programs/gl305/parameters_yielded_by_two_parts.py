"""A generator function yields the parameters of two parts for the optimizer; the first layer is in neither, and not frozen."""

import torch
from torch import nn

first, second, third = nn.Linear(5, 8), nn.Linear(8, 8), nn.Linear(8, 2)


def trained(*parts):
    for part in parts:
        yield from part.parameters()


optimizer = torch.optim.SGD(trained(second, third), lr=0.1)
for _ in range(3):
    hidden = torch.relu(first(torch.randn(4, 5)))  # ! GL305
    loss = third(torch.relu(second(hidden))).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
