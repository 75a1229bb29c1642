"""The loss is computed with PyTorch."""

import torch
from torch import nn


def spread(outputs):
    return (outputs[:, None] - outputs[None]).abs().sum(-1).mean()


network = nn.Linear(4, 2)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for x in torch.randn(3, 5, 4):
    optimizer.zero_grad()
    spread(network(x)).backward()
    optimizer.step()
