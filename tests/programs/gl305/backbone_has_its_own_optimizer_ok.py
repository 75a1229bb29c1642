"""Backbone and head have an optimizer each, and both step."""

import torch
from torch import nn

backbone, head = nn.Sequential(nn.Linear(4, 8), nn.ReLU()), nn.Linear(8, 1)
optimizers = {"slow": torch.optim.SGD(backbone.parameters(), lr=1e-4), "fast": torch.optim.Adam(head.parameters())}
for batch in torch.randn(3, 5, 4):
    loss = head(backbone(batch)).square().mean()
    for optimizer in optimizers.values():
        optimizer.zero_grad()
    loss.backward()
    for optimizer in optimizers.values():
        optimizer.step()
