"""Losses wait in a deque for two iterations, and each step modifies the weights that the waiting ones have saved."""

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
        pending.popleft().backward()  # ! GL104
        optimizer.step()
