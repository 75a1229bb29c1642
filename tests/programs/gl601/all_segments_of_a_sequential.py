"""Only the last segment is run without a checkpoint; the first ones get no gradient."""

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint_sequential

layers = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 1), nn.Tanh())
optimizer = torch.optim.Adam(layers.parameters(), lr=0.01)
data, targets = torch.randn(16, 4), torch.randn(16, 1)
for start in range(0, 16, 4):
    optimizer.zero_grad()
    output = checkpoint_sequential(layers, 3, data[start : start + 4], use_reentrant=True)  # ! GL601
    loss = (output - targets[start : start + 4]).pow(2).mean()
    loss.backward()
    optimizer.step()
