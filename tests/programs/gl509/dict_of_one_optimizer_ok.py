"""A loop over a dict of optimizers resets gradients, and another one steps."""

import torch
from torch import nn

net = nn.Linear(3, 1)
optimizers = {"main": torch.optim.SGD(net.parameters(), lr=0.1)}
for x in torch.randn(4, 8, 3):
    for optimizer in optimizers.values():
        optimizer.zero_grad()
    net(x).mean().backward()
    for optimizer in optimizers.values():
        optimizer.step()
