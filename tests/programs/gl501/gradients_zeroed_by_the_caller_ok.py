"""The helper runs backward and steps; the loop that calls it zeroes the gradients before every call."""

import torch
from torch import nn


def advance(network, optimizer, batch):
    network(batch).pow(2).mean().backward()
    optimizer.step()


network = nn.Linear(4, 2)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for batch in torch.randn(4, 5, 4):
    network.zero_grad()
    advance(network, optimizer, batch)
