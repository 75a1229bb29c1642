"""The number of a loss from an unresolved function becomes a new leaf: nothing is trained."""

import torch
from torch import nn


def update(loss_of, batch, optimizer):
    error = loss_of(batch)
    value = error.item()
    error = torch.tensor(value, requires_grad=True)  # ! GL401
    optimizer.zero_grad()
    error.backward()
    optimizer.step()


network = nn.Linear(3, 1)
for _ in range(2):
    eval("update")(lambda batch: network(batch).pow(2).mean(), torch.randn(4, 3), torch.optim.SGD(network.parameters(), lr=0.1))
