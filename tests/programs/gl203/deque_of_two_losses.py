"""A deque without a largest length retains the graph of every loss."""

from collections import deque

import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
recent = deque()
for batch in torch.randn(6, 2, 3):
    optimizer.zero_grad()
    loss = net(batch).pow(2).mean()
    loss.backward()
    optimizer.step()
    recent.append(loss)  # ! GL203
print(recent[-1].item())
