"""Losses wait in a deque until all of them are backpropagated together."""

from collections import deque

import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
pending = deque()
for _ in range(6):
    pending.append(net(torch.randn(4)).mean())
    if len(pending) > 2:
        optimizer.zero_grad()
        sum(pending).backward()
        pending.clear()
        optimizer.step()
