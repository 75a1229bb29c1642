"""The input buffer is refilled only after the backward that needed it."""

import torch
from torch import nn

network = nn.Sequential(nn.Linear(3, 4), nn.Softplus(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
buffer = torch.empty(6, 3)
for _ in range(3):
    buffer.uniform_(-1, 1)
    loss = network(buffer).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
