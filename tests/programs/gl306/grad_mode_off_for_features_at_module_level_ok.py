"""Grad mode is off for the features only."""

import torch
from torch import nn

torch.manual_seed(0)
encoder = nn.Sequential(nn.Linear(5, 4), nn.Tanh())
with torch.set_grad_enabled(False):
    features = encoder(torch.randn(8, 5))
head = nn.Linear(4, 1)
optimizer = torch.optim.Adam(head.parameters())
for _ in range(2):
    loss = head(features).abs().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
