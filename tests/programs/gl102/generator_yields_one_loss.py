"""The Python generator was started with one forward pass and yields the same loss each time."""

import itertools

import torch
from torch import nn

network = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)


def repeated(batch):
    loss = network(batch).abs().mean()
    while True:
        yield loss


for loss in itertools.islice(repeated(torch.randn(5, 2)), 3):
    optimizer.zero_grad()
    loss.backward()  # ! GL102
    optimizer.step()
