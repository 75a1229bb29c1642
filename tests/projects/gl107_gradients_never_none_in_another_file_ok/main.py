"""The operator is imported by its name: nothing shows what it is called with."""

import importlib
import sys

import torch
from torch import nn

name = sys.argv[1] if len(sys.argv) > 1 else "hessian_diagonal"
operator = getattr(importlib.import_module("operators"), name)
net = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
for _ in range(3):
    points = torch.rand(8, 1, requires_grad=True)
    loss = (operator(net(points), [points])[0] - points).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
