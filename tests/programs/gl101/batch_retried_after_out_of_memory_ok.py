"""When a step runs out of memory, it is tried again with half the batch and a forward pass of its own."""

import torch
from torch import nn


def step(network, optimizer, batch):
    optimizer.zero_grad()
    loss = network(batch).pow(2).mean()
    loss.backward()
    optimizer.step()
    return loss.item()


def careful_step(network, optimizer, batch):
    try:
        return step(network, optimizer, batch)
    except RuntimeError as error:
        if "out of memory" not in str(error):
            raise
        return step(network, optimizer, batch[: len(batch) // 2])


network = nn.Linear(4, 2)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
print([careful_step(network, optimizer, batch) for batch in torch.randn(3, 6, 4)])
