"""The context manager backpropagates the loss when the block is left, and the block has backpropagated it itself."""

import contextlib

import torch
from torch import nn


@contextlib.contextmanager
def update(network, optimizer, batch):
    optimizer.zero_grad()
    loss = network(batch).square().mean()
    yield loss
    loss.backward()  # ! GL101
    optimizer.step()


network = nn.Linear(3, 1)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for batch in torch.randn(2, 4, 3):
    with update(network, optimizer, batch) as loss:
        loss.backward()
        print(loss.item())
