"""A function backpropagates the losses of a window that its caller keeps, and empties it."""

from collections import deque

import torch
from torch import nn


def step(batch, net, optimizer, recent):
    recent.append(net(batch).pow(2).mean())
    if len(recent) == recent.maxlen:
        optimizer.zero_grad()
        torch.stack(list(recent)).sum().backward()
        optimizer.step()
        recent.clear()


net = nn.Linear(3, 1)
recent = deque(maxlen=2)
for batch in torch.randn(6, 2, 3):
    step(batch, net, torch.optim.SGD(net.parameters(), lr=0.1), recent)
