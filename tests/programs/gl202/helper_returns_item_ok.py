"""The step's helper returns item(), so that the sum over the epoch is a sum of numbers."""

import torch
from torch import nn


def train_step(network, optimizer, batch):
    optimizer.zero_grad()
    loss = network(batch).pow(2).mean()
    loss.backward()
    optimizer.step()
    return loss.item()


network = nn.Linear(3, 2)
optimizer = torch.optim.Adam(network.parameters())
total = 0.0
for batch in torch.randn(5, 4, 3):
    total += train_step(network, optimizer, batch)
print(total)
