"""The Python generator builds each loss when the next one is requested."""

import torch
from torch import nn


def losses(network, batches):
    for batch in batches:
        yield network(batch).pow(2).mean()


network = nn.Linear(3, 2)
optimizer = torch.optim.Adam(network.parameters())
for loss in losses(network, torch.randn(4, 5, 3)):
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
