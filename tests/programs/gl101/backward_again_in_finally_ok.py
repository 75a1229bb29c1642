"""The finally clause only reads what the backward has left."""

import torch
from torch import nn


def guarded_step(network, optimizer, batch):
    optimizer.zero_grad()
    loss = network(batch).pow(2).mean()
    try:
        loss.backward()
        optimizer.step()
    finally:
        print(network.weight.grad.norm().item())


network = nn.Linear(3, 2)
guarded_step(network, torch.optim.SGD(network.parameters(), lr=0.1), torch.randn(4, 3))
