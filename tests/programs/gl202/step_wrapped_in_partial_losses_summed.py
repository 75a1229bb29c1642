"""The training step is a functools.partial, called by a loop that sees only its result."""

import functools

import torch
from torch import nn


def step(network, optimizer, batch):
    optimizer.zero_grad()
    loss = network(batch).abs().mean()
    loss.backward()
    optimizer.step()
    return loss


network = nn.Linear(3, 2)
advance = functools.partial(step, network, torch.optim.SGD(network.parameters(), lr=0.1))
total = 0.0
for batch in torch.randn(5, 4, 3):
    total += advance(batch)  # ! GL202
print(total.item())
