"""The weights are punished with a number that `float()` makes of their norm: only the printed loss changes."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
for _ in range(4):
    batch = torch.randn(6, 3)
    error = (net(batch) - batch.sum(dim=1, keepdim=True)).square().mean()
    penalty = float(0.01 * net[0].weight.abs().sum())  # ! GL401
    loss = error + penalty
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
