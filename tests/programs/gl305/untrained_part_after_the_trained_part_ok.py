"""The untrained part comes after the trained one: the gradient has to pass through it."""

import torch
from torch import nn

adapter = nn.Linear(4, 6)
renderer = nn.Sequential(nn.Linear(6, 8), nn.Softplus(), nn.Linear(8, 3))
optimizer = torch.optim.Adam(adapter.parameters())
for batch, picture in zip(torch.randn(3, 5, 4), torch.rand(3, 5, 3)):
    loss = (renderer(adapter(batch)) - picture).abs().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
